// cuFFT: complex transforms of one to three dimensions, of lengths of all kinds, with batches, in
// both precisions, both directions, and in place.

// nvcc: -lcufft
#include "fft.h"

using fft::Number;

cufftResult execute(cufftHandle plan, float2* in, float2* out, int direction) {
  return cufftExecC2C(plan, in, out, direction);
}
cufftResult execute(cufftHandle plan, double2* in, double2* out, int direction) {
  return cufftExecZ2Z(plan, in, out, direction);
}

template <class Complex, class Scalar>
void check(std::vector<int> lengths, int batch, int direction, bool inPlace) {
  size_t volume = 1;
  for (const int length : lengths)
    volume *= size_t(length);
  const std::vector<Number> numbers = fft::randomNumbers(volume * size_t(batch), false);
  std::vector<Complex> host(numbers.size());
  for (size_t i = 0; i < host.size(); ++i)
    host[i] = {Scalar(numbers[i].real()), Scalar(numbers[i].imag())};
  const size_t bytes = host.size() * sizeof(Complex);
  Complex *in, *out;
  CUDA_CHECK(cudaMalloc(&in, bytes));
  CUDA_CHECK(cudaMalloc(&out, bytes));
  CUDA_CHECK(cudaMemcpy(in, host.data(), bytes, cudaMemcpyHostToDevice));
  cufftHandle plan;
  const cufftType type = sizeof(Scalar) == sizeof(float) ? CUFFT_C2C : CUFFT_Z2Z;
  FFT_CHECK(cufftPlanMany(&plan, int(lengths.size()), lengths.data(), nullptr, 1, 0, nullptr, 1, 0,
                          type, batch));
  FFT_CHECK(execute(plan, in, inPlace ? in : out, direction));
  CUDA_CHECK(cudaMemcpy(host.data(), inPlace ? in : out, bytes, cudaMemcpyDeviceToHost));
  FFT_CHECK(cufftDestroy(plan));
  for (int b = 0; b < batch; ++b) {
    const size_t first = size_t(b) * volume;
    std::vector<Number> actual,
        expected(numbers.begin() + long(first), numbers.begin() + long(first + volume));
    for (size_t i = 0; i < volume; ++i)
      actual.push_back({host[first + i].x, host[first + i].y});
    CHECK(fft::error(actual, fft::transform(expected, lengths, direction)) < fft::bound<Scalar>());
  }
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
}

template <class Complex, class Scalar> void checkAll() {
  for (const int length : {1, 2, 3, 7, 16, 30, 64, 97, 121, 210, 256, 263, 480})
    for (const int batch : {1, 5})
      check<Complex, Scalar>({length}, batch, CUFFT_FORWARD, batch == 5);
  check<Complex, Scalar>({20}, 37, CUFFT_INVERSE, false);
  check<Complex, Scalar>({12, 35}, 2, CUFFT_FORWARD, false);
  check<Complex, Scalar>({67, 16}, 1, CUFFT_INVERSE, true);
  check<Complex, Scalar>({6, 8, 10}, 2, CUFFT_FORWARD, true);
  check<Complex, Scalar>({5, 13, 9}, 1, CUFFT_INVERSE, false);
}

int main() {
  checkAll<float2, float>();
  checkAll<double2, double>();
  puts("ok");
}
