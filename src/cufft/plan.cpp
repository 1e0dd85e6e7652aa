#include "cufft/plan.h"

#include "library/current_device.h"

#include <algorithm>

namespace heddle::cufft {

namespace {

bool hasCallbacks(Precision precision) {
  return precision == Precision::Single || precision == Precision::Double;
}

} // namespace

Plan::~Plan() {
  if (ownWorkArea_ || gathered_ || callbackTransform_ || inPlaceCallbackTransform_)
    waitForWork();
  cudaFree(gathered_);
  cudaFree(ownWorkArea_);
}

void Plan::waitForWork() const {
  cudaStreamSynchronize(stream_);
}

cufftResult Plan::make(const TransformArguments& arguments, Precision precision,
                       std::size_t* workBytes) {
  const std::lock_guard lock(mutex_);
  if (isMade_)
    return CUFFT_INVALID_PLAN;
  if (!workBytes)
    return CUFFT_INVALID_VALUE;
  if (devices_.size() > 1 && (arguments.in.embed || arguments.out.embed))
    return CUFFT_NOT_SUPPORTED;
  if (const cufftResult result = makeGeometry(arguments, geometry_))
    return result;
  inPlaceGeometry_ = inPlaceGeometry(arguments, geometry_);
  precision_ = precision;
  transform_ = makeTransform(geometry_, precision);
  // All devices but the first one only hold data.
  std::fill_n(workBytes, std::max<std::size_t>(1, devices_.size()), 0);
  *workBytes = transform_->workBytes();
  library::CurrentDevice current;
  if (!devices_.empty())
    current.set(devices_.front());
  if (isAutomatic_)
    if (const cufftResult result = ensureWorkArea(*workBytes))
      return result;
  if (const cufftResult result = loadJitCallbacks())
    return result;
  isMade_ = true;
  return CUFFT_SUCCESS;
}

cufftResult Plan::ensureWorkArea(std::size_t bytes) {
  if (bytes == 0 || workArea_)
    return CUFFT_SUCCESS;
  if (cudaMalloc(&ownWorkArea_, bytes) != cudaSuccess)
    return CUFFT_ALLOC_FAILED;
  workArea_ = ownWorkArea_;
  return CUFFT_SUCCESS;
}

const Transform* Plan::transformFor(bool isInPlace) {
  const bool isPadded = isInPlace && geometry_.kind != PassKind::Complex;
  if (callbacks_.areSet())
    return callbackTransformFor(isPadded);
  if (!isPadded)
    return transform_.get();
  if (!inPlaceTransform_)
    inPlaceTransform_ = makeTransform(inPlaceGeometry_, precision_);
  return inPlaceTransform_.get();
}

const Transform* Plan::callbackTransformFor(bool isInPlace) {
  auto& transform = isInPlace ? inPlaceCallbackTransform_ : callbackTransform_;
  if (!transform)
    transform =
        makeCallbackTransform(isInPlace ? inPlaceGeometry_ : geometry_, precision_, callbacks_);
  return transform.get();
}

template <class Change> cufftResult Plan::changeCallback(cufftXtCallbackType type, Change change) {
  const std::lock_guard lock(mutex_);
  if (!isMade_)
    return CUFFT_INVALID_PLAN;
  const bool isLoad = type == loadCallbackType(geometry_, precision_);
  if (!hasCallbacks(precision_) || (!isLoad && type != storeCallbackType(geometry_, precision_)))
    return CUFFT_INVALID_TYPE;
  if (callbackTransform_ || inPlaceCallbackTransform_)
    waitForWork();
  callbackTransform_.reset();
  inPlaceCallbackTransform_.reset();
  change(isLoad ? callbacks_.load : callbacks_.store);
  // The memory is allocated now, since it cannot be while a stream is captured.
  if (callbacks_.areSet() && !callbackTransformFor(false))
    return CUFFT_ALLOC_FAILED;
  return CUFFT_SUCCESS;
}

cufftResult Plan::setCallback(cufftXtCallbackType type, void* routine, void* info) {
  return changeCallback(type, [&](Callback& callback) {
    callback.routine = routine;
    callback.info = info;
  });
}

cufftResult Plan::setJitCallback(cufftXtCallbackType type, JitCallbackCode code) {
  const std::lock_guard lock(mutex_);
  if (isMade_)
    return CUFFT_INVALID_PLAN;
  if (type < CUFFT_CB_LD_COMPLEX || type >= CUFFT_CB_UNDEFINED)
    return CUFFT_INVALID_TYPE;
  jitCallbackCode_[type] = std::move(code);
  return CUFFT_SUCCESS;
}

cufftResult Plan::loadJitCallbacks() {
  if (!jitCallbackCode_.empty() && !hasCallbacks(precision_))
    return CUFFT_NOT_SUPPORTED;
  const cufftXtCallbackType loadType = loadCallbackType(geometry_, precision_),
                            storeType = storeCallbackType(geometry_, precision_);
  // Callbacks for data that the transform does not have are ignored: an H200 makes a real transform
  // with a callback that loads complex numbers.
  for (const auto& [type, code] : jitCallbackCode_)
    if (type == loadType || type == storeType) {
      JitCallback& loaded = type == loadType ? jitLoad_ : jitStore_;
      if (!loaded.load(code, type))
        return CUFFT_INTERNAL_ERROR;
      (type == loadType ? callbacks_.load : callbacks_.store) = {loaded.routine(), code.info, 0};
    }
  jitCallbackCode_.clear();
  // The memory is allocated now, since it cannot be while a stream is captured.
  if (callbacks_.areSet() && !callbackTransformFor(false))
    return CUFFT_ALLOC_FAILED;
  return CUFFT_SUCCESS;
}

cufftResult Plan::setCallbackSharedSize(cufftXtCallbackType type, std::size_t bytes) {
  // cuFFT leaves this much shared memory to callbacks.
  constexpr std::size_t kMostShared = 16u << 10;
  if (bytes > kMostShared)
    return CUFFT_INVALID_VALUE;
  return changeCallback(type, [&](Callback& callback) { callback.sharedBytes = bytes; });
}

cufftResult Plan::execute(void* in, void* out, int direction) {
  if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE)
    return CUFFT_INVALID_VALUE;
  const std::lock_guard lock(mutex_);
  return isMade_ ? launch(in, out, direction) : CUFFT_INVALID_PLAN;
}

cufftResult Plan::launch(void* in, void* out, int direction) {
  const bool isInverse = direction == CUFFT_INVERSE;
  if (!in || !out || (geometry_.kind == PassKind::RealToComplex && isInverse) ||
      (geometry_.kind == PassKind::ComplexToReal && !isInverse))
    return CUFFT_INVALID_VALUE;
  const Transform* const transform = transformFor(in == out);
  if (!transform)
    return CUFFT_ALLOC_FAILED;
  if (transform->workBytes() != 0 && !workArea_)
    return CUFFT_NO_WORKSPACE;
  const cudaError_t error = transform->launch(stream_, in, out, workArea_, isInverse);
  if (error == cudaErrorNotSupported)
    return CUFFT_NOT_SUPPORTED;
  return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

cufftResult Plan::workBytes(std::size_t* bytes) {
  if (!bytes)
    return CUFFT_INVALID_VALUE;
  const std::lock_guard lock(mutex_);
  if (!isMade_)
    return CUFFT_INVALID_PLAN;
  *bytes = transform_->workBytes();
  return CUFFT_SUCCESS;
}

cufftResult Plan::setWorkAreaOfDevices(void* area) {
  {
    const std::lock_guard lock(mutex_);
    if (isMade_ && devices_.empty())
      return CUFFT_INVALID_PLAN;
  }
  return setWorkArea(area);
}

cufftResult Plan::setWorkArea(void* area) {
  const std::lock_guard lock(mutex_);
  if (ownWorkArea_) {
    waitForWork();
    cudaFree(ownWorkArea_);
    ownWorkArea_ = nullptr;
  }
  workArea_ = area;
  return CUFFT_SUCCESS;
}

cufftResult Plan::setAutoAllocation(bool isAutomatic) {
  const std::lock_guard lock(mutex_);
  isAutomatic_ = isAutomatic;
  return CUFFT_SUCCESS;
}

cufftResult Plan::setWorkAreaPolicy(cufftXtWorkAreaPolicy policy) {
  const std::lock_guard lock(mutex_);
  if (!isMade_ || policy != CUFFT_WORKAREA_MINIMAL || hasPolicy_)
    return CUFFT_INVALID_PLAN;
  // A plan cannot do with a smaller work area than the smallest. cuFFT has a different status for
  // that with real transforms than with complex ones.
  if (transform_->workBytes() != 0)
    return geometry_.kind == PassKind::Complex ? CUFFT_INVALID_SIZE : CUFFT_INVALID_PLAN;
  hasPolicy_ = true;
  return CUFFT_SUCCESS;
}

cufftResult Plan::setStream(cudaStream_t stream) {
  const std::lock_guard lock(mutex_);
  stream_ = stream;
  return CUFFT_SUCCESS;
}

cufftResult estimateWorkBytes(const TransformArguments& arguments, Precision precision,
                              std::size_t* bytes) {
  if (!bytes)
    return CUFFT_INVALID_VALUE;
  Geometry geometry;
  if (const cufftResult result = makeGeometry(arguments, geometry))
    return result;
  *bytes = makeTransform(geometry, precision)->workBytes();
  return CUFFT_SUCCESS;
}

} // namespace heddle::cufft
