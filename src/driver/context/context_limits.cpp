// What a program sets on a context: limits (cuCtxSetLimit), and how caches and shared memory are
// divided.
#include "driver/context/context.h"
#include "driver/device/device.h"
#include "memory/reservation.h"

#include <algorithm>

namespace heddle::driver {

namespace {

// A GPU raises smaller limits to these.
constexpr std::size_t kLeastPrintfBytes = 512u << 10;
constexpr std::size_t kLeastHeapBytes = 4u << 20;
// A thread of a GPU has less local memory than this many bytes. So a stack limit from here on is
// refused.
constexpr std::size_t kStackLimitEnd = 512u << 10;

CUresult unknownLimit(CUlimit limit) {
  return limit == CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH ? CUDA_ERROR_UNSUPPORTED_LIMIT
                                                  : CUDA_ERROR_INVALID_VALUE;
}

} // namespace

CUresult Context::limit(CUlimit limit, std::size_t& value) {
  switch (limit) {
  case CU_LIMIT_STACK_SIZE:
    value = stackLimit;
    return CUDA_SUCCESS;
  case CU_LIMIT_PRINTF_FIFO_SIZE:
    value = execution_->printfBuffer().capacity();
    return CUDA_SUCCESS;
  case CU_LIMIT_MALLOC_HEAP_SIZE:
    value = execution_->heap().size();
    return CUDA_SUCCESS;
  case CU_LIMIT_MAX_L2_FETCH_GRANULARITY:
    value = fetchGranularity;
    return CUDA_SUCCESS;
  case CU_LIMIT_PERSISTING_L2_CACHE_SIZE:
    value = persistingCacheLimit;
    return CUDA_SUCCESS;
  case CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT:
    value = pendingLaunchLimit;
    return CUDA_SUCCESS;
  default:
    return unknownLimit(limit);
  }
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuCtxGetLimit(size_t* value, CUlimit limit) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  return context->limit(limit, *value);
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  switch (limit) {
  case CU_LIMIT_STACK_SIZE:
    // Local memory is on the large stacks of the workers, so the limit is only stored.
    if (value >= kStackLimitEnd)
      return CUDA_ERROR_INVALID_VALUE;
    context->stackLimit = memory::roundUp(value, 16);
    return CUDA_SUCCESS;
  case CU_LIMIT_PRINTF_FIFO_SIZE:
    return context->execution().printfBuffer().setCapacity(
               memory::roundUp(std::max(value, kLeastPrintfBytes), 256))
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
  case CU_LIMIT_MALLOC_HEAP_SIZE:
    return context->execution().heap().resize(
               memory::roundUp(std::max(value, kLeastHeapBytes), 64u << 10))
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
  case CU_LIMIT_MAX_L2_FETCH_GRANULARITY:
    if (value > 128)
      return CUDA_ERROR_INVALID_VALUE;
    context->fetchGranularity = value;
    return CUDA_SUCCESS;
  case CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT:
    context->pendingLaunchLimit = std::max<std::size_t>((value + 31) / 32 * 32, 32);
    return CUDA_SUCCESS;
  case CU_LIMIT_PERSISTING_L2_CACHE_SIZE: {
    int most = 0;
    HEDDLE_TRY(cuDeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE,
                                    context->device().ordinal()));
    if (value > static_cast<std::size_t>(most))
      return CUDA_ERROR_INVALID_VALUE;
    // An H200 sets the cache aside in eighths of the most that can be set aside.
    const auto part = std::max<std::size_t>(static_cast<std::size_t>(most) / 8, 1);
    context->persistingCacheLimit = (value + part - 1) / part * part;
    return CUDA_SUCCESS;
  }
  default:
    return unknownLimit(limit);
  }
}

CUresult cuCtxGetCacheConfig(CUfunc_cache* config) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!config)
    return CUDA_ERROR_INVALID_VALUE;
  *config = context->cacheConfig;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (config > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  context->cacheConfig = config;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig* config) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!config)
    return CUDA_ERROR_INVALID_VALUE;
  *config = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  return config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE ? CUDA_SUCCESS
                                                             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCtxResetPersistingL2Cache() {
  Context* context;
  return currentContext(context);
}
