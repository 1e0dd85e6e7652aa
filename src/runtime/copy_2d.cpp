// Copies of rectangles between pitched memory and arrays.
#include "runtime/array.h"
#include "runtime/copy.h"

#include <algorithm>
#include <optional>

using namespace heddle::runtime;

namespace {

// One side of a copy: memory with a pitch, or a position in an array.
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

// An array is always on the device, so a direction that puts its side on the host is wrong.
bool endsAtDevice(cudaMemcpyKind kind) {
  return kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyHostToHost;
}
bool startsAtDevice(cudaMemcpyKind kind) {
  return kind != cudaMemcpyHostToDevice && kind != cudaMemcpyHostToHost;
}

// Without a stream the copy is synchronous.
cudaError_t copyRectangle(const Side& dst, const Side& src, size_t width, size_t height,
                          cudaMemcpyKind kind, std::optional<cudaStream_t> stream,
                          const char* caller = __builtin_FUNCTION()) {
  if ((dst.array && !endsAtDevice(kind)) || (src.array && !startsAtDevice(kind)))
    return record(cudaErrorInvalidMemcpyDirection);
  auto body = [&](const Driver& driver) {
    if (width == 0 || height == 0)
      return cudaSuccess;
    if (!isValidKind(kind))
      return cudaErrorInvalidMemcpyDirection;
    if (height > 1 && ((!dst.array && dst.pitch < width) || (!src.array && src.pitch < width)))
      return cudaErrorInvalidPitchValue;
    CUDA_MEMCPY2D copy = describe(dst, src, width, height, kind);
    return toError(stream ? driver.cuMemcpy2DAsync(&copy, *stream)
                          : driver.cuMemcpy2DUnaligned(&copy));
  };
  return inContext(body, caller);
}

// A run of bytes inside an array that goes on from the end of one row to the start of the next:
// part of a first row, whole rows, part of a last one.
struct Piece {
  size_t x, y;          // in the array
  size_t width, height; // bytes and rows
  size_t done;          // bytes before it
};

template <class Copy>
cudaError_t forEachPiece(cudaArray_const_t array, size_t x, size_t y, size_t count, Copy&& copy) {
  size_t rowBytes = 0;
  if (cudaError_t status =
          inContext([&](const Driver& driver) { return arrayRowBytes(driver, array, rowBytes); });
      status != cudaSuccess)
    return status;
  if (x >= rowBytes)
    return record(cudaErrorInvalidValue);
  for (size_t done = 0; done < count;) {
    size_t left = count - done;
    bool wholeRows = x == 0 && left >= rowBytes;
    Piece piece{x, y, wholeRows ? rowBytes : std::min(left, rowBytes - x),
                wholeRows ? left / rowBytes : 1, done};
    if (cudaError_t status = copy(piece); status != cudaSuccess)
      return status;
    done += piece.width * piece.height;
    y += piece.height;
    x = 0;
  }
  return cudaSuccess;
}

cudaError_t copyRunToArray(cudaArray_t dst, size_t x, size_t y, const void* src, size_t count,
                           cudaMemcpyKind kind, std::optional<cudaStream_t> stream) {
  return forEachPiece(dst, x, y, count, [&](const Piece& piece) {
    return copyRectangle(inArray(dst, piece.x, piece.y),
                         inMemory(static_cast<const char*>(src) + piece.done, piece.width),
                         piece.width, piece.height, kind, stream);
  });
}

cudaError_t copyRunFromArray(void* dst, cudaArray_const_t src, size_t x, size_t y, size_t count,
                             cudaMemcpyKind kind, std::optional<cudaStream_t> stream) {
  return forEachPiece(src, x, y, count, [&](const Piece& piece) {
    return copyRectangle(inMemory(static_cast<char*>(dst) + piece.done, piece.width),
                         inArray(src, piece.x, piece.y), piece.width, piece.height, kind, stream);
  });
}

} // namespace

// The bytes continue from the end of one row to the start of the next in both arrays, whose rows
// may differ in length.
cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                   cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                   size_t count, cudaMemcpyKind kind) {
  return forEachPiece(dst, wOffsetDst, hOffsetDst, count, [&](const Piece& to) {
    const size_t bytes = to.width * to.height;
    size_t rowBytes = 0;
    if (cudaError_t status =
            inContext([&](const Driver& driver) { return arrayRowBytes(driver, src, rowBytes); });
        status != cudaSuccess)
      return status;
    size_t start;
    if (__builtin_mul_overflow(hOffsetSrc, rowBytes, &start) ||
        __builtin_add_overflow(start, wOffsetSrc, &start) ||
        __builtin_add_overflow(start, to.done + bytes, &start))
      return record(cudaErrorInvalidValue);
    start -= bytes;
    // A piece may be several whole rows of the destination, and each is cut once more at the
    // source's rows.
    for (size_t row = 0, done = 0; row < to.height; ++row, done += to.width) {
      const size_t from = start + done;
      cudaError_t status =
          forEachPiece(src, from % rowBytes, from / rowBytes, std::min(to.width, bytes - done),
                       [&](const Piece& piece) {
                         return copyRectangle(inArray(dst, to.x + piece.done, to.y + row),
                                              inArray(src, piece.x, piece.y), piece.width,
                                              piece.height, kind, {});
                       });
      if (status != cudaSuccess)
        return status;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                              size_t count, cudaMemcpyKind kind) {
  return copyRunToArray(dst, wOffset, hOffset, src, count, kind, {});
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                   size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  return copyRunToArray(dst, wOffset, hOffset, src, count, kind, stream);
}

cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                size_t count, cudaMemcpyKind kind) {
  return copyRunFromArray(dst, src, wOffset, hOffset, count, kind, {});
}

cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, size_t wOffset,
                                     size_t hOffset, size_t count, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  return copyRunFromArray(dst, src, wOffset, hOffset, count, kind, stream);
}

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
  if (!dst && width && height)
    return record(cudaErrorInvalidResourceHandle);
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
  if (!src && width && height)
    return record(cudaErrorInvalidResourceHandle);
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
  if ((!dst || !src) && width && height)
    return record(cudaErrorInvalidValue);
  return copyRectangle(inArray(dst, wOffsetDst, hOffsetDst), inArray(src, wOffsetSrc, hOffsetSrc),
                       width, height, kind, {});
}
