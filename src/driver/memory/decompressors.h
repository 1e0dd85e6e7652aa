// The formats that cuMemBatchDecompressAsync reads, as bytes of the host.
#pragma once

#include "driver/api/api.h"

#include <cstddef>
#include <optional>
#include <span>

namespace heddle::driver {

constexpr int kDecompressAlgorithms = CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE |
                                      CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY |
                                      CU_MEM_DECOMPRESS_ALGORITHM_LZ4;

// Decompresses `source` into `destination` and returns how many bytes it has written. Returns
// nothing if the source is damaged or ends too early, or if the destination is too small; what the
// destination holds is then undefined. No input makes it access memory outside of the two ranges.
std::optional<std::size_t> decompress(CUmemDecompressAlgorithm algorithm,
                                      std::span<const unsigned char> source,
                                      std::span<unsigned char> destination);

} // namespace heddle::driver
