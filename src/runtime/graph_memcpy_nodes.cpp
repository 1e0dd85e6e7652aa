// Memory copy nodes of graphs: of boxes, of linear memory, and of variables.
#include "runtime/array.h"
#include "runtime/copy.h"

using namespace heddle::runtime;

namespace {

// Calls `use` with a copy in the driver's terms.
template <class Use>
cudaError_t withCopy(const cudaMemcpy3DParms* given, Use&& use,
                     const char* caller = __builtin_FUNCTION()) {
  if (!given)
    return record(cudaErrorInvalidValue);
  auto body = [&](const Driver& driver) {
    CUDA_MEMCPY3D copy{};
    if (cudaError_t status = describeCopy(driver, *given, copy); status != cudaSuccess)
      return status;
    return toError(use(driver, copy));
  };
  return inContext(body, caller);
}

// Turns a copy in the driver's terms back into the runtime's. If one side is an array, widths and
// offsets count its elements.
CUresult describeForRuntime(const Driver& driver, const CUDA_MEMCPY3D& copy, cudaMemcpy3DParms& p) {
  p = {};
  size_t elementBytes = 1;
  auto* srcArray = reinterpret_cast<cudaArray_t>(copy.srcArray);
  auto* dstArray = reinterpret_cast<cudaArray_t>(copy.dstArray);
  if (cudaArray_t array = srcArray ? srcArray : dstArray)
    if (CUresult result = arrayElementBytes(driver, array, elementBytes))
      return result;
  p.srcArray = srcArray;
  p.dstArray = dstArray;
  p.srcPos = {copy.srcXInBytes / (srcArray ? elementBytes : 1), copy.srcY, copy.srcZ};
  p.dstPos = {copy.dstXInBytes / (dstArray ? elementBytes : 1), copy.dstY, copy.dstZ};
  if (!srcArray)
    p.srcPtr = {const_cast<void*>(copy.srcHost), copy.srcPitch, copy.WidthInBytes, copy.srcHeight};
  if (!dstArray)
    p.dstPtr = {copy.dstHost, copy.dstPitch, copy.WidthInBytes, copy.dstHeight};
  p.extent = {copy.WidthInBytes / elementBytes, copy.Height, copy.Depth};
  const bool fromHost = copy.srcMemoryType == CU_MEMORYTYPE_HOST;
  const bool toHost = copy.dstMemoryType == CU_MEMORYTYPE_HOST;
  p.kind =
      copy.srcMemoryType == CU_MEMORYTYPE_UNIFIED || copy.dstMemoryType == CU_MEMORYTYPE_UNIFIED
          ? cudaMemcpyDefault
      : fromHost ? (toHost ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice)
                 : (toHost ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice);
  return CUDA_SUCCESS;
}

cudaMemcpy3DParms linearCopy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy{};
  copy.srcPtr = {const_cast<void*>(src), count, count, 1};
  copy.dstPtr = {dst, count, count, 1};
  copy.extent = {count, 1, 1};
  copy.kind = kind;
  return copy;
}

template <class Use> cudaError_t withSymbol(const void* symbol, size_t offset, Use&& use) {
  void* address = nullptr;
  if (cudaError_t status = cudaGetSymbolAddress(&address, symbol); status != cudaSuccess)
    return status;
  return use(static_cast<char*>(address) + offset);
}

} // namespace

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                   const cudaMemcpy3DParms* pCopyParams) {
  return withCopy(pCopyParams, [&](const Driver& driver, const CUDA_MEMCPY3D& copy) {
    return driver.cuGraphAddMemcpyNode(pGraphNode, graph, pDependencies, numDependencies, &copy,
                                       currentContext(driver));
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemcpy3DParms* pNodeParams) {
  return withCopy(pNodeParams, [&](const Driver& driver, const CUDA_MEMCPY3D& copy) {
    return driver.cuGraphMemcpyNodeSetParams(node, &copy);
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* pNodeParams) {
  return withCopy(pNodeParams, [&](const Driver& driver, const CUDA_MEMCPY3D& copy) {
    return driver.cuGraphExecMemcpyNodeSetParams(hGraphExec, node, &copy, currentContext(driver));
  });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* pNodeParams) {
  if (!pNodeParams)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    CUDA_MEMCPY3D copy{};
    if (CUresult result = driver.cuGraphMemcpyNodeGetParams(node, &copy))
      return result;
    return describeForRuntime(driver, copy, *pNodeParams);
  });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                     const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                     void* dst, const void* src, size_t count,
                                     cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy = linearCopy(dst, src, count, kind);
  return cudaGraphAddMemcpyNode(pGraphNode, graph, pDependencies, numDependencies, &copy);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src,
                                           size_t count, cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy = linearCopy(dst, src, count, kind);
  return cudaGraphMemcpyNodeSetParams(node, &copy);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                               void* dst, const void* src, size_t count,
                                               cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy = linearCopy(dst, src, count, kind);
  return cudaGraphExecMemcpyNodeSetParams(hGraphExec, node, &copy);
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t* pDependencies,
                                           size_t numDependencies, const void* symbol,
                                           const void* src, size_t count, size_t offset,
                                           cudaMemcpyKind kind) {
  return withSymbol(symbol, offset, [&](void* address) {
    return cudaGraphAddMemcpyNode1D(pGraphNode, graph, pDependencies, numDependencies, address, src,
                                    count, kind);
  });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                             const cudaGraphNode_t* pDependencies,
                                             size_t numDependencies, void* dst, const void* symbol,
                                             size_t count, size_t offset, cudaMemcpyKind kind) {
  return withSymbol(symbol, offset, [&](void* address) {
    return cudaGraphAddMemcpyNode1D(pGraphNode, graph, pDependencies, numDependencies, dst, address,
                                    count, kind);
  });
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol,
                                                 const void* src, size_t count, size_t offset,
                                                 cudaMemcpyKind kind) {
  return withSymbol(symbol, offset, [&](void* address) {
    return cudaGraphMemcpyNodeSetParams1D(node, address, src, count, kind);
  });
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* dst,
                                                   const void* symbol, size_t count, size_t offset,
                                                   cudaMemcpyKind kind) {
  return withSymbol(symbol, offset, [&](void* address) {
    return cudaGraphMemcpyNodeSetParams1D(node, dst, address, count, kind);
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec,
                                                     cudaGraphNode_t node, const void* symbol,
                                                     const void* src, size_t count, size_t offset,
                                                     cudaMemcpyKind kind) {
  return withSymbol(symbol, offset, [&](void* address) {
    return cudaGraphExecMemcpyNodeSetParams1D(hGraphExec, node, address, src, count, kind);
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec,
                                                       cudaGraphNode_t node, void* dst,
                                                       const void* symbol, size_t count,
                                                       size_t offset, cudaMemcpyKind kind) {
  return withSymbol(symbol, offset, [&](void* address) {
    return cudaGraphExecMemcpyNodeSetParams1D(hGraphExec, node, dst, address, count, kind);
  });
}
