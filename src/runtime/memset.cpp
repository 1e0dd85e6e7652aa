#include "runtime/runtime.h"

#include <optional>

using namespace heddle::runtime;

namespace {

// Without a stream the driver's synchronous functions are called.
using Stream = std::optional<cudaStream_t>;

CUresult fillRows(const Driver& driver, char* first, size_t pitch, int value, size_t width,
                  size_t rows, Stream stream) {
  auto byte = static_cast<unsigned char>(value);
  if (width == 0 || rows == 0)
    return CUDA_SUCCESS;
  return stream ? driver.cuMemsetD2D8Async(toDevice(first), pitch, byte, width, rows, *stream)
                : driver.cuMemsetD2D8(toDevice(first), pitch, byte, width, rows);
}

cudaError_t fill2D(void* devPtr, size_t pitch, int value, size_t width, size_t height,
                   Stream stream, const char* caller = __builtin_FUNCTION()) {
  auto body = [&](const Driver& driver) {
    return fillRows(driver, static_cast<char*>(devPtr), pitch, value, width, height, stream);
  };
  return inContext(body, caller);
}

cudaError_t fill3D(const cudaPitchedPtr& to, int value, const cudaExtent& extent, Stream stream,
                   const char* caller = __builtin_FUNCTION()) {
  auto body = [&](const Driver& driver) -> CUresult {
    char* first = static_cast<char*>(to.ptr);
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0)
      return CUDA_SUCCESS;
    size_t rows, sliceBytes;
    if (extent.width > to.pitch || extent.height > to.ysize ||
        __builtin_mul_overflow(extent.height, extent.depth, &rows) ||
        (extent.depth > 1 && __builtin_mul_overflow(to.pitch, to.ysize, &sliceBytes)))
      return CUDA_ERROR_INVALID_VALUE;
    // If there is no gap between slices, the rows of all slices are filled by one call.
    if (extent.height == to.ysize || extent.depth <= 1)
      return fillRows(driver, first, to.pitch, value, extent.width, rows, stream);
    for (size_t slice = 0; slice < extent.depth; ++slice)
      if (CUresult result = fillRows(driver, first + slice * sliceBytes, to.pitch, value,
                                     extent.width, extent.height, stream))
        return result;
    return CUDA_SUCCESS;
  };
  return inContext(body, caller);
}

} // namespace

cudaError_t cudaMemset(void* devPtr, int value, size_t count) {
  return inContext([&](const Driver& driver) {
    if (count == 0)
      return CUDA_SUCCESS;
    return driver.cuMemsetD8(toDevice(devPtr), static_cast<unsigned char>(value), count);
  });
}

cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream) {
  return inContext([&](const Driver& driver) {
    if (count == 0)
      return CUDA_SUCCESS;
    return driver.cuMemsetD8Async(toDevice(devPtr), static_cast<unsigned char>(value), count,
                                  stream);
  });
}

cudaError_t cudaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height) {
  return fill2D(devPtr, pitch, value, width, height, {});
}

cudaError_t cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return fill2D(devPtr, pitch, value, width, height, stream);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent) {
  return fill3D(pitchedDevPtr, value, extent, {});
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return fill3D(pitchedDevPtr, value, extent, stream);
}
