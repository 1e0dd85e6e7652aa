// cuKernelGetParamInfo wants a current context, although kernels of libraries belong to none.
// nvcc: -lcuda
#include "driver.h"

using namespace conformance;

static const char* const kPtx = ".version 8.0\n.target sm_70\n.address_size 64\n"
                                ".visible .entry k(.param .u32 a, .param .u64 b) { ret; }\n";

int main() {
  CUdevice device;
  CUcontext context;
  CUlibrary library;
  CUkernel kernel;
  size_t offset = 99, size = 99;
  DRIVER_CHECK(cuInit(0));
  DRIVER_CHECK(cuDeviceGet(&device, 0));
  DRIVER_CHECK(cuDevicePrimaryCtxRetain(&context, device));
  DRIVER_CHECK(cuLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0));
  DRIVER_CHECK(cuLibraryGetKernel(&kernel, library, "k"));
  DRIVER_CHECK(cuCtxSetCurrent(nullptr));
  EXPECT_EQ((int)cuKernelGetParamInfo(kernel, 1, &offset, &size), (int)CUDA_ERROR_INVALID_CONTEXT);
  DRIVER_CHECK(cuCtxSetCurrent(context));
  DRIVER_CHECK(cuKernelGetParamInfo(kernel, 1, &offset, &size));
  EXPECT_EQ(offset, (size_t)8);
  EXPECT_EQ(size, (size_t)8);
  DRIVER_CHECK(cuLibraryUnload(library));
  return ok();
}
