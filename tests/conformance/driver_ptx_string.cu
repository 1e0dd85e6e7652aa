// Hand-written PTX loaded from a string: functions, globals, launches with both kinds of arguments.
// Rows D-013, D-046, D-051, D-052, D-057 to D-060, P-018.
// nvcc: -lcuda
#include "driver.h"

static const char* source = R"(
.version 6.4
.target sm_50
.address_size 64

.global .align 4 .u32 factor = 3;
.const .align 4 .b32 offsets[4] = {10, 20, 30, 40};

.visible .entry scale(.param .u64 data, .param .u32 count, .param .f32 add)
{
  .reg .pred %p;
  .reg .b32 %r<10>;
  .reg .b64 %rd<8>;
  .reg .f32 %f<4>;

  ld.param.u64 %rd1, [data];
  ld.param.u32 %r1, [count];
  ld.param.f32 %f1, [add];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.u32 %p, %r5, %r1;
  @%p bra DONE;
  mul.wide.u32 %rd3, %r5, 4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.u32 %r6, [%rd4];
  ld.global.u32 %r7, [factor];
  mul.lo.u32 %r6, %r6, %r7;
  and.b32 %r8, %r5, 3;
  mul.wide.u32 %rd5, %r8, 4;
  mov.u64 %rd6, offsets;
  add.s64 %rd6, %rd6, %rd5;
  ld.const.u32 %r8, [%rd6];
  add.u32 %r6, %r6, %r8;
  cvt.rzi.u32.f32 %r9, %f1;
  add.u32 %r6, %r6, %r9;
  st.global.u32 [%rd4], %r6;
DONE:
  ret;
}
)";

int main() {
  usePrimaryContext();
  CUmodule module;
  CUfunction scale;
  DRIVER_CHECK(cuModuleLoadData(&module, source));
  DRIVER_CHECK(cuModuleGetFunction(&scale, module, "scale"));
  CUfunction none;
  EXPECT_DRIVER(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&none, module, "nothing"));
  CUdeviceptr factor;
  size_t size;
  DRIVER_CHECK(cuModuleGetGlobal(&factor, &size, module, "factor"));
  EXPECT_EQ(size, 4u);

  unsigned n = 100;
  unsigned host[100];
  for (unsigned i = 0; i < n; ++i)
    host[i] = i;
  CUdeviceptr data;
  DRIVER_CHECK(cuMemAlloc(&data, sizeof host));
  DRIVER_CHECK(cuMemcpyHtoD(data, host, sizeof host));
  float add = 2.5f;
  void* parameters[] = {&data, &n, &add};
  DRIVER_CHECK(cuLaunchKernel(scale, 2, 1, 1, 64, 1, 1, 0, nullptr, parameters, nullptr));
  unsigned five = 5;
  DRIVER_CHECK(cuMemcpyHtoD(factor, &five, sizeof five));

  struct {
    CUdeviceptr data;
    unsigned n;
    float add;
  } packed = {data, n, 7.0f};
  size_t packedSize = sizeof packed;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE,
                   &packedSize, CU_LAUNCH_PARAM_END};
  DRIVER_CHECK(cuLaunchKernel(scale, 4, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra));
  DRIVER_CHECK(cuMemcpyDtoH(host, data, sizeof host));
  for (unsigned i = 0; i < n; ++i) {
    unsigned offset = 10 * (i % 4 + 1);
    EXPECT_EQ_AT(i, host[i], (i * 3 + offset + 2) * 5 + offset + 7);
  }
  DRIVER_CHECK(cuMemFree(data));
  DRIVER_CHECK(cuModuleUnload(module));
  return ok();
}
