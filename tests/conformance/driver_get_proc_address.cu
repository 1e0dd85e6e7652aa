// Driver functions found by name at run time. Row D-011.
// nvcc: -lcuda
#include "driver.h"

typedef CUresult (*GetCount)(int*);
typedef CUresult (*Alloc)(CUdeviceptr*, size_t);
typedef CUresult (*Free)(CUdeviceptr);

template <class F> static F find(const char* name) {
  void* pointer = nullptr;
  CUdriverProcAddressQueryResult status;
  DRIVER_CHECK(cuGetProcAddress(name, &pointer, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_SUCCESS);
  CHECK(pointer != nullptr);
  return reinterpret_cast<F>(pointer);
}

int main() {
  usePrimaryContext();
  int count = 0;
  DRIVER_CHECK(find<GetCount>("cuDeviceGetCount")(&count));
  CHECK(count >= 1);
  CUdeviceptr p = 0;
  DRIVER_CHECK(find<Alloc>("cuMemAlloc")(&p, 1000));
  CHECK(p != 0);
  DRIVER_CHECK(find<Free>("cuMemFree")(p));
  // An unknown name is no error: the query result and a null pointer say so.
  void* pointer = &count;
  CUdriverProcAddressQueryResult status;
  DRIVER_CHECK(
      cuGetProcAddress("cuNoSuchFunction", &pointer, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  EXPECT_EQ(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  CHECK(pointer == nullptr);
  return ok();
}
