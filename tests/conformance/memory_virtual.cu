// R-245: virtual memory management: reserving addresses, mapping memory into them, growing,
// access rights and descriptors.
// nvcc: -lcuda
#include <unistd.h>

#include <vector>

#include "driver.h"

__global__ void addOne(int* data, size_t count) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    data[i] += 1;
}

int main() {
  usePrimaryContext();
  int supported = 0;
  DRIVER_CHECK(
      cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0));
  if (!supported)
    return ok();

  CUmemAllocationProp prop = {};
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  prop.location.id = 0;
  prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  size_t granularity = 0;
  DRIVER_CHECK(
      cuMemGetAllocationGranularity(&granularity, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  CHECK(granularity > 0 && (granularity & (granularity - 1)) == 0);

  // A range for two parts, of which the first is there at first.
  CUdeviceptr base;
  DRIVER_CHECK(cuMemAddressReserve(&base, 2 * granularity, 0, 0, 0));
  CUmemGenericAllocationHandle first, second;
  DRIVER_CHECK(cuMemCreate(&first, granularity, &prop, 0));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&second, granularity + 1, &prop, 0));
  DRIVER_CHECK(cuMemMap(base, granularity, 0, first, 0));
  CUmemAccessDesc access = {};
  access.location = prop.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  DRIVER_CHECK(cuMemSetAccess(base, granularity, &access, 1));
  unsigned long long flags = 0;
  DRIVER_CHECK(cuMemGetAccess(&flags, &prop.location, base));
  EXPECT_EQ(flags, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);

  // It grows; copies and kernels go across the seam.
  DRIVER_CHECK(cuMemCreate(&second, granularity, &prop, 0));
  DRIVER_CHECK(cuMemMap(base + granularity, granularity, 0, second, 0));
  DRIVER_CHECK(cuMemSetAccess(base + granularity, granularity, &access, 1));
  const size_t count = 2 * granularity / sizeof(int);
  std::vector<int> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = static_cast<int>(i);
  DRIVER_CHECK(cuMemcpyHtoD(base, values.data(), 2 * granularity));
  addOne<<<64, 256>>>(reinterpret_cast<int*>(base), count);
  CUDA_CHECK(cudaGetLastError());
  std::vector<int> back(count);
  DRIVER_CHECK(cuMemcpyDtoH(back.data(), base, 2 * granularity));
  for (size_t i = 0; i < count; ++i)
    EXPECT_EQ_AT(i, back[i], static_cast<int>(i + 1));

  // The same memory at another address, by a descriptor.
  int descriptor = -1;
  DRIVER_CHECK(cuMemExportToShareableHandle(&descriptor, second,
                                            CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  CUmemGenericAllocationHandle imported;
  DRIVER_CHECK(cuMemImportFromShareableHandle(
      &imported, reinterpret_cast<void*>(static_cast<intptr_t>(descriptor)),
      CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
  close(descriptor);
  CUdeviceptr alias;
  DRIVER_CHECK(cuMemAddressReserve(&alias, granularity, 0, 0, 0));
  DRIVER_CHECK(cuMemMap(alias, granularity, 0, imported, 0));
  DRIVER_CHECK(cuMemSetAccess(alias, granularity, &access, 1));
  int one = 0;
  DRIVER_CHECK(cuMemcpyDtoH(&one, alias, sizeof one));
  EXPECT_EQ(one, static_cast<int>(count / 2 + 1));

  // Handles and mappings keep the memory together.
  CUmemGenericAllocationHandle again;
  DRIVER_CHECK(cuMemRetainAllocationHandle(&again, reinterpret_cast<void*>(base)));
  CHECK(again == first);
  CUmemAllocationProp found = {};
  DRIVER_CHECK(cuMemGetAllocationPropertiesFromHandle(&found, again));
  EXPECT_EQ(found.type, CU_MEM_ALLOCATION_TYPE_PINNED);
  EXPECT_EQ(found.location.id, 0);
  DRIVER_CHECK(cuMemRelease(again));
  DRIVER_CHECK(cuMemRelease(first));
  DRIVER_CHECK(cuMemcpyDtoH(&one, base + 4, sizeof one));
  EXPECT_EQ(one, 2);

  // Not while something is mapped there.
  CHECK(cuMemAddressFree(base, 2 * granularity) != CUDA_SUCCESS);
  DRIVER_CHECK(cuMemUnmap(base, 2 * granularity));
  DRIVER_CHECK(cuMemRelease(second));
  DRIVER_CHECK(cuMemAddressFree(base, 2 * granularity));
  DRIVER_CHECK(cuMemUnmap(alias, granularity));
  DRIVER_CHECK(cuMemRelease(imported));
  DRIVER_CHECK(cuMemAddressFree(alias, granularity));
  return ok();
}
