// Kernel nodes: their parameters and their attributes.
#include "driver/core/handle_tables.h"
#include "driver/graph/graph.h"
#include "driver/launch/launch.h"

namespace heddle::driver {

CUresult makeKernelNode(const CUDA_KERNEL_NODE_PARAMS& given, NodeParameters& parameters) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const CUfunction function = given.func ? given.func : reinterpret_cast<CUfunction>(given.kern);
  if (Context* own = contextOf(function))
    context = own;
  KernelLaunch launch;
  HEDDLE_TRY(packLaunch(*context, function,
                        {{given.gridDimX, given.gridDimY, given.gridDimZ},
                         {given.blockDimX, given.blockDimY, given.blockDimZ},
                         given.sharedMemBytes},
                        given.kernelParams, given.extra, false, launch));
  if (const GreenContext* green = greenOrCurrent(given.ctx))
    launch.workers = &green->group()->workers();
  parameters = std::move(launch);
  return CUDA_SUCCESS;
}

// A node cannot go back to one that device code does not change.
CUresult makeUpdatable(GraphNode& node, CUlaunchAttributeValue& value) {
  auto& given = value.deviceUpdatableKernelNode;
  if (given.deviceUpdatable == 0)
    return node.deviceNode ? CUDA_ERROR_NOT_SUPPORTED : CUDA_SUCCESS;
  if (given.deviceUpdatable != 1 || node.deviceNode)
    return CUDA_ERROR_INVALID_VALUE;
  node.deviceNode = makeDeviceNode();
  if (!node.deviceNode)
    return CUDA_ERROR_OUT_OF_MEMORY;
  given.devNode = node.deviceNode->handle();
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuGraphAddKernelNode(CUgraphNode* out, CUgraph graph, const CUgraphNode* dependencies,
                              size_t count, const CUDA_KERNEL_NODE_PARAMS* given) {
  if (!given)
    return CUDA_ERROR_INVALID_VALUE;
  NodeParameters parameters;
  HEDDLE_TRY(makeKernelNode(*given, parameters));
  return addNode(out, graph, dependencies, count, std::move(parameters));
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode handle, CUDA_KERNEL_NODE_PARAMS* out) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<KernelLaunch>(handle, node));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  auto& launch = std::get<KernelLaunch>(node->parameters);
  Function* function;
  HEDDLE_TRY(findFunction(launch.function, function));
  node->parameterPointers.clear();
  for (const auto& parameter : function->info().parameters)
    node->parameterPointers.push_back(launch.parameters.data() + parameter.offset);
  *out = {};
  const bool isKernel = Driver::instance().tables().kernels.find(launch.function) != nullptr;
  out->func = isKernel ? nullptr : launch.function;
  out->kern = isKernel ? reinterpret_cast<CUkernel>(launch.function) : nullptr;
  out->gridDimX = launch.dimensions.gridDim[0];
  out->gridDimY = launch.dimensions.gridDim[1];
  out->gridDimZ = launch.dimensions.gridDim[2];
  out->blockDimX = launch.dimensions.blockDim[0];
  out->blockDimY = launch.dimensions.blockDim[1];
  out->blockDimZ = launch.dimensions.blockDim[2];
  out->sharedMemBytes = launch.dimensions.dynamicSharedBytes;
  out->kernelParams = node->parameterPointers.data();
  return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode handle, const CUDA_KERNEL_NODE_PARAMS* given) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<KernelLaunch>(handle, node));
  return given ? makeKernelNode(*given, node->parameters) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGraphKernelNodeGetAttribute(CUgraphNode handle, CUkernelNodeAttrID attribute,
                                       CUkernelNodeAttrValue* value) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<KernelLaunch>(handle, node));
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  *value = node->attributes[attribute];
  if (attribute == CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE)
    value->deviceUpdatableKernelNode = {node->deviceNode ? 1 : 0,
                                        node->deviceNode ? node->deviceNode->handle() : nullptr};
  return CUDA_SUCCESS;
}

// The program reads the handle of the node from the attribute that it has given, though its type is
// const.
CUresult cuGraphKernelNodeSetAttribute(CUgraphNode handle, CUkernelNodeAttrID attribute,
                                       const CUkernelNodeAttrValue* value) {
  GraphNode* node;
  HEDDLE_TRY(findNodeOf<KernelLaunch>(handle, node));
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  if (attribute == CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE)
    return makeUpdatable(*node, const_cast<CUkernelNodeAttrValue&>(*value));
  node->attributes[attribute] = *value;
  if (attribute == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
    std::get<KernelLaunch>(node->parameters).cooperative = value->cooperative != 0;
  return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode destination, CUgraphNode source) {
  GraphNode *to, *from;
  HEDDLE_TRY(findNodeOf<KernelLaunch>(destination, to));
  HEDDLE_TRY(findNodeOf<KernelLaunch>(source, from));
  if (to->deviceNode || from->deviceNode)
    return CUDA_ERROR_NOT_SUPPORTED;
  to->attributes = from->attributes;
  return CUDA_SUCCESS;
}
