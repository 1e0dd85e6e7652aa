// What wrong arguments give: virtual memory management. Each code is what a GPU gave for the same
// calls. rows: D-062

// nvcc: -lcuda
#include "arguments.h"

int main() {
  OK(cudaFree(0));
  CUmemAllocationProp pr = {};
  pr.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  pr.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  size_t g;
  CUmemGenericAllocationHandle hd, h2;
  CUdeviceptr va, q;
  unsigned long long fl;
  OK(cuMemGetAllocationGranularity(&g, &pr, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  GIVES(1, cuMemGetAllocationGranularity(nullptr, &pr, CU_MEM_ALLOC_GRANULARITY_MINIMUM));

  GIVES(1, cuMemGetAllocationGranularity(&g, nullptr, CU_MEM_ALLOC_GRANULARITY_MINIMUM));

  GIVES(1, cuMemGetAllocationGranularity(&g, &pr, (CUmemAllocationGranularity_flags)9));
  OK(cuMemGetAllocationGranularity(&g, &pr, CU_MEM_ALLOC_GRANULARITY_MINIMUM));

  GIVES(1, cuMemCreate(nullptr, g, &pr, 0));

  GIVES(1, cuMemCreate(&hd, 0, &pr, 0));

  GIVES(1, cuMemCreate(&hd, g / 2, &pr, 0));

  GIVES(1, cuMemCreate(&hd, g, nullptr, 0));

  GIVES(1, cuMemCreate(&hd, g, &pr, 1));

  GIVES(2, cuMemCreate(&hd, (size_t)1 << 50, &pr, 0));
  {
    auto x = pr;
    x.type = CU_MEM_ALLOCATION_TYPE_INVALID;
    GIVES(1, cuMemCreate(&hd, g, &x, 0));
    x = pr;
    x.location.id = 9;
    GIVES(101, cuMemCreate(&hd, g, &x, 0));
    x = pr;
    x.location.type = CU_MEM_LOCATION_TYPE_INVALID;
    GIVES(1, cuMemCreate(&hd, g, &x, 0));
    x = pr;
    x.requestedHandleTypes = (CUmemAllocationHandleType)64;
  }
  OK(cuMemCreate(&hd, g, &pr, 0));
  GIVES(1, cuMemAddressReserve(nullptr, g, 0, 0, 0));

  GIVES(1, cuMemAddressReserve(&va, 0, 0, 0, 0));

  GIVES(1, cuMemAddressReserve(&va, g + 1, 0, 0, 0));

  GIVES(1, cuMemAddressReserve(&va, g, 3, 0, 0));

  GIVES(1, cuMemAddressReserve(&va, g, 0, 0, 1));

  GIVES(2, cuMemAddressReserve(&va, (size_t)1 << 60, 0, 0, 0));
  OK(cuMemAddressReserve(&va, 4 * g, 0, 0, 0));
  GIVES(1, cuMemMap(0, g, 0, hd, 0));

  GIVES(1, cuMemMap(va, 0, 0, hd, 0));

  GIVES(801, cuMemMap(va, g / 2, 0, hd, 0));

  GIVES(1, cuMemMap(va + 1, g, 0, hd, 0));

  GIVES(801, cuMemMap(va, g, g, hd, 0));

  GIVES(801, cuMemMap(va, 2 * g, 0, hd, 0));

  GIVES(1, cuMemMap(va, g, 0, 0, 0));

  GIVES(1, cuMemMap(va, g, 0, hd, 1));

  GIVES(1, cuMemMap(va + 4 * g, g, 0, hd, 0));

  GIVES(0, cuMemMap(va, g, 0, hd, 0));

  GIVES(1, cuMemMap(va, g, 0, hd, 0));
  CUmemAccessDesc ad = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  GIVES(1, cuMemcpyDtoD(va, va, 16));

  GIVES(1, cuMemsetD8(va, 0, 16));

  GIVES(1, cuMemSetAccess(0, g, &ad, 1));

  GIVES(1, cuMemSetAccess(va, 0, &ad, 1));

  GIVES(1, cuMemSetAccess(va, g, nullptr, 1));

  GIVES(1, cuMemSetAccess(va, g, &ad, 0));

  GIVES(1, cuMemSetAccess(va, 2 * g, &ad, 1));

  GIVES(1, cuMemSetAccess(va + g, g, &ad, 1));
  ad.flags = (CUmemAccess_flags)9;
  GIVES(1, cuMemSetAccess(va, g, &ad, 1));
  ad.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  ad.location.id = 9;
  GIVES(1, cuMemSetAccess(va, g, &ad, 1));
  ad.location.id = 0;
  GIVES(0, cuMemSetAccess(va, g, &ad, 1));
  CUmemLocation lc = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  GIVES(1, cuMemGetAccess(nullptr, &lc, va));

  GIVES(1, cuMemGetAccess(&fl, nullptr, va));

  GIVES(1, cuMemGetAccess(&fl, &lc, 0));

  GIVES(0, cuMemGetAccess(&fl, &lc, va));

  GIVES(1, cuMemGetAccess(&fl, &lc, va + g));

  GIVES(0, cuMemsetD8(va, 0, g));

  GIVES(1, cuMemsetD8(va, 0, g + 1));

  GIVES(1, cuMemFree(va));

  GIVES(1, cuMemRetainAllocationHandle(&h2, nullptr));

  GIVES(1, cuMemRetainAllocationHandle(nullptr, (void*)va));

  GIVES(0, cuMemRetainAllocationHandle(&h2, (void*)va));

  GIVES(0, cuMemRelease(h2));
  CUmemAllocationProp gp;
  GIVES(1, cuMemGetAllocationPropertiesFromHandle(nullptr, hd));

  GIVES(1, cuMemGetAllocationPropertiesFromHandle(&gp, 0));

  GIVES(0, cuMemGetAllocationPropertiesFromHandle(&gp, hd));
  int fd;
  GIVES(1, cuMemExportToShareableHandle(&fd, hd, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));

  GIVES(1, cuMemExportToShareableHandle(nullptr, hd, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));

  GIVES(999, cuMemImportFromShareableHandle(&h2, (void*)(intptr_t)-1,
                                            CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));

  GIVES(1, cuMemAddressFree(va, 4 * g));

  GIVES(1, cuMemUnmap(0, g));

  GIVES(1, cuMemUnmap(va, g / 2));

  GIVES(0, cuMemUnmap(va, 2 * g));

  GIVES(0, cuMemUnmap(va + g, g));

  GIVES(1, cuMemRelease(0));

  GIVES(0, cuMemRelease(hd));

  GIVES(0, cuMemUnmap(va, g));

  GIVES(0, cuMemUnmap(va, g));

  GIVES(1, cuMemRelease(hd));

  GIVES(1, cuMemAddressFree(0, g));

  GIVES(1, cuMemAddressFree(va, g));

  GIVES(1, cuMemAddressFree(va + g, g));

  GIVES(0, cuMemAddressFree(va, 4 * g));

  GIVES(1, cuMemAddressFree(va, 4 * g));

  return ok();
}
