// zstd frames and LZ4 blocks. Private to this layer.
#pragma once

#include "fatbin/fatbin.h"

namespace heddle::fatbin {

// No image is larger; what claims to be is refused before memory is spent on it.
inline constexpr std::size_t maxImageSize = std::size_t{1} << 30;

Expected<std::string> decompressZstd(std::span<const char> frame, std::size_t size);
Expected<std::string> decompressLz4(std::span<const char> block, std::size_t size);

// Empty when `compression` does not make the content smaller.
std::vector<char> compress(std::string_view content, Compression compression);

} // namespace heddle::fatbin
