// A context for each test, and kernels in PTX.
#pragma once

#include <cuda.h>

#include <gtest/gtest.h>
#include <vector>

#define EXPECT_CU(call) EXPECT_EQ(call, CUDA_SUCCESS)
#define ASSERT_CU(call) ASSERT_EQ(call, CUDA_SUCCESS)

namespace heddle::driver::test {

struct ContextTest : testing::Test {
  CUcontext context = nullptr;
  void SetUp() override {
    ASSERT_CU(cuInit(0));
    ASSERT_CU(cuCtxCreate(&context, nullptr, 0, 0));
  }
  void TearDown() override {
    if (context)
      EXPECT_CU(cuCtxDestroy(context));
  }
  // Gives up the context, to make another.
  void renew() {
    EXPECT_CU(cuCtxDestroy(context));
    ASSERT_CU(cuCtxCreate(&context, nullptr, 0, 0));
  }
};

// Kernels: add(out, in, n, addend); trap(); store(pointer, value); readGlobals(out): the values of
// the variables; bounded(): nothing, in blocks of at most 64 threads.
inline constexpr const char* kPtx = R"(
.version 8.0
.target sm_75
.address_size 64

.visible .global .align 4 .u32 counter = 42;
.visible .const .align 8 .f64 factors[2] = {0d3FF8000000000000, 0d4000000000000000};
.visible .global .align 8 .u64 counterAddress = counter;

.visible .entry add(.param .u64 out, .param .u64 in, .param .u32 n, .param .u32 addend)
{
  .reg .pred %p;
  .reg .b32 %r<8>;
  .reg .b64 %d<8>;
  ld.param.u64 %d0, [out];
  ld.param.u64 %d1, [in];
  ld.param.u32 %r0, [n];
  ld.param.u32 %r1, [addend];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p, %r5, %r0;
  @%p bra done;
  cvta.to.global.u64 %d0, %d0;
  cvta.to.global.u64 %d1, %d1;
  mul.wide.s32 %d2, %r5, 4;
  add.s64 %d3, %d1, %d2;
  ld.global.u32 %r6, [%d3];
  add.s32 %r7, %r6, %r1;
  add.s64 %d4, %d0, %d2;
  st.global.u32 [%d4], %r7;
done:
  ret;
}

.visible .entry trap()
{
  trap;
  ret;
}

.visible .entry store(.param .u64 pointer, .param .u32 value)
{
  .reg .b32 %r<2>;
  .reg .b64 %d<2>;
  ld.param.u64 %d0, [pointer];
  ld.param.u32 %r0, [value];
  cvta.to.global.u64 %d0, %d0;
  st.global.u32 [%d0], %r0;
  ret;
}

.visible .entry readGlobals(.param .u64 out)
{
  .reg .b32 %r<2>;
  .reg .f64 %f<2>;
  .reg .b64 %d<4>;
  ld.param.u64 %d0, [out];
  cvta.to.global.u64 %d0, %d0;
  ld.global.u32 %r0, [counter];
  st.global.u32 [%d0], %r0;
  ld.global.u64 %d1, [counterAddress];
  ld.global.u32 %r1, [%d1];
  st.global.u32 [%d0+4], %r1;
  ld.const.f64 %f0, [factors+8];
  st.global.f64 [%d0+8], %f0;
  ret;
}

.visible .entry bounded() .maxntid 64, 1, 1
{
  ret;
}
)";

inline CUfunction loadFunction(const char* name, const char* ptx = kPtx) {
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  EXPECT_CU(cuModuleLoadData(&module, ptx));
  EXPECT_CU(cuModuleGetFunction(&function, module, name));
  return function;
}

template <typename... Arguments>
CUresult launch(CUfunction function, unsigned grid, unsigned block, CUstream stream,
                Arguments... arguments) {
  void* parameters[] = {&arguments..., nullptr};
  return cuLaunchKernel(function, grid, 1, 1, block, 1, 1, 0, stream, parameters, nullptr);
}

} // namespace heddle::driver::test
