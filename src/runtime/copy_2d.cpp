// Copies of rectangles between pitched memory and arrays.
#include "runtime/array.h"
#include "runtime/copy.h"

#include <optional>

using namespace heddle::runtime;

namespace {

// One side of a copy: memory with a pitch, or a place in an array.
struct Side {
  const void* pointer = nullptr;
  size_t pitch = 0;
  CUarray array = nullptr;
  size_t x = 0; // bytes
  size_t y = 0; // rows
};

Side inMemory(const void* pointer, size_t pitch) {
  return {.pointer = pointer, .pitch = pitch};
}

Side inArray(cudaArray_const_t array, size_t x, size_t y) {
  return {.array = toDriver(array), .x = x, .y = y};
}

CUDA_MEMCPY2D describe(const Side& dst, const Side& src, size_t width, size_t height,
                       cudaMemcpyKind kind) {
  CUDA_MEMCPY2D copy{};
  copy.WidthInBytes = width;
  copy.Height = height;
  copy.srcXInBytes = src.x;
  copy.srcY = src.y;
  copy.srcPitch = src.pitch;
  copy.srcHost = src.pointer;
  copy.srcDevice = toDevice(src.pointer);
  copy.srcArray = src.array;
  copy.srcMemoryType = src.array ? CU_MEMORYTYPE_ARRAY : sourceType(kind);
  copy.dstXInBytes = dst.x;
  copy.dstY = dst.y;
  copy.dstPitch = dst.pitch;
  copy.dstHost = const_cast<void*>(dst.pointer);
  copy.dstDevice = toDevice(dst.pointer);
  copy.dstArray = dst.array;
  copy.dstMemoryType = dst.array ? CU_MEMORYTYPE_ARRAY : destinationType(kind);
  return copy;
}

// Without a stream the copy is synchronous.
cudaError_t copyRectangle(const Side& dst, const Side& src, size_t width, size_t height,
                          cudaMemcpyKind kind, std::optional<cudaStream_t> stream) {
  return inContext([&](const Driver& driver) {
    if (width == 0 || height == 0)
      return cudaSuccess;
    if (!isValidKind(kind))
      return cudaErrorInvalidMemcpyDirection;
    if ((!dst.array && dst.pitch < width) || (!src.array && src.pitch < width))
      return cudaErrorInvalidPitchValue;
    CUDA_MEMCPY2D copy = describe(dst, src, width, height, kind);
    return toError(stream ? driver.cuMemcpy2DAsync(&copy, *stream)
                          : driver.cuMemcpy2DUnaligned(&copy));
  });
}

} // namespace

cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  return copyRectangle(inMemory(dst, dpitch), inMemory(src, spitch), width, height, kind, {});
}

cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  return copyRectangle(inMemory(dst, dpitch), inMemory(src, spitch), width, height, kind, stream);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                size_t spitch, size_t width, size_t height, cudaMemcpyKind kind) {
  return copyRectangle(inArray(dst, wOffset, hOffset), inMemory(src, spitch), width, height, kind,
                       {});
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset,
                                     const void* src, size_t spitch, size_t width, size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return copyRectangle(inArray(dst, wOffset, hOffset), inMemory(src, spitch), width, height, kind,
                       stream);
}

cudaError_t cudaMemcpy2DFromArray(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset,
                                  size_t hOffset, size_t width, size_t height,
                                  cudaMemcpyKind kind) {
  return copyRectangle(inMemory(dst, dpitch), inArray(src, wOffset, hOffset), width, height, kind,
                       {});
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, size_t dpitch, cudaArray_const_t src,
                                       size_t wOffset, size_t hOffset, size_t width, size_t height,
                                       cudaMemcpyKind kind, cudaStream_t stream) {
  return copyRectangle(inMemory(dst, dpitch), inArray(src, wOffset, hOffset), width, height, kind,
                       stream);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                     cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                     size_t width, size_t height, cudaMemcpyKind kind) {
  return copyRectangle(inArray(dst, wOffsetDst, hOffsetDst), inArray(src, wOffsetSrc, hOffsetSrc),
                       width, height, kind, {});
}
