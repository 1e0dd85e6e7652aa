// Which memory a decompression engine could access, which a GPU also says that has no engine; the
// engine's function is not supported there.

// nvcc: -lcuda
#include "driver.h"

constexpr size_t kBytes = 2u << 20;

static int capable(CUdeviceptr pointer) {
  int value = -1;
  DRIVER_CHECK(
      cuPointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE, pointer));
  return value;
}

static void pool(unsigned usage, int expected) {
  CUmemPoolProps properties = {};
  properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.usage = usage;
  CUmemoryPool made;
  CUdeviceptr pointer;
  DRIVER_CHECK(cuMemPoolCreate(&made, &properties));
  DRIVER_CHECK(cuMemAllocFromPoolAsync(&pointer, 4096, made, nullptr));
  EXPECT_EQ_AT(usage, capable(pointer), expected);
  DRIVER_CHECK(cuMemFreeAsync(pointer, nullptr));
  DRIVER_CHECK(cuStreamSynchronize(nullptr));
  DRIVER_CHECK(cuMemPoolDestroy(made));
}

static void physicalMemory(unsigned usage, int expected) {
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.allocFlags.usage = usage;
  CUmemGenericAllocationHandle handle;
  CUdeviceptr pointer;
  DRIVER_CHECK(cuMemCreate(&handle, kBytes, &properties, 0));
  DRIVER_CHECK(cuMemAddressReserve(&pointer, kBytes, 0, 0, 0));
  DRIVER_CHECK(cuMemMap(pointer, kBytes, 0, handle, 0));
  const CUmemAccessDesc access = {properties.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  DRIVER_CHECK(cuMemSetAccess(pointer, kBytes, &access, 1));
  EXPECT_EQ_AT(usage, capable(pointer), expected);
  DRIVER_CHECK(cuMemUnmap(pointer, kBytes));
  DRIVER_CHECK(cuMemAddressFree(pointer, kBytes));
  DRIVER_CHECK(cuMemRelease(handle));
}

int main() {
  usePrimaryContext();
  CUdeviceptr plain, managed, ordered;
  void* host;
  DRIVER_CHECK(cuMemAlloc(&plain, 4096));
  EXPECT_EQ(capable(plain + 100), 1);
  DRIVER_CHECK(cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL));
  EXPECT_EQ(capable(managed), 0);
  DRIVER_CHECK(cuMemAllocHost(&host, 4096));
  EXPECT_EQ(capable(reinterpret_cast<CUdeviceptr>(host)), 0);
  DRIVER_CHECK(cuMemAllocAsync(&ordered, 4096, nullptr));
  EXPECT_EQ(capable(ordered), 0);
  pool(0, 0);
  pool(CU_MEM_POOL_CREATE_USAGE_HW_DECOMPRESS, 1);
  physicalMemory(0, 0);
  physicalMemory(CU_MEM_CREATE_USAGE_HW_DECOMPRESS, 1);

  int algorithms = -1;
  DRIVER_CHECK(
      cuDeviceGetAttribute(&algorithms, CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK, 0));
  if (algorithms == 0) {
    CUmemDecompressParams operation = {};
    size_t index = 5;
    EXPECT_DRIVER(CUDA_ERROR_NOT_SUPPORTED,
                  cuMemBatchDecompressAsync(&operation, 1, 0, &index, nullptr));
    EXPECT_EQ(index, size_t(5));
  }
  DRIVER_CHECK(cuMemFree(plain));
  DRIVER_CHECK(cuMemFree(managed));
  DRIVER_CHECK(cuMemFreeHost(host));
  DRIVER_CHECK(cuMemFree(ordered));
  return ok();
}
