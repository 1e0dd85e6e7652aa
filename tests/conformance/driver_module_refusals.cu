// PTX that is well formed and refused all the same, and what a linker refuses that a load does not:
// targets, pragmas, debug information that is missing, constants and shared memory over the limits,
// variables that nobody defines, code for another architecture. rows: D-046 H-063
// nvcc: -lcuda
#include <string>

#include "driver.h"

static const std::string kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";
static const std::string kKernel = ".visible .entry k(.param .u64 p) { ret; }\n";

static CUresult load(const std::string& text) {
  CUmodule module;
  const CUresult result = cuModuleLoadData(&module, text.c_str());
  if (result == CUDA_SUCCESS)
    DRIVER_CHECK(cuModuleUnload(module));
  return result;
}

static CUresult loadFor(int target) {
  CUmodule module;
  CUjit_option option = CU_JIT_TARGET;
  void* value = reinterpret_cast<void*>(static_cast<size_t>(target));
  const CUresult result =
      cuModuleLoadDataEx(&module, (kHead + kKernel).c_str(), 1, &option, &value);
  if (result == CUDA_SUCCESS)
    DRIVER_CHECK(cuModuleUnload(module));
  return result;
}

// By itself it can be part of a program; as a whole program it is none.
static void expectUnlinkable(std::string text) {
  EXPECT_DRIVER(CUDA_SUCCESS, load(text));
  CUlinkState state;
  void* image;
  size_t size;
  DRIVER_CHECK(cuLinkCreate(0, nullptr, nullptr, &state));
  DRIVER_CHECK(cuLinkAddData(state, CU_JIT_INPUT_PTX, text.data(), text.size() + 1, "text", 0,
                             nullptr, nullptr));
  EXPECT_DRIVER(CUDA_ERROR_UNKNOWN, cuLinkComplete(state, &image, &size));
  DRIVER_CHECK(cuLinkDestroy(state));
}

int main() {
  usePrimaryContext();
  EXPECT_DRIVER(CUDA_SUCCESS, load(kHead + kKernel));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_PTX,
                load(".version 8.0\n.target sm_80a\n.address_size 64\n" + kKernel));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_PTX,
                load(".version 8.0\n.target sm_80, debug\n.address_size 64\n" + kKernel));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_PTX, load(kHead + ".pragma \"nosuch\";\n" + kKernel));
  EXPECT_DRIVER(CUDA_SUCCESS, load(kHead + ".pragma \"nounroll\";\n" + kKernel));
  EXPECT_DRIVER(CUDA_SUCCESS, load(kHead + ".visible .const .b8 c[65536];\n" + kKernel));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_PTX, load(kHead + ".visible .const .b8 c[65540];\n" + kKernel));
  EXPECT_DRIVER(
      CUDA_ERROR_INVALID_PTX,
      load(kHead + ".visible .const .b8 c[40000];\n.visible .const .b8 d[40000];\n" + kKernel));

  expectUnlinkable(kHead + ".extern .global .u32 g;\n" + kKernel);
  expectUnlinkable(kHead + ".extern .global .u32 g;\n.visible .global .u64 h = g;\n" + kKernel);
  expectUnlinkable(kHead + ".visible .entry k() { .shared .b8 s[49156]; .reg .u32 a;"
                           " ld.volatile.shared.u32 a, [s]; ret; }\n");

  // What a whole program declares and nobody defines is its own.
  const std::string counts = kHead + ".extern .global .u32 g;\n"
                                     ".visible .entry k(.param .u64 p) { .reg .u32 a; .reg .u64 d;"
                                     " ld.global.u32 a, [g]; add.u32 a, a, 7; st.global.u32 [g], a;"
                                     " ld.param.u64 d, [p]; cvta.to.global.u64 d, d;"
                                     " st.global.u32 [d], a; ret; }\n";
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr out;
  DRIVER_CHECK(cuModuleLoadData(&module, counts.c_str()));
  DRIVER_CHECK(cuModuleGetFunction(&kernel, module, "k"));
  DRIVER_CHECK(cuMemAlloc(&out, sizeof(int)));
  void* arguments[] = {&out};
  for (int expected : {7, 14}) {
    int value = 0;
    DRIVER_CHECK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    DRIVER_CHECK(cuMemcpyDtoH(&value, out, sizeof value));
    EXPECT_EQ(value, expected);
  }

  // Code for another architecture than the device's is of no use.
  int major, minor;
  DRIVER_CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
  DRIVER_CHECK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0));
  EXPECT_DRIVER(CUDA_SUCCESS, loadFor(major * 10 + minor));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_SOURCE, loadFor(major == 8 ? 90 : 80));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_PTX, loadFor(70)); // less than the PTX needs
  EXPECT_DRIVER(CUDA_ERROR_INVALID_IMAGE, loadFor(1));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, loadFor(999));

  // There are no unified functions in PTX.
  CUlibrary library;
  void* function;
  DRIVER_CHECK(cuLibraryLoadData(&library, (kHead + kKernel).c_str(), nullptr, nullptr, 0, nullptr,
                                 nullptr, 0));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuLibraryGetUnifiedFunction(&function, library, "k"));
  DRIVER_CHECK(cuLibraryUnload(library));
  return ok();
}
