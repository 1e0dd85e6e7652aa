// Kernels that launch kernels: plain ones and templates, from kernels, device functions and
// function templates, with parameters of all sizes, default arguments and conversions; with shared
// memory; through a pointer to a kernel. Row L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

struct Mixed {
  char letter;
  double number;
  short values[3];
};

__global__ void store(int* out, char c, Mixed mixed, long long wide, float f = 2.5f) {
  *out = c + mixed.letter + static_cast<int>(mixed.number) + mixed.values[2] +
         static_cast<int>(wide >> 33) + static_cast<int>(f * 2);
}

template <typename T, int N> __global__ void fill(T* out, T value) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = value + N;
}

template <typename F> __global__ void apply(F f) {
  f(blockIdx.x * blockDim.x + threadIdx.x);
}

struct Square {
  int* out;
  __device__ void operator()(unsigned i) const { out[i] = static_cast<int>(i * i); }
};

__global__ void reverse(const int* in, int* out) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void shape(unsigned* out) {
  if (threadIdx.x + threadIdx.y + threadIdx.z + blockIdx.x + blockIdx.y + blockIdx.z == 0) {
    out[0] = gridDim.x;
    out[1] = gridDim.y;
    out[2] = gridDim.z;
    out[3] = blockDim.x;
    out[4] = blockDim.y;
    out[5] = blockDim.z;
  }
}

__device__ void launchFrom(int* out) {
  fill<int, 7><<<1, 4>>>(out, 1);
}

template <typename T> __device__ void launchFromTemplate(T* out, T value) {
  fill<T, 100><<<2, 2>>>(out, value);
}

__global__ void parent(int* out, unsigned* shapes, const int* in) {
  if (threadIdx.x != 0)
    return;
  Mixed mixed = {'b', 10.5, {1, 2, 3}};
  store<<<1, 1>>>(out, 'a', mixed, 5ll << 33);
  store<<<1, 1>>>(out + 1, 97, mixed, 5ll << 33, 4);
  launchFrom(out + 4);
  launchFromTemplate(out + 8, 5);
  apply<<<2, 8>>>(Square{out + 16});
  reverse<<<1, 16, 16 * sizeof(int)>>>(in, out + 32);
  shape<<<dim3(2, 3, 4), dim3(5, 6, 7)>>>(shapes);
  void (*pointer)(int*, int) = fill<int, 1>;
  pointer<<<1, 3>>>(out + 48, 9);
  auto launch = [&](int* to) { fill<int, 2><<<1, 1>>>(to, 1); };
  launch(out + 51);
}

int main() {
  Buffer<int> out(64), in(16);
  Buffer<unsigned> shapes(6);
  for (int i = 0; i < 16; ++i)
    in[i] = i * 3;
  in.upload();
  parent<<<1, 32>>>(out.device(), shapes.device(), in.device());
  out.download();
  shapes.download();
  EXPECT_EQ(out[0], 97 + 98 + 10 + 3 + 5 + 5);
  EXPECT_EQ(out[1], 97 + 98 + 10 + 3 + 5 + 8);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ_AT(i, out[4 + i], 8);
    EXPECT_EQ_AT(i, out[8 + i], 105);
  }
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ_AT(i, out[16 + i], i * i);
    EXPECT_EQ_AT(i, out[32 + i], (15 - i) * 3);
  }
  const unsigned expected[] = {2, 3, 4, 5, 6, 7};
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ_AT(i, shapes[i], expected[i]);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ_AT(i, out[48 + i], 10);
  EXPECT_EQ(out[51], 3);
  return ok();
}
