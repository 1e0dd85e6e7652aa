// cuFFTW: FFTW's interface, on data of the host: complex and real transforms, in place, with
// strides, and plans that are used for other data.

// nvcc: -lcufftw -lcufft
#include "fft.h"
#include <cufftw.h>

using fft::Number;

std::vector<Number> numbersOf(const fftw_complex* data, size_t count) {
  std::vector<Number> numbers;
  for (size_t i = 0; i < count; ++i)
    numbers.push_back({data[i][0], data[i][1]});
  return numbers;
}

void checkComplex() {
  const int n0 = 6, n1 = 20, count = n0 * n1;
  const std::vector<Number> numbers = fft::randomNumbers(count, false);
  auto* const in = static_cast<fftw_complex*>(fftw_malloc(count * sizeof(fftw_complex)));
  auto* const out = static_cast<fftw_complex*>(fftw_malloc(count * sizeof(fftw_complex)));
  const fftw_plan plan = fftw_plan_dft_2d(n0, n1, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
  const fftw_plan back = fftw_plan_dft_2d(n0, n1, out, out, FFTW_BACKWARD, FFTW_ESTIMATE);
  CHECK(plan && back);
  for (int i = 0; i < count; ++i) {
    in[i][0] = numbers[size_t(i)].real();
    in[i][1] = numbers[size_t(i)].imag();
  }
  fftw_execute(plan);
  CHECK(fft::error(numbersOf(out, count), fft::transform(numbers, {n0, n1}, -1)) <
        fft::bound<double>());
  fftw_execute(back);
  std::vector<Number> returned = numbersOf(out, count);
  for (Number& number : returned)
    number /= count;
  CHECK(fft::error(returned, numbers) < fft::bound<double>());
  // The same plan for other data.
  fftw_execute_dft(plan, out, in);
  CHECK(fft::error(numbersOf(in, count), fft::transform(numbersOf(out, count), {n0, n1}, -1)) <
        fft::bound<double>());
  fftw_destroy_plan(plan);
  fftw_destroy_plan(back);
  fftw_free(in);
  fftw_free(out);
}

// Several real transforms whose elements lie apart, in single precision.
void checkReal() {
  const int length = 30, batch = 4, half = length / 2 + 1;
  const std::vector<Number> numbers = fft::randomNumbers(length * batch, true);
  std::vector<float> in(length * batch);
  std::vector<float> out(2 * half * batch);
  auto* const spectrum = reinterpret_cast<fftwf_complex*>(out.data());
  int n[] = {length};
  const fftwf_plan plan = fftwf_plan_many_dft_r2c(1, n, batch, in.data(), n, batch, 1, spectrum, n,
                                                  1, half, FFTW_ESTIMATE);
  CHECK(plan);
  for (int b = 0; b < batch; ++b)
    for (int i = 0; i < length; ++i)
      in[size_t(i * batch + b)] = float(numbers[size_t(b * length + i)].real());
  fftwf_execute(plan);
  fftwf_destroy_plan(plan);
  for (int b = 0; b < batch; ++b) {
    std::vector<Number> actual,
        expected =
            fft::transform({numbers.begin() + b * length, numbers.begin() + (b + 1) * length}, -1);
    expected.resize(half);
    for (int k = 0; k < half; ++k)
      actual.push_back({spectrum[b * half + k][0], spectrum[b * half + k][1]});
    CHECK(fft::error(actual, expected) < fft::bound<float>());
  }
}

int main() {
  checkComplex();
  checkReal();
  puts("ok");
}
