// What wrong arguments give: the driver API without a context. Each code is what a GPU gave for the
// same calls. rows: D-011 D-031 D-099

// nvcc: -lcuda
#include "arguments.h"

int main() {
  OK(cuInit(0));
  int v;
  CUdevice dv;
  CUcontext cx;
  CUdeviceptr dp;
  CUstream st;
  CUevent ev;
  size_t n;
  CUmodule md;
  void* hp;
  char nm[16];
  CUuuid uu;
  unsigned f;
  int a;

  GIVES(0, cuCtxGetCurrent(&cx));

  GIVES(201, cuCtxGetDevice(&dv));

  GIVES(201, cuCtxSynchronize());

  GIVES(201, cuMemAlloc(&dp, 16));

  GIVES(201, cuMemAlloc(nullptr, 16));

  GIVES(0, cuMemFree(0));

  GIVES(1, cuMemFree(16));

  GIVES(201, cuMemAllocHost(&hp, 16));

  GIVES(201, cuMemHostAlloc(&hp, 16, 0));

  GIVES(0, cuMemFreeHost(nullptr));

  GIVES(201, cuStreamCreate(&st, 0));

  GIVES(201, cuEventCreate(&ev, 0));

  GIVES(201, cuMemGetInfo(&n, &n));

  GIVES(201, cuModuleLoadData(&md, "x"));

  GIVES(201, cuMemcpyHtoD(16, nm, 4));

  GIVES(201, cuMemcpy(16, 32, 4));

  GIVES(201, cuMemsetD8(16, 0, 4));

  GIVES(201, cuStreamSynchronize(nullptr));

  GIVES(201, cuStreamQuery(nullptr));

  GIVES(201, cuCtxGetLimit(&n, CU_LIMIT_STACK_SIZE));

  GIVES(201, cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 1024));

  GIVES(201, cuCtxGetFlags(&f));

  GIVES(201, cuCtxGetApiVersion(nullptr, &f));

  GIVES(201, cuCtxPopCurrent(&cx));

  GIVES(201, cuCtxPopCurrent(nullptr));

  GIVES(1, cuCtxPushCurrent(nullptr));

  GIVES(0, cuCtxSetCurrent(nullptr));

  GIVES(1, cuCtxDestroy(nullptr));

  GIVES(201, cuCtxDetach(nullptr));

  GIVES(201, cuCtxGetStreamPriorityRange(&v, &v));

  GIVES(201, cuCtxGetCacheConfig((CUfunc_cache*)&v));

  GIVES(201, cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));

  GIVES(1, cuPointerGetAttribute(&v, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 16));

  GIVES(201, cuMemHostRegister(nm, 16, 0));

  GIVES(201, cuMemAllocManaged(&dp, 16, 1));

  GIVES(201, cuMemAllocPitch(&dp, &n, 16, 16, 4));

  GIVES(1, cuCtxGetId(nullptr, nullptr));

  GIVES(201, cuCtxEnablePeerAccess(nullptr, 0));

  GIVES(201, cuMemGetAddressRange(&dp, &n, 16));

  GIVES(201, cuMemAllocAsync(&dp, 16, nullptr));

  GIVES(201, cuLaunchHostFunc(nullptr, hostFunction, nullptr));

  GIVES(1, cuDeviceGet(nullptr, 0));

  GIVES(101, cuDeviceGet(&dv, 9));

  GIVES(101, cuDeviceGet(&dv, -1));

  GIVES(1, cuDeviceGetCount(nullptr));

  GIVES(1, cuDeviceGetName(nullptr, 16, 0));

  GIVES(0, cuDeviceGetName(nm, 4, 0));

  GIVES(101, cuDeviceGetName(nm, 16, 9));

  GIVES(1, cuDeviceTotalMem(nullptr, 0));

  GIVES(101, cuDeviceTotalMem(&n, 9));

  GIVES(1, cuDeviceGetAttribute(nullptr, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));

  GIVES(1, cuDeviceGetAttribute(&v, (CUdevice_attribute)0, 0));

  GIVES(1, cuDeviceGetAttribute(&v, (CUdevice_attribute)9999, 0));

  GIVES(101, cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 9));

  GIVES(101, cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_WARP_SIZE, -1));

  GIVES(1, cuDeviceGetUuid(nullptr, 0));

  GIVES(101, cuDeviceGetUuid(&uu, 9));

  GIVES(801, cuDeviceGetLuid(nm, &f, 0));
  CUdevprop pr;
  GIVES(1, cuDeviceGetProperties(nullptr, 0));

  GIVES(101, cuDeviceGetProperties(&pr, 9));

  GIVES(1, cuDeviceComputeCapability(nullptr, &v, 0));

  GIVES(101, cuDeviceComputeCapability(&v, &a, 9));

  GIVES(101, cuDeviceCanAccessPeer(&v, 0, 9));

  GIVES(1, cuDeviceGetPCIBusId(nullptr, 16, 0));

  GIVES(1, cuDeviceGetPCIBusId(nm, 4, 0));

  GIVES(1, cuDeviceGetByPCIBusId(&dv, nullptr));

  GIVES(1, cuDeviceGetByPCIBusId(&dv, "zz"));

  GIVES(0, cuDeviceGetExecAffinitySupport(&v, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0));

  OK(cuDevicePrimaryCtxRetain(&cx, 0));
  return ok();
}
