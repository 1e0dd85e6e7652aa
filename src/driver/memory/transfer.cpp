#include "driver/memory/transfer.h"

namespace heddle::driver {

using exec::PitchedMemory;

CheckedPlace checkPlace(const PitchedMemory& place, const exec::Extent& extent, Side side) {
  if (place.tiles)
    return {}; // inside of an array
  if (!place.base)
    return {CUDA_ERROR_INVALID_VALUE};
  const auto range = space().rangeOf(place.base, side == Side::Host);
  const auto address = reinterpret_cast<std::uintptr_t>(place.base);
  const std::size_t bytes = place.span(extent);
  // Pageable memory is as large as the program says, but not larger than the address space.
  if (!range.allocated)
    return {side == Side::Device || bytes > SIZE_MAX - address ? CUDA_ERROR_INVALID_VALUE
                                                               : CUDA_SUCCESS,
            true};
  return {bytes <= range.high - address || space().contains(place.base, bytes)
              ? CUDA_SUCCESS
              : CUDA_ERROR_INVALID_VALUE};
}

CUresult raiseMemoryFault(Context& context) {
  context.execution().raiseFault(exec::Fault::IllegalAddress, [] { exec::reportMemoryFault(); });
  return CUDA_ERROR_ILLEGAL_ADDRESS;
}

bool isStreamOf(const Context& context, CUstream handle) {
  if (!handle || handle == CU_STREAM_LEGACY || handle == CU_STREAM_PER_THREAD)
    return true;
  StreamObject* stream = Driver::instance().tables().streams.find(handle);
  return stream && &stream->context() == &context;
}

} // namespace heddle::driver
