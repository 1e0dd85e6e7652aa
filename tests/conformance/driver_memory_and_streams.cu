// Memory, streams and events of the driver API. Rows D-070 to D-076, D-083, D-084, D-095 to D-098.
// nvcc: -lcuda
#include "driver.h"

int main() {
  usePrimaryContext();
  CUdeviceptr a, b;
  const int n = 256;
  DRIVER_CHECK(cuMemAlloc(&a, n * 4));
  DRIVER_CHECK(cuMemAlloc(&b, n * 4));
  EXPECT_EQ(a % 256, 0u);
  DRIVER_CHECK(cuMemsetD32(a, 0x01020304, n));
  DRIVER_CHECK(cuMemsetD16(a + 8, 0xabcd, 2));
  DRIVER_CHECK(cuMemsetD8(a + 16, 0x77, 3));
  CUstream stream;
  CUevent start, stop;
  DRIVER_CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  DRIVER_CHECK(cuEventCreate(&start, CU_EVENT_DEFAULT));
  DRIVER_CHECK(cuEventCreate(&stop, CU_EVENT_DEFAULT));
  unsigned* host;
  DRIVER_CHECK(cuMemAllocHost(reinterpret_cast<void**>(&host), n * 4));
  DRIVER_CHECK(cuCtxSynchronize());
  DRIVER_CHECK(cuEventRecord(start, stream));
  DRIVER_CHECK(cuMemcpyDtoDAsync(b, a, n * 4, stream));
  DRIVER_CHECK(cuMemcpyDtoHAsync(host, b, n * 4, stream));
  DRIVER_CHECK(cuEventRecord(stop, stream));
  DRIVER_CHECK(cuEventSynchronize(stop));
  DRIVER_CHECK(cuEventQuery(stop));
  DRIVER_CHECK(cuStreamQuery(stream));
  float ms = -1;
  DRIVER_CHECK(cuEventElapsedTime(&ms, start, stop));
  CHECK(ms >= 0 && ms < 10000);
  EXPECT_EQ(host[0], 0x01020304u);
  EXPECT_EQ(host[2], 0xabcdabcdu);
  EXPECT_EQ(host[4], 0x01777777u);
  EXPECT_EQ(host[n - 1], 0x01020304u);
  CUdeviceptr base;
  size_t size;
  DRIVER_CHECK(cuMemGetAddressRange(&base, &size, a + 100));
  EXPECT_EQ(base, a);
  EXPECT_EQ(size, n * 4u);
  size_t free, total;
  DRIVER_CHECK(cuMemGetInfo(&free, &total));
  CHECK(free <= total && total > 0);

  CUDA_MEMCPY2D copy = {};
  unsigned small[3][4] = {};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = a;
  copy.srcPitch = 16;
  copy.srcXInBytes = 4;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = small;
  copy.dstPitch = 16;
  copy.WidthInBytes = 8;
  copy.Height = 3;
  DRIVER_CHECK(cuMemcpy2D(&copy));
  EXPECT_EQ(small[0][0], 0x01020304u);
  EXPECT_EQ(small[0][1], 0xabcdabcdu);
  EXPECT_EQ(small[1][0], 0x01020304u);
  EXPECT_EQ(small[2][2], 0u);
  EXPECT_DRIVER(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&base, size_t(1) << 60));
  DRIVER_CHECK(cuEventDestroy(start));
  DRIVER_CHECK(cuEventDestroy(stop));
  DRIVER_CHECK(cuStreamDestroy(stream));
  DRIVER_CHECK(cuMemFreeHost(host));
  DRIVER_CHECK(cuMemFree(a));
  DRIVER_CHECK(cuMemFree(b));
  return ok();
}
