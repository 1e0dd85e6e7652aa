// How Mesa's drivers for processors, llvmpipe and lavapipe, lay out memory that they export.
#pragma once

#include "driver/graphics/external_memory.h"
#include "driver/memory/array.h"

#include <vector>

namespace heddle::driver {

// Where the contents begin in a file that Mesa has made, behind Mesa's own header. 0 for any other
// file.
std::size_t startOfMesaMemory(const ExternalFile& file);

// The levels of an image: rows begin at cache lines and consist of blocks of 4 x 4 texels.
std::vector<LevelLayout> mesaLayout(const CUDA_ARRAY3D_DESCRIPTOR& shape, unsigned levels);

} // namespace heddle::driver
