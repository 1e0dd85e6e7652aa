#include "driver/launch/launch.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device_profile.h"
#include "driver/graph/stream_capture.h"
#include "driver/launch/checked_launches.h"
#include "driver/launch/compile_pauses.h"
#include "driver/launch/portable_launches.h"
#include "exec/checked_launch.h"
#include "exec/kernel_task.h"
#include "ir/optimised_code.h"
#include "trace/findings.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace heddle::driver {

namespace {

CUresult checkBlockAndGrid(const jit::KernelInfo& info, const exec::LaunchDimensions& dimensions) {
  const Limits& most = limits();
  std::uint64_t threads = 1;
  for (int axis = 0; axis < 3; ++axis) {
    if (dimensions.gridDim[axis] == 0 || dimensions.gridDim[axis] > most.grid[axis] ||
        dimensions.blockDim[axis] == 0 || dimensions.blockDim[axis] > most.block[axis])
      return CUDA_ERROR_INVALID_VALUE;
    if (info.requiredThreads[0] &&
        dimensions.blockDim[axis] != std::max(info.requiredThreads[axis], 1u))
      return CUDA_ERROR_INVALID_VALUE;
    threads *= dimensions.blockDim[axis];
  }
  return threads <= maxThreads(info) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// Gives the grid the cluster dimensions that the kernel is compiled for or that were set on the
// function. A launch that names others contradicts them.
CUresult applyCluster(const Function& function, exec::LaunchDimensions& dimensions) {
  if (const auto required = requiredCluster(function.info(), function.settings); required[0]) {
    if (dimensions.blocksPerCluster() > 1 && dimensions.clusterDim != required)
      return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    dimensions.clusterDim = required;
  }
  for (unsigned axis = 0; axis < 3; ++axis)
    if (dimensions.clusterDim[axis] == 0 || dimensions.clusterDim[axis] > kMostClusterBlocks ||
        dimensions.gridDim[axis] % dimensions.clusterDim[axis] != 0)
      return CUDA_ERROR_INVALID_CLUSTER_SIZE;
  if (dimensions.blocksPerCluster() > 1 && !limits().clusterLaunch)
    return CUDA_ERROR_NOT_SUPPORTED;
  const std::uint32_t most =
      function.settings.nonPortableCluster ? kMostClusterBlocks : kPortableClusterBlocks;
  return dimensions.blocksPerCluster() <= most ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CLUSTER_SIZE;
}

CUresult checkDynamicShared(const Function& function, const exec::LaunchDimensions& dimensions) {
  int limit = 0;
  functionAttribute(function.info(), function.settings,
                    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, limit);
  return dimensions.dynamicSharedBytes <= static_cast<std::uint32_t>(limit)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

// What every grid needs before it can run: dimensions that fit the device and the function, and
// native code for its block dimensions.
CUresult prepareGrid(Function& function, bool cooperative, exec::LaunchDimensions& dimensions,
                     const CompiledKernel*& code) {
  HEDDLE_TRY(checkBlockAndGrid(function.info(), dimensions));
  HEDDLE_TRY(applyCluster(function, dimensions));
  HEDDLE_TRY(checkDynamicShared(function, dimensions));
  if (cooperative && !limits().cooperativeLaunch)
    return CUDA_ERROR_NOT_SUPPORTED;
  HEDDLE_TRY(function.specialise(dimensions.blockDim, code));
  if (cooperative && dimensions.blocks() > maxResidentBlocks(function, dimensions))
    return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
  return CUDA_SUCCESS;
}

CUresult findFunctionOf(Context& context, CUfunction handle, Function*& function) {
  HEDDLE_TRY(findFunction(handle, context, function));
  return &function->module().context() == &context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

// Copies the arguments of a launch in the `extra` form: one buffer, in which the program has laid
// them out as the kernel expects them.
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
  // A program may pass a structure with the parameters as its members, which is larger than the
  // parameters by the padding at its end.
  std::size_t alignment = 1;
  for (const auto& parameter : info.parameters)
    alignment = std::max(alignment, std::bit_floor(std::min<std::size_t>(parameter.size, 16)));
  if (*size > memory::roundUp(info.parameterBytes, alignment))
    return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  // The kernel reads all its parameters, so those that the buffer leaves out are zero.
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
  const auto known = [](CUevent handle) {
    const Event* const event = Driver::instance().tables().events.find(handle);
    return event && event->isRecordable() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
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

// A cooperative grid must fit into the multiprocessors of the green context that it is launched in.
CUresult checkFitsInto(const GreenContext& green, const Function& function,
                       const exec::LaunchDimensions& dimensions) {
  const auto multiprocessors = static_cast<unsigned>(green.multiprocessors().count());
  return dimensions.blocks() <= maxResidentBlocks(function, dimensions, multiprocessors)
             ? CUDA_SUCCESS
             : CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
}

// Makes the task of a launch. The first launch of a kernel behind an event that tells times is one
// whose time the program wants to know. Such a launch waits for optimised code where the kernel was
// launched before: programs that choose the best size of a grid by such times, as hashcat does,
// would choose for code that is soon replaced.
CUresult makeLaunchTask(Function& function, const exec::LaunchDimensions& dimensions,
                        bool cooperative, exec::Stream& stream, Context& context,
                        exec::KernelTask*& task) {
  const bool wantsOptimised = stream.takeTimingEvent() && function.isCompiled();
  const auto waitsFor = [&](const CompiledKernel& code) {
    return wantsOptimised && code.optimised && code.optimised->isSoonThere();
  };
  const CompiledKernel* const known = function.compiled(dimensions.blockDim);
  const CompilePause pause(context, !known || waitsFor(*known));
  HEDDLE_TRY(makeKernelTask(function, dimensions, cooperative, task));
  if (const CompiledKernel* const code = function.compiled(dimensions.blockDim); waitsFor(*code))
    code->optimised->waitIfSoonThere();
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
    packed.workers = target.stream->workers();
    return captureNode(target, std::move(packed));
  }
  HEDDLE_TRY(refuseWhileCapturing(target));
  Function* function;
  HEDDLE_TRY(findFunctionOf(context, handle, function));
  if (cooperative && target.green)
    HEDDLE_TRY(checkFitsInto(*target.green, *function, dimensions));
  exec::KernelTask* task;
  HEDDLE_TRY(makeLaunchTask(*function, dimensions, cooperative, *target.stream, context, task));
  const exec::TaskRef ref = exec::TaskRef::adopt(task);
  HEDDLE_TRY(copyParameters(parameters, extra, function->info(), task->parameters()));
  context.execution().printfBuffer().flush();
  target.stream->submit(ref);
  if (Driver::instance().launchBlocking()) {
    ref->wait();
    context.execution().printfBuffer().flush();
    return context.health();
  }
  return CUDA_SUCCESS;
}

// Only a node of a graph can be changed by device code, so outside of a capture the attribute for
// it is an error.
CUresult requireCapture(CUstream stream) {
  StreamTarget target;
  HEDDLE_TRY(findStream(stream, target));
  return capturing(target) ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED;
}

// Lets device code change the kernel node that the launch before has made, and stores the handle
// for it in `value`.
CUresult makeCapturedUpdatable(CUstream stream, CUlaunchAttributeValue& value) {
  StreamTarget target;
  HEDDLE_TRY(findStream(stream, target));
  GraphNode* node = lastCapturedNode(target);
  return node ? makeUpdatable(*node, value) : CUDA_ERROR_INVALID_VALUE;
}

} // namespace

CUresult makeKernelTask(Function& function, const exec::LaunchDimensions& asked, bool cooperative,
                        exec::KernelTask*& task) {
  exec::LaunchDimensions dimensions = asked;
  const CompiledKernel* code;
  HEDDLE_TRY(prepareGrid(function, cooperative, dimensions, code));
  const jit::KernelInfo& info = function.info();
  task = new exec::KernelTask(function.module().context().execution(), *code, dimensions,
                              info.parameterBytes);
  task->setName(info.name.c_str());
  if (trace::checkSettings().any())
    exec::noteLaunch(*task, {isNextLaunchChecked(info.name.c_str()), trace::hostFrames()});
  if (trace::checkSettings().portability) [[unlikely]]
    checkPortability(function, dimensions, cooperative, *task);
  return CUDA_SUCCESS;
}

CUresult makeKernelTask(Context& context, const KernelLaunch& launch, exec::TaskRef& task) {
  Function* function;
  HEDDLE_TRY(findFunctionOf(context, launch.function, function));
  exec::KernelTask* made;
  HEDDLE_TRY(makeKernelTask(*function, launch.dimensions, launch.cooperative, made));
  task = exec::TaskRef::adopt(made);
  std::copy(launch.parameters.begin(), launch.parameters.end(), made->parameters());
  return CUDA_SUCCESS;
}

CUresult packLaunch(Context& context, CUfunction handle, const exec::LaunchDimensions& dimensions,
                    void** parameters, void** extra, bool cooperative, KernelLaunch& launch) {
  Function* function;
  HEDDLE_TRY(findFunctionOf(context, handle, function));
  launch = {handle, dimensions, cooperative, std::vector<char>(function->info().parameterBytes),
            function->info().setsGraphConditions};
  const CompiledKernel* code;
  HEDDLE_TRY(prepareGrid(*function, cooperative, launch.dimensions, code));
  return copyParameters(parameters, extra, function->info(), launch.parameters.data());
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
  CUlaunchAttributeValue* updatable = nullptr;
  for (unsigned index = 0; index < config->numAttrs; ++index) {
    CUlaunchAttribute& attribute = config->attrs[index];
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
    else if (attribute.id == CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE)
      updatable = &attribute.value;
  }
  const exec::LaunchDimensions dimensions{{config->gridDimX, config->gridDimY, config->gridDimZ},
                                          {config->blockDimX, config->blockDimY, config->blockDimZ},
                                          config->sharedMemBytes,
                                          cluster};
  if (updatable)
    HEDDLE_TRY(requireCapture(config->hStream));
  HEDDLE_TRY(launch(function, dimensions, config->hStream, parameters, extra, cooperative));
  if (updatable)
    HEDDLE_TRY(makeCapturedUpdatable(config->hStream, *updatable));
  // CUDA allows these events to complete as soon as all blocks have begun. Here they complete when
  // the grid has ended, which a program cannot tell from a slow start.
  for (CUevent event : events)
    HEDDLE_TRY(cuEventRecord(event, config->hStream));
  return CUDA_SUCCESS;
}
