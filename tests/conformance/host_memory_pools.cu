// Pools of pinned memory of the host: what is allocated from them in stream order is the host's
// memory, which kernels use once the device has been given access.
// nvcc: -lcuda
#include "driver.h"

__global__ void increment(int* values) {
  values[threadIdx.x] += 1;
}

static CUmemPoolProps properties(CUmemLocationType type, int id) {
  CUmemPoolProps result = {};
  result.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  result.location.type = type;
  result.location.id = id;
  return result;
}

static CUmemAccess_flags accessOf(CUmemoryPool pool, CUmemLocationType type) {
  CUmemLocation location = {type, 0};
  CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_MAX;
  DRIVER_CHECK(cuMemPoolGetAccess(&flags, pool, &location));
  return flags;
}

static CUresult setAccess(CUmemoryPool pool, CUmemLocationType type, CUmemAccess_flags flags) {
  const CUmemAccessDesc access = {{type, 0}, flags};
  return cuMemPoolSetAccess(pool, &access, 1);
}

static void use(CUmemoryPool pool) {
  EXPECT_EQ(int(accessOf(pool, CU_MEM_LOCATION_TYPE_HOST)),
            int(CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  EXPECT_EQ(int(accessOf(pool, CU_MEM_LOCATION_TYPE_DEVICE)), int(CU_MEM_ACCESS_FLAGS_PROT_NONE));
  DRIVER_CHECK(setAccess(pool, CU_MEM_LOCATION_TYPE_DEVICE, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  EXPECT_EQ(int(accessOf(pool, CU_MEM_LOCATION_TYPE_DEVICE)),
            int(CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  CUdeviceptr pointer;
  DRIVER_CHECK(cuMemAllocFromPoolAsync(&pointer, 4096, pool, nullptr));
  DRIVER_CHECK(cuStreamSynchronize(nullptr));
  unsigned type = 0, isManaged = 1;
  void* host = nullptr;
  DRIVER_CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, pointer));
  DRIVER_CHECK(cuPointerGetAttribute(&isManaged, CU_POINTER_ATTRIBUTE_IS_MANAGED, pointer));
  DRIVER_CHECK(cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, pointer));
  EXPECT_EQ(type, unsigned(CU_MEMORYTYPE_HOST));
  EXPECT_EQ(isManaged, 0u);
  int* values = static_cast<int*>(host);
  CHECK(values == reinterpret_cast<int*>(pointer));
  for (int i = 0; i < 32; ++i)
    values[i] = i;
  increment<<<1, 32>>>(values);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ_AT(i, values[i], i + 1);
  DRIVER_CHECK(cuMemFreeAsync(pointer, nullptr));
  DRIVER_CHECK(cuStreamSynchronize(nullptr));
  // The host always has access, and nobody access for reading alone.
  EXPECT_DRIVER(CUDA_ERROR_NOT_SUPPORTED,
                setAccess(pool, CU_MEM_LOCATION_TYPE_HOST, CU_MEM_ACCESS_FLAGS_PROT_NONE));
  EXPECT_DRIVER(CUDA_ERROR_NOT_SUPPORTED,
                setAccess(pool, CU_MEM_LOCATION_TYPE_DEVICE, CU_MEM_ACCESS_FLAGS_PROT_READ));
  DRIVER_CHECK(setAccess(pool, CU_MEM_LOCATION_TYPE_DEVICE, CU_MEM_ACCESS_FLAGS_PROT_NONE));
}

int main() {
  usePrimaryContext();
  CUmemoryPool pool, other;
  // The id counts only for a NUMA node.
  for (int id : {0, 1}) {
    CUmemPoolProps props = properties(CU_MEM_LOCATION_TYPE_HOST, id);
    DRIVER_CHECK(cuMemPoolCreate(&pool, &props));
    use(pool);
    DRIVER_CHECK(cuMemPoolDestroy(pool));
  }
  CUmemPoolProps props = properties(CU_MEM_LOCATION_TYPE_HOST_NUMA, 0);
  DRIVER_CHECK(cuMemPoolCreate(&pool, &props));
  use(pool);
  DRIVER_CHECK(cuMemPoolDestroy(pool));

  props = properties(CU_MEM_LOCATION_TYPE_HOST_NUMA, -1);
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemPoolCreate(&pool, &props));
  props = properties(CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT, 0);
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemPoolCreate(&pool, &props));
  props = properties(CU_MEM_LOCATION_TYPE_HOST, 0);
  props.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemPoolCreate(&pool, &props));

  // The host has a pool without the program's doing, which stays.
  CUmemLocation host = {CU_MEM_LOCATION_TYPE_HOST, 0};
  DRIVER_CHECK(cuMemGetDefaultMemPool(&pool, &host, CU_MEM_ALLOCATION_TYPE_PINNED));
  DRIVER_CHECK(cuMemGetMemPool(&other, &host, CU_MEM_ALLOCATION_TYPE_PINNED));
  CHECK(pool == other);
  use(pool);
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemPoolDestroy(pool));
  props = properties(CU_MEM_LOCATION_TYPE_HOST, 0);
  CUmemoryPool own;
  DRIVER_CHECK(cuMemPoolCreate(&own, &props));
  DRIVER_CHECK(cuMemSetMemPool(&host, CU_MEM_ALLOCATION_TYPE_PINNED, own));
  DRIVER_CHECK(cuMemGetMemPool(&other, &host, CU_MEM_ALLOCATION_TYPE_PINNED));
  CHECK(other == own);
  DRIVER_CHECK(cuMemSetMemPool(&host, CU_MEM_ALLOCATION_TYPE_PINNED, pool));
  DRIVER_CHECK(cuMemPoolDestroy(own));
  CUmemLocation current = {CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT, 0};
  EXPECT_DRIVER(CUDA_ERROR_NOT_SUPPORTED,
                cuMemGetDefaultMemPool(&pool, &current, CU_MEM_ALLOCATION_TYPE_PINNED));
  return ok();
}
