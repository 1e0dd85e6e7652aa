#include "driver/graphics/mesa_memory.h"

#include "driver/memory/array_formats.h"
#include "memory/reservation.h"

#include <algorithm>
#include <cstdint>
#include <unistd.h>

namespace heddle::driver {

namespace {

// How a file of Mesa begins. A number that tells versions of Mesa apart follows, and is not read.
struct Header {
  std::uint64_t fileBytes, contentsOffset;
};

// Rows of texels begin at what Mesa takes for a cache line. It asks x86 processors alone and takes
// the size of a pointer for all others.
#if defined(__x86_64__)
constexpr std::size_t kRowAlignment = 64;
#else
constexpr std::size_t kRowAlignment = sizeof(void*);
#endif

} // namespace

std::size_t startOfMesaMemory(const ExternalFile& file) {
  Header header{};
  if (pread(file.descriptor(), &header, sizeof header, 0) != sizeof header ||
      header.fileBytes != file.size() || header.contentsOffset < sizeof header ||
      header.contentsOffset >= file.size())
    return 0;
  return header.contentsOffset;
}

std::vector<LevelLayout> mesaLayout(const CUDA_ARRAY3D_DESCRIPTOR& shape, unsigned levels) {
  constexpr std::size_t kBlock = 4, kLevelAlignment = 64;
  std::vector<LevelLayout> layout;
  std::size_t offset = 0;
  for (unsigned level = 0; level < levels; ++level) {
    const CUDA_ARRAY3D_DESCRIPTOR part = levelDescriptor(shape, level);
    const ArrayFormat& format = *findArrayFormat(part.Format);
    const std::size_t columns = memory::roundUp(format.elementsAlong(part.Width), kBlock);
    const std::size_t row =
        memory::roundUp(columns * format.elementBytes(part.NumChannels), kRowAlignment);
    const std::size_t slice =
        part.Height ? row * memory::roundUp(format.elementsAlong(part.Height), kBlock) : row;
    layout.push_back({offset, row, slice});
    offset += memory::roundUp(slice * std::max<std::size_t>(part.Depth, 1), kLevelAlignment);
  }
  return layout;
}

} // namespace heddle::driver
