#include "recording.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#ifdef GOLDEN_ZSTD
#include <zstd.h>
#endif

namespace golden {
namespace {

constexpr char kMagic[] = "heddle golden 1\n";

void putNumber(std::string& out, std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i)
    out += static_cast<char>(value >> (8 * i));
}

class Reader {
public:
  explicit Reader(const std::string& text) : text_(text) {}

  const char* take(std::size_t size) {
    if (size > text_.size() - at_)
      throw std::runtime_error("recording ends early");
    at_ += size;
    return text_.data() + at_ - size;
  }
  std::uint64_t number(unsigned bytes) {
    const char* data = take(bytes);
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bytes; ++i)
      value |= std::uint64_t(static_cast<unsigned char>(data[i])) << (8 * i);
    return value;
  }
  bool atEnd() const { return at_ == text_.size(); }

private:
  const std::string& text_;
  std::size_t at_ = 0;
};

// The latest record before `index` of the same shape.
const Results* predecessor(const std::vector<Record>& records, std::size_t index) {
  const Results& shape = records[index].results;
  for (std::size_t i = index; i-- > 0;) {
    const Results& other = records[i].results;
    if (records[i].operands == records[index].operands && other.bytes == shape.bytes &&
        other.registers == shape.registers && other.count == shape.count)
      return &other;
  }
  return nullptr;
}

#ifdef GOLDEN_ZSTD
std::string decompressed(const std::string& data) {
  unsigned long long size = ZSTD_getFrameContentSize(data.data(), data.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > (1ULL << 31))
    throw std::runtime_error("not a zstd file of known size");
  std::string text(size, '\0');
  std::size_t got = ZSTD_decompress(text.data(), text.size(), data.data(), data.size());
  if (ZSTD_isError(got) || got != size)
    throw std::runtime_error("damaged zstd file");
  return text;
}
#else
std::string decompressed(const std::string&) {
  throw std::runtime_error("built without zstd");
}
#endif

} // namespace

void writeRecording(const std::string& path, const std::vector<Record>& records) {
  std::string out = kMagic;
  for (std::size_t index = 0; index < records.size(); ++index) {
    const Record& record = records[index];
    const Results& results = record.results;
    putNumber(out, record.form.size(), 2);
    out += record.form;
    putNumber(out, record.operands, 8);
    putNumber(out, results.registers, 1);
    putNumber(out, results.bytes, 1);
    putNumber(out, results.count, 4);
    const Results* before = predecessor(records, index);
    for (unsigned byte = 0; byte < results.bytes; ++byte)
      for (std::size_t i = byte; i < results.data.size(); i += results.bytes)
        out += static_cast<char>(results.data[i] ^ (before ? before->data[i] : 0));
  }
  std::ofstream file(path, std::ios::binary);
  file.write(out.data(), static_cast<std::streamsize>(out.size()));
  if (!file.flush())
    throw std::runtime_error("cannot write " + path);
}

std::vector<Record> readRecording(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw std::runtime_error("cannot read " + path);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (path.size() > 4 && path.compare(path.size() - 4, 4, ".zst") == 0)
    text = decompressed(text);
  Reader reader(text);
  if (std::memcmp(reader.take(sizeof kMagic - 1), kMagic, sizeof kMagic - 1) != 0)
    throw std::runtime_error(path + " is not a recording");
  std::vector<Record> records;
  while (!reader.atEnd()) {
    Record& record = records.emplace_back();
    std::size_t length = reader.number(2);
    record.form.assign(reader.take(length), length);
    record.operands = reader.number(8);
    Results& results = record.results;
    results.registers = static_cast<unsigned>(reader.number(1));
    results.bytes = static_cast<unsigned>(reader.number(1));
    results.count = static_cast<unsigned>(reader.number(4));
    std::size_t words = std::size_t(results.registers) * results.count;
    const char* data = reader.take(words * results.bytes);
    results.data.resize(words * results.bytes);
    const Results* before = predecessor(records, records.size() - 1);
    for (unsigned byte = 0; byte < results.bytes; ++byte)
      for (std::size_t i = byte; i < results.data.size(); i += results.bytes)
        results.data[i] =
            static_cast<unsigned char>(*data++) ^ (before ? before->data[i] : std::uint8_t(0));
  }
  return records;
}

} // namespace golden
