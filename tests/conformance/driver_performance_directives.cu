// Directives of PTX that bound a launch: .maxntid is the largest block, .reqntid the only one,
// .minnctapersm asks for residency. PTX for an older target runs on the device there is.
// Rows P-019, P-025.
// nvcc: -lcuda
#include "driver.h"

static const char* source = R"(
.version 6.4
.target sm_50
.address_size 64

.visible .entry bounded(.param .u64 out)
.maxntid 64, 1, 1
.minnctapersm 2
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  add.u32 %r2, %r1, 1;
  st.global.u32 [%rd3], %r2;
  ret;
}

.visible .entry fixed(.param .u64 out)
.reqntid 32, 2, 1
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %tid.y;
  mad.lo.u32 %r3, %r2, 32, %r1;
  mul.wide.u32 %rd2, %r3, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r3;
  ret;
}

.visible .entry free(.param .u64 out)
{
  ret;
}
)";

int main() {
  usePrimaryContext();
  CUmodule module;
  CUfunction bounded, fixed, free;
  DRIVER_CHECK(cuModuleLoadData(&module, source));
  DRIVER_CHECK(cuModuleGetFunction(&bounded, module, "bounded"));
  DRIVER_CHECK(cuModuleGetFunction(&fixed, module, "fixed"));
  DRIVER_CHECK(cuModuleGetFunction(&free, module, "free"));
  int most = 0;
  DRIVER_CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, bounded));
  EXPECT_EQ(most, 64);
  DRIVER_CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, fixed));
  EXPECT_EQ(most, 1024);
  DRIVER_CHECK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, free));
  EXPECT_EQ(most, 1024);

  unsigned host[64] = {};
  CUdeviceptr data;
  DRIVER_CHECK(cuMemAlloc(&data, sizeof host));
  void* parameters[] = {&data};
  auto launch = [&](CUfunction function, unsigned x, unsigned y) {
    return cuLaunchKernel(function, 1, 1, 1, x, y, 1, 0, nullptr, parameters, nullptr);
  };
  DRIVER_CHECK(launch(bounded, 64, 1));
  DRIVER_CHECK(cuMemcpyDtoH(host, data, sizeof host));
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_EQ_AT(i, host[i], i + 1);
  DRIVER_CHECK(launch(fixed, 32, 2));
  DRIVER_CHECK(cuMemcpyDtoH(host, data, sizeof host));
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_EQ_AT(i, host[i], i);
  CHECK(launch(bounded, 65, 1) != CUDA_SUCCESS);
  CHECK(launch(fixed, 64, 1) != CUDA_SUCCESS);
  CHECK(launch(fixed, 32, 1) != CUDA_SUCCESS);
  // Refused launches leave nothing behind.
  DRIVER_CHECK(launch(free, 1024, 1));
  DRIVER_CHECK(cuCtxSynchronize());
  DRIVER_CHECK(cuMemFree(data));
  DRIVER_CHECK(cuModuleUnload(module));
  return ok();
}
