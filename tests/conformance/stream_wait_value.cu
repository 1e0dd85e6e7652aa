// R-121 R-128: streams wait for words of memory and write them: cuStreamWaitValue, WriteValue and
// batches.
// nvcc: -lcuda
#include "driver.h"

int main() {
  usePrimaryContext();
  CUstream waiting, writing;
  DRIVER_CHECK(cuStreamCreate(&waiting, CU_STREAM_NON_BLOCKING));
  DRIVER_CHECK(cuStreamCreate(&writing, CU_STREAM_NON_BLOCKING));
  volatile unsigned* flag;
  CUDA_CHECK(cudaHostAlloc((void**)&flag, 64, cudaHostAllocMapped));
  flag[0] = flag[1] = 0;
  CUdeviceptr address;
  DRIVER_CHECK(cuMemHostGetDevicePointer(&address, (void*)flag, 0));

  // The host lets it go.
  DRIVER_CHECK(cuStreamWaitValue32(waiting, address, 3, CU_STREAM_WAIT_VALUE_GEQ));
  DRIVER_CHECK(cuStreamWriteValue32(waiting, address + 4, 11, CU_STREAM_WRITE_VALUE_DEFAULT));
  EXPECT_DRIVER(CUDA_ERROR_NOT_READY, cuStreamQuery(waiting));
  flag[0] = 2;
  EXPECT_DRIVER(CUDA_ERROR_NOT_READY, cuStreamQuery(waiting));
  EXPECT_EQ(flag[1], 0);
  flag[0] = 3;
  DRIVER_CHECK(cuStreamSynchronize(waiting));
  EXPECT_EQ(flag[1], 11);

  // Another stream lets it go.
  DRIVER_CHECK(cuStreamWaitValue32(waiting, address, 100, CU_STREAM_WAIT_VALUE_EQ));
  DRIVER_CHECK(cuStreamWriteValue32(writing, address, 100, CU_STREAM_WRITE_VALUE_DEFAULT));
  DRIVER_CHECK(cuStreamSynchronize(waiting));
  DRIVER_CHECK(cuStreamWaitValue32(waiting, address, 4, CU_STREAM_WAIT_VALUE_AND));
  DRIVER_CHECK(cuStreamSynchronize(waiting));

  CUdeviceptr wide;
  DRIVER_CHECK(cuMemAlloc(&wide, 16));
  DRIVER_CHECK(cuMemsetD8(wide, 0, 16));
  CUstreamBatchMemOpParams operations[3] = {};
  operations[0].operation = CU_STREAM_MEM_OP_WAIT_VALUE_64;
  operations[0].waitValue.address = wide;
  operations[0].waitValue.value64 = 1ull << 40;
  operations[0].waitValue.flags = CU_STREAM_WAIT_VALUE_GEQ;
  operations[1].operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
  operations[1].writeValue.address = wide + 8;
  operations[1].writeValue.value64 = 0x123456789abcull;
  operations[2].operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  operations[2].writeValue.address = address;
  operations[2].writeValue.value = 77;
  DRIVER_CHECK(cuStreamBatchMemOp(waiting, 3, operations, 0));
  EXPECT_DRIVER(CUDA_ERROR_NOT_READY, cuStreamQuery(waiting));
  DRIVER_CHECK(cuStreamWriteValue64(writing, wide, 1ull << 41, CU_STREAM_WRITE_VALUE_DEFAULT));
  DRIVER_CHECK(cuStreamSynchronize(waiting));
  unsigned long long value = 0;
  DRIVER_CHECK(cuMemcpyDtoH(&value, wide + 8, 8));
  EXPECT_EQ(value, 0x123456789abcull);
  EXPECT_EQ(flag[0], 77);

  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32(writing, address + 1, 1, 0));
  return ok();
}
