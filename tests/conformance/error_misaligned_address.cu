// An access whose address is no multiple of its size ends with cudaErrorMisalignedAddress, which
// stays: global and shared memory, loads, stores, vectors, atomics, a
// pointer that moves through a loop, one that comes from memory. Threads that do not take part in
// the access, and pointers that are only computed, are no fault. rows: R-044, R-060, H-113.
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

__global__ void read(const float* p, float* out, int last) {
  int i = threadIdx.x;
  if (i <= last)
    out[i] = p[i];
}

__global__ void write(float* p, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    p[i] = 1;
}

__global__ void readVector(const float4* p, float* out) {
  float x, y, z, w;
  asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
               : "l"(p + threadIdx.x));
  out[threadIdx.x] = x + y + z + w;
}

__global__ void readPair(const char* bytes, int distance, double* out) {
  out[threadIdx.x] = *reinterpret_cast<const double*>(bytes + threadIdx.x * distance);
}

__global__ void add(int* p) {
  atomicAdd(p, 1);
}

__global__ void exchange(unsigned long long* p, unsigned long long* out) {
  *out = atomicCAS(p + threadIdx.x, 0ull, 1ull);
}

__global__ void shared(int shift, int* out) {
  __shared__ char bytes[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    bytes[i] = static_cast<char>(i);
  __syncthreads();
  out[threadIdx.x] = *reinterpret_cast<int*>(bytes + threadIdx.x * 4 + shift);
}

__global__ void sum(const float* p, const float* end, float* out) {
  float total = 0;
  for (; p < end; ++p)
    total += *p;
  *out = total;
}

__global__ void chase(float** table, float* out) {
  out[threadIdx.x] = *table[threadIdx.x];
}

char* memory;

template <class T> T* at(int offset) {
  return reinterpret_cast<T*>(memory + offset);
}

void begin() {
  CUDA_CHECK(cudaMalloc(&memory, 65536));
  CUDA_CHECK(cudaMemset(memory, 0, 65536));
}

// Pointers to floats; one of them, if asked for, not aligned.
float** table(bool odd) {
  float* addresses[32];
  for (int i = 0; i < 32; ++i)
    addresses[i] = at<float>(4 * i + (odd && i == 20 ? 2 : 0));
  CUDA_CHECK(cudaMemcpy(at<char>(8192), addresses, sizeof addresses, cudaMemcpyHostToDevice));
  return at<float*>(8192);
}

// In a process of its own: a device that has faulted is of no more use to its process.
template <class Launch> void expectFault(Launch launch) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    begin();
    launch();
    EXPECT_CUDA(cudaErrorMisalignedAddress, cudaDeviceSynchronize());
    EXPECT_CUDA(cudaErrorMisalignedAddress, cudaGetLastError());
    void* p;
    EXPECT_CUDA(cudaErrorMisalignedAddress, cudaMalloc(&p, 4));
    _Exit(0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main() {
  expectFault([] { read<<<1, 64>>>(at<float>(1), at<float>(4096), 63); });
  expectFault([] { read<<<1, 64>>>(at<float>(2), at<float>(4096), 7); });
  expectFault([] { write<<<1, 50>>>(at<float>(4098), 500); });
  expectFault([] { readVector<<<1, 32>>>(at<float4>(4), at<float>(4096)); });
  expectFault([] { readPair<<<1, 33>>>(memory, 12, at<double>(4096)); });
  expectFault([] { add<<<1, 32>>>(at<int>(10)); });
  expectFault([] { exchange<<<1, 1>>>(at<unsigned long long>(12), at<unsigned long long>(4096)); });
  expectFault([] { shared<<<1, 96>>>(6, at<int>(4096)); });
  expectFault([] { sum<<<1, 1>>>(at<float>(9), at<float>(81), at<float>(4096)); });
  expectFault([] { chase<<<1, 32>>>(table(true), at<float>(4096)); });

  begin();
  read<<<1, 64>>>(at<float>(4), at<float>(4096), 63);
  // Nobody reads.
  read<<<1, 64>>>(at<float>(3), at<float>(4096), -1);
  write<<<1, 50>>>(at<float>(4098), 0);
  readVector<<<1, 32>>>(at<float4>(16), at<float>(4096));
  readPair<<<1, 33>>>(memory, 24, at<double>(4096));
  readPair<<<1, 1>>>(memory, 12, at<double>(4096));
  add<<<1, 32>>>(at<int>(8));
  exchange<<<1, 1>>>(at<unsigned long long>(16), at<unsigned long long>(4096));
  shared<<<1, 96>>>(8, at<int>(4096));
  sum<<<1, 1>>>(at<float>(8), at<float>(80), at<float>(4096));
  sum<<<1, 1>>>(at<float>(9), at<float>(9), at<float>(4096));
  chase<<<1, 32>>>(table(false), at<float>(4096));
  CUDA_CHECK(cudaDeviceSynchronize());
  return ok();
}
