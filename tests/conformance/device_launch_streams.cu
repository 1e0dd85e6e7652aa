// Device-side streams: a block's launches into the NULL stream are in order, whichever of its
// threads makes them; so are those into a stream that was created; events order streams. Row L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

__global__ void append(int* log, int digit) {
  *log = *log * 10 + digit;
}

__global__ void appendLate(int* log, int digit) {
  for (int i = 0; i < 10; ++i)
    __nanosleep(20000);
  *log = *log * 10 + digit;
}

__global__ void copy(const int* from, int* to) {
  *to = *from;
}

__global__ void inOrder(int* logs) {
  int* mine = logs + blockIdx.x;
  for (int i = 0; i < static_cast<int>(blockDim.x); ++i) {
    if (threadIdx.x == i)
      append<<<1, 1>>>(mine, i + 1);
    __syncthreads();
  }
}

__global__ void ownStream(int* log) {
  cudaStream_t stream;
  if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
    return;
  appendLate<<<1, 1, 0, stream>>>(log, 1);
  append<<<1, 1, 0, stream>>>(log, 2);
  append<<<1, 1, 0, stream>>>(log, 3);
  cudaStreamDestroy(stream);
}

__global__ void withEvents(int* log, int* seen, int* errors) {
  cudaStream_t first, second;
  cudaEvent_t event;
  int failed = cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking) != cudaSuccess;
  failed += cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking) != cudaSuccess;
  failed += cudaEventCreateWithFlags(&event, cudaEventDisableTiming) != cudaSuccess;
  appendLate<<<1, 1, 0, first>>>(log, 7);
  failed += cudaEventRecord(event, first) != cudaSuccess;
  failed += cudaStreamWaitEvent(second, event, 0) != cudaSuccess;
  copy<<<1, 1, 0, second>>>(log, seen);
  failed += cudaEventDestroy(event) != cudaSuccess;
  failed += cudaStreamDestroy(first) != cudaSuccess;
  failed += cudaStreamDestroy(second) != cudaSuccess;
  *errors = failed;
}

int main() {
  Buffer<int> logs(4), log(1), seen(1), errors(1);
  inOrder<<<4, 8>>>(logs.device());
  logs.download();
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ_AT(i, logs[i], 12345678);
  ownStream<<<1, 1>>>(log.device());
  log.download();
  EXPECT_EQ(log[0], 123);
  log[0] = 0;
  log.upload();
  withEvents<<<1, 1>>>(log.device(), seen.device(), errors.device());
  seen.download();
  errors.download();
  EXPECT_EQ(errors[0], 0);
  EXPECT_EQ(seen[0], 7);
  return ok();
}
