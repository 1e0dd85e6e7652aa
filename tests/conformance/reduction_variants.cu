// The classic steps of a block reduction give one and the same sum: interleaved with divergence,
// strided, sequential, first add on load, unrolled. Rows L-090, H-170.
#include "check.h"

__global__ void interleaved(const int* in, int* out) {
  extern __shared__ int tile[];
  unsigned t = threadIdx.x;
  tile[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0)
      tile[t] += tile[t + s];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = tile[0];
}

__global__ void strided(const int* in, int* out) {
  extern __shared__ int tile[];
  unsigned t = threadIdx.x;
  tile[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    unsigned index = 2 * s * t;
    if (index < blockDim.x)
      tile[index] += tile[index + s];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = tile[0];
}

__global__ void sequential(const int* in, int* out) {
  extern __shared__ int tile[];
  unsigned t = threadIdx.x;
  tile[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s)
      tile[t] += tile[t + s];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = tile[0];
}

template <unsigned Size> __global__ void unrolled(const int* in, int* out) {
  __shared__ int tile[Size];
  unsigned t = threadIdx.x;
  tile[t] = in[blockIdx.x * Size + t];
  __syncthreads();
  if (Size >= 256) {
    if (t < 128)
      tile[t] += tile[t + 128];
    __syncthreads();
  }
  if (Size >= 128) {
    if (t < 64)
      tile[t] += tile[t + 64];
    __syncthreads();
  }
  if (t < 32) {
    int v = tile[t] + tile[t + 32];
    for (int offset = 16; offset > 0; offset /= 2)
      v += __shfl_down_sync(0xffffffff, v, offset);
    if (t == 0)
      out[blockIdx.x] = v;
  }
}

typedef void (*Kernel)(const int*, int*);

template <unsigned Size> static void test() {
  const int blocks = 5;
  Buffer<int> in(blocks * Size), out(blocks);
  for (unsigned i = 0; i < blocks * Size; ++i)
    in[i] = static_cast<int>(i * 37 % 1001) - 400;
  in.upload();
  const Kernel kernels[] = {interleaved, strided, sequential, unrolled<Size>};
  for (Kernel kernel : kernels) {
    CUDA_CHECK(cudaMemset(out.device(), 0xff, blocks * sizeof(int)));
    kernel<<<blocks, Size, Size * sizeof(int)>>>(in.device(), out.device());
    out.download();
    for (int b = 0; b < blocks; ++b) {
      int sum = 0;
      for (unsigned i = 0; i < Size; ++i)
        sum += in[b * Size + i];
      EXPECT_EQ_AT(b, out[b], sum);
    }
  }
}

int main() {
  test<64>();
  test<128>();
  test<256>();
  return ok();
}
