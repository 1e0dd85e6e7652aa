// What wrong arguments give: memory of the driver API. Each code is what a GPU gave for the same
// calls. rows: D-062 D-070 D-077 D-085 D-087 D-091

// nvcc: -lcuda
#include "arguments.h"

int main() {
  OK(cudaFree(0));
  CUdeviceptr d, e, q;
  size_t n;
  void* p;
  char* h = (char*)calloc(1, 1 << 20);
  CUstream s;
  OK(cuMemAlloc(&d, 1 << 20));
  OK(cuMemAlloc(&e, 1 << 20));
  OK(cuStreamCreate(&s, 0));
  CUdeviceptr m;
  OK(cuMemAllocManaged(&m, 4096, CU_MEM_ATTACH_GLOBAL));
  OK(cuMemAllocHost(&p, 4096));
  CUstream B = bad<CUstream>();
  unsigned f;

  GIVES(1, cuMemAlloc(nullptr, 16));

  GIVES(1, cuMemAlloc(&q, 0));

  GIVES(2, cuMemAlloc(&q, (size_t)-1));

  GIVES(2, cuMemAlloc(&q, (size_t)1 << 50));

  GIVES(0, cuMemFree(0));

  GIVES(1, cuMemFree(16));

  GIVES(1, cuMemFree(d + 1));

  GIVES(1, cuMemFree((CUdeviceptr)h));

  GIVES(1, cuMemFree((CUdeviceptr)p));

  GIVES(1, cuMemAllocPitch(&q, &n, 16, 16, 3));

  GIVES(1, cuMemAllocPitch(&q, &n, 16, 16, 0));

  GIVES(1, cuMemAllocPitch(&q, &n, 16, 16, 32));

  GIVES(0, cuMemAllocPitch(&q, &n, 16, 16, 16));

  GIVES(1, cuMemAllocPitch(&q, &n, 0, 16, 4));

  GIVES(1, cuMemAllocPitch(&q, &n, 16, 0, 4));

  GIVES(1, cuMemAllocPitch(nullptr, &n, 16, 16, 4));

  GIVES(1, cuMemAllocPitch(&q, nullptr, 16, 16, 4));

  GIVES(0, cuMemGetInfo(nullptr, &n));

  GIVES(0, cuMemGetInfo(&n, nullptr));

  GIVES(0, cuMemGetAddressRange(&q, &n, d + 100));

  GIVES(0, cuMemGetAddressRange(nullptr, &n, d));

  GIVES(0, cuMemGetAddressRange(&q, nullptr, d));

  GIVES(0, cuMemGetAddressRange(nullptr, nullptr, d));

  GIVES(500, cuMemGetAddressRange(&q, &n, 16));

  GIVES(500, cuMemGetAddressRange(&q, &n, (CUdeviceptr)h));

  GIVES(0, cuMemGetAddressRange(&q, &n, (CUdeviceptr)p));

  GIVES(500, cuMemGetAddressRange(&q, &n, 0));

  GIVES(0, cuMemGetAddressRange(&q, &n, m));

  GIVES(1, cuMemAllocHost(nullptr, 16));
  void* hp;
  GIVES(0, cuMemAllocHost(&hp, 0));

  GIVES(0, cuMemHostAlloc(&hp, 0, 0));

  GIVES(1, cuMemHostAlloc(&hp, 16, 8));

  GIVES(1, cuMemHostAlloc(nullptr, 16, 0));

  GIVES(0, cuMemFreeHost(nullptr));

  GIVES(1, cuMemFreeHost(h));

  GIVES(1, cuMemFreeHost((void*)d));

  GIVES(1, cuMemHostGetDevicePointer(&q, h, 0));

  GIVES(1, cuMemHostGetDevicePointer(&q, p, 1));

  GIVES(1, cuMemHostGetDevicePointer(nullptr, p, 0));

  GIVES(0, cuMemHostGetFlags(&f, p));

  GIVES(1, cuMemHostGetFlags(&f, h));
  f = 99;
  GIVES(0, cuMemHostGetFlags(&f, (void*)m));

  GIVES(1, cuMemHostRegister(nullptr, 16, 0));

  GIVES(1, cuMemHostRegister(h, 0, 0));

  GIVES(1, cuMemHostRegister(h, 16, 0x80));

  GIVES(1, cuMemHostUnregister(nullptr));

  GIVES(713, cuMemHostUnregister(h));

  GIVES(1, cuMemAllocManaged(&q, 16, 0));

  GIVES(1, cuMemAllocManaged(&q, 0, 1));

  GIVES(1, cuMemAllocManaged(&q, 16, 3));

  GIVES(1, cuMemAllocManaged(nullptr, 16, 1));

  GIVES(1, cuMemAllocManaged(&q, 16, CU_MEM_ATTACH_SINGLE));

  GIVES(0, cuMemcpyHtoD(d, h, 0));

  GIVES(1, cuMemcpyHtoD(0, h, 16));

  GIVES(0, cuMemcpyHtoD(0, nullptr, 0));

  GIVES(1, cuMemcpyHtoD(d, nullptr, 16));

  GIVES(1, cuMemcpyHtoD((CUdeviceptr)h, h, 16));

  GIVES(1, cuMemcpyHtoD(d, h, (1 << 20) + 1));

  GIVES(0, cuMemcpyHtoD(d, (void*)e, 16));

  GIVES(1, cuMemcpyDtoH(nullptr, d, 16));

  GIVES(1, cuMemcpyDtoH(h, 0, 16));

  GIVES(1, cuMemcpyDtoH(h, (CUdeviceptr)h, 16));

  GIVES(1, cuMemcpyDtoH(h, d, (1 << 20) + 1));

  GIVES(1, cuMemcpyDtoD(d, 0, 16));

  GIVES(1, cuMemcpyDtoD(0, d, 16));

  GIVES(1, cuMemcpyDtoD(d, e, (1 << 20) + 1));

  GIVES(1, cuMemcpyDtoD(d, (CUdeviceptr)h, 16));

  GIVES(0, cuMemcpyDtoD(d, (CUdeviceptr)p, 16));

  GIVES(0, cuMemcpy(d, (CUdeviceptr)h, 16));

  GIVES(1, cuMemcpy(0, d, 16));

  GIVES(0, cuMemcpy((CUdeviceptr)h, (CUdeviceptr)h + 64, 16));

  GIVES(1, cuMemcpyHtoDAsync(0, h, 16, s));

  GIVES(1, cuMemcpyDtoHAsync(h, 0, 16, s));

  GIVES(1, cuMemcpyDtoDAsync(d, e, (1 << 20) + 1, s));

  CUcontext cx;
  OK(cuCtxGetCurrent(&cx));
  GIVES(0, cuMemcpyPeer(d, cx, e, cx, 16));

  GIVES(0, cuMemcpyPeer(d, nullptr, e, cx, 16));

  GIVES(0, cuMemcpyPeer(d, cx, e, nullptr, 16));

  GIVES(1, cuMemcpyPeer(0, cx, e, cx, 16));

  GIVES(0, cuMemsetD8(d, 0, 0));

  GIVES(1, cuMemsetD8(0, 0, 16));

  GIVES(0, cuMemsetD8(0, 0, 0));

  GIVES(1, cuMemsetD8(d, 0, (1 << 20) + 1));

  GIVES(1, cuMemsetD8((CUdeviceptr)h, 0, 16));

  GIVES(1, cuMemsetD16(d + 1, 0, 4));

  GIVES(1, cuMemsetD16(d, 0, (1 << 19) + 1));

  GIVES(1, cuMemsetD32(d + 2, 0, 4));

  GIVES(1, cuMemsetD32(d + 1, 0, 4));

  GIVES(1, cuMemsetD32(d, 0, (1 << 18) + 1));

  GIVES(0, cuMemsetD32(d, 0, (size_t)1 << 62));

  GIVES(1, cuMemsetD2D8(d, 8, 0, 16, 2));

  GIVES(0, cuMemsetD2D8(d, 16, 0, 16, 0));

  GIVES(0, cuMemsetD2D8(d, 16, 0, 0, 2));

  GIVES(1, cuMemsetD2D16(d, 7, 0, 2, 2));

  GIVES(1, cuMemsetD2D16(d, 16, 0, 9, 2));

  GIVES(1, cuMemsetD2D32(d, 18, 0, 4, 2));

  GIVES(1, cuMemsetD2D32(d, 16, 0, 5, 2));

  GIVES(1, cuMemsetD2D32(d + 2, 16, 0, 4, 2));

  GIVES(1, cuMemsetD2D32(d, 1024, 0, 4, 1025));

  GIVES(1, cuMemsetD32Async(d + 2, 0, 4, s));

  GIVES(1, cuMemsetD2D32Async(d, 16, 0, 5, 2, s));

  GIVES(0, cuMemsetD8(m, 0, 16));

  GIVES(0, cuMemsetD8((CUdeviceptr)p, 0, 16));

  CUDA_MEMCPY2D c2 = {};
  GIVES(1, cuMemcpy2D(nullptr));

  GIVES(0, cuMemcpy2D(&c2));
  c2.srcMemoryType = CU_MEMORYTYPE_HOST;
  c2.srcHost = h;
  c2.srcPitch = 64;
  c2.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  c2.dstDevice = d;
  c2.dstPitch = 64;
  c2.WidthInBytes = 64;
  c2.Height = 4;
  GIVES(0, cuMemcpy2D(&c2));
  c2.srcPitch = 63;
  GIVES(1, cuMemcpy2D(&c2));
  c2.srcPitch = 64;
  c2.srcMemoryType = (CUmemorytype)9;
  GIVES(1, cuMemcpy2D(&c2));
  c2.srcMemoryType = (CUmemorytype)0;
  GIVES(1, cuMemcpy2D(&c2));
  c2.srcMemoryType = CU_MEMORYTYPE_HOST;
  c2.dstXInBytes = 1;
  GIVES(1, cuMemcpy2D(&c2));
  c2.dstXInBytes = 0;
  c2.dstDevice = 0;
  GIVES(1, cuMemcpy2D(&c2));
  c2.dstDevice = d;
  c2.srcHost = nullptr;
  GIVES(1, cuMemcpy2D(&c2));
  c2.srcHost = h;
  c2.dstPitch = 0;
  GIVES(0, cuMemcpy2D(&c2));
  c2.dstPitch = 64;
  c2.WidthInBytes = 0;
  GIVES(0, cuMemcpy2D(&c2));
  c2.WidthInBytes = 64;
  c2.Height = 0;
  GIVES(0, cuMemcpy2D(&c2));
  c2.Height = 4;
  c2.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  GIVES(1, cuMemcpy2D(&c2));
  c2.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
  GIVES(0, cuMemcpy2D(&c2));

  GIVES(0, cuMemcpy2DUnaligned(&c2));

  GIVES(1, cuMemcpy2DUnaligned(nullptr));

  CUDA_MEMCPY3D c3 = {};
  GIVES(1, cuMemcpy3D(nullptr));

  GIVES(0, cuMemcpy3D(&c3));
  c3.srcMemoryType = CU_MEMORYTYPE_HOST;
  c3.srcHost = h;
  c3.srcPitch = 64;
  c3.srcHeight = 4;
  c3.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  c3.dstDevice = d;
  c3.dstPitch = 64;
  c3.dstHeight = 4;
  c3.WidthInBytes = 64;
  c3.Height = 4;
  c3.Depth = 2;
  GIVES(0, cuMemcpy3D(&c3));
  c3.srcHeight = 3;
  GIVES(1, cuMemcpy3D(&c3));
  c3.Depth = 1;
  GIVES(1, cuMemcpy3D(&c3));
  c3.Depth = 2;
  c3.srcHeight = 0;
  GIVES(0, cuMemcpy3D(&c3));
  c3.srcHeight = 4;
  c3.dstPitch = 32;
  GIVES(1, cuMemcpy3D(&c3));
  c3.dstPitch = 64;
  c3.Depth = 0;
  GIVES(0, cuMemcpy3D(&c3));
  c3.Depth = 2;
  c3.srcLOD = 1;
  GIVES(0, cuMemcpy3D(&c3));
  c3.srcLOD = 0;
  c3.reserved0 = h;
  GIVES(0, cuMemcpy3D(&c3));

  CUarray ar;
  CUDA_ARRAY_DESCRIPTOR ad = {16, 16, CU_AD_FORMAT_FLOAT, 1};
  GIVES(1, cuArrayCreate(nullptr, &ad));

  GIVES(1, cuArrayCreate(&ar, nullptr));
  ad.NumChannels = 3;
  GIVES(1, cuArrayCreate(&ar, &ad));
  ad.NumChannels = 0;
  GIVES(1, cuArrayCreate(&ar, &ad));
  ad.NumChannels = 1;
  ad.Format = (CUarray_format)99;
  GIVES(1, cuArrayCreate(&ar, &ad));
  ad.Format = CU_AD_FORMAT_FLOAT;
  ad.Width = 0;
  GIVES(1, cuArrayCreate(&ar, &ad));
  ad.Width = 1 << 20;
  GIVES(1, cuArrayCreate(&ar, &ad));
  ad.Width = 16;
  GIVES(400, cuArrayDestroy(nullptr));

  GIVES(400, cuArrayGetDescriptor(&ad, nullptr));
  OK(cuArrayCreate(&ar, &ad));
  GIVES(1, cuArrayGetDescriptor(nullptr, ar));

  GIVES(1, cuMemcpyHtoA(ar, 0, h, 1024));

  GIVES(1, cuMemcpyHtoA(ar, 0, h, 65));

  GIVES(0, cuMemcpyHtoA(ar, 0, h, 64));

  GIVES(0, cuMemcpyAtoH(h, ar, 0, 64));

  GIVES(1, cuMemcpyAtoH(h, ar, 60, 8));

  GIVES(0, cuMemcpyAtoD(d, ar, 0, 64));

  GIVES(1, cuMemcpyDtoA(ar, 64, d, 64));

  GIVES(0, cuMemcpyAtoA(ar, 0, ar, 0, 64));

  GIVES(1, cuMemcpyAtoA(ar, 0, nullptr, 0, 64));

  GIVES(0, cuArrayDestroy(ar));
  CUDA_ARRAY3D_DESCRIPTOR a3 = {16, 16, 5, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_CUBEMAP};
  GIVES(1, cuArray3DCreate(&ar, &a3));
  a3.Flags = 0x4000;
  GIVES(1, cuArray3DCreate(&ar, &a3));
  a3.Flags = 0;
  a3.Height = 0;
  GIVES(1, cuArray3DCreate(&ar, &a3));

  int v;
  unsigned long long u;
  GIVES(1, cuPointerGetAttribute(nullptr, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, d));

  GIVES(1, cuPointerGetAttribute(&v, (CUpointer_attribute)0, d));

  GIVES(1, cuPointerGetAttribute(&v, (CUpointer_attribute)99, d));

  GIVES(1, cuPointerGetAttribute(&v, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)h));

  GIVES(1, cuPointerGetAttribute(&v, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 0));

  GIVES(0, cuPointerGetAttribute(&v, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, d));

  GIVES(1, cuPointerGetAttribute(&u, CU_POINTER_ATTRIBUTE_HOST_POINTER, d));

  GIVES(0, cuPointerGetAttribute(&u, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, (CUdeviceptr)p));

  GIVES(0, cuPointerGetAttribute(&v, CU_POINTER_ATTRIBUTE_IS_MANAGED, m));

  GIVES(0, cuPointerGetAttribute(&v, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, m));

  GIVES(0, cuPointerGetAttribute(&v, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, (CUdeviceptr)p));

  GIVES(0, cuPointerGetAttribute(&u, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, d));

  GIVES(0, cuPointerGetAttribute(&u, CU_POINTER_ATTRIBUTE_RANGE_SIZE, d + 5));

  GIVES(1, cuPointerGetAttribute(&u, CU_POINTER_ATTRIBUTE_RANGE_SIZE, (CUdeviceptr)h));

  GIVES(1, cuPointerGetAttributes(0, nullptr, nullptr, d));

  GIVES(1, cuPointerGetAttributes(1, nullptr, nullptr, d));
  v = 1;
  GIVES(0, cuPointerSetAttribute(&v, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, d));

  GIVES(1, cuPointerSetAttribute(&v, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, d));

  GIVES(1, cuPointerSetAttribute(nullptr, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, d));

  GIVES(1, cuPointerSetAttribute(&v, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, (CUdeviceptr)h));

  GIVES(0, cuMemFree(e));

  GIVES(1, cuMemFree(e));

  GIVES(1, cuMemcpyHtoD(e, h, 16));

  free(h);
  return ok();
}
