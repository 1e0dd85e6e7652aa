#include "driver/launch/launch.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device_profile.h"
#include "driver/graph/stream_capture.h"
#include "exec/kernel_task.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace heddle::driver {

namespace {

CUresult checkCluster(const Function& function, const exec::LaunchDimensions& dimensions) {
  const std::array<std::uint32_t, 3> wanted = requiredCluster(function.info(), function.settings);
  std::uint32_t blocks = 1;
  for (unsigned axis = 0; axis < 3; ++axis) {
    const std::uint32_t required = wanted[0] ? wanted[axis] : dimensions.clusterDim[axis];
    if (required == 0 || required > kMostClusterBlocks ||
        dimensions.gridDim[axis] % required != 0 ||
        (dimensions.blocksPerCluster() > 1 && dimensions.clusterDim[axis] != required))
      return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    blocks *= required;
  }
  if (blocks > 1 && !limits().clusterLaunch)
    return CUDA_ERROR_NOT_SUPPORTED;
  const std::uint32_t most =
      function.settings.nonPortableCluster ? kMostClusterBlocks : kPortableClusterBlocks;
  return blocks <= most ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CLUSTER_SIZE;
}

// With the cluster that was set on the function; what it is compiled for, its code knows.
exec::LaunchDimensions withCluster(const Function& function, exec::LaunchDimensions dimensions) {
  if (function.settings.cluster[0])
    dimensions.clusterDim = function.settings.cluster;
  return dimensions;
}

// The `extra` form: a buffer that is laid out already.
CUresult copyExtra(void** extra, const jit::KernelInfo& info, char* out) {
  const void* buffer = nullptr;
  const std::size_t* size = nullptr;
  for (void** at = extra; *at != CU_LAUNCH_PARAM_END; at += 2) {
    if (*at == CU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = at[1];
    else if (*at == CU_LAUNCH_PARAM_BUFFER_SIZE)
      size = static_cast<const std::size_t*>(at[1]);
    else
      return CUDA_ERROR_INVALID_VALUE;
  }
  if (!size || (*size && !buffer))
    return CUDA_ERROR_INVALID_VALUE;
  // A structure of the parameters may be larger by the padding at its end.
  std::size_t alignment = 1;
  for (const auto& parameter : info.parameters)
    alignment = std::max(alignment, std::bit_floor(std::min<std::size_t>(parameter.size, 16)));
  if (*size > memory::roundUp(info.parameterBytes, alignment))
    return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  // What the buffer leaves out is nothing in particular.
  const std::size_t given = std::min<std::size_t>(*size, info.parameterBytes);
  std::memset(out + given, 0, info.parameterBytes - given);
  if (given)
    std::memcpy(out, buffer, given);
  return CUDA_SUCCESS;
}

CUresult copyParameters(void** parameters, void** extra, const jit::KernelInfo& info, char* out) {
  if (parameters && extra)
    return CUDA_ERROR_INVALID_VALUE;
  if (extra)
    return copyExtra(extra, info, out);
  if (!parameters)
    return info.parameters.empty() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  for (std::size_t index = 0; index < info.parameters.size(); ++index) {
    if (!parameters[index])
      return CUDA_ERROR_INVALID_VALUE;
    std::memcpy(out + info.parameters[index].offset, parameters[index],
                info.parameters[index].size);
  }
  return CUDA_SUCCESS;
}

CUresult checkAttribute(const CUlaunchAttribute& attribute) {
  const auto& value = attribute.value;
  const auto known = [](CUevent event) {
    return Driver::instance().tables().events.find(event) ? CUDA_SUCCESS
                                                          : CUDA_ERROR_INVALID_HANDLE;
  };
  switch (attribute.id) {
  case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    return value.syncPolicy >= CU_SYNC_POLICY_AUTO &&
                   value.syncPolicy <= CU_SYNC_POLICY_BLOCKING_SYNC
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
  case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    return value.clusterSchedulingPolicyPreference <= CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
  case CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT:
    return known(value.programmaticEvent.event);
  case CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT:
    return known(value.launchCompletionEvent.event);
  default:
    return attribute.id <= CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
  }
}

// What every launch needs: the function in the context, dimensions that fit it, and its code.
CUresult prepare(Context& context, CUfunction handle, const exec::LaunchDimensions& dimensions,
                 bool cooperative, Function*& function, const CompiledKernel*& kernel) {
  HEDDLE_TRY(findFunction(handle, context, function));
  if (&function->module().context() != &context)
    return CUDA_ERROR_INVALID_HANDLE;
  HEDDLE_TRY(checkDimensions(*function, dimensions));
  if (cooperative && !limits().cooperativeLaunch)
    return CUDA_ERROR_NOT_SUPPORTED;
  HEDDLE_TRY(function->specialise(dimensions.blockDim, kernel));
  if (cooperative && dimensions.blocks() > maxResidentBlocks(*function, dimensions))
    return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
  return CUDA_SUCCESS;
}

CUresult launch(CUfunction handle, const exec::LaunchDimensions& dimensions, CUstream streamHandle,
                void** parameters, void** extra, bool cooperative) {
  StreamTarget target;
  HEDDLE_TRY(findStream(streamHandle, target));
  Context& context = *target.context;
  if (capturing(target)) {
    KernelLaunch packed;
    HEDDLE_TRY(packLaunch(context, handle, dimensions, parameters, extra, cooperative, packed));
    return captureNode(target, std::move(packed));
  }
  HEDDLE_TRY(refuseWhileCapturing(target));
  Function* function;
  const CompiledKernel* kernel;
  HEDDLE_TRY(prepare(context, handle, dimensions, cooperative, function, kernel));
  context.execution().printfBuffer().flush();
  const jit::KernelInfo& info = function->info();
  auto* task = new exec::KernelTask(context.execution(), *kernel,
                                    withCluster(*function, dimensions), info.parameterBytes);
  const exec::TaskRef ref = exec::TaskRef::adopt(task);
  task->setName(info.name.c_str());
  HEDDLE_TRY(copyParameters(parameters, extra, info, task->parameters()));
  target.stream->submit(ref);
  if (Driver::instance().launchBlocking()) {
    ref->wait();
    context.execution().printfBuffer().flush();
    return context.health();
  }
  return CUDA_SUCCESS;
}

} // namespace

CUresult checkDimensions(const Function& function, const exec::LaunchDimensions& dimensions) {
  const jit::KernelInfo& info = function.info();
  std::uint64_t threads = 1;
  for (int axis = 0; axis < 3; ++axis) {
    if (dimensions.gridDim[axis] == 0 || dimensions.gridDim[axis] > limits().grid[axis] ||
        dimensions.blockDim[axis] == 0 || dimensions.blockDim[axis] > limits().block[axis])
      return CUDA_ERROR_INVALID_VALUE;
    if (info.requiredThreads[0] &&
        dimensions.blockDim[axis] != std::max(info.requiredThreads[axis], 1u))
      return CUDA_ERROR_INVALID_VALUE;
    threads *= dimensions.blockDim[axis];
  }
  if (threads > maxThreads(info))
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(checkCluster(function, dimensions));
  int dynamicLimit = 0;
  functionAttribute(info, function.settings, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                    dynamicLimit);
  return dimensions.dynamicSharedBytes <= static_cast<std::uint32_t>(dynamicLimit)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult packLaunch(Context& context, CUfunction handle, const exec::LaunchDimensions& dimensions,
                    void** parameters, void** extra, bool cooperative, KernelLaunch& launch) {
  Function* function;
  const CompiledKernel* kernel;
  HEDDLE_TRY(prepare(context, handle, dimensions, cooperative, function, kernel));
  launch = {handle, withCluster(*function, dimensions), cooperative,
            std::vector<char>(function->info().parameterBytes)};
  return copyParameters(parameters, extra, function->info(), launch.parameters.data());
}

CUresult makeKernelTask(Context& context, const KernelLaunch& launch, exec::TaskRef& task) {
  Function* function;
  const CompiledKernel* kernel;
  HEDDLE_TRY(
      prepare(context, launch.function, launch.dimensions, launch.cooperative, function, kernel));
  auto* made = new exec::KernelTask(context.execution(), *kernel, launch.dimensions,
                                    launch.parameters.size());
  task = exec::TaskRef::adopt(made);
  made->setName(function->info().name.c_str());
  std::copy(launch.parameters.begin(), launch.parameters.end(), made->parameters());
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuLaunchKernel(CUfunction function, unsigned int gridX, unsigned int gridY,
                        unsigned int gridZ, unsigned int blockX, unsigned int blockY,
                        unsigned int blockZ, unsigned int sharedBytes, CUstream stream,
                        void** parameters, void** extra) {
  return launch(function, {{gridX, gridY, gridZ}, {blockX, blockY, blockZ}, sharedBytes}, stream,
                parameters, extra, false);
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int gridX, unsigned int gridY,
                                   unsigned int gridZ, unsigned int blockX, unsigned int blockY,
                                   unsigned int blockZ, unsigned int sharedBytes, CUstream stream,
                                   void** parameters) {
  return launch(function, {{gridX, gridY, gridZ}, {blockX, blockY, blockZ}, sharedBytes}, stream,
                parameters, nullptr, true);
}

CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** parameters,
                          void** extra) {
  HEDDLE_TRY(Driver::instance().state());
  if (!config || (config->numAttrs && !config->attrs))
    return CUDA_ERROR_INVALID_VALUE;
  bool cooperative = false;
  std::array<std::uint32_t, 3> cluster{1, 1, 1};
  std::vector<CUevent> events;
  for (unsigned index = 0; index < config->numAttrs; ++index) {
    const CUlaunchAttribute& attribute = config->attrs[index];
    HEDDLE_TRY(checkAttribute(attribute));
    if (attribute.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
      cooperative = attribute.value.cooperative != 0;
    else if (attribute.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
      cluster = {attribute.value.clusterDim.x, attribute.value.clusterDim.y,
                 attribute.value.clusterDim.z};
      Function* known;
      HEDDLE_TRY(findFunction(function, known));
      const auto required = requiredCluster(known->info(), known->settings);
      if (required[0] && required != cluster)
        return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    } else if (attribute.id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT)
      events.push_back(attribute.value.programmaticEvent.event);
    else if (attribute.id == CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT)
      events.push_back(attribute.value.launchCompletionEvent.event);
  }
  const exec::LaunchDimensions dimensions{{config->gridDimX, config->gridDimY, config->gridDimZ},
                                          {config->blockDimX, config->blockDimY, config->blockDimZ},
                                          config->sharedMemBytes,
                                          cluster};
  HEDDLE_TRY(launch(function, dimensions, config->hStream, parameters, extra, cooperative));
  // These may be complete as soon as all blocks have begun; they are when all have ended.
  for (CUevent event : events)
    HEDDLE_TRY(cuEventRecord(event, config->hStream));
  return CUDA_SUCCESS;
}
