// Names and texts of error codes. Rows R-051 to R-059.
#include <string.h>

#include "check.h"

int main() {
  const struct {
    cudaError_t code;
    int number;
    const char *name, *text;
  } errors[] = {
      {cudaSuccess, 0, "cudaSuccess", "no error"},
      {cudaErrorInvalidValue, 1, "cudaErrorInvalidValue", "invalid argument"},
      {cudaErrorMemoryAllocation, 2, "cudaErrorMemoryAllocation", "out of memory"},
      {cudaErrorInitializationError, 3, "cudaErrorInitializationError", "initialization error"},
      {cudaErrorInvalidConfiguration, 9, "cudaErrorInvalidConfiguration",
       "invalid configuration argument"},
      {cudaErrorInvalidPitchValue, 12, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
      {cudaErrorInvalidSymbol, 13, "cudaErrorInvalidSymbol", "invalid device symbol"},
      {cudaErrorInvalidDevicePointer, 17, "cudaErrorInvalidDevicePointer",
       "invalid device pointer"},
      {cudaErrorInvalidMemcpyDirection, 21, "cudaErrorInvalidMemcpyDirection",
       "invalid copy direction for memcpy"},
      {cudaErrorInvalidDeviceFunction, 98, "cudaErrorInvalidDeviceFunction",
       "invalid device function"},
      {cudaErrorNoDevice, 100, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
      {cudaErrorInvalidDevice, 101, "cudaErrorInvalidDevice", "invalid device ordinal"},
      {cudaErrorInvalidKernelImage, 200, "cudaErrorInvalidKernelImage",
       "device kernel image is invalid"},
      {cudaErrorInvalidPtx, 218, "cudaErrorInvalidPtx", "a PTX JIT compilation failed"},
      {cudaErrorInvalidResourceHandle, 400, "cudaErrorInvalidResourceHandle",
       "invalid resource handle"},
      {cudaErrorSymbolNotFound, 500, "cudaErrorSymbolNotFound", "named symbol not found"},
      {cudaErrorNotReady, 600, "cudaErrorNotReady", "device not ready"},
      {cudaErrorIllegalAddress, 700, "cudaErrorIllegalAddress",
       "an illegal memory access was encountered"},
      {cudaErrorLaunchOutOfResources, 701, "cudaErrorLaunchOutOfResources",
       "too many resources requested for launch"},
      {cudaErrorAssert, 710, "cudaErrorAssert", "device-side assert triggered"},
      {cudaErrorLaunchFailure, 719, "cudaErrorLaunchFailure", "unspecified launch failure"},
      {cudaErrorNotSupported, 801, "cudaErrorNotSupported", "operation not supported"},
      {cudaErrorUnknown, 999, "cudaErrorUnknown", "unknown error"},
  };
  for (auto& e : errors) {
    EXPECT_EQ(static_cast<int>(e.code), e.number);
    CHECK(strcmp(cudaGetErrorName(e.code), e.name) == 0);
    CHECK(strcmp(cudaGetErrorString(e.code), e.text) == 0);
  }
  CHECK(strcmp(cudaGetErrorName(static_cast<cudaError_t>(77777)), "unrecognized error code") == 0);
  CHECK(strcmp(cudaGetErrorString(static_cast<cudaError_t>(77777)), "unrecognized error code") ==
        0);
  return ok();
}
