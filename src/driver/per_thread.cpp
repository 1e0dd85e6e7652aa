// Twins of the entry points that act on the default stream: here it is the calling thread's own.
#include "driver/stream.h"

#define HEDDLE_PER_THREAD extern "C" __attribute__((visibility("default"))) CUresult

using heddle::driver::PerThreadDefault;

HEDDLE_PER_THREAD cuEventRecordWithFlags_ptsz(CUevent a, CUstream b, unsigned int c) {
  const PerThreadDefault scope;
  return cuEventRecordWithFlags(a, b, c);
}
HEDDLE_PER_THREAD cuEventRecord_ptsz(CUevent a, CUstream b) {
  const PerThreadDefault scope;
  return cuEventRecord(a, b);
}
HEDDLE_PER_THREAD cuGraphInstantiateWithParams_ptsz(CUgraphExec* a, CUgraph b,
                                                    CUDA_GRAPH_INSTANTIATE_PARAMS* c) {
  const PerThreadDefault scope;
  return cuGraphInstantiateWithParams(a, b, c);
}
HEDDLE_PER_THREAD cuGraphLaunch_ptsz(CUgraphExec a, CUstream b) {
  const PerThreadDefault scope;
  return cuGraphLaunch(a, b);
}
HEDDLE_PER_THREAD cuGraphUpload_ptsz(CUgraphExec a, CUstream b) {
  const PerThreadDefault scope;
  return cuGraphUpload(a, b);
}
HEDDLE_PER_THREAD cuLaunchCooperativeKernel_ptsz(CUfunction a, unsigned int b, unsigned int c,
                                                 unsigned int d, unsigned int e, unsigned int f,
                                                 unsigned int g, unsigned int h, CUstream i,
                                                 void** j) {
  const PerThreadDefault scope;
  return cuLaunchCooperativeKernel(a, b, c, d, e, f, g, h, i, j);
}
HEDDLE_PER_THREAD cuLaunchHostFunc_ptsz(CUstream a, CUhostFn b, void* c) {
  const PerThreadDefault scope;
  return cuLaunchHostFunc(a, b, c);
}
HEDDLE_PER_THREAD cuLaunchKernelEx_ptsz(const CUlaunchConfig* a, CUfunction b, void** c, void** d) {
  const PerThreadDefault scope;
  return cuLaunchKernelEx(a, b, c, d);
}
HEDDLE_PER_THREAD cuLaunchKernel_ptsz(CUfunction a, unsigned int b, unsigned int c, unsigned int d,
                                      unsigned int e, unsigned int f, unsigned int g,
                                      unsigned int h, CUstream i, void** j, void** k) {
  const PerThreadDefault scope;
  return cuLaunchKernel(a, b, c, d, e, f, g, h, i, j, k);
}
HEDDLE_PER_THREAD cuMemAllocAsync_ptsz(CUdeviceptr* a, size_t b, CUstream c) {
  const PerThreadDefault scope;
  return cuMemAllocAsync(a, b, c);
}
HEDDLE_PER_THREAD cuMemAllocFromPoolAsync_ptsz(CUdeviceptr* a, size_t b, CUmemoryPool c,
                                               CUstream d) {
  const PerThreadDefault scope;
  return cuMemAllocFromPoolAsync(a, b, c, d);
}
HEDDLE_PER_THREAD cuMemFreeAsync_ptsz(CUdeviceptr a, CUstream b) {
  const PerThreadDefault scope;
  return cuMemFreeAsync(a, b);
}
HEDDLE_PER_THREAD cuMemPrefetchAsync_v2_ptsz(CUdeviceptr a, size_t b, CUmemLocation c,
                                             unsigned int d, CUstream e) {
  const PerThreadDefault scope;
  return cuMemPrefetchAsync_v2(a, b, c, d, e);
}
HEDDLE_PER_THREAD cuMemcpy2DAsync_v2_ptsz(const CUDA_MEMCPY2D* a, CUstream b) {
  const PerThreadDefault scope;
  return cuMemcpy2DAsync_v2(a, b);
}
HEDDLE_PER_THREAD cuMemcpy2DUnaligned_v2_ptds(const CUDA_MEMCPY2D* a) {
  const PerThreadDefault scope;
  return cuMemcpy2DUnaligned_v2(a);
}
HEDDLE_PER_THREAD cuMemcpy2D_v2_ptds(const CUDA_MEMCPY2D* a) {
  const PerThreadDefault scope;
  return cuMemcpy2D_v2(a);
}
HEDDLE_PER_THREAD cuMemcpy3DAsync_v2_ptsz(const CUDA_MEMCPY3D* a, CUstream b) {
  const PerThreadDefault scope;
  return cuMemcpy3DAsync_v2(a, b);
}
HEDDLE_PER_THREAD cuMemcpy3DPeerAsync_ptsz(const CUDA_MEMCPY3D_PEER* a, CUstream b) {
  const PerThreadDefault scope;
  return cuMemcpy3DPeerAsync(a, b);
}
HEDDLE_PER_THREAD cuMemcpy3DPeer_ptds(const CUDA_MEMCPY3D_PEER* a) {
  const PerThreadDefault scope;
  return cuMemcpy3DPeer(a);
}
HEDDLE_PER_THREAD cuMemcpy3D_v2_ptds(const CUDA_MEMCPY3D* a) {
  const PerThreadDefault scope;
  return cuMemcpy3D_v2(a);
}
HEDDLE_PER_THREAD cuMemcpyAsync_ptsz(CUdeviceptr a, CUdeviceptr b, size_t c, CUstream d) {
  const PerThreadDefault scope;
  return cuMemcpyAsync(a, b, c, d);
}
HEDDLE_PER_THREAD cuMemcpyAtoA_v2_ptds(CUarray a, size_t b, CUarray c, size_t d, size_t e) {
  const PerThreadDefault scope;
  return cuMemcpyAtoA_v2(a, b, c, d, e);
}
HEDDLE_PER_THREAD cuMemcpyAtoD_v2_ptds(CUdeviceptr a, CUarray b, size_t c, size_t d) {
  const PerThreadDefault scope;
  return cuMemcpyAtoD_v2(a, b, c, d);
}
HEDDLE_PER_THREAD cuMemcpyAtoHAsync_v2_ptsz(void* a, CUarray b, size_t c, size_t d, CUstream e) {
  const PerThreadDefault scope;
  return cuMemcpyAtoHAsync_v2(a, b, c, d, e);
}
HEDDLE_PER_THREAD cuMemcpyAtoH_v2_ptds(void* a, CUarray b, size_t c, size_t d) {
  const PerThreadDefault scope;
  return cuMemcpyAtoH_v2(a, b, c, d);
}
HEDDLE_PER_THREAD cuMemcpyDtoA_v2_ptds(CUarray a, size_t b, CUdeviceptr c, size_t d) {
  const PerThreadDefault scope;
  return cuMemcpyDtoA_v2(a, b, c, d);
}
HEDDLE_PER_THREAD cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr a, CUdeviceptr b, size_t c, CUstream d) {
  const PerThreadDefault scope;
  return cuMemcpyDtoDAsync_v2(a, b, c, d);
}
HEDDLE_PER_THREAD cuMemcpyDtoD_v2_ptds(CUdeviceptr a, CUdeviceptr b, size_t c) {
  const PerThreadDefault scope;
  return cuMemcpyDtoD_v2(a, b, c);
}
HEDDLE_PER_THREAD cuMemcpyDtoHAsync_v2_ptsz(void* a, CUdeviceptr b, size_t c, CUstream d) {
  const PerThreadDefault scope;
  return cuMemcpyDtoHAsync_v2(a, b, c, d);
}
HEDDLE_PER_THREAD cuMemcpyDtoH_v2_ptds(void* a, CUdeviceptr b, size_t c) {
  const PerThreadDefault scope;
  return cuMemcpyDtoH_v2(a, b, c);
}
HEDDLE_PER_THREAD cuMemcpyHtoAAsync_v2_ptsz(CUarray a, size_t b, const void* c, size_t d,
                                            CUstream e) {
  const PerThreadDefault scope;
  return cuMemcpyHtoAAsync_v2(a, b, c, d, e);
}
HEDDLE_PER_THREAD cuMemcpyHtoA_v2_ptds(CUarray a, size_t b, const void* c, size_t d) {
  const PerThreadDefault scope;
  return cuMemcpyHtoA_v2(a, b, c, d);
}
HEDDLE_PER_THREAD cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr a, const void* b, size_t c, CUstream d) {
  const PerThreadDefault scope;
  return cuMemcpyHtoDAsync_v2(a, b, c, d);
}
HEDDLE_PER_THREAD cuMemcpyHtoD_v2_ptds(CUdeviceptr a, const void* b, size_t c) {
  const PerThreadDefault scope;
  return cuMemcpyHtoD_v2(a, b, c);
}
HEDDLE_PER_THREAD cuMemcpyPeerAsync_ptsz(CUdeviceptr a, CUcontext b, CUdeviceptr c, CUcontext d,
                                         size_t e, CUstream f) {
  const PerThreadDefault scope;
  return cuMemcpyPeerAsync(a, b, c, d, e, f);
}
HEDDLE_PER_THREAD cuMemcpyPeer_ptds(CUdeviceptr a, CUcontext b, CUdeviceptr c, CUcontext d,
                                    size_t e) {
  const PerThreadDefault scope;
  return cuMemcpyPeer(a, b, c, d, e);
}
HEDDLE_PER_THREAD cuMemcpy_ptds(CUdeviceptr a, CUdeviceptr b, size_t c) {
  const PerThreadDefault scope;
  return cuMemcpy(a, b, c);
}
HEDDLE_PER_THREAD cuMemsetD16Async_ptsz(CUdeviceptr a, unsigned short b, size_t c, CUstream d) {
  const PerThreadDefault scope;
  return cuMemsetD16Async(a, b, c, d);
}
HEDDLE_PER_THREAD cuMemsetD16_v2_ptds(CUdeviceptr a, unsigned short b, size_t c) {
  const PerThreadDefault scope;
  return cuMemsetD16_v2(a, b, c);
}
HEDDLE_PER_THREAD cuMemsetD2D16Async_ptsz(CUdeviceptr a, size_t b, unsigned short c, size_t d,
                                          size_t e, CUstream f) {
  const PerThreadDefault scope;
  return cuMemsetD2D16Async(a, b, c, d, e, f);
}
HEDDLE_PER_THREAD cuMemsetD2D16_v2_ptds(CUdeviceptr a, size_t b, unsigned short c, size_t d,
                                        size_t e) {
  const PerThreadDefault scope;
  return cuMemsetD2D16_v2(a, b, c, d, e);
}
HEDDLE_PER_THREAD cuMemsetD2D32Async_ptsz(CUdeviceptr a, size_t b, unsigned int c, size_t d,
                                          size_t e, CUstream f) {
  const PerThreadDefault scope;
  return cuMemsetD2D32Async(a, b, c, d, e, f);
}
HEDDLE_PER_THREAD cuMemsetD2D32_v2_ptds(CUdeviceptr a, size_t b, unsigned int c, size_t d,
                                        size_t e) {
  const PerThreadDefault scope;
  return cuMemsetD2D32_v2(a, b, c, d, e);
}
HEDDLE_PER_THREAD cuMemsetD2D8Async_ptsz(CUdeviceptr a, size_t b, unsigned char c, size_t d,
                                         size_t e, CUstream f) {
  const PerThreadDefault scope;
  return cuMemsetD2D8Async(a, b, c, d, e, f);
}
HEDDLE_PER_THREAD cuMemsetD2D8_v2_ptds(CUdeviceptr a, size_t b, unsigned char c, size_t d,
                                       size_t e) {
  const PerThreadDefault scope;
  return cuMemsetD2D8_v2(a, b, c, d, e);
}
HEDDLE_PER_THREAD cuMemsetD32Async_ptsz(CUdeviceptr a, unsigned int b, size_t c, CUstream d) {
  const PerThreadDefault scope;
  return cuMemsetD32Async(a, b, c, d);
}
HEDDLE_PER_THREAD cuMemsetD32_v2_ptds(CUdeviceptr a, unsigned int b, size_t c) {
  const PerThreadDefault scope;
  return cuMemsetD32_v2(a, b, c);
}
HEDDLE_PER_THREAD cuMemsetD8Async_ptsz(CUdeviceptr a, unsigned char b, size_t c, CUstream d) {
  const PerThreadDefault scope;
  return cuMemsetD8Async(a, b, c, d);
}
HEDDLE_PER_THREAD cuMemsetD8_v2_ptds(CUdeviceptr a, unsigned char b, size_t c) {
  const PerThreadDefault scope;
  return cuMemsetD8_v2(a, b, c);
}
HEDDLE_PER_THREAD cuStreamAddCallback_ptsz(CUstream a, CUstreamCallback b, void* c,
                                           unsigned int d) {
  const PerThreadDefault scope;
  return cuStreamAddCallback(a, b, c, d);
}
HEDDLE_PER_THREAD cuStreamAttachMemAsync_ptsz(CUstream a, CUdeviceptr b, size_t c, unsigned int d) {
  const PerThreadDefault scope;
  return cuStreamAttachMemAsync(a, b, c, d);
}
HEDDLE_PER_THREAD cuStreamBatchMemOp_v2_ptsz(CUstream a, unsigned int b,
                                             CUstreamBatchMemOpParams* c, unsigned int d) {
  const PerThreadDefault scope;
  return cuStreamBatchMemOp_v2(a, b, c, d);
}
HEDDLE_PER_THREAD cuStreamBeginCaptureToGraph_ptsz(CUstream a, CUgraph b, const CUgraphNode* c,
                                                   const CUgraphEdgeData* d, size_t e,
                                                   CUstreamCaptureMode f) {
  const PerThreadDefault scope;
  return cuStreamBeginCaptureToGraph(a, b, c, d, e, f);
}
HEDDLE_PER_THREAD cuStreamBeginCapture_v2_ptsz(CUstream a, CUstreamCaptureMode b) {
  const PerThreadDefault scope;
  return cuStreamBeginCapture_v2(a, b);
}
HEDDLE_PER_THREAD cuStreamCopyAttributes_ptsz(CUstream a, CUstream b) {
  const PerThreadDefault scope;
  return cuStreamCopyAttributes(a, b);
}
HEDDLE_PER_THREAD cuStreamEndCapture_ptsz(CUstream a, CUgraph* b) {
  const PerThreadDefault scope;
  return cuStreamEndCapture(a, b);
}
HEDDLE_PER_THREAD cuStreamGetAttribute_ptsz(CUstream a, CUstreamAttrID b, CUstreamAttrValue* c) {
  const PerThreadDefault scope;
  return cuStreamGetAttribute(a, b, c);
}
HEDDLE_PER_THREAD cuStreamGetCaptureInfo_v3_ptsz(CUstream a, CUstreamCaptureStatus* b,
                                                 cuuint64_t* c, CUgraph* d, const CUgraphNode** e,
                                                 const CUgraphEdgeData** f, size_t* g) {
  const PerThreadDefault scope;
  return cuStreamGetCaptureInfo_v3(a, b, c, d, e, f, g);
}
HEDDLE_PER_THREAD cuStreamGetCtx_ptsz(CUstream a, CUcontext* b) {
  const PerThreadDefault scope;
  return cuStreamGetCtx(a, b);
}
HEDDLE_PER_THREAD cuStreamGetCtx_v2_ptsz(CUstream a, CUcontext* b, CUgreenCtx* c) {
  const PerThreadDefault scope;
  return cuStreamGetCtx_v2(a, b, c);
}
HEDDLE_PER_THREAD cuStreamGetDevice_ptsz(CUstream a, CUdevice* b) {
  const PerThreadDefault scope;
  return cuStreamGetDevice(a, b);
}
HEDDLE_PER_THREAD cuStreamGetFlags_ptsz(CUstream a, unsigned int* b) {
  const PerThreadDefault scope;
  return cuStreamGetFlags(a, b);
}
HEDDLE_PER_THREAD cuStreamGetId_ptsz(CUstream a, unsigned long long* b) {
  const PerThreadDefault scope;
  return cuStreamGetId(a, b);
}
HEDDLE_PER_THREAD cuStreamGetPriority_ptsz(CUstream a, int* b) {
  const PerThreadDefault scope;
  return cuStreamGetPriority(a, b);
}
HEDDLE_PER_THREAD cuStreamIsCapturing_ptsz(CUstream a, CUstreamCaptureStatus* b) {
  const PerThreadDefault scope;
  return cuStreamIsCapturing(a, b);
}
HEDDLE_PER_THREAD cuStreamQuery_ptsz(CUstream a) {
  const PerThreadDefault scope;
  return cuStreamQuery(a);
}
HEDDLE_PER_THREAD cuStreamSetAttribute_ptsz(CUstream a, CUstreamAttrID b,
                                            const CUstreamAttrValue* c) {
  const PerThreadDefault scope;
  return cuStreamSetAttribute(a, b, c);
}
HEDDLE_PER_THREAD cuStreamSynchronize_ptsz(CUstream a) {
  const PerThreadDefault scope;
  return cuStreamSynchronize(a);
}
HEDDLE_PER_THREAD cuStreamUpdateCaptureDependencies_v2_ptsz(CUstream a, CUgraphNode* b,
                                                            const CUgraphEdgeData* c, size_t d,
                                                            unsigned int e) {
  const PerThreadDefault scope;
  return cuStreamUpdateCaptureDependencies_v2(a, b, c, d, e);
}
HEDDLE_PER_THREAD cuStreamWaitEvent_ptsz(CUstream a, CUevent b, unsigned int c) {
  const PerThreadDefault scope;
  return cuStreamWaitEvent(a, b, c);
}
HEDDLE_PER_THREAD cuStreamWaitValue32_v2_ptsz(CUstream a, CUdeviceptr b, cuuint32_t c,
                                              unsigned int d) {
  const PerThreadDefault scope;
  return cuStreamWaitValue32_v2(a, b, c, d);
}
HEDDLE_PER_THREAD cuStreamWaitValue64_v2_ptsz(CUstream a, CUdeviceptr b, cuuint64_t c,
                                              unsigned int d) {
  const PerThreadDefault scope;
  return cuStreamWaitValue64_v2(a, b, c, d);
}
HEDDLE_PER_THREAD cuStreamWriteValue32_v2_ptsz(CUstream a, CUdeviceptr b, cuuint32_t c,
                                               unsigned int d) {
  const PerThreadDefault scope;
  return cuStreamWriteValue32_v2(a, b, c, d);
}
HEDDLE_PER_THREAD cuStreamWriteValue64_v2_ptsz(CUstream a, CUdeviceptr b, cuuint64_t c,
                                               unsigned int d) {
  const PerThreadDefault scope;
  return cuStreamWriteValue64_v2(a, b, c, d);
}
