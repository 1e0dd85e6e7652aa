// Words of 1 to 16 bytes and structures of other sizes, at strides that fall into the same bank and
// into different ones, in global, shared, local and constant memory: the values are right however
// the accesses are split. Rows H-112, H-115, H-116, H-121, H-125, H-127 to H-132, H-134 to H-142.
#include "check.h"

struct Two {
  float x, y;
};
struct Three {
  float x, y, z;
};
struct Five {
  unsigned char bytes[5];
};

template <class T> __host__ __device__ T make(int i) {
  T value;
  unsigned char* bytes = reinterpret_cast<unsigned char*>(&value);
  for (unsigned k = 0; k < sizeof(T); ++k)
    bytes[k] = static_cast<unsigned char>(i * 31 + k * 7 + 1);
  return value;
}

constexpr int kThreads = 64, kMostStride = 5;

// Written with a stride, read with it by another thread; through registers, local and shared
// memory.
template <class T> __global__ void strided(const T* in, T* out, int stride, int offset) {
  __shared__ T shared[kThreads * kMostStride];
  T local[4];
  int t = threadIdx.x;
  for (int i = t; i < kThreads * kMostStride; i += kThreads)
    shared[i] = make<T>(0);
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    local[(i + t) % 4] = in[(t + i) % kThreads * stride];
  shared[t * stride] = local[t % 4];
  __syncthreads();
  out[t * stride] = shared[(t + offset) % kThreads * stride];
}

template <class T> void run() {
  Buffer<T> in(kThreads * kMostStride), out(kThreads * kMostStride);
  for (int stride = 1; stride <= kMostStride; ++stride)
    for (int offset : {0, 1, 16, 33}) {
      for (size_t i = 0; i < in.size(); ++i) {
        in[i] = make<T>(static_cast<int>(i));
        out[i] = make<T>(-1);
      }
      in.upload();
      out.upload();
      strided<T><<<1, kThreads>>>(in.device(), out.device(), stride, offset);
      out.download();
      for (int i = 0; i < kThreads * stride; ++i) {
        int from = (i / stride + offset) % kThreads * stride;
        T expected = i % stride == 0 ? make<T>(from) : make<T>(-1);
        for (unsigned k = 0; k < sizeof(T); ++k)
          EXPECT_EQ_AT(i, reinterpret_cast<unsigned char*>(&out[i])[k],
                       reinterpret_cast<unsigned char*>(&expected)[k]);
      }
    }
}

// A double kept in shared memory as two arrays of words.
__global__ void halves(const double* in, double* out) {
  __shared__ int low[kThreads], high[kThreads];
  int t = threadIdx.x;
  low[t] = __double2loint(in[t]);
  high[t] = __double2hiint(in[t]);
  __syncthreads();
  int other = kThreads - 1 - t;
  out[t] = __hiloint2double(high[other], low[other]);
}

__constant__ int table[256];

// All lanes at one address, each at its own, and in two groups.
__global__ void constants(int* out) {
  int t = threadIdx.x;
  out[3 * t] = table[blockIdx.x];
  out[3 * t + 1] = table[t * 37 % 256];
  out[3 * t + 2] = table[t / 16 * 100];
}

// Rows of a pitched array.
__global__ void rows(char* base, size_t pitch, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width)
    reinterpret_cast<float*>(base + y * pitch)[x] = y * 1000.0f + x;
}

int main() {
  run<unsigned char>();
  run<unsigned short>();
  run<unsigned>();
  run<unsigned long long>();
  run<double>();
  run<int4>();
  run<double2>();
  run<Two>();
  run<Three>();
  run<Five>();

  Buffer<double> in(kThreads), out(kThreads);
  for (int i = 0; i < kThreads; ++i)
    in[i] = i * 1.1 - 3;
  in.upload();
  halves<<<1, kThreads>>>(in.device(), out.device());
  out.download();
  for (int i = 0; i < kThreads; ++i)
    EXPECT_EQ_AT(i, out[i], in[kThreads - 1 - i]);

  int values[256];
  for (int i = 0; i < 256; ++i)
    values[i] = i * i;
  CUDA_CHECK(cudaMemcpyToSymbol(table, values, sizeof values));
  Buffer<int> read(3 * 32);
  constants<<<1, 32>>>(read.device());
  read.download();
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ_AT(t, read[3 * t], values[0]);
    EXPECT_EQ_AT(t, read[3 * t + 1], values[t * 37 % 256]);
    EXPECT_EQ_AT(t, read[3 * t + 2], values[t / 16 * 100]);
  }

  const int width = 77, height = 12;
  char* base;
  size_t pitch;
  CUDA_CHECK(cudaMallocPitch(&base, &pitch, width * sizeof(float), height));
  CHECK(pitch >= width * sizeof(float) && pitch % 128 == 0);
  rows<<<dim3(3, 3), dim3(32, 4)>>>(base, pitch, width);
  static float host[height][width];
  CUDA_CHECK(cudaMemcpy2D(host, sizeof host[0], base, pitch, sizeof host[0], height,
                          cudaMemcpyDeviceToHost));
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      EXPECT_EQ_AT(y * width + x, host[y][x], y * 1000.0f + x);
  CUDA_CHECK(cudaFree(base));
  return ok();
}
