// Memory and semaphores of other APIs and processes, also as nodes of graphs.
#include "runtime/array.h"

using namespace heddle::runtime;

namespace {

// The structures of both APIs have the same members but for that of mipmapped arrays.
static_assert(sizeof(cudaExternalMemoryHandleDesc) == sizeof(CUDA_EXTERNAL_MEMORY_HANDLE_DESC));
static_assert(sizeof(cudaExternalMemoryBufferDesc) == sizeof(CUDA_EXTERNAL_MEMORY_BUFFER_DESC));
static_assert(sizeof(cudaExternalSemaphoreHandleDesc) ==
              sizeof(CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC));
static_assert(sizeof(cudaExternalSemaphoreSignalParams) ==
              sizeof(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS));
static_assert(sizeof(cudaExternalSemaphoreWaitParams) ==
              sizeof(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS));
static_assert(sizeof(cudaExternalSemaphoreSignalNodeParams) ==
              sizeof(CUDA_EXT_SEM_SIGNAL_NODE_PARAMS));
static_assert(sizeof(cudaExternalSemaphoreWaitNodeParams) == sizeof(CUDA_EXT_SEM_WAIT_NODE_PARAMS));

CUexternalMemory toDriver(cudaExternalMemory_t memory) {
  return reinterpret_cast<CUexternalMemory>(memory);
}

CUexternalSemaphore toDriver(cudaExternalSemaphore_t semaphore) {
  return reinterpret_cast<CUexternalSemaphore>(semaphore);
}

const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*
toDriver(const cudaExternalSemaphoreSignalNodeParams* parameters) {
  return reinterpret_cast<const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*>(parameters);
}

const CUDA_EXT_SEM_WAIT_NODE_PARAMS*
toDriver(const cudaExternalSemaphoreWaitNodeParams* parameters) {
  return reinterpret_cast<const CUDA_EXT_SEM_WAIT_NODE_PARAMS*>(parameters);
}

} // namespace

cudaError_t cudaImportExternalMemory(cudaExternalMemory_t* extMem_out,
                                     const cudaExternalMemoryHandleDesc* memHandleDesc) {
  return inContext([&](const Driver& driver) {
    return driver.cuImportExternalMemory(
        reinterpret_cast<CUexternalMemory*>(extMem_out),
        reinterpret_cast<const CUDA_EXTERNAL_MEMORY_HANDLE_DESC*>(memHandleDesc));
  });
}

cudaError_t cudaExternalMemoryGetMappedBuffer(void** devPtr, cudaExternalMemory_t extMem,
                                              const cudaExternalMemoryBufferDesc* bufferDesc) {
  return inContext([&](const Driver& driver) {
    return driver.cuExternalMemoryGetMappedBuffer(
        reinterpret_cast<CUdeviceptr*>(devPtr), toDriver(extMem),
        reinterpret_cast<const CUDA_EXTERNAL_MEMORY_BUFFER_DESC*>(bufferDesc));
  });
}

cudaError_t
cudaExternalMemoryGetMappedMipmappedArray(cudaMipmappedArray_t* mipmap, cudaExternalMemory_t extMem,
                                          const cudaExternalMemoryMipmappedArrayDesc* mipmapDesc) {
  CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC description{};
  if (!mipmapDesc)
    return record(cudaErrorInvalidValue);
  CUDA_ARRAY3D_DESCRIPTOR& array = description.arrayDesc;
  if (!toDriver(mipmapDesc->formatDesc, array.Format, array.NumChannels))
    return record(cudaErrorInvalidChannelDescriptor);
  array.Width = mipmapDesc->extent.width;
  array.Height = mipmapDesc->extent.height;
  array.Depth = mipmapDesc->extent.depth;
  array.Flags = mipmapDesc->flags;
  description.offset = mipmapDesc->offset;
  description.numLevels = mipmapDesc->numLevels;
  return inContext([&](const Driver& driver) {
    return driver.cuExternalMemoryGetMappedMipmappedArray(
        reinterpret_cast<CUmipmappedArray*>(mipmap), toDriver(extMem), &description);
  });
}

cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t extMem) {
  return inContext(
      [&](const Driver& driver) { return driver.cuDestroyExternalMemory(toDriver(extMem)); });
}

cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t* extSem_out,
                                        const cudaExternalSemaphoreHandleDesc* semHandleDesc) {
  return inContext([&](const Driver& driver) {
    return driver.cuImportExternalSemaphore(
        reinterpret_cast<CUexternalSemaphore*>(extSem_out),
        reinterpret_cast<const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC*>(semHandleDesc));
  });
}

cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t extSem) {
  return inContext(
      [&](const Driver& driver) { return driver.cuDestroyExternalSemaphore(toDriver(extSem)); });
}

cudaError_t cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t* extSemArray,
                                              const cudaExternalSemaphoreSignalParams* paramsArray,
                                              unsigned int numExtSems, cudaStream_t stream) {
  return inContext([&](const Driver& driver) {
    return driver.cuSignalExternalSemaphoresAsync(
        reinterpret_cast<const CUexternalSemaphore*>(extSemArray),
        reinterpret_cast<const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS*>(paramsArray), numExtSems,
        stream);
  });
}

cudaError_t cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t* extSemArray,
                                            const cudaExternalSemaphoreWaitParams* paramsArray,
                                            unsigned int numExtSems, cudaStream_t stream) {
  return inContext([&](const Driver& driver) {
    return driver.cuWaitExternalSemaphoresAsync(
        reinterpret_cast<const CUexternalSemaphore*>(extSemArray),
        reinterpret_cast<const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS*>(paramsArray), numExtSems,
        stream);
  });
}

cudaError_t cudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
    size_t numDependencies, const cudaExternalSemaphoreSignalNodeParams* nodeParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphAddExternalSemaphoresSignalNode(pGraphNode, graph, pDependencies,
                                                         numDependencies, toDriver(nodeParams));
  });
}

cudaError_t
cudaGraphExternalSemaphoresSignalNodeGetParams(cudaGraphNode_t hNode,
                                               cudaExternalSemaphoreSignalNodeParams* params_out) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphExternalSemaphoresSignalNodeGetParams(
        hNode, reinterpret_cast<CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*>(params_out));
  });
}

cudaError_t cudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t hNode, const cudaExternalSemaphoreSignalNodeParams* nodeParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphExternalSemaphoresSignalNodeSetParams(hNode, toDriver(nodeParams));
  });
}

cudaError_t cudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const cudaExternalSemaphoreSignalNodeParams* nodeParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphExecExternalSemaphoresSignalNodeSetParams(hGraphExec, hNode,
                                                                   toDriver(nodeParams));
  });
}

cudaError_t
cudaGraphAddExternalSemaphoresWaitNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph,
                                       const cudaGraphNode_t* pDependencies, size_t numDependencies,
                                       const cudaExternalSemaphoreWaitNodeParams* nodeParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphAddExternalSemaphoresWaitNode(pGraphNode, graph, pDependencies,
                                                       numDependencies, toDriver(nodeParams));
  });
}

cudaError_t
cudaGraphExternalSemaphoresWaitNodeGetParams(cudaGraphNode_t hNode,
                                             cudaExternalSemaphoreWaitNodeParams* params_out) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphExternalSemaphoresWaitNodeGetParams(
        hNode, reinterpret_cast<CUDA_EXT_SEM_WAIT_NODE_PARAMS*>(params_out));
  });
}

cudaError_t cudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t hNode, const cudaExternalSemaphoreWaitNodeParams* nodeParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphExternalSemaphoresWaitNodeSetParams(hNode, toDriver(nodeParams));
  });
}

cudaError_t cudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const cudaExternalSemaphoreWaitNodeParams* nodeParams) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphExecExternalSemaphoresWaitNodeSetParams(hGraphExec, hNode,
                                                                 toDriver(nodeParams));
  });
}
