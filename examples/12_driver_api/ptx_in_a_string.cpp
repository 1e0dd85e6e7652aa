// Shows: PTX text in a string becomes a module, without CUDA source and runtime library.
// From: our own.
// Try next: an error in the text, and read jit_error_log.cpp.
// nvcc: -lcuda
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS)
    return;
  const char* name = "unknown error";
  cuGetErrorName(result, &name);
  std::fprintf(stderr, "%s: %s\n", what, name);
  std::exit(1);
}
#define CHECK_DRIVER(call) check((call), #call)

static const char* saxpy = R"(
.version 7.5
.target sm_75
.address_size 64

// y[i] = a * x[i] + y[i] for i < n
.visible .entry saxpy(.param .u64 x, .param .u64 y, .param .f32 a, .param .u32 n)
{
    .reg .pred  %p1;
    .reg .f32   %a, %vx, %vy;
    .reg .b32   %n, %i, %block, %size, %thread;
    .reg .b64   %x, %y, %offset;

    ld.param.u32    %n, [n];
    mov.u32         %block, %ctaid.x;
    mov.u32         %size, %ntid.x;
    mov.u32         %thread, %tid.x;
    mad.lo.u32      %i, %block, %size, %thread;
    setp.ge.u32     %p1, %i, %n;
    @%p1 bra        DONE;

    ld.param.u64    %x, [x];
    ld.param.u64    %y, [y];
    ld.param.f32    %a, [a];
    cvta.to.global.u64 %x, %x;
    cvta.to.global.u64 %y, %y;
    mul.wide.u32    %offset, %i, 4;
    add.u64         %x, %x, %offset;
    add.u64         %y, %y, %offset;
    ld.global.f32   %vx, [%x];
    ld.global.f32   %vy, [%y];
    fma.rn.f32      %vy, %a, %vx, %vy;
    st.global.f32   [%y], %vy;
DONE:
    ret;
}
)";

int main() {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  CHECK_DRIVER(cuInit(0));
  CHECK_DRIVER(cuDeviceGet(&device, 0));
  char name[100];
  CHECK_DRIVER(cuDeviceGetName(name, sizeof name, device));
  std::printf("device 0: %s\n", name);
  CHECK_DRIVER(cuDevicePrimaryCtxRetain(&context, device));
  CHECK_DRIVER(cuCtxSetCurrent(context));
  CHECK_DRIVER(cuModuleLoadData(&module, saxpy));
  CHECK_DRIVER(cuModuleGetFunction(&function, module, "saxpy"));

  unsigned n = 10000;
  float a = 3;
  std::vector<float> x(n), y(n);
  for (unsigned i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i);
    y[i] = 1;
  }
  CUdeviceptr deviceX, deviceY;
  CHECK_DRIVER(cuMemAlloc(&deviceX, n * sizeof(float)));
  CHECK_DRIVER(cuMemAlloc(&deviceY, n * sizeof(float)));
  CHECK_DRIVER(cuMemcpyHtoD(deviceX, x.data(), n * sizeof(float)));
  CHECK_DRIVER(cuMemcpyHtoD(deviceY, y.data(), n * sizeof(float)));
  void* parameters[] = {&deviceX, &deviceY, &a, &n};
  CHECK_DRIVER(
      cuLaunchKernel(function, (n + 255) / 256, 1, 1, 256, 1, 1, 0, nullptr, parameters, nullptr));
  CHECK_DRIVER(cuMemcpyDtoH(y.data(), deviceY, n * sizeof(float)));

  bool right = true;
  for (unsigned i = 0; i < n; ++i)
    right = right && y[i] == 3.0f * i + 1;
  std::printf("saxpy over %u elements, the last one is %g\n", n, y[n - 1]);
  CHECK_DRIVER(cuMemFree(deviceX));
  CHECK_DRIVER(cuMemFree(deviceY));
  CHECK_DRIVER(cuModuleUnload(module));
  CHECK_DRIVER(cuDevicePrimaryCtxRelease(device));
  std::puts(right ? "PASSED" : "FAILED");
  return right ? 0 : 1;
}
