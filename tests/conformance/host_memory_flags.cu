// Page-locked memory with all flags and combinations: kernels use it at its own address without
// copies, the program synchronises before it looks, and naturally aligned accesses are not split.
// rows: R-014 R-094 R-098 R-099 R-100 R-101 R-104 R-105 R-106 R-107 R-108 R-109 R-119
#include <stdint.h>
#include <stdlib.h>

#include "gate.h"

__global__ void square(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * in[i];
}

__global__ void storeAll(uint8_t* a, uint16_t* b, uint32_t* c, uint64_t* d) {
  *a = 0x11;
  *b = 0x2222;
  *c = 0x33333333u;
  *d = 0x4444444455555555ull;
}

int main() {
  // Before anything else, as the guide says; mapping is on in any case today.
  CUDA_CHECK(cudaSetDeviceFlags(cudaDeviceMapHost | cudaDeviceScheduleBlockingSync));
  unsigned flags = 0;
  CUDA_CHECK(cudaGetDeviceFlags(&flags));
  EXPECT_EQ(flags & cudaDeviceScheduleMask, static_cast<unsigned>(cudaDeviceScheduleBlockingSync));

  const int n = 1000;
  for (unsigned wanted :
       {0u, unsigned(cudaHostAllocPortable), unsigned(cudaHostAllocMapped),
        unsigned(cudaHostAllocWriteCombined), unsigned(cudaHostAllocPortable | cudaHostAllocMapped),
        unsigned(cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined)}) {
    int *in, *out, *device;
    CUDA_CHECK(cudaHostAlloc(&in, n * sizeof(int), wanted));
    CUDA_CHECK(cudaHostAlloc(&out, n * sizeof(int), wanted));
    unsigned got = 0;
    CUDA_CHECK(cudaHostGetFlags(&got, in));
    EXPECT_EQ(got & wanted, wanted);
    CUDA_CHECK(cudaHostGetDevicePointer(&device, in, 0));
    CHECK(device == in);
    for (int i = 0; i < n; ++i)
      in[i] = i - 500;
    square<<<4, 256>>>(in, out, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i)
      EXPECT_EQ_AT(i, out[i], (i - 500) * (i - 500));
    CUDA_CHECK(cudaFreeHost(in));
    CUDA_CHECK(cudaFreeHost(out));
  }

  char* words;
  CUDA_CHECK(cudaHostAlloc(&words, 64, cudaHostAllocMapped));
  storeAll<<<1, 1>>>(reinterpret_cast<uint8_t*>(words), reinterpret_cast<uint16_t*>(words + 8),
                     reinterpret_cast<uint32_t*>(words + 16),
                     reinterpret_cast<uint64_t*>(words + 24));
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_EQ(*reinterpret_cast<uint8_t*>(words), 0x11);
  EXPECT_EQ(*reinterpret_cast<uint16_t*>(words + 8), 0x2222);
  EXPECT_EQ(*reinterpret_cast<uint32_t*>(words + 16), 0x33333333u);
  EXPECT_EQ(*reinterpret_cast<uint64_t*>(words + 24), 0x4444444455555555ull);
  CUDA_CHECK(cudaFreeHost(words));

  // A copy from page-locked memory is really asynchronous: behind a gate it has not happened, and
  // what the program changes before it happens is what arrives.
  int *pinned, *memory;
  CUDA_CHECK(cudaMallocHost(&pinned, sizeof(int)));
  CUDA_CHECK(cudaMalloc(&memory, sizeof(int)));
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  Gate gate;
  *pinned = 1;
  gate.close(stream);
  CUDA_CHECK(cudaMemcpyAsync(memory, pinned, sizeof(int), cudaMemcpyHostToDevice, stream));
  *pinned = 2;
  gate.open();
  CUDA_CHECK(cudaStreamSynchronize(stream));
  int back = 0;
  CUDA_CHECK(cudaMemcpy(&back, memory, sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT_EQ(back, 2);
  CUDA_CHECK(cudaFreeHost(pinned));
  CUDA_CHECK(cudaFree(memory));
  // Too much is refused, and the process goes on.
  void* tooMuch = nullptr;
  EXPECT_CUDA(cudaErrorMemoryAllocation, cudaMallocHost(&tooMuch, size_t(1) << 46));
  EXPECT_CUDA(cudaErrorMemoryAllocation, cudaGetLastError());
  return ok();
}
