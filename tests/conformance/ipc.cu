// R-248 R-249 R-250 R-251 R-252: memory and events that two processes share.
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

__global__ void addOne(int* data, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    data[i] += 1;
}

namespace {

constexpr int kCount = 1 << 20; // 4 MiB, whole blocks of device memory

struct Message {
  cudaIpcMemHandle_t memory;
  cudaIpcEventHandle_t event;
};

void send(int pipe, const void* data, size_t bytes) {
  CHECK(write(pipe, data, bytes) == static_cast<ssize_t>(bytes));
}
void receive(int pipe, void* data, size_t bytes) {
  CHECK(read(pipe, data, bytes) == static_cast<ssize_t>(bytes));
}

int child(int in, int out) {
  Message message;
  receive(in, &message, sizeof message);
  int* data;
  CUDA_CHECK(cudaIpcOpenMemHandle(reinterpret_cast<void**>(&data), message.memory,
                                  cudaIpcMemLazyEnablePeerAccess));
  cudaEvent_t event;
  CUDA_CHECK(cudaIpcOpenEventHandle(&event, message.event));
  // The parent's work before the event is done when ours begins.
  CUDA_CHECK(cudaStreamWaitEvent(nullptr, event, 0));
  addOne<<<kCount / 256, 256>>>(data, kCount);
  int values[2];
  CUDA_CHECK(cudaMemcpy(&values[0], data, 4, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(&values[1], data + kCount - 1, 4, cudaMemcpyDeviceToHost));
  EXPECT_EQ(values[0], 0x01010101 + 2);
  EXPECT_EQ(values[1], 0x01010101 + 2);
  CUDA_CHECK(cudaEventQuery(event));
  CUDA_CHECK(cudaIpcCloseMemHandle(data));
  CUDA_CHECK(cudaEventDestroy(event));
  CUDA_CHECK(cudaDeviceSynchronize());
  char done = 1;
  send(out, &done, 1);
  return 0;
}

} // namespace

int main() {
  int toChild[2], toParent[2];
  CHECK(pipe(toChild) == 0 && pipe(toParent) == 0);
  const pid_t process = fork(); // before the first CUDA call
  CHECK(process >= 0);
  if (process == 0)
    return child(toChild[0], toParent[1]);

  int* data;
  CUDA_CHECK(cudaMalloc(&data, kCount * sizeof(int)));
  CUDA_CHECK(cudaMemset(data, 1, kCount * sizeof(int)));
  cudaEvent_t event;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaEventCreateWithFlags(&event, cudaEventInterprocess));
  CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
  addOne<<<kCount / 256, 256>>>(data, kCount);
  CUDA_CHECK(cudaEventRecord(event));
  Message message;
  CUDA_CHECK(cudaIpcGetMemHandle(&message.memory, data));
  CUDA_CHECK(cudaIpcGetEventHandle(&message.event, event));
  send(toChild[1], &message, sizeof message);
  char done = 0;
  receive(toParent[0], &done, 1);
  int status = 0;
  CHECK(waitpid(process, &status, 0) == process);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  // What the child wrote is here.
  int value = 0;
  CUDA_CHECK(cudaMemcpy(&value, data + 12345, 4, cudaMemcpyDeviceToHost));
  EXPECT_EQ(value, 0x01010101 + 2);
  CUDA_CHECK(cudaEventDestroy(event));
  CUDA_CHECK(cudaFree(data));

  // Managed memory has no handle.
  int* managed;
  CUDA_CHECK(cudaMallocManaged(&managed, 4096));
  CHECK(cudaIpcGetMemHandle(&message.memory, managed) != cudaSuccess);
  cudaGetLastError();
  return ok();
}
