// Kernels wait for flags that somebody else sets while the program waits: another thread in pinned
// memory, and another process in memory that it has opened by a handle. Neither is a deadlock.
// check: --tool synccheck
// lacks: Deadlock
// errors: 0
#include <cuda_runtime.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

// Longer than the time after which synccheck calls a grid that stands still a deadlock.
constexpr unsigned kSeconds = 5;

__global__ void await(volatile int* flag) {
  while (*flag == 0) {
  }
}

// Waits for the handle of a flag, and sets it some time later.
int setFlagOfOtherProcess(int pipe) {
  cudaIpcMemHandle_t handle;
  void* flag = nullptr;
  const int one = 1;
  if (read(pipe, &handle, sizeof handle) != sizeof handle ||
      cudaIpcOpenMemHandle(&flag, handle, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess)
    return 1;
  sleep(kSeconds);
  return cudaMemcpy(flag, &one, sizeof one, cudaMemcpyHostToDevice) != cudaSuccess;
}

int main() {
  int ends[2];
  if (pipe(ends) != 0)
    return 1;
  // Before the first call of CUDA, which a process must not be copied behind.
  const pid_t other = fork();
  if (other == 0)
    _exit(setFlagOfOtherProcess(ends[0]));

  int *flag, *shared;
  cudaMallocHost(&flag, sizeof(int));
  *flag = 0;
  await<<<1, 32>>>(flag);
  std::thread setter([&] {
    sleep(kSeconds);
    *static_cast<volatile int*>(flag) = 1;
  });
  const bool isReleased = cudaDeviceSynchronize() == cudaSuccess;
  setter.join();

  cudaIpcMemHandle_t handle;
  cudaMalloc(&shared, sizeof(int));
  cudaMemset(shared, 0, sizeof(int));
  const bool isShared = cudaIpcGetMemHandle(&handle, shared) == cudaSuccess &&
                        write(ends[1], &handle, sizeof handle) == sizeof handle;
  await<<<1, 32>>>(shared);
  const bool isReleasedByOther = cudaDeviceSynchronize() == cudaSuccess;
  int status = 1;
  waitpid(other, &status, 0);
  return !(isReleased && isShared && isReleasedByOther && status == 0);
}
