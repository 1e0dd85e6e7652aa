// D-035 D-062 D-063 D-064 D-065 D-066 D-067: the launch of CUDA before 4.0, and counted contexts.
// nvcc: -lcuda -Wno-deprecated-declarations
#include <cstdio>
#include <cuda.h>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    CUresult result = (call);                                                                      \
    if (result != CUDA_SUCCESS) {                                                                  \
      std::printf("line %d: error %d\n", __LINE__, (int)result);                                   \
      return 1;                                                                                    \
    }                                                                                              \
  } while (0)
#define EXPECT(call, expected)                                                                     \
  do {                                                                                             \
    CUresult result = (call);                                                                      \
    if (result != (expected)) {                                                                    \
      std::printf("line %d: %d, expected %d\n", __LINE__, (int)result, (int)(expected));           \
      return 1;                                                                                    \
    }                                                                                              \
  } while (0)

static const char* ptx = R"(
.version 7.0
.target sm_75
.address_size 64
.extern .shared .align 4 .b8 dynamic[];
.visible .entry k(.param .u64 out, .param .f32 factor, .param .u32 offset)
{
  .reg .b32 %r<8>;
  .reg .f32 %f<4>;
  .reg .b64 %d<4>;
  ld.param.u64 %d0, [out];
  ld.param.f32 %f0, [factor];
  ld.param.u32 %r0, [offset];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ctaid.y;
  mov.u32 %r3, %nctaid.x;
  mad.lo.u32 %r4, %r2, %r3, %r1;
  mov.u32 %r5, %ntid.x;
  mov.u32 %r6, %tid.x;
  mad.lo.u32 %r4, %r4, %r5, %r6;
  mov.u32 %r7, dynamic;
  mad.lo.u32 %r7, %r6, 4, %r7;
  st.shared.u32 [%r7], %r0;
  ld.shared.u32 %r0, [%r7];
  add.u32 %r5, %r4, %r0;
  cvt.rn.f32.u32 %f1, %r5;
  mul.f32 %f1, %f1, %f0;
  mul.wide.u32 %d1, %r4, 4;
  add.u64 %d0, %d0, %d1;
  st.global.f32 [%d0], %f1;
  ret;
}
)";

int main() {
  CUdevice device;
  CUcontext context, attached;
  CUmodule module;
  CUfunction function;
  CUdeviceptr out;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuCtxCreate(&context, NULL, 0, device));
  CHECK(cuModuleLoadData(&module, ptx));
  CHECK(cuModuleGetFunction(&function, module, "k"));
  CHECK(cuMemAlloc(&out, 192 * sizeof(float)));
  CHECK(cuFuncSetBlockShape(function, 32, 1, 1));
  CHECK(cuFuncSetSharedSize(function, 32 * 4));
  CHECK(cuParamSetv(function, 0, &out, sizeof out));
  CHECK(cuParamSetf(function, 8, 0.5f));
  CHECK(cuParamSeti(function, 12, 10));
  CHECK(cuParamSetSize(function, 16));
  CHECK(cuLaunchGrid(function, 3, 2));
  float values[192];
  CHECK(cuMemcpyDtoH(values, out, sizeof values));
  for (int i = 0; i < 192; ++i)
    if (values[i] != 0.5f * (i + 10)) {
      std::printf("%d: %f\n", i, values[i]);
      return 1;
    }
  CHECK(cuParamSeti(function, 12, 20));
  CHECK(cuLaunchGridAsync(function, 1, 1, 0));
  CHECK(cuMemcpyDtoH(values, out, sizeof values));
  if (values[31] != 0.5f * 51 || values[32] != 0.5f * 42) {
    std::printf("%f %f\n", values[31], values[32]);
    return 1;
  }
  EXPECT(cuFuncSetBlockShape(function, 0, 1, 1), CUDA_ERROR_INVALID_VALUE);
  CHECK(cuCtxAttach(&attached, 0));
  if (attached != context) {
    std::printf("attached to another context\n");
    return 1;
  }
  CHECK(cuCtxDetach(context));
  CHECK(cuMemFree(out));
  CHECK(cuCtxDetach(context));
  EXPECT(cuMemAlloc(&out, 4), CUDA_ERROR_INVALID_CONTEXT);
  std::printf("ok\n");
  return 0;
}
