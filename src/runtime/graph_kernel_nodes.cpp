// Kernel nodes of graphs and their attributes.
#include "runtime/kernel_lookup.h"

using namespace heddle::runtime;

namespace {

// Calls `use` with the parameters of a kernel node in the driver's terms.
template <class Use>
cudaError_t withKernelParams(const cudaKernelNodeParams* given, Use&& use,
                             const char* caller = __builtin_FUNCTION()) {
  if (!given)
    return record(cudaErrorInvalidValue);
  auto body = [&](const Driver& driver, CUkernel kernel) {
    CUDA_KERNEL_NODE_PARAMS params{};
    params.func = asFunction(kernel);
    params.gridDimX = given->gridDim.x;
    params.gridDimY = given->gridDim.y;
    params.gridDimZ = given->gridDim.z;
    params.blockDimX = given->blockDim.x;
    params.blockDimY = given->blockDim.y;
    params.blockDimZ = given->blockDim.z;
    params.sharedMemBytes = given->sharedMemBytes;
    params.kernelParams = given->kernelParams;
    params.extra = given->extra;
    return use(driver, params);
  };
  return withKernel(given->func, body, caller);
}

} // namespace

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                   const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                   const cudaKernelNodeParams* pNodeParams) {
  return withKernelParams(pNodeParams, [&](const Driver& driver,
                                           const CUDA_KERNEL_NODE_PARAMS& params) {
    return driver.cuGraphAddKernelNode(pGraphNode, graph, pDependencies, numDependencies, &params);
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* pNodeParams) {
  return withKernelParams(pNodeParams,
                          [&](const Driver& driver, const CUDA_KERNEL_NODE_PARAMS& params) {
                            return driver.cuGraphKernelNodeSetParams(node, &params);
                          });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* pNodeParams) {
  return withKernelParams(pNodeParams,
                          [&](const Driver& driver, const CUDA_KERNEL_NODE_PARAMS& params) {
                            return driver.cuGraphExecKernelNodeSetParams(hGraphExec, node, &params);
                          });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* pNodeParams) {
  if (!pNodeParams)
    return record(cudaErrorInvalidValue);
  return inContext([&](const Driver& driver) {
    CUDA_KERNEL_NODE_PARAMS found{};
    if (CUresult result = driver.cuGraphKernelNodeGetParams(node, &found))
      return result;
    pNodeParams->func = found.kern ? hostFunctionOf(found.kern) : static_cast<void*>(found.func);
    pNodeParams->gridDim = dim3(found.gridDimX, found.gridDimY, found.gridDimZ);
    pNodeParams->blockDim = dim3(found.blockDimX, found.blockDimY, found.blockDimZ);
    pNodeParams->sharedMemBytes = found.sharedMemBytes;
    pNodeParams->kernelParams = found.kernelParams;
    pNodeParams->extra = found.extra;
    return CUDA_SUCCESS;
  });
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc) {
  return inContext(
      [&](const Driver& driver) { return driver.cuGraphKernelNodeCopyAttributes(hDst, hSrc); });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            cudaLaunchAttributeValue* value_out) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphKernelNodeGetAttribute(
        hNode, static_cast<CUlaunchAttributeID>(attr),
        reinterpret_cast<CUlaunchAttributeValue*>(value_out));
  });
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
                                            const cudaLaunchAttributeValue* value) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphKernelNodeSetAttribute(
        hNode, static_cast<CUlaunchAttributeID>(attr),
        reinterpret_cast<const CUlaunchAttributeValue*>(value));
  });
}
