#include "cufft/scratch_memory.h"

#include "cufft/aligned_array.h"

#include <algorithm>

namespace heddle::cufft {

namespace {

// A thread keeps its memory for the next transform, but not more than this many bytes: few
// transforms need more, and these take so long that an allocation does not matter.
constexpr std::size_t kMostKept = std::size_t{32} << 20;

struct Scratch {
  AlignedArray<char> memory;
  std::size_t bytes = 0;
};
thread_local Scratch scratch;

} // namespace

void* scratchMemory(std::size_t bytes) {
  if (bytes > scratch.bytes || scratch.bytes > std::max(bytes, kMostKept)) {
    scratch = {};
    try {
      scratch.memory = AlignedArray<char>(bytes);
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
    scratch.bytes = bytes;
  }
  return scratch.memory.get();
}

} // namespace heddle::cufft
