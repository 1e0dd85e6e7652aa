// What wrong arguments give: streams and events of the driver API. Each code is what a GPU gave for
// the same calls. rows: D-095 D-096 D-097

// nvcc: -lcuda
#include "arguments.h"

int main() {
  OK(cudaFree(0));
  CUstream s, t, gone, B = bad<CUstream>();
  CUevent e, f, nt, gv;
  float ms;
  unsigned fl;
  int pr;
  CUcontext cx;
  CUdeviceptr d;
  OK(cuMemAlloc(&d, 4096));
  OK(cuStreamCreate(&s, 0));
  OK(cuStreamCreate(&gone, 0));
  OK(cuStreamDestroy(gone));
  OK(cuEventCreate(&e, 0));
  OK(cuEventCreate(&f, 0));
  OK(cuEventCreate(&nt, CU_EVENT_DISABLE_TIMING));
  OK(cuEventCreate(&gv, 0));
  OK(cuEventDestroy(gv));
  CUevent BE = bad<CUevent>();

  GIVES(1, cuStreamCreate(nullptr, 0));

  GIVES(1, cuStreamCreate(&t, 2));

  GIVES(1, cuStreamCreateWithPriority(&t, 2, 0));

  GIVES(1, cuStreamCreateWithPriority(nullptr, 0, 0));

  GIVES(400, cuStreamDestroy(nullptr));

  GIVES(400, cuStreamDestroy(CU_STREAM_LEGACY));

  GIVES(1, cuStreamGetFlags(s, nullptr));

  GIVES(1, cuStreamGetPriority(s, nullptr));

  GIVES(0, cuStreamGetPriority(nullptr, &pr));

  GIVES(1, cuStreamGetCtx(s, nullptr));

  GIVES(0, cuStreamGetCtx(nullptr, &cx));

  GIVES(400, cuStreamWaitEvent(s, nullptr, 0));

  GIVES(1, cuStreamWaitEvent(s, e, 2));

  GIVES(1, cuStreamAddCallback(s, nullptr, nullptr, 0));

  GIVES(1, cuStreamAddCallback(s, (CUstreamCallback)callback, nullptr, 1));

  GIVES(1, cuLaunchHostFunc(s, nullptr, nullptr));

  GIVES(1, cuStreamAttachMemAsync(s, 0, 0, 1));

  GIVES(1, cuStreamAttachMemAsync(s, d, 0, 1));

  GIVES(1, cuEventCreate(nullptr, 0));

  GIVES(1, cuEventCreate(&f, 8));

  GIVES(1, cuEventCreate(&f, 4));
  OK(cuEventCreate(&f, 0));
  GIVES(400, cuEventDestroy(nullptr));

  GIVES(400, cuEventRecord(nullptr, s));

  GIVES(1, cuEventRecordWithFlags(e, s, 2));

  GIVES(400, cuEventQuery(nullptr));

  GIVES(0, cuEventQuery(f));

  GIVES(400, cuEventSynchronize(nullptr));

  GIVES(0, cuEventSynchronize(f));
  OK(cuEventRecord(e, s));
  OK(cuEventRecord(nt, s));
  OK(cuStreamSynchronize(s));
  GIVES(400, cuEventElapsedTime(&ms, e, nullptr));

  GIVES(400, cuEventElapsedTime(&ms, e, f));

  GIVES(400, cuEventElapsedTime(&ms, f, f));

  GIVES(400, cuEventElapsedTime(&ms, e, nt));

  GIVES(0, cuEventElapsedTime(&ms, e, e));

  GIVES(1, cuStreamWaitValue32(s, 0, 1, 0));

  GIVES(1, cuStreamWaitValue32(s, d + 2, 0, 0));

  GIVES(1, cuStreamWaitValue32(s, d, 0, 0x100));

  GIVES(1, cuStreamWaitValue64(s, d + 4, 0, 0));

  GIVES(1, cuStreamWriteValue32(s, 0, 1, 0));

  GIVES(1, cuStreamWriteValue32(s, d + 1, 1, 0));

  GIVES(1, cuStreamWriteValue32(s, d, 1, 0x100));

  GIVES(1, cuStreamWriteValue64(s, d + 4, 1, 0));

  GIVES(1, cuStreamWriteValue32(s, d, 1, 1));

  GIVES(0, cuStreamWriteValue32(nullptr, d, 1, 0));
  CUstreamBatchMemOpParams op[2] = {};
  GIVES(0, cuStreamBatchMemOp(s, 0, nullptr, 0));

  GIVES(1, cuStreamBatchMemOp(s, 1, op, 0));
  op[0].operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  op[0].writeValue.address = d;
  GIVES(1, cuStreamBatchMemOp(s, 1, op, 1));

  GIVES(0, cuStreamBatchMemOp(s, 1, op, 0));

  GIVES(1, cuStreamBatchMemOp(s, 257, op, 0));
  op[0].operation = (CUstreamBatchMemOpType)99;
  GIVES(1, cuStreamBatchMemOp(s, 1, op, 0));

  GIVES(0, cuProfilerStart());

  GIVES(0, cuProfilerStop());

  GIVES(1, cuFlushGPUDirectRDMAWrites((CUflushGPUDirectRDMAWritesTarget)9,
                                      CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER));

  GIVES(0, cuStreamDestroy(s));

  GIVES(0, cuEventDestroy(e));

  return ok();
}
