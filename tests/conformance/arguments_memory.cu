// What wrong arguments give: memory. Each code is what a GPU gave for the same calls.
// rows: R-044 R-054 R-066 R-069 R-093 R-095
// nvcc: -lcuda
#include "arguments.h"

int main() {
  void* d;
  void* h = calloc(1, 1 << 20);
  void* p;
  void* m;
  char* c;
  size_t n;
  cudaStream_t s;
  cudaPitchedPtr pp;
  cudaExtent ex;
  OK(cudaMalloc(&d, 1 << 20));
  OK(cudaMallocHost(&p, 1 << 20));
  OK(cudaMallocManaged(&m, 1 << 20));
  OK(cudaStreamCreate(&s));
  c = (char*)d;
  void* q;
  unsigned flags;
  cudaPointerAttributes at;

  GIVES(1, cudaMalloc((void**)nullptr, 16));

  GIVES(1, cudaMalloc((void**)nullptr, 0));

  GIVES(0, cudaMalloc(&q, 0));

  GIVES(2, cudaMalloc(&q, (size_t)-1));

  GIVES(2, cudaMalloc(&q, (size_t)1 << 60));

  GIVES(2, cudaMalloc(&q, (size_t)1 << 47));

  GIVES(2, cudaMalloc(&q, (size_t)1 << 40));

  GIVES(0, cudaFree(nullptr));

  GIVES(1, cudaFree(h));

  GIVES(1, cudaFree(c + 256));

  GIVES(1, cudaFree(c + 1));

  GIVES(1, cudaFree(p));

  GIVES(1, cudaFree((void*)1));

  GIVES(1, cudaFree((void*)-1));

  GIVES(0, cudaFreeHost(nullptr));

  GIVES(1, cudaFreeHost(h));

  GIVES(1, cudaFreeHost(d));

  GIVES(1, cudaFreeHost(m));

  GIVES(1, cudaFreeHost((char*)p + 64));

  GIVES(1, cudaMallocHost((void**)nullptr, 16));

  GIVES(0, cudaMallocHost(&q, 0));

  GIVES(2, cudaMallocHost(&q, (size_t)-1));

  GIVES(2, cudaMallocHost(&q, (size_t)1 << 50));

  GIVES(1, cudaHostAlloc((void**)nullptr, 16, 0));

  GIVES(0, cudaHostAlloc(&q, 0, 0));

  GIVES(0, cudaHostAlloc(&q, 0, 1 << 20));

  GIVES(1, cudaHostAlloc(&q, 16, 8));

  GIVES(1, cudaHostAlloc(&q, 16, 0x100));

  GIVES(1, cudaHostAlloc(&q, 16, (unsigned)-1));

  GIVES(0, cudaHostAlloc(&q, 16, 7));

  GIVES(2, cudaHostAlloc(&q, (size_t)1 << 50, 0));

  GIVES(1, cudaHostGetDevicePointer((void**)nullptr, p, 0));

  GIVES(1, cudaHostGetDevicePointer(&q, nullptr, 0));

  GIVES(1, cudaHostGetDevicePointer(&q, h, 0));

  GIVES(1, cudaHostGetDevicePointer(&q, d, 0));

  GIVES(1, cudaHostGetDevicePointer(&q, m, 0));

  GIVES(1, cudaHostGetDevicePointer(&q, p, 1));

  GIVES(0, cudaHostGetDevicePointer(&q, p, 0));

  GIVES(0, cudaHostGetDevicePointer(&q, (char*)p + 100, 0));

  GIVES(1, cudaHostGetFlags(nullptr, p));

  GIVES(1, cudaHostGetFlags(&flags, nullptr));

  GIVES(1, cudaHostGetFlags(&flags, h));

  GIVES(1, cudaHostGetFlags(&flags, d));

  flags = 99;
  GIVES(0, cudaHostGetFlags(&flags, m));

  flags = 99;
  GIVES(0, cudaHostGetFlags(&flags, p));

  flags = 99;
  GIVES(0, cudaHostGetFlags(&flags, (char*)p + 8));

  OK(cudaHostAlloc(&q, 4096, cudaHostAllocPortable));
  GIVES(0, cudaHostGetFlags(&flags, q));

  OK(cudaHostAlloc(&q, 4096, cudaHostAllocWriteCombined));
  GIVES(0, cudaHostGetFlags(&flags, q));

  OK(cudaHostAlloc(&q, 4096, cudaHostAllocMapped));
  GIVES(0, cudaHostGetFlags(&flags, q));

  OK(cudaHostAlloc(&q, 4096, 0));
  GIVES(0, cudaHostGetFlags(&flags, q));

  void* r = aligned_alloc(4096, 1 << 16);
  memset(r, 0, 1 << 16);

  GIVES(1, cudaHostRegister(nullptr, 4096, 0));

  GIVES(1, cudaHostRegister(r, 0, 0));

  GIVES(1, cudaHostRegister(r, 4096, 0x100));

  GIVES(1, cudaHostRegister(r, 4096, (unsigned)-1));

  GIVES(1, cudaHostRegister(d, 4096, 0));

  GIVES(1, cudaHostRegister(m, 4096, 0));

  GIVES(1, cudaHostRegister(p, 4096, 0));

  GIVES(1, cudaHostRegister(r, (size_t)-1, 0));

  GIVES(1, cudaHostRegister((void*)4096, 4096, 0));

  GIVES(0, cudaHostRegister(r, 4096, 0));

  GIVES(0, cudaHostGetFlags(&flags, r));

  GIVES(712, cudaHostRegister(r, 4096, 0));

  GIVES(712, cudaHostRegister((char*)r + 2048, 4096, 0));

  GIVES(0, cudaHostRegister((char*)r + 4096, 100, cudaHostRegisterPortable));

  GIVES(0, cudaHostGetFlags(&flags, (char*)r + 4096));

  GIVES(0, cudaHostUnregister((char*)r + 4096));

  GIVES(1, cudaHostUnregister((char*)r + 64));

  GIVES(0, cudaHostUnregister(r));

  GIVES(713, cudaHostUnregister(r));

  GIVES(1, cudaHostUnregister(nullptr));

  GIVES(713, cudaHostUnregister(h));

  GIVES(1, cudaHostUnregister(p));

  GIVES(1, cudaHostUnregister(d));

  GIVES(0, cudaHostRegister((char*)r + 100, 100, cudaHostRegisterMapped));

  GIVES(0, cudaHostGetDevicePointer(&q, (char*)r + 100, 0));

  GIVES(0, cudaHostUnregister((char*)r + 100));

  GIVES(0, cudaHostRegister(r, 4096, cudaHostRegisterReadOnly));

  GIVES(0, cudaHostUnregister(r));

  GIVES(1, cudaHostRegister(r, 4096, cudaHostRegisterIoMemory));

  GIVES(1, cudaFreeHost(r));

  GIVES(1, cudaMallocManaged((void**)nullptr, 16));

  GIVES(0, cudaMallocManaged(&q, 0));

  GIVES(1, cudaMallocManaged(&q, 16, 0));

  GIVES(1, cudaMallocManaged(&q, 16, cudaMemAttachSingle));

  GIVES(1, cudaMallocManaged(&q, 16, 3));

  GIVES(1, cudaMallocManaged(&q, 16, 8));

  GIVES(2, cudaMallocManaged(&q, (size_t)1 << 60));

  GIVES(1, cudaMallocPitch((void**)nullptr, &n, 16, 16));

  GIVES(1, cudaMallocPitch(&q, nullptr, 16, 16));

  GIVES(0, cudaMallocPitch(&q, &n, 0, 16));

  GIVES(0, cudaMallocPitch(&q, &n, 16, 0));

  GIVES(0, cudaMallocPitch(&q, &n, 0, 0));

  GIVES(1, cudaMallocPitch(&q, &n, (size_t)1 << 40, (size_t)1 << 30));

  GIVES(1, cudaMallocPitch(&q, &n, (size_t)-1, 2));

  GIVES(0, cudaMallocPitch(&q, &n, 1, 1));

  GIVES(0, cudaMallocPitch(&q, &n, 513, 2));

  ex = make_cudaExtent(16, 16, 16);
  GIVES(1, cudaMalloc3D(nullptr, ex));

  ex = make_cudaExtent(0, 16, 16);
  GIVES(0, cudaMalloc3D(&pp, ex));

  ex = make_cudaExtent(16, 0, 16);
  GIVES(0, cudaMalloc3D(&pp, ex));

  ex = make_cudaExtent(16, 16, 0);
  GIVES(0, cudaMalloc3D(&pp, ex));

  ex = make_cudaExtent((size_t)-1, 16, 16);
  GIVES(1, cudaMalloc3D(&pp, ex));

  ex = make_cudaExtent((size_t)1 << 40, (size_t)1 << 20, (size_t)1 << 20);
  GIVES(1, cudaMalloc3D(&pp, ex));

  ex = make_cudaExtent(16, 16, 16);
  GIVES(0, cudaMalloc3D(&pp, ex));

  GIVES(0, cudaMemGetInfo(nullptr, &n));

  GIVES(0, cudaMemGetInfo(&n, nullptr));

  GIVES(0, cudaMemGetInfo(nullptr, nullptr));

  GIVES(1, cudaPointerGetAttributes(nullptr, d));

  GIVES(0, cudaPointerGetAttributes(&at, nullptr));

  GIVES(0, cudaPointerGetAttributes(&at, h));

  GIVES(0, cudaPointerGetAttributes(&at, d));

  GIVES(0, cudaPointerGetAttributes(&at, c + 77));

  GIVES(0, cudaPointerGetAttributes(&at, p));

  GIVES(0, cudaPointerGetAttributes(&at, m));

  GIVES(0, cudaPointerGetAttributes(&at, c + (1 << 20)));

  GIVES(0, cudaPointerGetAttributes(&at, (void*)-1));

  // memset

  GIVES(0, cudaMemset(nullptr, 0, 0));

  GIVES(1, cudaMemset(nullptr, 0, 16));

  GIVES(0, cudaMemset(d, 0, 0));

  GIVES(1, cudaMemset(h, 0, 16));

  GIVES(0, cudaMemset(p, 0, 16));

  GIVES(0, cudaMemset(m, 0, 16));

  GIVES(1, cudaMemset(d, 0, (1 << 20) + 1));

  GIVES(0, cudaMemset(d, 0x1ff, 16));

  GIVES(1, cudaMemset((void*)16, 0, 16));

  GIVES(1, cudaMemset2D(nullptr, 16, 0, 16, 2));

  GIVES(1, cudaMemset2D(d, 8, 0, 16, 2));

  GIVES(0, cudaMemset2D(d, 8, 0, 16, 1));

  GIVES(0, cudaMemset2D(d, 16, 0, 0, 2));

  GIVES(0, cudaMemset2D(d, 16, 0, 16, 0));

  GIVES(0, cudaMemset2D(d, 0, 0, 0, 0));

  GIVES(0, cudaMemset2D(d, 0, 0, 16, 1));

  GIVES(1, cudaMemset2D(d, 1024, 0, 16, 1025));

  GIVES(1, cudaMemset2D(d, 1024, 0, 16, (size_t)1 << 40));

  GIVES(1, cudaMemset2D(d, (size_t)1 << 40, 0, 16, 2));

  GIVES(1, cudaMemset2D(h, 16, 0, 16, 2));

  pp = make_cudaPitchedPtr(d, 64, 64, 4);

  GIVES(0, cudaMemset3D(pp, 0, make_cudaExtent(64, 4, 2)));

  GIVES(1, cudaMemset3D(pp, 0, make_cudaExtent(65, 4, 2)));

  GIVES(1, cudaMemset3D(pp, 0, make_cudaExtent(64, 5, 2)));

  GIVES(1, cudaMemset3D(pp, 0, make_cudaExtent(64, 5, 1)));

  GIVES(0, cudaMemset3D(pp, 0, make_cudaExtent(0, 4, 2)));

  GIVES(0, cudaMemset3D(pp, 0, make_cudaExtent(64, 0, 2)));

  GIVES(0, cudaMemset3D(pp, 0, make_cudaExtent(64, 4, 0)));

  GIVES(1, cudaMemset3D(make_cudaPitchedPtr(nullptr, 64, 64, 4), 0, make_cudaExtent(64, 4, 2)));

  GIVES(0, cudaMemset3D(make_cudaPitchedPtr(nullptr, 64, 64, 4), 0, make_cudaExtent(0, 0, 0)));

  GIVES(1, cudaMemset3D(make_cudaPitchedPtr(d, 32, 64, 4), 0, make_cudaExtent(64, 4, 2)));

  GIVES(1, cudaMemset3D(make_cudaPitchedPtr(h, 64, 64, 4), 0, make_cudaExtent(64, 4, 2)));

  GIVES(1, cudaMemset3D(pp, 0, make_cudaExtent(64, 4, 1 << 20)));

  GIVES(1, cudaMemsetAsync(nullptr, 0, 16, s));

  GIVES(0, cudaMemsetAsync(nullptr, 0, 0, s));

  GIVES(1, cudaMemsetAsync(h, 0, 16, s));

  GIVES(1, cudaMemsetAsync(d, 0, (1 << 20) + 1, s));

  GIVES(0, cudaMemsetAsync(d, 0, 0, bad<cudaStream_t>()));

  GIVES(1, cudaMemset2DAsync(d, 8, 0, 16, 2, s));

  GIVES(1, cudaMemset3DAsync(pp, 0, make_cudaExtent(65, 4, 2), s));

  // managed
  cudaMemLocation dev0{cudaMemLocationTypeDevice, 0}, dev9{cudaMemLocationTypeDevice, 9},
      host{cudaMemLocationTypeHost, 0}, none{cudaMemLocationTypeInvalid, 0},
      odd{(cudaMemLocationType)77, 0}, neg{cudaMemLocationTypeDevice, -1};

  GIVES(1, cudaMemPrefetchAsync(nullptr, 16, dev0, 0, s));

  GIVES(1, cudaMemPrefetchAsync(m, 0, dev0, 0, s));

  GIVES(101, cudaMemPrefetchAsync(m, 16, dev9, 0, s));

  GIVES(101, cudaMemPrefetchAsync(m, 16, neg, 0, s));

  GIVES(1, cudaMemPrefetchAsync(m, 16, none, 0, s));

  GIVES(1, cudaMemPrefetchAsync(m, 16, odd, 0, s));

  GIVES(0, cudaMemPrefetchAsync(m, 16, host, 0, s));

  GIVES(1, cudaMemPrefetchAsync(m, 16, dev0, 1, s));

  GIVES(1, cudaMemPrefetchAsync(d, 16, dev0, 0, s));

  GIVES(1, cudaMemPrefetchAsync(p, 16, dev0, 0, s));

  GIVES(1, cudaMemPrefetchAsync(m, (size_t)1 << 30, dev0, 0, s));

  GIVES(1, cudaMemAdvise(nullptr, 16, cudaMemAdviseSetReadMostly, dev0));

  GIVES(1, cudaMemAdvise(m, 0, cudaMemAdviseSetReadMostly, dev0));

  GIVES(1, cudaMemAdvise(m, 16, (cudaMemoryAdvise)0, dev0));

  GIVES(1, cudaMemAdvise(m, 16, (cudaMemoryAdvise)7, dev0));

  GIVES(1, cudaMemAdvise(m, 16, cudaMemAdviseSetPreferredLocation, dev9));

  GIVES(1, cudaMemAdvise(m, 16, cudaMemAdviseSetPreferredLocation, none));

  GIVES(0, cudaMemAdvise(m, 16, cudaMemAdviseSetReadMostly, dev9));

  GIVES(1, cudaMemAdvise(m, 16, cudaMemAdviseSetReadMostly, none));

  GIVES(1, cudaMemAdvise(m, 16, cudaMemAdviseSetAccessedBy, dev9));

  GIVES(0, cudaMemAdvise(m, 16, cudaMemAdviseSetAccessedBy, host));

  GIVES(1, cudaMemAdvise(d, 16, cudaMemAdviseSetReadMostly, dev0));

  GIVES(1, cudaMemAdvise(p, 16, cudaMemAdviseSetReadMostly, dev0));

  GIVES(1, cudaMemAdvise(m, (size_t)1 << 30, cudaMemAdviseSetReadMostly, dev0));

  int v[4];

  GIVES(1, cudaMemRangeGetAttribute(nullptr, 4, cudaMemRangeAttributeReadMostly, m, 16));

  GIVES(1, cudaMemRangeGetAttribute(v, 0, cudaMemRangeAttributeReadMostly, m, 16));

  GIVES(1, cudaMemRangeGetAttribute(v, 3, cudaMemRangeAttributeReadMostly, m, 16));

  GIVES(1, cudaMemRangeGetAttribute(v, 8, cudaMemRangeAttributeReadMostly, m, 16));

  GIVES(1, cudaMemRangeGetAttribute(v, 6, cudaMemRangeAttributeAccessedBy, m, 16));

  GIVES(0, cudaMemRangeGetAttribute(v, 16, cudaMemRangeAttributeAccessedBy, m, 16));

  GIVES(1, cudaMemRangeGetAttribute(v, 4, (cudaMemRangeAttribute)99, m, 16));

  GIVES(1, cudaMemRangeGetAttribute(v, 4, (cudaMemRangeAttribute)0, m, 16));

  GIVES(1, cudaMemRangeGetAttribute(v, 4, cudaMemRangeAttributeReadMostly, nullptr, 16));

  GIVES(1, cudaMemRangeGetAttribute(v, 4, cudaMemRangeAttributeReadMostly, m, 0));

  GIVES(1, cudaMemRangeGetAttribute(v, 4, cudaMemRangeAttributeReadMostly, d, 16));

  GIVES(1, cudaMemRangeGetAttributes(nullptr, nullptr, nullptr, 0, m, 16));

  void* dp[1] = {v};
  size_t ds[1] = {4};
  cudaMemRangeAttribute ra[1] = {cudaMemRangeAttributeReadMostly};

  GIVES(1, cudaMemRangeGetAttributes(dp, ds, ra, 0, m, 16));

  GIVES(1, cudaMemRangeGetAttributes(dp, ds, nullptr, 1, m, 16));

  GIVES(1, cudaMemRangeGetAttributes(dp, nullptr, ra, 1, m, 16));

  GIVES(0, cudaMemRangeGetAttributes(dp, ds, ra, 1, m, 16));

  GIVES(0, cudaStreamAttachMemAsync(s, m, 0, cudaMemAttachSingle));

  GIVES(1, cudaStreamAttachMemAsync(s, m, 0, 7));

  GIVES(1, cudaStreamAttachMemAsync(s, m, 16, cudaMemAttachSingle));

  GIVES(1, cudaStreamAttachMemAsync(s, (char*)m + 16, 0, cudaMemAttachSingle));

  GIVES(1, cudaStreamAttachMemAsync(s, nullptr, 0, cudaMemAttachSingle));

  GIVES(1, cudaStreamAttachMemAsync(s, d, 0, cudaMemAttachSingle));

  GIVES(1, cudaStreamAttachMemAsync(nullptr, m, 0, cudaMemAttachSingle));

  GIVES(0, cudaStreamAttachMemAsync(s, m, 0, cudaMemAttachGlobal));

  free(r);
  free(h);
  return ok();
}
