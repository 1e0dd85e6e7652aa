// cuFFT: device functions that are compiled while the program runs, as LTO-IR, and given to a plan
// before it is made; in single and double precision, for complex and real data.

// nvcc: -lcufft -lnvrtc
#include "fft.h"
#include <cufftXt.h>
#include <list>
#include <nvrtc.h>
#include <string>

using fft::Number;

const int length = 60, batch = 3;

#define NVRTC_CHECK(call) EXPECT_EQ(static_cast<int>(call), static_cast<int>(NVRTC_SUCCESS))

// The input are integers, which are scaled.
static const char* const loadScaled = R"(
__device__ float2 loadScaled(void* data, unsigned long long offset, void* info, void*) {
  const float scale = *static_cast<const float*>(info);
  const short2 value = static_cast<const short2*>(data)[offset];
  return make_float2(float(value.x) * scale, float(value.y) * scale);
}
)";
// The output are the squares of the magnitudes.
static const char* const storePower = R"(
__device__ void storePower(void* data, unsigned long long offset, float2 element, void*, void*) {
  static_cast<float*>(data)[offset] = element.x * element.x + element.y * element.y;
}
)";
static const char* const loadNegative = R"(
__device__ double loadNegative(void* data, unsigned long long offset, void*, void*) {
  return -static_cast<const double*>(data)[offset];
}
)";
static const char* const storeHalved = R"(
__device__ void storeHalved(void* data, unsigned long long offset, double element, void*, void*) {
  static_cast<double*>(data)[offset] = element / 2;
}
)";

static std::string compiled(const char* source) {
  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  const std::string architecture =
      "-arch=sm_" + std::to_string(properties.major) + std::to_string(properties.minor);
  const char* options[] = {"-dlto", architecture.c_str()};
  nvrtcProgram program;
  NVRTC_CHECK(nvrtcCreateProgram(&program, source, "callbacks.cu", 0, nullptr, nullptr));
  NVRTC_CHECK(nvrtcCompileProgram(program, 2, options));
  size_t size;
  NVRTC_CHECK(nvrtcGetLTOIRSize(program, &size));
  std::string code(size, 0);
  NVRTC_CHECK(nvrtcGetLTOIR(program, &code[0]));
  NVRTC_CHECK(nvrtcDestroyProgram(&program));
  return code;
}

// NVIDIA's cuFFT reads the code when the plan is made, so it has to be kept until then.
static std::list<std::string> codes;

static void setCallback(cufftHandle plan, const char* name, const char* source,
                        cufftXtCallbackType type, void** info = nullptr) {
  const std::string& code = codes.emplace_back(compiled(source));
  FFT_CHECK(cufftXtSetJITCallback(plan, name, code.data(), code.size(), type, info));
}

static void complexNumbers() {
  const float scale = 0.25f;
  std::vector<short2> host;
  std::vector<Number> scaled;
  for (const Number& number : fft::randomNumbers(length * batch, false)) {
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

  cufftHandle plan;
  size_t workBytes;
  FFT_CHECK(cufftCreate(&plan));
  setCallback(plan, "loadScaled", loadScaled, CUFFT_CB_LD_COMPLEX, reinterpret_cast<void**>(&info));
  setCallback(plan, "storePower", storePower, CUFFT_CB_ST_COMPLEX);
  FFT_CHECK(cufftMakePlan1d(plan, length, CUFFT_C2C, batch, &workBytes));
  FFT_CHECK(cufftExecC2C(plan, reinterpret_cast<cufftComplex*>(in),
                         reinterpret_cast<cufftComplex*>(out), CUFFT_FORWARD));
  std::vector<float> powers(host.size());
  CUDA_CHECK(cudaMemcpy(powers.data(), out, powers.size() * sizeof(float), cudaMemcpyDeviceToHost));
  FFT_CHECK(cufftDestroy(plan));
  std::vector<Number> actual(powers.begin(), powers.end()), expected;
  for (int b = 0; b < batch; ++b)
    for (const Number& number :
         fft::transform({scaled.begin() + b * length, scaled.begin() + (b + 1) * length}, -1))
      expected.push_back(std::norm(number));
  CHECK(fft::error(actual, expected) < fft::bound<float>());
}

// To complex numbers and back, in place.
static void realNumbers() {
  const std::vector<Number> numbers = fft::randomNumbers(length, true);
  std::vector<double> host(length + 2);
  std::vector<Number> expected;
  for (int i = 0; i < length; ++i) {
    host[i] = numbers[i].real();
    expected.push_back(numbers[i] * (-length / 2.0));
  }
  double* data;
  CUDA_CHECK(cudaMalloc(&data, host.size() * sizeof(double)));
  CUDA_CHECK(cudaMemcpy(data, host.data(), host.size() * sizeof(double), cudaMemcpyHostToDevice));
  cufftHandle forward, backward;
  size_t workBytes;
  FFT_CHECK(cufftCreate(&forward));
  setCallback(forward, "loadNegative", loadNegative, CUFFT_CB_LD_REAL_DOUBLE);
  FFT_CHECK(cufftMakePlan1d(forward, length, CUFFT_D2Z, 1, &workBytes));
  FFT_CHECK(cufftCreate(&backward));
  setCallback(backward, "storeHalved", storeHalved, CUFFT_CB_ST_REAL_DOUBLE);
  FFT_CHECK(cufftMakePlan1d(backward, length, CUFFT_Z2D, 1, &workBytes));
  FFT_CHECK(cufftExecD2Z(forward, data, reinterpret_cast<cufftDoubleComplex*>(data)));
  FFT_CHECK(cufftExecZ2D(backward, reinterpret_cast<cufftDoubleComplex*>(data), data));
  CUDA_CHECK(cudaMemcpy(host.data(), data, host.size() * sizeof(double), cudaMemcpyDeviceToHost));
  FFT_CHECK(cufftDestroy(forward));
  FFT_CHECK(cufftDestroy(backward));
  CHECK(fft::error({host.begin(), host.begin() + length}, expected) < fft::bound<double>());
}

int main() {
  complexNumbers();
  realNumbers();
  puts("ok");
}
