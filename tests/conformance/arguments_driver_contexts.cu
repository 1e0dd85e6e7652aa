// What wrong arguments give: contexts of the driver API. Each code is what a GPU gave for the same
// calls. rows: D-029 D-031 D-034 D-039

// nvcc: -lcuda
#include "arguments.h"

int main() {
  OK(cuInit(0));
  CUcontext a, b, c, x;
  unsigned f;
  size_t n;
  CUdevice dv;
  int v;
  OK(cuCtxCreate(&a, nullptr, 0, 0));

  GIVES(1, cuCtxCreate(nullptr, nullptr, 0, 0));

  GIVES(1, cuCtxCreate(&b, nullptr, 3, 0));

  GIVES(1, cuCtxCreate(&b, nullptr, 0x1000, 0));

  GIVES(101, cuCtxCreate(&b, nullptr, 0, 9));

  GIVES(101, cuCtxCreate(&b, nullptr, 0, -1));
  OK(cuCtxCreate(&b, nullptr, CU_CTX_SCHED_SPIN, 0));
  GIVES(1, cuCtxGetFlags(nullptr));

  GIVES(0, cuCtxGetFlags(&f));

  GIVES(1, cuCtxGetApiVersion(a, nullptr));

  GIVES(0, cuCtxGetApiVersion(a, &f));

  GIVES(0, cuCtxGetApiVersion(nullptr, &f));

  GIVES(1, cuCtxGetDevice(nullptr));

  GIVES(1, cuCtxGetCurrent(nullptr));

  GIVES(1, cuCtxGetLimit(nullptr, CU_LIMIT_STACK_SIZE));

  GIVES(1, cuCtxGetLimit(&n, (CUlimit)99));

  GIVES(1, cuCtxSetLimit((CUlimit)99, 1));

  GIVES(1, cuCtxSetLimit(CU_LIMIT_STACK_SIZE, (size_t)1 << 40));

  GIVES(1, cuCtxSetCacheConfig((CUfunc_cache)9));

  GIVES(1, cuCtxGetCacheConfig(nullptr));

  GIVES(1, cuCtxSetSharedMemConfig((CUsharedconfig)9));

  GIVES(1, cuCtxGetSharedMemConfig(nullptr));

  GIVES(0, cuCtxGetStreamPriorityRange(nullptr, nullptr));
  unsigned long long id;
  GIVES(1, cuCtxGetId(a, nullptr));

  GIVES(0, cuCtxGetId(nullptr, &id));

  GIVES(0, cuCtxSetFlags(CU_CTX_SCHED_YIELD));

  GIVES(1, cuCtxSetFlags(3));

  GIVES(1, cuCtxSetFlags(0x1000));

  GIVES(0, cuCtxGetFlags(&f));

  GIVES(217, cuCtxEnablePeerAccess(a, 0));

  GIVES(217, cuCtxEnablePeerAccess(b, 0));

  GIVES(201, cuCtxEnablePeerAccess(nullptr, 0));

  GIVES(1, cuCtxEnablePeerAccess(a, 1));

  GIVES(705, cuCtxDisablePeerAccess(a));

  GIVES(201, cuCtxDisablePeerAccess(nullptr));

  GIVES(0, cuCtxPopCurrent(nullptr));

  GIVES(0, cuCtxGetCurrent(&x));

  GIVES(0, cuCtxPushCurrent(b));

  return ok();
}
