// cuFFT: transforms of data in half precision and bfloat16, which cufftXtMakePlanMany offers for
// powers of two.

// nvcc: -lcufft
#include "fft.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cufftXt.h>

using fft::Number;

template <class Scalar> Scalar fromDouble(double value);
template <> __half fromDouble(double value) {
  return __float2half(float(value));
}
template <> __nv_bfloat16 fromDouble(double value) {
  return __float2bfloat16(float(value));
}
double toDouble(__half value) {
  return __half2float(value);
}
double toDouble(__nv_bfloat16 value) {
  return __bfloat162float(value);
}

// The results lie within a few units in the last place of the largest.
template <class Scalar>
void check(std::vector<long long> lengths, long long batch, cudaDataType type, double bound) {
  size_t volume = 1;
  std::vector<int> ints;
  for (const long long length : lengths) {
    volume *= size_t(length);
    ints.push_back(int(length));
  }
  const size_t count = volume * size_t(batch);
  std::vector<Number> numbers = fft::randomNumbers(count, false);
  std::vector<Scalar> host(2 * count);
  for (size_t i = 0; i < count; ++i) {
    host[2 * i] = fromDouble<Scalar>(numbers[i].real());
    host[2 * i + 1] = fromDouble<Scalar>(numbers[i].imag());
    numbers[i] = {toDouble(host[2 * i]), toDouble(host[2 * i + 1])};
  }
  const size_t bytes = host.size() * sizeof(Scalar);
  Scalar *in, *out;
  CUDA_CHECK(cudaMalloc(&in, bytes));
  CUDA_CHECK(cudaMalloc(&out, bytes));
  CUDA_CHECK(cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice));
  cufftHandle plan;
  size_t workSize;
  FFT_CHECK(cufftCreate(&plan));
  FFT_CHECK(cufftXtMakePlanMany(plan, int(lengths.size()), lengths.data(), nullptr, 1, 0, type,
                                nullptr, 1, 0, type, batch, &workSize, type));
  FFT_CHECK(cufftXtExec(plan, in, out, CUFFT_FORWARD));
  CUDA_CHECK(cudaMemcpy(host.data(), out, bytes, cudaMemcpyDeviceToHost));
  FFT_CHECK(cufftDestroy(plan));
  for (size_t b = 0; b < size_t(batch); ++b) {
    const auto first = numbers.begin() + long(b * volume);
    const std::vector<Number> expected = fft::transform({first, first + long(volume)}, ints, -1);
    std::vector<Number> actual;
    for (size_t i = b * volume; i < (b + 1) * volume; ++i)
      actual.push_back({toDouble(host[2 * i]), toDouble(host[2 * i + 1])});
    CHECK(fft::error(actual, expected) < bound);
  }
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
}

int main() {
  check<__half>({64}, 3, CUDA_C_16F, 4e-3);
  check<__half>({8, 16}, 2, CUDA_C_16F, 4e-3);
  check<__nv_bfloat16>({32}, 2, CUDA_C_16BF, 3e-2);
  check<__nv_bfloat16>({16, 4}, 1, CUDA_C_16BF, 3e-2);
  puts("ok");
}
