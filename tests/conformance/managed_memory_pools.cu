// Pools of managed memory: the host and kernels use what is allocated from them in stream order,
// and locations have such pools of their own.
// nvcc: -lcuda
#include "driver.h"

__global__ void increment(int* values) {
  values[threadIdx.x] += 1;
}

static CUmemPoolProps properties(CUmemLocationType type) {
  CUmemPoolProps result = {};
  result.allocType = CU_MEM_ALLOCATION_TYPE_MANAGED;
  result.location.type = type;
  return result;
}

static void use(CUmemoryPool pool) {
  CUdeviceptr pointer;
  DRIVER_CHECK(cuMemAllocFromPoolAsync(&pointer, 4096, pool, nullptr));
  DRIVER_CHECK(cuStreamSynchronize(nullptr));
  int* values = reinterpret_cast<int*>(pointer);
  for (int i = 0; i < 32; ++i)
    values[i] = i;
  increment<<<1, 32>>>(values);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ_AT(i, values[i], i + 1);
  unsigned isManaged = 0;
  DRIVER_CHECK(cuPointerGetAttribute(&isManaged, CU_POINTER_ATTRIBUTE_IS_MANAGED, pointer));
  EXPECT_EQ(isManaged, 1u);
  DRIVER_CHECK(cuMemFreeAsync(pointer, nullptr));
  DRIVER_CHECK(cuStreamSynchronize(nullptr));
}

int main() {
  usePrimaryContext();
  CUmemoryPool pool, other;
  for (CUmemLocationType type :
       {CU_MEM_LOCATION_TYPE_INVALID, CU_MEM_LOCATION_TYPE_DEVICE, CU_MEM_LOCATION_TYPE_HOST}) {
    CUmemPoolProps props = properties(type);
    DRIVER_CHECK(cuMemPoolCreate(&pool, &props));
    use(pool);
    CUmemLocation device = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    CUmemAccess_flags access = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    DRIVER_CHECK(cuMemPoolGetAccess(&access, pool, &device));
    EXPECT_EQ(int(access), int(CU_MEM_ACCESS_FLAGS_PROT_NONE));
    DRIVER_CHECK(cuMemPoolDestroy(pool));
  }

  // They are neither shared with other processes nor limited.
  CUmemPoolProps props = properties(CU_MEM_LOCATION_TYPE_DEVICE);
  props.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemPoolCreate(&pool, &props));
  props = properties(CU_MEM_LOCATION_TYPE_DEVICE);
  props.maxSize = 1 << 20;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemPoolCreate(&pool, &props));

  CUmemLocation device = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  DRIVER_CHECK(cuMemGetDefaultMemPool(&pool, &device, CU_MEM_ALLOCATION_TYPE_MANAGED));
  DRIVER_CHECK(cuMemGetMemPool(&other, &device, CU_MEM_ALLOCATION_TYPE_MANAGED));
  EXPECT_EQ(other, pool);
  use(pool);
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemPoolDestroy(pool));

  props = properties(CU_MEM_LOCATION_TYPE_DEVICE);
  DRIVER_CHECK(cuMemPoolCreate(&other, &props));
  DRIVER_CHECK(cuMemSetMemPool(&device, CU_MEM_ALLOCATION_TYPE_MANAGED, other));
  DRIVER_CHECK(cuMemGetMemPool(&pool, &device, CU_MEM_ALLOCATION_TYPE_MANAGED));
  EXPECT_EQ(pool, other);
  DRIVER_CHECK(cuMemPoolDestroy(other));
  DRIVER_CHECK(cuMemGetMemPool(&pool, &device, CU_MEM_ALLOCATION_TYPE_MANAGED));
  CHECK(pool != other);
  return ok();
}
