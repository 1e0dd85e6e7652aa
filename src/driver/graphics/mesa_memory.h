// How Mesa's drivers for processors, llvmpipe and lavapipe, lay out memory that they export.
#pragma once

#include "driver/graphics/external_memory.h"
#include "driver/memory/array.h"

#include <vector>

namespace heddle::driver {

// Where the contents begin in a file that Mesa has made, behind Mesa's own header. 0 for any other
// file.
std::size_t startOfMesaMemory(const ExternalFile& file);

// The levels of an image: each begins at a multiple of 64 bytes, its rows consist of blocks of
// 4 x 4 texels, and begin at what Mesa takes for a cache line.
std::vector<LevelLayout> mesaLayout(const CUDA_ARRAY3D_DESCRIPTOR& shape, unsigned levels);

} // namespace heddle::driver
