// Calls of the driver API after which a kernel's output has arrived. Rows D-036, D-047, D-096.
// nvcc: -lcuda
#include <string.h>

#include "capture.h"
#include "driver.h"

static const char* source = R"(
.version 6.4
.target sm_50
.address_size 64

.extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 text[9] = {108, 105, 110, 101, 32, 37, 100, 10, 0};

.visible .entry say(.param .u32 number)
{
  .local .align 8 .b8 buffer[8];
  .reg .b32 %r<3>;
  .reg .b64 %rd<6>;
  ld.param.u32 %r1, [number];
  mov.u64 %rd1, buffer;
  cvta.local.u64 %rd2, %rd1;
  st.local.u32 [%rd1], %r1;
  mov.u64 %rd3, text;
  cvta.global.u64 %rd4, %rd3;
  {
    .param .b64 format;
    .param .b64 arguments;
    .param .b32 result;
    st.param.b64 [format], %rd4;
    st.param.b64 [arguments], %rd2;
    call.uni (result), vprintf, (format, arguments);
    ld.param.b32 %r2, [result];
  }
  ret;
}
)";

static Capture* capture;

static void expectLine(int number) {
  char want[32];
  snprintf(want, sizeof want, "line %d\n", number);
  if (strstr(capture->text(), want) == nullptr) {
    capture->finish();
    fprintf(stderr, "line %d has not arrived\n", number);
    exit(1);
  }
}

int main() {
  static Capture instance(stdout);
  capture = &instance;
  CUcontext context;
  CUmodule module;
  CUfunction say;
  CUstream stream;
  DRIVER_CHECK(cuInit(0));
  DRIVER_CHECK(cuCtxCreate(&context, nullptr, 0, 0));
  DRIVER_CHECK(cuModuleLoadData(&module, source));
  DRIVER_CHECK(cuModuleGetFunction(&say, module, "say"));
  DRIVER_CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  int number = 1;
  void* arguments[] = {&number};
  DRIVER_CHECK(cuLaunchKernel(say, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr));
  DRIVER_CHECK(cuStreamSynchronize(stream));
  expectLine(1);
  number = 2;
  DRIVER_CHECK(cuLaunchKernel(say, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  DRIVER_CHECK(cuCtxSynchronize());
  expectLine(2);
  number = 3;
  DRIVER_CHECK(cuLaunchKernel(say, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  DRIVER_CHECK(cuModuleUnload(module));
  expectLine(3);

  DRIVER_CHECK(cuModuleLoadData(&module, source));
  DRIVER_CHECK(cuModuleGetFunction(&say, module, "say"));
  number = 4;
  DRIVER_CHECK(cuLaunchKernel(say, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr));
  DRIVER_CHECK(cuCtxDestroy(context));
  expectLine(4);
  instance.finish();
  return ok();
}
