// What wrong arguments give: streams and events. Each code is what a GPU gave for the same calls.
// rows: R-121 R-125 R-157 R-158
// nvcc: -lcuda
#include "arguments.h"

int main() {
  cudaStream_t s, t, gone;
  cudaEvent_t e, e2, nt, evGone, unrecorded;
  float ms;
  unsigned fl;
  int pr, dv;
  unsigned long long id;
  void* d;
  OK(cudaMalloc(&d, 4096));
  OK(cudaStreamCreate(&s));
  OK(cudaStreamCreate(&gone));
  OK(cudaStreamDestroy(gone));
  OK(cudaEventCreate(&e));
  OK(cudaEventCreate(&e2));
  OK(cudaEventCreate(&unrecorded));
  OK(cudaEventCreateWithFlags(&nt, cudaEventDisableTiming));
  OK(cudaEventCreate(&evGone));
  OK(cudaEventDestroy(evGone));
  cudaStream_t B = bad<cudaStream_t>();
  cudaEvent_t BE = bad<cudaEvent_t>();

  GIVES(1, cudaStreamCreate(nullptr));

  GIVES(1, cudaStreamCreateWithFlags(nullptr, 0));

  GIVES(1, cudaStreamCreateWithFlags(&t, 2));

  GIVES(1, cudaStreamCreateWithFlags(&t, (unsigned)-1));

  GIVES(1, cudaStreamCreateWithPriority(nullptr, 0, 0));

  GIVES(1, cudaStreamCreateWithPriority(&t, 5, 0));

  GIVES(0, cudaStreamCreateWithPriority(&t, 0, -100));

  GIVES(0, cudaStreamGetPriority(t, &pr));

  GIVES(0, cudaStreamCreateWithPriority(&t, 0, 100));

  GIVES(0, cudaStreamGetPriority(t, &pr));

  GIVES(400, cudaStreamDestroy(nullptr));

  GIVES(400, cudaStreamDestroy(cudaStreamLegacy));

  GIVES(400, cudaStreamDestroy(cudaStreamPerThread));

  GIVES(0, cudaStreamQuery(nullptr));

  GIVES(0, cudaStreamQuery(cudaStreamLegacy));

  GIVES(0, cudaStreamQuery(cudaStreamPerThread));

  GIVES(1, cudaStreamGetFlags(s, nullptr));

  GIVES(0, cudaStreamGetFlags(nullptr, &fl));

  GIVES(0, cudaStreamGetFlags(cudaStreamPerThread, &fl));

  GIVES(0, cudaStreamGetFlags(cudaStreamLegacy, &fl));

  GIVES(1, cudaStreamGetPriority(s, nullptr));

  GIVES(0, cudaStreamGetPriority(nullptr, &pr));

  GIVES(1, cudaStreamGetId(s, nullptr));

  GIVES(0, cudaStreamGetId(nullptr, &id));

  GIVES(0, cudaStreamGetDevice(nullptr, &dv));

  GIVES(400, cudaStreamWaitEvent(s, nullptr, 0));

  GIVES(1, cudaStreamWaitEvent(s, e, 2));

  GIVES(401, cudaStreamWaitEvent(s, e, 1));

  GIVES(0, cudaStreamWaitEvent(s, unrecorded, 0));

  GIVES(0, cudaStreamWaitEvent(nullptr, unrecorded, 0));

  GIVES(1, cudaStreamAddCallback(s, nullptr, nullptr, 0));

  GIVES(1, cudaStreamAddCallback(s, callback, nullptr, 1));

  GIVES(1, cudaLaunchHostFunc(s, nullptr, nullptr));

  GIVES(0, cudaLaunchHostFunc(nullptr, hostFunction, nullptr));

  GIVES(1, cudaEventCreate((cudaEvent_t*)nullptr));

  GIVES(1, cudaEventCreateWithFlags(nullptr, 0));

  GIVES(1, cudaEventCreateWithFlags(&e2, 8));

  GIVES(1, cudaEventCreateWithFlags(&e2, (unsigned)-1));

  GIVES(1, cudaEventCreateWithFlags(&e2, cudaEventInterprocess));

  GIVES(0, cudaEventCreateWithFlags(&e2, 7));
  OK(cudaEventCreate(&e2));

  GIVES(400, cudaEventDestroy(nullptr));

  GIVES(400, cudaEventRecord(nullptr, s));

  GIVES(1, cudaEventRecordWithFlags(e, s, 2));

  GIVES(401, cudaEventRecordWithFlags(e, s, 1));

  GIVES(400, cudaEventRecordWithFlags(nullptr, s, 0));

  GIVES(400, cudaEventQuery(nullptr));

  return ok();
}
