#include "fatbin/compression.h"

#include <algorithm>
#include <fmt/format.h>
#include <lz4.h>
#include <lz4hc.h>
#include <memory>
#include <zstd.h>

namespace heddle::fatbin {

Expected<std::string> decompressZstd(std::span<const char> frame, std::size_t size) {
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  if (!context)
    return Error{"no memory to decompress an image"};
  // The claimed size is not trusted, so the output grows as the frame is read.
  std::string out;
  ZSTD_inBuffer in{frame.data(), frame.size(), 0};
  for (;;) {
    std::size_t begin = out.size();
    std::size_t room = std::min(size - begin, std::max<std::size_t>(begin, ZSTD_DStreamOutSize()));
    out.resize(begin + room);
    ZSTD_outBuffer chunk{out.data() + begin, room, 0};
    std::size_t inBefore = in.pos;
    std::size_t rest = ZSTD_decompressStream(context.get(), &chunk, &in);
    out.resize(begin + chunk.pos);
    if (ZSTD_isError(rest))
      return Error{fmt::format("damaged zstd image: {}", ZSTD_getErrorName(rest))};
    if (rest == 0)
      break;
    if (chunk.pos == 0 && in.pos == inBefore)
      return Error{out.size() == size ? "zstd image is longer than its entry says"
                                      : "zstd image ends too early"};
  }
  if (out.size() != size)
    return Error{fmt::format("zstd image has {} bytes, its entry says {}", out.size(), size)};
  return out;
}

Expected<std::string> decompressLz4(std::span<const char> block, std::size_t size) {
  // A byte of an LZ4 block expands to at most 255 bytes, so a larger claim is false.
  if (block.size() > LZ4_MAX_INPUT_SIZE || size > LZ4_MAX_INPUT_SIZE || size / 255 > block.size())
    return Error{"LZ4 image claims an impossible size"};
  std::string out(size, '\0');
  int got = LZ4_decompress_safe(block.data(), out.data(), static_cast<int>(block.size()),
                                static_cast<int>(size));
  if (got < 0)
    return Error{"damaged LZ4 image"};
  if (static_cast<std::size_t>(got) != size)
    return Error{fmt::format("LZ4 image has {} bytes, its entry says {}", got, size)};
  return out;
}

// The zstd level of Compression::ZstdStrong: it takes much longer to compress for a smaller result.
constexpr int kStrongZstdLevel = 19;

std::vector<char> compress(std::string_view content, Compression compression) {
  std::vector<char> out;
  std::size_t size = 0;
  switch (compression) {
  case Compression::None:
    return {};
  case Compression::Zstd:
  case Compression::ZstdStrong:
    out.resize(ZSTD_compressBound(content.size()));
    size = ZSTD_compress(out.data(), out.size(), content.data(), content.size(),
                         compression == Compression::Zstd ? ZSTD_CLEVEL_DEFAULT : kStrongZstdLevel);
    if (ZSTD_isError(size))
      return {};
    break;
  case Compression::Lz4:
    if (content.size() > LZ4_MAX_INPUT_SIZE)
      return {};
    out.resize(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(content.size()))));
    size = static_cast<std::size_t>(
        LZ4_compress_HC(content.data(), out.data(), static_cast<int>(content.size()),
                        static_cast<int>(out.size()), LZ4HC_CLEVEL_DEFAULT));
    break;
  }
  if (size == 0 || size >= content.size())
    return {};
  out.resize(size);
  return out;
}

} // namespace heddle::fatbin
