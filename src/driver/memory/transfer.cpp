#include "driver/memory/transfer.h"

namespace heddle::driver {

using exec::PitchedMemory;

namespace {

// The bytes from the beginning of the first row to the end of the last.
std::size_t span(const PitchedMemory& place, const exec::Extent& extent) {
  return (extent.depth - 1) * place.slicePitch + (extent.height - 1) * place.rowPitch +
         extent.width;
}

} // namespace

CheckedPlace checkPlace(const PitchedMemory& place, const exec::Extent& extent, Side side) {
  if (!place.base)
    return {CUDA_ERROR_INVALID_VALUE};
  const auto range = space().rangeOf(place.base, side == Side::Host);
  if (!range.allocated)
    return {side == Side::Device ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS, true};
  const std::size_t bytes = span(place, extent);
  return {bytes <= range.high - reinterpret_cast<std::uintptr_t>(place.base) ||
                  space().contains(place.base, bytes)
              ? CUDA_SUCCESS
              : CUDA_ERROR_INVALID_VALUE};
}

bool isStreamOf(const Context& context, CUstream handle) {
  if (!handle || handle == CU_STREAM_LEGACY || handle == CU_STREAM_PER_THREAD)
    return true;
  StreamObject* stream = Driver::instance().tables().streams.find(handle);
  return stream && &stream->context() == &context;
}

} // namespace heddle::driver
