// zstd frames and LZ4 blocks. Private to this layer.
#pragma once

#include "fatbin/fatbin.h"

namespace heddle::fatbin {

// The largest image that is accepted. One that claims to be larger is refused before memory is
// allocated for it.
inline constexpr std::size_t kMaxImageSize = std::size_t{1} << 30;

Expected<std::string> decompressZstd(std::span<const char> frame, std::size_t size);
Expected<std::string> decompressLz4(std::span<const char> block, std::size_t size);

// Compresses the content. Empty when that does not make it smaller.
std::vector<char> compress(std::string_view content, Compression compression);

} // namespace heddle::fatbin
