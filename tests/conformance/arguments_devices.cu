// What wrong arguments give: devices and limits. Each code is what a GPU gave for the same calls.
// rows: R-011 R-012 R-255 R-256 R-258
// nvcc: -lcuda
#include "arguments.h"

int main() {
  int v;
  cudaDeviceProp pr;
  size_t n;
  char bus[64];
  int list[4] = {0, 0, 9, 0};
  unsigned fl;

  GIVES(101, cudaSetDevice(9));

  GIVES(101, cudaSetDevice(-1));

  GIVES(1, cudaGetDevice(nullptr));

  GIVES(1, cudaGetDeviceCount(nullptr));

  GIVES(1, cudaGetDeviceProperties(nullptr, 0));

  GIVES(101, cudaGetDeviceProperties(&pr, 9));

  GIVES(101, cudaGetDeviceProperties(&pr, -1));

  GIVES(1, cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));

  GIVES(1, cudaDeviceGetAttribute(&v, (cudaDeviceAttr)0, 0));

  GIVES(1, cudaDeviceGetAttribute(&v, (cudaDeviceAttr)9999, 0));

  GIVES(1, cudaDeviceGetAttribute(&v, (cudaDeviceAttr)-1, 0));

  GIVES(101, cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 9));

  GIVES(101, cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, -1));

  GIVES(101, cudaDeviceGetAttribute(&v, (cudaDeviceAttr)9999, 9));

  GIVES(1, cudaChooseDevice(nullptr, &pr));

  GIVES(1, cudaChooseDevice(&v, nullptr));
  memset(&pr, 0, sizeof pr);
  GIVES(0, cudaChooseDevice(&v, &pr));
  pr.major = 99;
  GIVES(0, cudaChooseDevice(&v, &pr));

  GIVES(0, cudaSetValidDevices(nullptr, 0));

  GIVES(1, cudaSetValidDevices(nullptr, 1));

  GIVES(1, cudaSetValidDevices(list, -1));

  GIVES(1, cudaSetValidDevices(list, 100));

  GIVES(101, cudaSetValidDevices(list + 2, 1));

  GIVES(1, cudaSetValidDevices(list, 2));

  GIVES(0, cudaSetValidDevices(list, 1));

  GIVES(0, cudaSetValidDevices(list, 0));

  GIVES(1, cudaGetDeviceFlags(nullptr));

  GIVES(1, cudaSetDeviceFlags(3));

  GIVES(1, cudaSetDeviceFlags(0x1000));

  GIVES(1, cudaSetDeviceFlags((unsigned)-1));

  GIVES(1, cudaSetDeviceFlags(cudaDeviceScheduleYield | cudaDeviceScheduleSpin));

  GIVES(0, cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));

  GIVES(0, cudaGetDeviceFlags(&fl));

  GIVES(0, cudaSetDeviceFlags(0));

  GIVES(0, cudaGetDeviceFlags(&fl));
  OK(cudaFree(0));
  GIVES(0, cudaGetDeviceFlags(&fl));

  GIVES(0, cudaSetDeviceFlags(cudaDeviceScheduleYield));

  GIVES(0, cudaGetDeviceFlags(&fl));

  GIVES(0, cudaSetDeviceFlags(cudaDeviceLmemResizeToMax));

  GIVES(0, cudaGetDeviceFlags(&fl));

  GIVES(101, cudaInitDevice(9, 0, 0));

  GIVES(1, cudaInitDevice(0, 0x1000, 1));

  GIVES(0, cudaInitDevice(0, 0, 2));

  GIVES(0, cudaInitDevice(0, 0, 0));

  GIVES(1, cudaInitDevice(0, 3, cudaInitDeviceFlagsAreValid));

  GIVES(101, cudaInitDevice(-1, 0, 0));

  GIVES(1, cudaDeviceGetLimit(nullptr, cudaLimitStackSize));

  GIVES(1, cudaDeviceGetLimit(&n, (cudaLimit)99));

  GIVES(1, cudaDeviceGetLimit(&n, (cudaLimit)-1));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitStackSize));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitPrintfFifoSize));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize));

  GIVES(215, cudaDeviceGetLimit(&n, cudaLimitDevRuntimeSyncDepth));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitMaxL2FetchGranularity));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitPersistingL2CacheSize));

  GIVES(1, cudaDeviceSetLimit((cudaLimit)99, 1));

  GIVES(0, cudaDeviceSetLimit(cudaLimitStackSize, 0));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitStackSize));

  GIVES(0, cudaDeviceSetLimit(cudaLimitStackSize, 1000));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitStackSize));

  GIVES(0, cudaDeviceSetLimit(cudaLimitStackSize, 1025));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitStackSize));

  GIVES(1, cudaDeviceSetLimit(cudaLimitStackSize, 524288));

  GIVES(1, cudaDeviceSetLimit(cudaLimitStackSize, 600000));

  GIVES(1, cudaDeviceSetLimit(cudaLimitStackSize, (size_t)1 << 40));

  GIVES(0, cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 0));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitPrintfFifoSize));

  GIVES(0, cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1000));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitPrintfFifoSize));

  GIVES(0, cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitPrintfFifoSize));

  GIVES(0, cudaDeviceSetLimit(cudaLimitPrintfFifoSize, (8 << 20) + 1));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitPrintfFifoSize));

  GIVES(0, cudaDeviceSetLimit(cudaLimitPrintfFifoSize, (size_t)1 << 50));

  GIVES(0, cudaDeviceSetLimit(cudaLimitMallocHeapSize, 0));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize));

  GIVES(0, cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1000));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize));

  GIVES(0, cudaDeviceSetLimit(cudaLimitMallocHeapSize, (16 << 20) + 1));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize));

  GIVES(0, cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)1 << 50));

  GIVES(0, cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 0));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitMaxL2FetchGranularity));

  GIVES(0, cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 33));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitMaxL2FetchGranularity));

  GIVES(0, cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 128));

  GIVES(1, cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 129));

  GIVES(0, cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20));

  GIVES(0, cudaDeviceGetLimit(&n, cudaLimitPersistingL2CacheSize));

  GIVES(1, cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, (size_t)1 << 40));

  GIVES(0, cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));

  GIVES(215, cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4));

  cudaFuncCache fc;
  cudaSharedMemConfig sc;
  GIVES(1, cudaDeviceGetCacheConfig(nullptr));

  GIVES(1, cudaDeviceSetCacheConfig((cudaFuncCache)9));

  GIVES(0, cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));

  GIVES(0, cudaDeviceGetCacheConfig(&fc));

  GIVES(1, cudaDeviceGetSharedMemConfig(nullptr));

  GIVES(1, cudaDeviceSetSharedMemConfig((cudaSharedMemConfig)9));

  GIVES(0, cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));

  GIVES(0, cudaDeviceGetSharedMemConfig(&sc));

  GIVES(1, cudaDeviceCanAccessPeer(nullptr, 0, 0));

  GIVES(0, cudaDeviceCanAccessPeer(&v, 0, 0));

  GIVES(101, cudaDeviceCanAccessPeer(&v, 0, 9));

  GIVES(101, cudaDeviceCanAccessPeer(&v, 9, 0));

  GIVES(101, cudaDeviceCanAccessPeer(&v, -1, 0));

  GIVES(217, cudaDeviceEnablePeerAccess(0, 0));

  GIVES(101, cudaDeviceEnablePeerAccess(9, 0));

  GIVES(101, cudaDeviceEnablePeerAccess(-1, 0));

  GIVES(1, cudaDeviceEnablePeerAccess(0, 1));

  GIVES(705, cudaDeviceDisablePeerAccess(0));

  GIVES(101, cudaDeviceDisablePeerAccess(9));

  GIVES(101, cudaDeviceGetP2PAttribute(&v, cudaDevP2PAttrAccessSupported, 0, 0));

  GIVES(1, cudaDeviceGetP2PAttribute(nullptr, cudaDevP2PAttrAccessSupported, 0, 0));

  GIVES(101, cudaDeviceGetP2PAttribute(&v, cudaDevP2PAttrAccessSupported, 0, 9));

  GIVES(101, cudaDeviceGetP2PAttribute(&v, (cudaDeviceP2PAttr)99, 0, 0));

  GIVES(1, cudaDeviceGetPCIBusId(nullptr, 64, 0));

  GIVES(1, cudaDeviceGetPCIBusId(bus, 0, 0));

  GIVES(1, cudaDeviceGetPCIBusId(bus, 5, 0));

  GIVES(1, cudaDeviceGetPCIBusId(bus, 12, 0));

  GIVES(0, cudaDeviceGetPCIBusId(bus, 13, 0));

  GIVES(101, cudaDeviceGetPCIBusId(bus, 64, 9));
  OK(cudaDeviceGetPCIBusId(bus, 64, 0));
  GIVES(0, cudaDeviceGetByPCIBusId(&v, bus));

  GIVES(1, cudaDeviceGetByPCIBusId(nullptr, bus));

  GIVES(1, cudaDeviceGetByPCIBusId(&v, nullptr));

  GIVES(1, cudaDeviceGetByPCIBusId(&v, ""));

  GIVES(1, cudaDeviceGetByPCIBusId(&v, "zzzz"));

  GIVES(101, cudaDeviceGetByPCIBusId(&v, "ffff:ff:1f.7"));

  GIVES(0, cudaDeviceGetStreamPriorityRange(nullptr, nullptr));

  GIVES(0, cudaDeviceGetStreamPriorityRange(&v, nullptr));

  GIVES(0, cudaDeviceGetStreamPriorityRange(nullptr, &v));

  GIVES(1, cudaDriverGetVersion(nullptr));

  GIVES(1, cudaRuntimeGetVersion(nullptr));
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
  GIVES(1, cudaDeviceGetTexture1DLinearMaxWidth(nullptr, &f, 0));

  GIVES(1, cudaDeviceGetTexture1DLinearMaxWidth(&n, nullptr, 0));

  GIVES(101, cudaDeviceGetTexture1DLinearMaxWidth(&n, &f, 9));

  GIVES(0, cudaDeviceGetTexture1DLinearMaxWidth(&n, &f, 0));

  GIVES(1, cudaDeviceFlushGPUDirectRDMAWrites((cudaFlushGPUDirectRDMAWritesTarget)9,
                                              cudaFlushGPUDirectRDMAWritesToOwner));

  GIVES(0, cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice,
                                              cudaFlushGPUDirectRDMAWritesToOwner));

  GIVES(0, cudaProfilerStart());

  GIVES(0, cudaProfilerStop());

  void* fp;
  cudaDriverEntryPointQueryResult qr;
  GIVES(0, cudaGetDriverEntryPointByVersion("cuNoSuch", &fp, 12000, 0, &qr));

  GIVES(1, cudaGetDriverEntryPointByVersion("cuInit", &fp, 12000, 99, &qr));

  GIVES(0, cudaGetDriverEntryPointByVersion("cuInit", &fp, 1000, 0, &qr));

  GIVES(0, cudaGetDriverEntryPointByVersion("cuMemAlloc", &fp, 12000, 0, nullptr));

  GIVES(0, cudaSetDevice(0));

  return ok();
}
