#include <cstdio>
#include <cuda.h>

int main() {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  CUdeviceptr memory;
  int value = 0;
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  CUresult result = cuModuleLoad(&module, IMAGE);
  if (result == CUDA_SUCCESS) {
    cuModuleGetFunction(&function, module, "answer");
    cuMemAlloc(&memory, sizeof value);
    void* arguments[] = {&memory};
    cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
    result = cuMemcpyDtoH(&value, memory, sizeof value);
  }
  bool right = result == CUDA_SUCCESS && value == 42;
  std::printf("%s: error %d, %d\n", right ? "PASSED" : "FAILED", result, value);
  return right ? 0 : 1;
}
