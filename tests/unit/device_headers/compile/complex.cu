// std::complex in device code.
#include <cuda_runtime.h>

#include <complex>

template <class T> __device__ std::complex<T> evaluate(std::complex<T> a, std::complex<T> b) {
  a = a * b + a / b;
  a += std::abs(b);
  a *= std::exp(b) + std::polar(T(1), T(2)) + std::conj(a) + std::sqrt(b);
  return a;
}
__global__ void kernel(std::complex<float>* f, std::complex<double>* d) {
  f[0] = evaluate(f[1], f[2]);
  d[0] = evaluate(d[1], d[2]);
}
