// Capturing streams into graphs.
#include "runtime/runtime.h"

using namespace heddle::runtime;

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return inContext([&](const Driver& driver) {
    return driver.cuStreamBeginCapture(stream, static_cast<CUstreamCaptureMode>(mode));
  });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData* dependencyData,
                                          size_t numDependencies, cudaStreamCaptureMode mode) {
  return inContext([&](const Driver& driver) {
    return driver.cuStreamBeginCaptureToGraph(
        stream, graph, dependencies, reinterpret_cast<const CUgraphEdgeData*>(dependencyData),
        numDependencies, static_cast<CUstreamCaptureMode>(mode));
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* pGraph) {
  return inContext([&](const Driver& driver) { return driver.cuStreamEndCapture(stream, pGraph); });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* pCaptureStatus) {
  return inContext([&](const Driver& driver) {
    return driver.cuStreamIsCapturing(stream,
                                      reinterpret_cast<CUstreamCaptureStatus*>(pCaptureStatus));
  });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                     cudaStreamCaptureStatus* captureStatus_out,
                                     unsigned long long* id_out, cudaGraph_t* graph_out,
                                     const cudaGraphNode_t** dependencies_out,
                                     const cudaGraphEdgeData** edgeData_out,
                                     size_t* numDependencies_out) {
  return inContext([&](const Driver& driver) {
    return driver.cuStreamGetCaptureInfo(
        stream, reinterpret_cast<CUstreamCaptureStatus*>(captureStatus_out),
        reinterpret_cast<cuuint64_t*>(id_out), graph_out, dependencies_out,
        reinterpret_cast<const CUgraphEdgeData**>(edgeData_out), numDependencies_out);
  });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                const cudaGraphEdgeData* dependencyData,
                                                size_t numDependencies, unsigned int flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuStreamUpdateCaptureDependencies(
        stream, dependencies, reinterpret_cast<const CUgraphEdgeData*>(dependencyData),
        numDependencies, flags);
  });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return inContext([&](const Driver& driver) {
    return driver.cuThreadExchangeStreamCaptureMode(reinterpret_cast<CUstreamCaptureMode*>(mode));
  });
}
