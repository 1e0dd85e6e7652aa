// Memory of the driver API: page-locked memory with its flags, registered memory, what a pointer
// is, two- and three-dimensional copies between all kinds, and arrays.
// rows: D-077 D-078 D-079 D-080 D-081 D-082 D-083 D-084 D-085 D-086 D-087 D-088 D-089 D-090
// rows: D-091 D-092 D-093 D-094 R-240
// nvcc: -lcuda
#include <stdlib.h>
#include <string.h>

#include "driver.h"

static unsigned typeOf(const void* p) {
  unsigned type = 0;
  DRIVER_CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CUdeviceptr(p)));
  return type;
}

int main() {
  CUcontext context = usePrimaryContext();
  CUdeviceptr a, b;
  DRIVER_CHECK(cuMemAlloc(&a, 4096));
  DRIVER_CHECK(cuMemAlloc(&b, 4096));
  EXPECT_EQ(typeOf((void*)a), static_cast<unsigned>(CU_MEMORYTYPE_DEVICE));

  for (unsigned flags :
       {0u, unsigned(CU_MEMHOSTALLOC_PORTABLE), unsigned(CU_MEMHOSTALLOC_DEVICEMAP),
        unsigned(CU_MEMHOSTALLOC_WRITECOMBINED),
        unsigned(CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP)}) {
    void* host;
    DRIVER_CHECK(cuMemHostAlloc(&host, 4096, flags));
    EXPECT_EQ(typeOf(host), static_cast<unsigned>(CU_MEMORYTYPE_HOST));
    CUdeviceptr mapped;
    DRIVER_CHECK(cuMemHostGetDevicePointer(&mapped, host, 0));
    DRIVER_CHECK(cuMemsetD32(mapped, 0x01020304, 1024));
    DRIVER_CHECK(cuCtxSynchronize());
    EXPECT_EQ(static_cast<int*>(host)[1023], 0x01020304);
    DRIVER_CHECK(cuMemFreeHost(host));
  }
  char* plain = static_cast<char*>(aligned_alloc(4096, 4096));
  for (unsigned flags :
       {unsigned(CU_MEMHOSTREGISTER_PORTABLE), unsigned(CU_MEMHOSTREGISTER_DEVICEMAP)}) {
    DRIVER_CHECK(cuMemHostRegister(plain, 4096, flags));
    EXPECT_EQ(typeOf(plain), static_cast<unsigned>(CU_MEMORYTYPE_HOST));
    CUdeviceptr mapped;
    DRIVER_CHECK(cuMemHostGetDevicePointer(&mapped, plain, 0));
    DRIVER_CHECK(cuMemsetD8(mapped, 9, 4096));
    DRIVER_CHECK(cuCtxSynchronize());
    EXPECT_EQ(plain[4095], 9);
    DRIVER_CHECK(cuMemHostUnregister(plain));
  }

  // host -> device -> device by kind or by address -> host
  char in[4][4][16], out[4][4][16];
  for (int i = 0; i < 256; ++i)
    reinterpret_cast<char*>(in)[i] = static_cast<char>(i * 7);
  for (CUmemorytype kind : {CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_UNIFIED}) {
    memset(out, 0, sizeof out);
    DRIVER_CHECK(cuMemsetD8(a, 0, 4096));
    CUDA_MEMCPY3D up = {};
    up.srcMemoryType = kind == CU_MEMORYTYPE_UNIFIED ? kind : CU_MEMORYTYPE_HOST;
    up.srcHost = in;
    up.srcDevice = CUdeviceptr(in);
    up.srcPitch = 16;
    up.srcHeight = 4;
    up.dstMemoryType = kind;
    up.dstDevice = a;
    up.dstPitch = 32;
    up.dstHeight = 8;
    up.WidthInBytes = 16;
    up.Height = 4;
    up.Depth = 4;
    DRIVER_CHECK(cuMemcpy3D(&up));
    CUDA_MEMCPY3D_PEER across = {};
    across.srcMemoryType = across.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    across.srcContext = across.dstContext = context;
    across.srcDevice = a;
    across.dstDevice = b;
    across.srcPitch = 32;
    across.srcHeight = 8;
    across.dstPitch = 16;
    across.dstHeight = 4;
    across.WidthInBytes = 16;
    across.Height = 4;
    across.Depth = 4;
    DRIVER_CHECK(cuMemcpy3DPeer(&across));
    DRIVER_CHECK(cuMemsetD8(a, 0, 4096));
    DRIVER_CHECK(cuMemcpyPeer(a, context, b, context, 256));
    DRIVER_CHECK(cuMemcpyPeerAsync(b, context, a, context, 256, nullptr));
    DRIVER_CHECK(cuMemcpy3DPeerAsync(&across, nullptr)); // what it makes of b nobody looks at
    DRIVER_CHECK(cuMemcpyDtoH(out, a, 256));
    CHECK(memcmp(in, out, sizeof in) == 0);
    CUDA_MEMCPY2D down = {};
    down.srcMemoryType = kind;
    down.srcDevice = a;
    down.srcPitch = 64;
    down.srcXInBytes = 16;
    down.srcY = 1;
    down.dstMemoryType = CU_MEMORYTYPE_HOST;
    down.dstHost = out;
    down.dstPitch = 16;
    down.WidthInBytes = 16;
    down.Height = 2;
    DRIVER_CHECK(cuMemcpy2D(&down));
    CHECK(memcmp(out[0][0], in[1][1], 16) == 0);
    CHECK(memcmp(out[0][1], in[2][1], 16) == 0);
  }
  int can = -1;
  DRIVER_CHECK(cuDeviceCanAccessPeer(&can, 0, 0));
  EXPECT_EQ(can, 0);

  // Arrays.
  CUarray array;
  CUDA_ARRAY_DESCRIPTOR description = {};
  description.Format = CU_AD_FORMAT_FLOAT;
  description.NumChannels = 1;
  description.Width = 16;
  description.Height = 4;
  DRIVER_CHECK(cuArrayCreate(&array, &description));
  CUDA_ARRAY_DESCRIPTOR told = {};
  DRIVER_CHECK(cuArrayGetDescriptor(&told, array));
  EXPECT_EQ(told.Width, 16u);
  EXPECT_EQ(told.Height, 4u);
  EXPECT_EQ(static_cast<int>(told.Format), static_cast<int>(CU_AD_FORMAT_FLOAT));
  float values[4][16], back[4][16];
  for (int i = 0; i < 64; ++i)
    values[i / 16][i % 16] = i * 0.5f;
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = values;
  copy.srcPitch = 64;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = 64;
  copy.Height = 4;
  DRIVER_CHECK(cuMemcpy2D(&copy));
  CUDA_MEMCPY2D fetch = {};
  fetch.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  fetch.srcArray = array;
  fetch.dstMemoryType = CU_MEMORYTYPE_HOST;
  fetch.dstHost = back;
  fetch.dstPitch = 64;
  fetch.WidthInBytes = 64;
  fetch.Height = 4;
  DRIVER_CHECK(cuMemcpy2D(&fetch));
  CHECK(memcmp(values, back, sizeof values) == 0);
  DRIVER_CHECK(cuArrayDestroy(array));

  CUDA_ARRAY3D_DESCRIPTOR layers = {};
  layers.Format = CU_AD_FORMAT_UNSIGNED_INT8;
  layers.NumChannels = 4;
  layers.Width = 8;
  layers.Height = 0;
  layers.Depth = 3;
  layers.Flags = CUDA_ARRAY3D_LAYERED;
  DRIVER_CHECK(cuArray3DCreate(&array, &layers));
  CUDA_ARRAY3D_DESCRIPTOR layersTold = {};
  DRIVER_CHECK(cuArray3DGetDescriptor(&layersTold, array));
  EXPECT_EQ(layersTold.Depth, 3u);
  EXPECT_EQ(layersTold.Height, 0u);
  EXPECT_EQ(layersTold.Flags & CUDA_ARRAY3D_LAYERED, static_cast<unsigned>(CUDA_ARRAY3D_LAYERED));
  DRIVER_CHECK(cuArrayDestroy(array));
  return ok();
}
