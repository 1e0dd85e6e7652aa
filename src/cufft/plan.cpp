#include "cufft/plan.h"

namespace heddle::cufft {

Plan::~Plan() {
  if (!ownWorkArea_)
    return;
  // Transforms that are still under way use the work area.
  cudaStreamSynchronize(stream_);
  cudaFree(ownWorkArea_);
}

cufftResult Plan::make(const TransformArguments& arguments, bool isDouble, std::size_t* workBytes) {
  const std::lock_guard lock(mutex_);
  if (isMade_)
    return CUFFT_INVALID_PLAN;
  if (!workBytes)
    return CUFFT_INVALID_VALUE;
  if (const cufftResult result = makeGeometry(arguments, geometry_))
    return result;
  inPlaceGeometry_ = inPlaceGeometry(arguments, geometry_);
  isDouble_ = isDouble;
  transform_ = makeTransform(geometry_, isDouble);
  *workBytes = transform_->workBytes();
  if (isAutomatic_)
    if (const cufftResult result = ensureWorkArea(*workBytes))
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

const Transform& Plan::transformFor(bool isInPlace) {
  if (!isInPlace || geometry_.kind == PassKind::Complex)
    return *transform_;
  if (!inPlaceTransform_)
    inPlaceTransform_ = makeTransform(inPlaceGeometry_, isDouble_);
  return *inPlaceTransform_;
}

cufftResult Plan::execute(PassKind kind, bool isDouble, void* in, void* out, int direction) {
  const std::lock_guard lock(mutex_);
  if (!isMade_)
    return CUFFT_INVALID_PLAN;
  if (kind != geometry_.kind || isDouble != isDouble_)
    return CUFFT_INVALID_TYPE;
  return launch(in, out, direction);
}

cufftResult Plan::execute(void* in, void* out, int direction) {
  const std::lock_guard lock(mutex_);
  return isMade_ ? launch(in, out, direction) : CUFFT_INVALID_PLAN;
}

cufftResult Plan::launch(void* in, void* out, int direction) {
  const bool hasDirection = geometry_.kind == PassKind::Complex;
  if (!in || !out || (hasDirection && direction != CUFFT_FORWARD && direction != CUFFT_INVERSE))
    return CUFFT_INVALID_VALUE;
  const Transform& transform = transformFor(in == out);
  if (transform.workBytes() != 0 && !workArea_)
    return CUFFT_NO_WORKSPACE;
  const bool isInverse =
      hasDirection ? direction == CUFFT_INVERSE : geometry_.kind == PassKind::ComplexToReal;
  const cudaError_t error = transform.launch(stream_, in, out, workArea_, isInverse);
  if (error == cudaErrorNotSupported)
    return CUFFT_NOT_SUPPORTED;
  return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

cufftResult Plan::workBytes(std::size_t* bytes) {
  const std::lock_guard lock(mutex_);
  if (!isMade_)
    return CUFFT_INVALID_PLAN;
  if (!bytes)
    return CUFFT_INVALID_VALUE;
  *bytes = transform_->workBytes();
  return CUFFT_SUCCESS;
}

cufftResult Plan::setWorkArea(void* area) {
  const std::lock_guard lock(mutex_);
  if (!isMade_)
    return CUFFT_INVALID_PLAN;
  if (ownWorkArea_) {
    cudaStreamSynchronize(stream_);
    cudaFree(ownWorkArea_);
    ownWorkArea_ = nullptr;
  }
  workArea_ = area;
  return CUFFT_SUCCESS;
}

cufftResult Plan::setAutoAllocation(bool isAutomatic) {
  const std::lock_guard lock(mutex_);
  if (isMade_)
    return CUFFT_INVALID_PLAN;
  isAutomatic_ = isAutomatic;
  return CUFFT_SUCCESS;
}

cufftResult Plan::setStream(cudaStream_t stream) {
  const std::lock_guard lock(mutex_);
  stream_ = stream;
  return CUFFT_SUCCESS;
}

cufftResult estimateWorkBytes(const TransformArguments& arguments, bool isDouble,
                              std::size_t* bytes) {
  if (!bytes)
    return CUFFT_INVALID_VALUE;
  Geometry geometry;
  if (const cufftResult result = makeGeometry(arguments, geometry))
    return result;
  *bytes = makeTransform(geometry, isDouble)->workBytes();
  return CUFFT_SUCCESS;
}

} // namespace heddle::cufft
