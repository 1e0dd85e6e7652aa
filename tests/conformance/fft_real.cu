// cuFFT: transforms of real data, which have half of the results, and back; of even and odd
// lengths, with batches, and in place with rows that are padded to whole complex numbers.

// nvcc: -lcufft
#include "fft.h"

using fft::Number;

cufftResult forward(cufftHandle plan, float* in, float2* out) {
  return cufftExecR2C(plan, in, out);
}
cufftResult forward(cufftHandle plan, double* in, double2* out) {
  return cufftExecD2Z(plan, in, out);
}
cufftResult back(cufftHandle plan, float2* in, float* out) {
  return cufftExecC2R(plan, in, out);
}
cufftResult back(cufftHandle plan, double2* in, double* out) {
  return cufftExecZ2D(plan, in, out);
}

template <class Complex, class Scalar>
void check(std::vector<int> lengths, int batch, bool inPlace) {
  const bool isFloat = sizeof(Scalar) == sizeof(float);
  const size_t row = size_t(lengths.back()), half = row / 2 + 1;
  const size_t pitch = inPlace ? 2 * half : row;
  size_t rows = 1;
  for (size_t i = 0; i + 1 < lengths.size(); ++i)
    rows *= size_t(lengths[i]);
  const size_t volume = rows * row, allRows = rows * size_t(batch);
  const std::vector<Number> numbers = fft::randomNumbers(allRows * row, true);

  std::vector<Scalar> host(allRows * pitch);
  for (size_t i = 0; i < numbers.size(); ++i)
    host[i / row * pitch + i % row] = Scalar(numbers[i].real());
  Scalar* real;
  Complex* complex;
  CUDA_CHECK(cudaMalloc(&real, allRows * 2 * half * sizeof(Scalar)));
  CUDA_CHECK(cudaMalloc(&complex, allRows * half * sizeof(Complex)));
  Complex* const results = inPlace ? reinterpret_cast<Complex*>(real) : complex;
  CUDA_CHECK(cudaMemcpy(real, host.data(), host.size() * sizeof(Scalar), cudaMemcpyHostToDevice));
  cufftHandle plan, inverse;
  const int rank = int(lengths.size());
  FFT_CHECK(cufftPlanMany(&plan, rank, lengths.data(), nullptr, 1, 0, nullptr, 1, 0,
                          isFloat ? CUFFT_R2C : CUFFT_D2Z, batch));
  FFT_CHECK(cufftPlanMany(&inverse, rank, lengths.data(), nullptr, 1, 0, nullptr, 1, 0,
                          isFloat ? CUFFT_C2R : CUFFT_Z2D, batch));
  FFT_CHECK(forward(plan, real, results));
  std::vector<Complex> spectrum(allRows * half);
  CUDA_CHECK(cudaMemcpy(spectrum.data(), results, spectrum.size() * sizeof(Complex),
                        cudaMemcpyDeviceToHost));
  for (size_t b = 0; b < size_t(batch); ++b) {
    const std::vector<Number> all = fft::transform(
        {numbers.begin() + long(b * volume), numbers.begin() + long((b + 1) * volume)}, lengths,
        -1);
    std::vector<Number> actual, expected;
    for (size_t r = 0; r < rows; ++r)
      for (size_t k = 0; k < half; ++k) {
        const Complex value = spectrum[(b * rows + r) * half + k];
        actual.push_back({value.x, value.y});
        expected.push_back(all[r * row + k]);
      }
    CHECK(fft::error(actual, expected) < fft::bound<Scalar>());
  }

  // Neither direction scales, so the data come back multiplied by their number.
  FFT_CHECK(back(inverse, results, real));
  CUDA_CHECK(cudaMemcpy(host.data(), real, host.size() * sizeof(Scalar), cudaMemcpyDeviceToHost));
  std::vector<Number> returned;
  for (size_t i = 0; i < numbers.size(); ++i)
    returned.push_back(host[i / row * pitch + i % row] / Scalar(volume));
  CHECK(fft::error(returned, numbers) < fft::bound<Scalar>());
  FFT_CHECK(cufftDestroy(plan));
  FFT_CHECK(cufftDestroy(inverse));
  CUDA_CHECK(cudaFree(real));
  CUDA_CHECK(cudaFree(complex));
}

template <class Complex, class Scalar> void checkAll() {
  for (const bool inPlace : {false, true}) {
    for (const int length : {1, 2, 5, 8, 31, 100, 134, 243, 512})
      check<Complex, Scalar>({length}, 3, inPlace);
    check<Complex, Scalar>({300}, 1, inPlace);
    check<Complex, Scalar>({10, 24}, 2, inPlace);
    check<Complex, Scalar>({9, 15}, 1, inPlace);
    check<Complex, Scalar>({4, 6, 10}, 2, inPlace);
    check<Complex, Scalar>({5, 4, 7}, 1, inPlace);
  }
}

int main() {
  checkAll<float2, float>();
  checkAll<double2, double>();
  puts("ok");
}
