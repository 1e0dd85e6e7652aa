// What wrong arguments give: pools and interprocess handles. Each code is what a GPU gave for the
// same calls. rows: R-054 R-250 R-251

// nvcc: -lcuda
#include "arguments.h"

int main() {
  cudaMemPool_t p, dflt, gone;
  void* d;
  void* m;
  cudaStream_t s;
  cudaMemPoolProps pr = {};
  unsigned long long v = 0;
  int iv;
  OK(cudaStreamCreate(&s));
  OK(cudaMalloc(&m, 4096));
  pr.allocType = cudaMemAllocationTypePinned;
  pr.location = {cudaMemLocationTypeDevice, 0};
  OK(cudaMemPoolCreate(&p, &pr));
  OK(cudaMemPoolCreate(&gone, &pr));
  OK(cudaMemPoolDestroy(gone));
  OK(cudaDeviceGetDefaultMemPool(&dflt, 0));
  cudaMemPool_t q;
  cudaMemPool_t B = bad<cudaMemPool_t>();

  GIVES(1, cudaMemPoolCreate(nullptr, &pr));

  GIVES(1, cudaMemPoolCreate(&q, nullptr));
  {
    auto x = pr;
    x.allocType = cudaMemAllocationTypeInvalid;
    GIVES(1, cudaMemPoolCreate(&q, &x));
    x = pr;
    x.location.type = cudaMemLocationTypeInvalid;
    GIVES(1, cudaMemPoolCreate(&q, &x));
    x = pr;
    x.location.id = 9;
    GIVES(1, cudaMemPoolCreate(&q, &x));
    x = pr;
    x.location.id = -1;
    GIVES(1, cudaMemPoolCreate(&q, &x));
    x = pr;
    x.handleTypes = (cudaMemAllocationHandleType)64;
    GIVES(1, cudaMemPoolCreate(&q, &x));
    x = pr;
    x.handleTypes = cudaMemHandleTypeWin32;
    GIVES(1, cudaMemPoolCreate(&q, &x));
    x = pr;
    x.reserved[0] = 1;
    GIVES(1, cudaMemPoolCreate(&q, &x));
    x = pr;
    x.maxSize = (size_t)1 << 60;
    GIVES(2, cudaMemPoolCreate(&q, &x));
    x = pr;
    x.maxSize = 1 << 20;
    GIVES(0, cudaMemPoolCreate(&q, &x));

    GIVES(2, cudaMallocFromPoolAsync(&d, 1 << 26, q, s));
    x = pr;
    x.allocType = (cudaMemAllocationType)9;
    GIVES(1, cudaMemPoolCreate(&q, &x));
    x = pr;
    x.usage = 0x40;
    GIVES(0, cudaMemPoolCreate(&q, &x));
  }

  GIVES(1, cudaMemPoolDestroy(nullptr));

  GIVES(1, cudaMemPoolDestroy(dflt));

  GIVES(1, cudaMemPoolDestroy(gone));

  GIVES(1, cudaMemPoolTrimTo(nullptr, 0));

  GIVES(0, cudaMemPoolTrimTo(p, (size_t)-1));

  GIVES(1, cudaMemPoolTrimTo(gone, 0));

  GIVES(1, cudaMemPoolGetAttribute(nullptr, cudaMemPoolAttrReleaseThreshold, &v));

  GIVES(1, cudaMemPoolGetAttribute(p, cudaMemPoolAttrReleaseThreshold, nullptr));

  GIVES(1, cudaMemPoolGetAttribute(p, (cudaMemPoolAttr)99, &v));

  GIVES(1, cudaMemPoolGetAttribute(p, (cudaMemPoolAttr)0, &v));

  GIVES(1, cudaMemPoolSetAttribute(p, cudaMemPoolAttrReservedMemCurrent, &v));

  GIVES(1, cudaMemPoolSetAttribute(p, cudaMemPoolAttrUsedMemCurrent, &v));
  v = 1;
  GIVES(1, cudaMemPoolSetAttribute(p, cudaMemPoolAttrUsedMemHigh, &v));

  GIVES(1, cudaMemPoolSetAttribute(p, cudaMemPoolAttrReservedMemHigh, &v));
  v = 0;
  GIVES(0, cudaMemPoolSetAttribute(p, cudaMemPoolAttrUsedMemHigh, &v));
  iv = 7;
  GIVES(0, cudaMemPoolSetAttribute(p, cudaMemPoolReuseFollowEventDependencies, &iv));

  GIVES(0, cudaMemPoolGetAttribute(p, cudaMemPoolReuseFollowEventDependencies, &iv));

  GIVES(1, cudaMemPoolSetAttribute(p, (cudaMemPoolAttr)99, &v));

  GIVES(1, cudaMallocAsync((void**)nullptr, 16, s));

  GIVES(0, cudaMallocAsync(&d, 0, s));

  GIVES(2, cudaMallocAsync(&d, (size_t)1 << 60, s));

  GIVES(2, cudaMallocAsync(&d, (size_t)-1, s));

  GIVES(1, cudaMallocFromPoolAsync(&d, 16, (cudaMemPool_t) nullptr, s));

  GIVES(1, cudaMallocFromPoolAsync(&d, 16, gone, s));

  GIVES(1, cudaMallocFromPoolAsync((void**)nullptr, 16, p, s));

  GIVES(0, cudaFreeAsync(nullptr, s));

  GIVES(1, cudaFreeAsync((void*)16, s));

  GIVES(0, cudaFreeAsync(m, s));
  OK(cudaMalloc(&m, 4096));
  OK(cudaMallocAsync(&d, 4096, s));
  GIVES(1, cudaFreeAsync((char*)d + 16, s));

  GIVES(1, cudaFree((char*)d + 16));

  GIVES(0, cudaFreeAsync(d, s));

  GIVES(1, cudaFreeAsync(d, s));
  OK(cudaStreamSynchronize(s));
  GIVES(1, cudaFreeAsync(d, s));

  GIVES(1, cudaFree(d));
  OK(cudaMallocAsync(&d, 4096, s));
  GIVES(0, cudaFree(d));

  GIVES(1, cudaFree(d));

  GIVES(1, cudaDeviceGetDefaultMemPool(nullptr, 0));

  GIVES(101, cudaDeviceGetDefaultMemPool(&q, 9));

  GIVES(101, cudaDeviceGetDefaultMemPool(&q, -1));

  GIVES(1, cudaDeviceGetMemPool(nullptr, 0));

  GIVES(1, cudaDeviceGetMemPool(&q, 9));

  GIVES(1, cudaDeviceSetMemPool(0, nullptr));

  GIVES(1, cudaDeviceSetMemPool(9, p));

  GIVES(0, cudaDeviceSetMemPool(0, p));

  GIVES(0, cudaMemPoolDestroy(p));

  GIVES(0, cudaDeviceGetMemPool(&q, 0));

  cudaMemAccessDesc ad = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtReadWrite};
  cudaMemAccessFlags af;
  cudaMemLocation loc = {cudaMemLocationTypeDevice, 0};
  OK(cudaMemPoolCreate(&p, &pr));

  GIVES(0, cudaMemPoolSetAccess(p, &ad, 1));

  GIVES(0, cudaMemPoolSetAccess(p, &ad, 0));

  GIVES(1, cudaMemPoolSetAccess(nullptr, &ad, 1));
  ad.flags = cudaMemAccessFlagsProtNone;
  GIVES(101, cudaMemPoolSetAccess(p, &ad, 1));
  ad.flags = cudaMemAccessFlagsProtRead;
  GIVES(801, cudaMemPoolSetAccess(p, &ad, 1));
  ad.flags = (cudaMemAccessFlags)9;
  GIVES(1, cudaMemPoolSetAccess(p, &ad, 1));
  ad.flags = cudaMemAccessFlagsProtReadWrite;
  ad.location.id = 9;
  GIVES(101, cudaMemPoolSetAccess(p, &ad, 1));
  ad.location = {cudaMemLocationTypeHost, 0};
  GIVES(801, cudaMemPoolSetAccess(p, &ad, 1));

  GIVES(1, cudaMemPoolGetAccess(&af, nullptr, &loc));

  GIVES(1, cudaMemPoolGetAccess(&af, p, nullptr));

  GIVES(0, cudaMemPoolGetAccess(&af, p, &loc));
  loc.id = 9;
  GIVES(1, cudaMemPoolGetAccess(&af, p, &loc));

  int fd = -1;
  cudaMemPoolPtrExportData pe;
  GIVES(1, cudaMemPoolExportToShareableHandle(&fd, p, cudaMemHandleTypePosixFileDescriptor, 0));

  GIVES(1, cudaMemPoolExportToShareableHandle(nullptr, p, cudaMemHandleTypePosixFileDescriptor, 0));

  GIVES(1, cudaMemPoolExportToShareableHandle(&fd, p, cudaMemHandleTypeNone, 0));

  GIVES(999, cudaMemPoolImportFromShareableHandle(&q, (void*)(intptr_t)-1,
                                                  cudaMemHandleTypePosixFileDescriptor, 0));

  GIVES(1, cudaMemPoolExportPointer(nullptr, m));

  GIVES(1, cudaMemPoolExportPointer(&pe, nullptr));

  GIVES(1, cudaMemPoolExportPointer(&pe, m));
  OK(cudaMallocAsync(&d, 4096, s));
  GIVES(1, cudaMemPoolExportPointer(&pe, d));

  GIVES(1, cudaMemPoolImportPointer(&d, p, nullptr));

  GIVES(1, cudaMemPoolImportPointer(nullptr, p, &pe));

  // IPC
  cudaIpcMemHandle_t ih;
  cudaIpcEventHandle_t eh;
  cudaEvent_t ev, iev;
  OK(cudaEventCreate(&ev));
  OK(cudaEventCreateWithFlags(&iev, cudaEventInterprocess | cudaEventDisableTiming));
  void* hp;
  OK(cudaMallocHost(&hp, 4096));
  void* mg;
  OK(cudaMallocManaged(&mg, 4096));

  GIVES(1, cudaIpcGetMemHandle(&ih, nullptr));

  GIVES(1, cudaIpcGetMemHandle(&ih, hp));

  GIVES(1, cudaIpcGetMemHandle(&ih, mg));

  GIVES(1, cudaIpcGetMemHandle(&ih, (void*)16));

  GIVES(1, cudaIpcGetMemHandle(&ih, d));

  GIVES(0, cudaIpcGetMemHandle(&ih, m));

  GIVES(1, cudaIpcOpenMemHandle(nullptr, ih, 1));

  GIVES(1, cudaIpcOpenMemHandle(&hp, ih, 0));

  GIVES(1, cudaIpcOpenMemHandle(&hp, ih, 2));

  GIVES(201, cudaIpcOpenMemHandle(&hp, ih, 1));
  memset(&ih, 0, sizeof ih);
  GIVES(1, cudaIpcOpenMemHandle(&hp, ih, 1));
  memset(&ih, 0x5a, sizeof ih);
  GIVES(1, cudaIpcOpenMemHandle(&hp, ih, 1));

  GIVES(1, cudaIpcCloseMemHandle(nullptr));

  GIVES(1, cudaIpcCloseMemHandle(m));

  GIVES(1, cudaIpcCloseMemHandle((void*)16));

  GIVES(1, cudaIpcGetEventHandle(&eh, nullptr));

  GIVES(400, cudaIpcGetEventHandle(&eh, ev));

  GIVES(0, cudaIpcGetEventHandle(&eh, iev));

  GIVES(1, cudaIpcOpenEventHandle(nullptr, eh));

  GIVES(201, cudaIpcOpenEventHandle(&ev, eh));
  memset(&eh, 0, sizeof eh);
  GIVES(205, cudaIpcOpenEventHandle(&ev, eh));
  memset(&eh, 0x5a, sizeof eh);
  GIVES(205, cudaIpcOpenEventHandle(&ev, eh));

  return ok();
}
