// cuFFT: device functions that read the input and write the output of a transform, with data of
// their own.

// nvcc: -rdc=true -lcufft_static -lculibos
#include "fft.h"
#include <cufftXt.h>

using fft::Number;

const int length = 60, batch = 3;

// The input are integers, which are scaled.
__device__ cufftComplex loadScaled(void* data, size_t offset, void* info, void*) {
  const float scale = *static_cast<const float*>(info);
  const short2 value = static_cast<const short2*>(data)[offset];
  return make_float2(float(value.x) * scale, float(value.y) * scale);
}
// The output are the squares of the magnitudes.
__device__ void storePower(void* data, size_t offset, cufftComplex element, void*, void*) {
  static_cast<float*>(data)[offset] = element.x * element.x + element.y * element.y;
}
__device__ cufftCallbackLoadC loadPointer = loadScaled;
__device__ cufftCallbackStoreC storePointer = storePower;

int main() {
  const float scale = 0.25f;
  const std::vector<Number> numbers = fft::randomNumbers(length * batch, false);
  std::vector<short2> host;
  std::vector<Number> scaled;
  for (const Number& number : numbers) {
    host.push_back(make_short2(short(number.real() * 100), short(number.imag() * 100)));
    scaled.push_back(Number(host.back().x, host.back().y) * double(scale));
  }
  short2* in;
  float *out, *info;
  CUDA_CHECK(cudaMalloc(&in, host.size() * sizeof(short2)));
  CUDA_CHECK(cudaMalloc(&out, host.size() * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&info, sizeof(float)));
  CUDA_CHECK(cudaMemcpy(in, host.data(), host.size() * sizeof(short2), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(info, &scale, sizeof scale, cudaMemcpyHostToDevice));
  cufftCallbackLoadC load;
  cufftCallbackStoreC store;
  CUDA_CHECK(cudaMemcpyFromSymbol(&load, loadPointer, sizeof load));
  CUDA_CHECK(cudaMemcpyFromSymbol(&store, storePointer, sizeof store));

  cufftHandle plan;
  FFT_CHECK(cufftPlan1d(&plan, length, CUFFT_C2C, batch));
  FFT_CHECK(cufftXtSetCallback(plan, reinterpret_cast<void**>(&load), CUFFT_CB_LD_COMPLEX,
                               reinterpret_cast<void**>(&info)));
  FFT_CHECK(
      cufftXtSetCallback(plan, reinterpret_cast<void**>(&store), CUFFT_CB_ST_COMPLEX, nullptr));
  FFT_CHECK(cufftExecC2C(plan, reinterpret_cast<cufftComplex*>(in),
                         reinterpret_cast<cufftComplex*>(out), CUFFT_FORWARD));
  std::vector<float> powers(host.size());
  CUDA_CHECK(cudaMemcpy(powers.data(), out, powers.size() * sizeof(float), cudaMemcpyDeviceToHost));
  FFT_CHECK(cufftDestroy(plan));
  std::vector<Number> actual, expected;
  for (int b = 0; b < batch; ++b)
    for (const Number& number :
         fft::transform({scaled.begin() + b * length, scaled.begin() + (b + 1) * length}, -1))
      expected.push_back(std::norm(number));
  for (const float power : powers)
    actual.push_back(power);
  CHECK(fft::error(actual, expected) < fft::bound<float>());
  puts("ok");
}
