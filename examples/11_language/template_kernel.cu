// Shows: kernel templates: one source for several types and operations.
// From: our own.
// Try next: an operation of your own.
#include <vector>

#include "../example.h"

template <class T> struct Plus {
  __host__ __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T> struct Times {
  __host__ __device__ T operator()(T a, T b) const { return a * b; }
};

template <class T, template <class> class Operation>
__global__ void combine(const T* a, const T* b, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = Operation<T>()(a[i], b[i]);
}

template <class T, template <class> class Operation> bool test(const char* name) {
  const int n = 1000;
  std::vector<T> a(n), b(n), out(n);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<T>(i % 50);
    b[i] = static_cast<T>(i % 7);
  }
  T *deviceA, *deviceB, *deviceOut;
  CHECK_CUDA(cudaMalloc(&deviceA, n * sizeof(T)));
  CHECK_CUDA(cudaMalloc(&deviceB, n * sizeof(T)));
  CHECK_CUDA(cudaMalloc(&deviceOut, n * sizeof(T)));
  CHECK_CUDA(cudaMemcpy(deviceA, a.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(deviceB, b.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  combine<T, Operation><<<(n + 127) / 128, 128>>>(deviceA, deviceB, deviceOut, n);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(out.data(), deviceOut, n * sizeof(T), cudaMemcpyDeviceToHost));
  cudaFree(deviceA);
  cudaFree(deviceB);
  cudaFree(deviceOut);
  bool right = true;
  for (int i = 0; i < n; ++i)
    right = right && out[i] == Operation<T>()(a[i], b[i]);
  std::printf("%-14s %s\n", name, right ? "right" : "wrong");
  return right;
}

int main() {
  bool right = test<int, Plus>("int plus");
  right = test<float, Times>("float times") && right;
  right = test<double, Plus>("double plus") && right;
  right = test<unsigned char, Times>("byte times") && right;
  return report(right);
}
