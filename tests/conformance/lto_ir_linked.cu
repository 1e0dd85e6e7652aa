// Two sources that NVRTC compiles to LTO-IR and nvJitLink links: a function of one is inlined into
// the kernel of the other, and the program sees so in the PTX. The cubin of the same inputs runs.

// nvcc: -lnvrtc -lnvJitLink -lcuda
#include "check.h"

#include <cuda.h>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <string>
#include <vector>

using namespace conformance;

#define IS(call, expected) EXPECT_EQ(static_cast<int>(call), static_cast<int>(expected))

static const char* const kernelSource = R"(
__device__ int scaled(int value);
__constant__ int offset = 5;
extern "C" __global__ void scaleAll(int* values) {
  values[threadIdx.x] = scaled(values[threadIdx.x]) + offset;
}
)";
static const char* const functionSource = R"(
static __device__ int squared(int value) { return value * value; }
__device__ int scaled(int value) { return squared(value) * 3; }
)";

static int capability;

static std::string compiled(const char* source) {
  const std::string architecture = "-arch=compute_" + std::to_string(capability);
  const char* options[] = {architecture.c_str(), "-dlto"};
  nvrtcProgram program;
  IS(nvrtcCreateProgram(&program, source, "source.cu", 0, nullptr, nullptr), NVRTC_SUCCESS);
  IS(nvrtcCompileProgram(program, 2, options), NVRTC_SUCCESS);
  size_t size = 0;
  IS(nvrtcGetLTOIRSize(program, &size), NVRTC_SUCCESS);
  std::string code(size, '\0');
  IS(nvrtcGetLTOIR(program, &code[0]), NVRTC_SUCCESS);
  IS(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  return code;
}

static nvJitLinkHandle link(const std::vector<std::string>& codes, const char* more) {
  const std::string architecture = "-arch=sm_" + std::to_string(capability);
  const char* options[] = {architecture.c_str(), "-lto", more};
  nvJitLinkHandle handle;
  IS(nvJitLinkCreate(&handle, more ? 3 : 2, options), NVJITLINK_SUCCESS);
  for (const std::string& code : codes)
    IS(nvJitLinkAddData(handle, NVJITLINK_INPUT_LTOIR, code.data(), code.size(), "code"),
       NVJITLINK_SUCCESS);
  return handle;
}

static bool contains(const std::string& text, const char* part) {
  return text.find(part) != text.npos;
}

int main() {
  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  CUDA_CHECK(cudaFree(nullptr));
  capability = 10 * properties.major + properties.minor;
  const std::vector<std::string> codes = {compiled(kernelSource), compiled(functionSource)};

  nvJitLinkHandle handle = link(codes, "-ptx");
  IS(nvJitLinkComplete(handle), NVJITLINK_SUCCESS);
  size_t size = 0;
  IS(nvJitLinkGetLinkedPtxSize(handle, &size), NVJITLINK_SUCCESS);
  std::string ptx(size, '\0');
  IS(nvJitLinkGetLinkedPtx(handle, &ptx[0]), NVJITLINK_SUCCESS);
  IS(nvJitLinkDestroy(&handle), NVJITLINK_SUCCESS);
  CHECK(contains(ptx, ".entry scaleAll"));
  CHECK(!contains(ptx, "call"));
  CHECK(!contains(ptx, ".func"));

  handle = link(codes, nullptr);
  IS(nvJitLinkComplete(handle), NVJITLINK_SUCCESS);
  IS(nvJitLinkGetLinkedCubinSize(handle, &size), NVJITLINK_SUCCESS);
  std::string cubin(size, '\0');
  IS(nvJitLinkGetLinkedCubin(handle, &cubin[0]), NVJITLINK_SUCCESS);
  IS(nvJitLinkDestroy(&handle), NVJITLINK_SUCCESS);
  for (const std::string& image : {cubin, ptx}) {
    CUmodule module;
    IS(cuModuleLoadData(&module, image.data()), CUDA_SUCCESS);
    CUfunction kernel;
    IS(cuModuleGetFunction(&kernel, module, "scaleAll"), CUDA_SUCCESS);
    int* values;
    CUDA_CHECK(cudaMallocManaged(&values, 32 * sizeof(int)));
    for (int i = 0; i < 32; ++i)
      values[i] = i;
    void* arguments[] = {&values};
    IS(cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr), CUDA_SUCCESS);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; ++i)
      EXPECT_EQ_AT(i, values[i], 3 * i * i + 5);
    CUDA_CHECK(cudaFree(values));
    IS(cuModuleUnload(module), CUDA_SUCCESS);
  }

  // The function is nowhere.
  handle = link({codes[0]}, nullptr);
  CHECK(nvJitLinkComplete(handle) != NVJITLINK_SUCCESS);
  IS(nvJitLinkDestroy(&handle), NVJITLINK_SUCCESS);
  return ok();
}
