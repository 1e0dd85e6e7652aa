#include <cstdio>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <cufft.h>
#include <curand.h>
#include <nvToolsExt.h>
#include <nvml.h>
#include <nvrtc.h>
#include <nvtx3/nvToolsExt.h>

int main() {
  int runtime = 0, driver = 0, random = 0, fourier = 0, algebra = 0, major = 0, minor = 0;
  unsigned devices = 0;
  nvtxRangePushA("versions");
  bool right = cudaRuntimeGetVersion(&runtime) == cudaSuccess && runtime / 1000 == 13 &&
               cuDriverGetVersion(&driver) == CUDA_SUCCESS && driver / 1000 == 13 &&
               curandGetVersion(&random) == CURAND_STATUS_SUCCESS && random == CURAND_VERSION &&
               cufftGetVersion(&fourier) == CUFFT_SUCCESS && fourier == CUFFT_VERSION &&
               cublasGetProperty(MAJOR_VERSION, &algebra) == CUBLAS_STATUS_SUCCESS &&
               algebra == CUBLAS_VER_MAJOR && cublasLtGetVersion() == CUBLAS_VERSION &&
               nvrtcVersion(&major, &minor) == NVRTC_SUCCESS && major == 13 &&
               nvmlInit() == NVML_SUCCESS && nvmlDeviceGetCount(&devices) == NVML_SUCCESS &&
               devices == 1 && nvmlShutdown() == NVML_SUCCESS;
  nvtxRangePop();
  std::printf("%s\n", right ? "PASSED" : "FAILED");
  return right ? 0 : 1;
}
