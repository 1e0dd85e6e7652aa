#include "driver/memory/decompressors.h"

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstring>
#include <lz4.h>
#include <zlib.h>

namespace heddle::driver {

namespace {

using Bytes = std::span<const unsigned char>;
using Output = std::span<unsigned char>;
using Written = std::optional<std::size_t>;

// A stream of RFC 1951, without the headers of zlib and gzip around it.
Written inflateRaw(Bytes source, Output destination) {
  z_stream stream{};
  stream.next_in = const_cast<unsigned char*>(source.data());
  stream.avail_in = static_cast<unsigned>(source.size());
  stream.next_out = destination.data();
  stream.avail_out = static_cast<unsigned>(destination.size());
  // A negative number of window bits is zlib's way to ask for a stream without a header.
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    return std::nullopt;
  const int result = inflate(&stream, Z_FINISH);
  const std::size_t written = stream.total_out;
  inflateEnd(&stream);
  return result == Z_STREAM_END ? Written(written) : std::nullopt;
}

// One block of LZ4, without the frame that files have around their blocks.
Written decompressLz4Block(Bytes source, Output destination) {
  const int written = LZ4_decompress_safe(
      reinterpret_cast<const char*>(source.data()), reinterpret_cast<char*>(destination.data()),
      static_cast<int>(source.size()), static_cast<int>(destination.size()));
  return written >= 0 ? Written(static_cast<std::size_t>(written)) : std::nullopt;
}

// The elements of a Snappy stream: literals, which stand in the stream, and copies of bytes that
// have been written before.
class SnappyElements {
public:
  SnappyElements(Bytes source, Output destination) : source_(source), destination_(destination) {}

  Written decompress() {
    while (!source_.empty())
      if (!element())
        return std::nullopt;
    return written_;
  }

private:
  // The low two bits of the first byte are the kind of element.
  enum Kind { Literal, CopyByOneByte, CopyByTwoBytes, CopyByFourBytes };

  bool element() {
    const unsigned tag = source_[0], length = tag >> 2;
    source_ = source_.subspan(1);
    std::size_t offset;
    switch (static_cast<Kind>(tag & 3)) {
    case Literal:
      return literal(length);
    case CopyByOneByte:
      // These copies have a length of three bits, and an offset whose upper three bits stand beside
      // it.
      return number(1, offset) && copy((tag >> 5 << 8) | offset, 4 + (length & 7));
    case CopyByTwoBytes:
      return number(2, offset) && copy(offset, length + 1);
    case CopyByFourBytes:
      return number(4, offset) && copy(offset, length + 1);
    }
    return false;
  }

  // A field of 60 to 63 says that one to four bytes with the length follow it.
  bool literal(std::size_t field) {
    constexpr std::size_t kLongestInField = 60;
    if (field >= kLongestInField && !number(field - kLongestInField + 1, field))
      return false;
    const std::size_t bytes = field + 1;
    if (bytes > source_.size() || bytes > destination_.size() - written_)
      return false;
    std::memcpy(destination_.data() + written_, source_.data(), bytes);
    source_ = source_.subspan(bytes);
    written_ += bytes;
    return true;
  }

  bool copy(std::size_t offset, std::size_t bytes) {
    if (offset == 0 || offset > written_ || bytes > destination_.size() - written_)
      return false;
    // The copy may reach into what it writes itself, which repeats the bytes: so it goes byte by
    // byte.
    for (unsigned char* to = destination_.data() + written_; bytes--; ++to, ++written_)
      *to = to[-static_cast<std::ptrdiff_t>(offset)];
    return true;
  }

  // Reads a number of the given number of bytes, the lowest first.
  bool number(std::size_t bytes, std::size_t& value) {
    if (bytes > source_.size())
      return false;
    value = 0;
    for (std::size_t index = 0; index < bytes; ++index)
      value |= std::size_t{source_[index]} << (8 * index);
    source_ = source_.subspan(bytes);
    return true;
  }

  Bytes source_;
  Output destination_;
  std::size_t written_ = 0;
};

} // namespace

Written decompress(CUmemDecompressAlgorithm algorithm, Bytes source, Output destination) {
  // The libraries count in 32 bits.
  if (source.size() > INT_MAX || destination.size() > INT_MAX)
    return std::nullopt;
  switch (algorithm) {
  case CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE:
    return inflateRaw(source, destination);
  case CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY:
    // The engine of a GPU takes the elements alone: programs skip the length of the content with
    // which a Snappy stream begins.
    return SnappyElements(source, destination).decompress();
  case CU_MEM_DECOMPRESS_ALGORITHM_LZ4:
    return decompressLz4Block(source, destination);
  case CU_MEM_DECOMPRESS_UNSUPPORTED:
    break;
  }
  return std::nullopt;
}

} // namespace heddle::driver
