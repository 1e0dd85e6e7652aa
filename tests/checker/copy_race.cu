// A copy and a fill by the API beside kernels of another stream that write and read the same
// memory, and nothing orders them. Those behind an event are ordered.
// check: --tool racecheck --racecheck-address-space global
// finds: Read access by a copy
// finds: Write access at fill(int*, int) in copy_race.cu:@wrong
// finds: Write access by a copy or fill
// finds: Read access at add(int const*, int*) in copy_race.cu:@read
// finds: which no stream, event or wait of the host orders
// errors: 2
#include <atomic>
#include <cuda_runtime.h>

__global__ void fill(int* values, int value) {
  values[threadIdx.x] = value + threadIdx.x; // wrong
}
__global__ void add(const int* values, int* sums) {
  sums[threadIdx.x] += values[threadIdx.x]; // read
}

// Keeps the kernels behind it waiting until the copies have been submitted.
static std::atomic<bool> isOpen{false};
static void waitUntilOpen(void*) {
  while (!isOpen) {
  }
}

int main() {
  int *copied, *filled, *sums, *host;
  cudaMalloc(&copied, 256 * sizeof(int));
  cudaMalloc(&filled, 256 * sizeof(int));
  cudaMalloc(&sums, 256 * sizeof(int));
  cudaMallocHost(&host, 256 * sizeof(int));
  cudaMemset(sums, 0, 256 * sizeof(int));
  cudaMemset(filled, 0, 256 * sizeof(int));
  cudaDeviceSynchronize();
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaLaunchHostFunc(first, waitUntilOpen, nullptr);
  fill<<<1, 256, 0, first>>>(copied, 1);
  add<<<1, 256, 0, first>>>(filled, sums);
  cudaMemcpyAsync(host, copied, 256 * sizeof(int), cudaMemcpyDeviceToHost, second);
  cudaMemsetAsync(filled, 1, 256 * sizeof(int), second);
  cudaEventRecord(event, first);
  cudaStreamWaitEvent(second, event);
  cudaMemcpyAsync(host, sums, 256 * sizeof(int), cudaMemcpyDeviceToHost, second);
  cudaMemsetAsync(sums, 1, 256 * sizeof(int), second);
  isOpen = true;
  return cudaDeviceSynchronize();
}
