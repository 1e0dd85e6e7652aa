#include "driver/module/function.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device_profile.h"
#include "driver/launch/launch.h"
#include "driver/module/module_image.h"
#include "ir/optimised_code.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace heddle::driver {

namespace {

std::uint32_t product(const std::array<std::uint32_t, 3>& dims) {
  std::uint32_t result = 1;
  for (std::uint32_t dim : dims)
    result *= std::max(dim, 1u);
  return result;
}

// A kernel that cannot be compiled fails only when it is launched, where a program has no log for
// the reason. So it is printed, once for each kernel.
void reportCompileFailure(const std::string& kernel, const jit::Status& status) {
  static std::mutex mutex;
  static std::set<std::string> reported;
  std::lock_guard lock(mutex);
  if (reported.insert(kernel).second)
    std::fprintf(stderr, "heddle: cannot compile kernel %s: %s", kernel.c_str(),
                 diagnosticText(status).c_str());
}

} // namespace

// As on a GPU, .reqntid does not limit the number that the attribute tells. Launches compare their
// block dimensions with .reqntid instead.
std::uint32_t maxThreads(const jit::KernelInfo& info) {
  std::uint32_t limit = limits().threadsPerBlock;
  return info.maxThreads[0] ? std::min(limit, product(info.maxThreads)) : limit;
}

CUresult functionAttribute(const jit::KernelInfo& info, const FunctionSettings& settings,
                           CUfunction_attribute attribute, int& value) {
  switch (attribute) {
  case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    value = static_cast<int>(
        std::min(maxThreads(info),
                 threadsByRegisters(std::min(info.registers.get(), settings.mostRegisters))));
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    value = static_cast<int>(info.staticSharedBytes);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    // Registers beyond the limit are kept in local memory.
    value = static_cast<int>(info.localBytesPerThread);
    if (settings.mostRegisters != UINT32_MAX)
      value += static_cast<int>(
          sizeof(std::uint32_t) *
          (info.registers.get() - std::min(info.registers.get(), settings.mostRegisters)));
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_NUM_REGS:
    value = static_cast<int>(std::min(info.registers.get(), settings.mostRegisters));
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    value = static_cast<int>(info.target);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
    value = static_cast<int>(limits().computeCapability);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    value = settings.maxDynamicSharedBytes >= 0
                ? settings.maxDynamicSharedBytes
                : static_cast<int>(limits().sharedPerBlock -
                                   std::min(limits().sharedPerBlock, info.staticSharedBytes));
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    value = settings.carveout;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
    value = static_cast<int>(
        requiredCluster(info, settings)[attribute - CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH]);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
    value = info.requiredCluster[0] != 0;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
    value = settings.nonPortableCluster;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    value = settings.clusterScheduling;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    value = static_cast<int>(info.constantBytes);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
    value = 0;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult setFunctionAttribute(const jit::KernelInfo& info, FunctionSettings& settings,
                              CUfunction_attribute attribute, int value) {
  switch (attribute) {
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    if (value < 0 ||
        static_cast<std::uint32_t>(value) + info.staticSharedBytes > limits().sharedPerBlockOptIn)
      return CUDA_ERROR_INVALID_VALUE;
    settings.maxDynamicSharedBytes = value;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    if (value < -1 || value > 100)
      return CUDA_ERROR_INVALID_VALUE;
    settings.carveout = value;
    return CUDA_SUCCESS;
  // A launch checks whether the cluster dimensions fit.
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
    if (value < 0)
      return CUDA_ERROR_INVALID_VALUE;
    if (info.requiredCluster[0]) { // cannot be changed
      int compiled = 0;
      functionAttribute(info, settings, attribute, compiled);
      return value == compiled ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    }
    settings.cluster[attribute - CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH] =
        static_cast<std::uint32_t>(value);
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
    settings.nonPortableCluster = value != 0;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    if (value < 0 || value > CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING)
      return CUDA_ERROR_INVALID_VALUE;
    settings.clusterScheduling = value;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

const CompiledKernel* Function::compiled(const std::array<std::uint32_t, 3>& blockDim) {
  const Specialisation* last = last_.load(std::memory_order_acquire);
  if (last && last->blockDim == blockDim)
    return last->kernel;
  std::lock_guard lock(mutex_);
  for (const auto& each : specialisations_) {
    if (each->blockDim != blockDim)
      continue;
    last_.store(each.get(), std::memory_order_release);
    return each->kernel;
  }
  return nullptr;
}

CUresult Function::specialise(const std::array<std::uint32_t, 3>& blockDim,
                              const CompiledKernel*& kernel) {
  if (const CompiledKernel* const found = compiled(blockDim)) {
    kernel = &latestCode(*found);
    return CUDA_SUCCESS;
  }
  const jit::Status status = program_.specialise(info_.name, blockDim, kernel);
  if (!status) {
    reportCompileFailure(info_.name, status);
    return jitResult(status);
  }
  std::lock_guard lock(mutex_);
  specialisations_.push_back(std::make_unique<Specialisation>(Specialisation{blockDim, kernel}));
  last_.store(specialisations_.back().get(), std::memory_order_release);
  return CUDA_SUCCESS;
}

Context* contextOf(CUfunction handle) {
  Function* function = Driver::instance().tables().functions.find(handle);
  return function ? &function->module().context() : nullptr;
}

CUresult findFunction(CUfunction handle, Function*& function) {
  HEDDLE_TRY(Driver::instance().state());
  auto& tables = Driver::instance().tables();
  function = tables.functions.find(handle);
  if (function)
    return CUDA_SUCCESS;
  if (!tables.kernels.find(handle))
    return CUDA_ERROR_INVALID_HANDLE;
  Context* context;
  HEDDLE_TRY(currentContext(context));
  return findFunction(handle, *context, function);
}

CUresult findFunction(CUfunction handle, Context& context, Function*& function) {
  HEDDLE_TRY(Driver::instance().state());
  auto& tables = Driver::instance().tables();
  function = tables.functions.find(handle);
  if (function)
    return CUDA_SUCCESS;
  Kernel* kernel = tables.kernels.find(handle);
  return kernel ? kernel->functionIn(context, function) : CUDA_ERROR_INVALID_HANDLE;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction handle) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  return value ? functionAttribute(function->info(), function->settings, attribute, *value)
               : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuFuncSetAttribute(CUfunction handle, CUfunction_attribute attribute, int value) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  return setFunctionAttribute(function->info(), function->settings, attribute, value);
}

CUresult cuFuncSetCacheConfig(CUfunction handle, CUfunc_cache config) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  if (config > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  function->settings.cacheConfig = config;
  return CUDA_SUCCESS;
}

CUresult cuFuncSetSharedMemConfig(CUfunction handle, CUsharedconfig config) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  return config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE ? CUDA_SUCCESS
                                                             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuFuncGetModule(CUmodule* module, CUfunction handle) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  if (!module)
    return CUDA_ERROR_INVALID_VALUE;
  *module = reinterpret_cast<CUmodule>(&function->module());
  return CUDA_SUCCESS;
}

CUresult cuFuncGetName(const char** name, CUfunction handle) {
  Function* function;
  if (!handle)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(findFunction(handle, function));
  if (!name)
    return CUDA_ERROR_INVALID_VALUE;
  *name = function->info().name.c_str();
  return CUDA_SUCCESS;
}

CUresult cuFuncGetParamInfo(CUfunction handle, size_t index, size_t* offset, size_t* size) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  const auto& parameters = function->info().parameters;
  if (!offset || index >= parameters.size())
    return CUDA_ERROR_INVALID_VALUE;
  *offset = parameters[index].offset;
  if (size)
    *size = parameters[index].size;
  return CUDA_SUCCESS;
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction handle) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  if (!state)
    return CUDA_ERROR_INVALID_VALUE;
  *state = CU_FUNCTION_LOADING_STATE_LOADED;
  return CUDA_SUCCESS;
}

CUresult cuFuncLoad(CUfunction handle) {
  Function* function;
  return findFunction(handle, function);
}
