// Contexts of the driver API: usage, limits, preferences and flags of each, what they own goes with
// them, and a library with a context of its own leaves its caller's alone.
// rows: D-027 D-028 D-029 D-030 D-036 D-037 D-038 D-039 D-040 D-041 D-042 D-043 D-100
// nvcc: -lcuda
#include "capture.h"
#include "driver.h"

static const char* const ptx = ".version 7.0\n"
                               ".target sm_70\n"
                               ".address_size 64\n"
                               ".visible .global .align 4 .u32 word;\n"
                               ".visible .entry set(.param .u64 at, .param .u32 value) {\n"
                               "  .reg .u64 %a;\n"
                               "  .reg .u32 %v;\n"
                               "  ld.param.u64 %a, [at];\n"
                               "  ld.param.u32 %v, [value];\n"
                               "  st.global.u32 [%a], %v;\n"
                               "  ret;\n"
                               "}\n";

static int run(CUcontext expected, unsigned value) {
  CUcontext current;
  DRIVER_CHECK(cuCtxGetCurrent(&current));
  CHECK(current == expected);
  CUmodule module;
  CUfunction set;
  CUdeviceptr word;
  size_t bytes;
  DRIVER_CHECK(cuModuleLoadData(&module, ptx));
  DRIVER_CHECK(cuModuleGetFunction(&set, module, "set"));
  DRIVER_CHECK(cuModuleGetGlobal(&word, &bytes, module, "word"));
  EXPECT_EQ(bytes, 4u);
  void* arguments[] = {&word, &value};
  DRIVER_CHECK(cuLaunchKernel(set, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  DRIVER_CHECK(cuCtxSynchronize());
  int host = 0;
  DRIVER_CHECK(cuMemcpyDtoH(&host, word, 4));
  DRIVER_CHECK(cuModuleUnload(module));
  return host;
}

// A library that works in a context of its own, whatever is current.
static int libraryCall(CUcontext own, unsigned value) {
  DRIVER_CHECK(cuCtxPushCurrent(own));
  const int result = run(own, value);
  CUcontext popped;
  DRIVER_CHECK(cuCtxPopCurrent(&popped));
  CHECK(popped == own);
  return result;
}

int main() {
  DRIVER_CHECK(cuInit(0));
  for (unsigned flags :
       {unsigned(CU_CTX_SCHED_AUTO), unsigned(CU_CTX_SCHED_SPIN), unsigned(CU_CTX_SCHED_YIELD),
        unsigned(CU_CTX_SCHED_BLOCKING_SYNC), unsigned(CU_CTX_MAP_HOST | CU_CTX_SCHED_SPIN)}) {
    CUcontext context, current;
    DRIVER_CHECK(cuCtxCreate(&context, nullptr, flags, 0));
    DRIVER_CHECK(cuCtxGetCurrent(&current));
    CHECK(current == context);
    unsigned told = 0;
    DRIVER_CHECK(cuCtxGetFlags(&told));
    EXPECT_EQ(told & CU_CTX_SCHED_MASK, flags & CU_CTX_SCHED_MASK);
    EXPECT_EQ(run(context, 5), 5);
    // Memory that is mapped for the context's kernels.
    void* mapped;
    CUdeviceptr device;
    DRIVER_CHECK(cuMemHostAlloc(&mapped, 64, CU_MEMHOSTALLOC_DEVICEMAP));
    DRIVER_CHECK(cuMemHostGetDevicePointer(&device, mapped, 0));
    DRIVER_CHECK(cuMemsetD8(device, 3, 64));
    DRIVER_CHECK(cuCtxSynchronize());
    EXPECT_EQ(static_cast<char*>(mapped)[63], 3);
    // What it owns goes with it.
    CUdeviceptr owned;
    DRIVER_CHECK(cuMemAlloc(&owned, 1 << 20));
    DRIVER_CHECK(cuCtxDestroy(context));
    DRIVER_CHECK(cuCtxGetCurrent(&current));
    CHECK(current == nullptr);
  }

  CUcontext ours, own;
  DRIVER_CHECK(cuCtxCreate(&ours, nullptr, 0, 0));
  DRIVER_CHECK(cuCtxCreate(&own, nullptr, 0, 0));
  CUcontext popped;
  DRIVER_CHECK(cuCtxPopCurrent(&popped));
  CHECK(popped == own);
  EXPECT_EQ(libraryCall(own, 41), 41);
  EXPECT_EQ(run(ours, 42), 42);
  DRIVER_CHECK(cuCtxSetCurrent(nullptr));
  EXPECT_EQ(libraryCall(own, 43), 43); // with none current
  DRIVER_CHECK(cuCtxSetCurrent(ours));

  // Limits and preferences are the context's own.
  size_t before, value;
  DRIVER_CHECK(cuCtxGetLimit(&before, CU_LIMIT_STACK_SIZE));
  DRIVER_CHECK(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 8192));
  DRIVER_CHECK(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
  CHECK(value >= 8192);
  DRIVER_CHECK(cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, 2 << 20));
  DRIVER_CHECK(cuCtxGetLimit(&value, CU_LIMIT_PRINTF_FIFO_SIZE));
  CHECK(value >= 2 << 20);
  DRIVER_CHECK(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 16 << 20));
  DRIVER_CHECK(cuCtxGetLimit(&value, CU_LIMIT_MALLOC_HEAP_SIZE));
  CHECK(value >= 16 << 20);
  DRIVER_CHECK(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_SHARED));
  DRIVER_CHECK(cuCtxPushCurrent(own));
  DRIVER_CHECK(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
  EXPECT_EQ(value, before);
  CUfunc_cache config;
  DRIVER_CHECK(cuCtxGetCacheConfig(&config));
  EXPECT_EQ(static_cast<int>(config), static_cast<int>(CU_FUNC_CACHE_PREFER_NONE));
  // Contexts of one device are no peers.
  EXPECT_DRIVER(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, cuCtxEnablePeerAccess(ours, 0));
  DRIVER_CHECK(cuCtxDestroy(own));
  DRIVER_CHECK(cuCtxDestroy(ours));
  return ok();
}
