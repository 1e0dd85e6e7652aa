#include "jit/object_cache.h"
#include "environment/environment.h"

#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>
#include <vector>

namespace heddle::jit {
namespace {

namespace fs = std::filesystem;

// The default and the largest size of the cache, as CUDA_CACHE_MAXSIZE documents them.
constexpr std::uint64_t kDefaultBytes = std::uint64_t(1) << 30;
constexpr std::uint64_t kLargestBytes = std::uint64_t(4) << 30;
constexpr char kMagic[8] = {'h', 'e', 'd', 'd', 'l', 'e', 'c', '1'};

struct Header {
  char magic[8];
  std::uint64_t bytes;
  std::uint64_t checksum;
};

std::uint64_t checksum(std::string_view payload) {
  return llvm::xxh3_64bits(llvm::StringRef(payload.data(), payload.size()));
}

} // namespace

ObjectCache::ObjectCache() : maxBytes_(kDefaultBytes) {
  if (environmentFlag("CUDA_CACHE_DISABLE"))
    return;
  if (const char* size = environmentVariable("CUDA_CACHE_MAXSIZE"))
    maxBytes_ = std::min<std::uint64_t>(std::strtoull(size, nullptr, 10), kLargestBytes);
  if (const char* path = environmentVariable("CUDA_CACHE_PATH"); path && *path)
    folder_ = path;
  else if (const char* home = environmentVariable("HOME"); home && *home)
    folder_ = std::string(home) + "/.nv/ComputeCache";
  if (!folder_.empty())
    folder_ += "/heddle";
}

ObjectCache::ObjectCache(std::string folder, std::uint64_t maxBytes)
    : folder_(std::move(folder)), maxBytes_(maxBytes) {}

ObjectCache& ObjectCache::global() {
  static auto* cache = new ObjectCache;
  return *cache;
}

std::optional<std::string> ObjectCache::load(const std::string& key) const {
  if (!enabled())
    return std::nullopt;
  std::string path = folder_ + "/" + key;
  std::ifstream file(path, std::ios::binary);
  Header header;
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header) ||
      std::memcmp(header.magic, kMagic, sizeof kMagic) != 0 || header.bytes > kLargestBytes)
    return std::nullopt;
  std::error_code ignored;
  if (fs::file_size(path, ignored) != header.bytes + sizeof header)
    return std::nullopt;
  std::string payload(header.bytes, '\0');
  if (!file.read(payload.data(), static_cast<std::streamsize>(payload.size())) ||
      checksum(payload) != header.checksum)
    return std::nullopt;
  // makeRoomFor() removes the files with the oldest time.
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return payload;
}

void ObjectCache::store(const std::string& key, std::string_view payload) const {
  if (!enabled() || payload.size() + sizeof(Header) > maxBytes_)
    return;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error)
    return;
  makeRoomFor(payload.size() + sizeof(Header));
  std::string temporary = folder_ + "/tmp.XXXXXX";
  int descriptor = mkstemp(temporary.data());
  if (descriptor < 0)
    return;
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.bytes = payload.size();
  header.checksum = checksum(payload);
  bool written = write(descriptor, &header, sizeof header) == static_cast<ssize_t>(sizeof header);
  for (std::size_t done = 0; written && done < payload.size();) {
    ssize_t count = write(descriptor, payload.data() + done, payload.size() - done);
    written = count > 0;
    done += written ? static_cast<std::size_t>(count) : 0;
  }
  close(descriptor);
  if (!written || rename(temporary.c_str(), (folder_ + "/" + key).c_str()) != 0)
    unlink(temporary.c_str());
}

void ObjectCache::makeRoomFor(std::uint64_t bytes) const {
  struct Entry {
    fs::file_time_type time;
    std::uint64_t bytes;
    fs::path path;
  };
  std::vector<Entry> entries;
  std::uint64_t total = bytes;
  std::error_code error;
  for (const fs::directory_entry& file : fs::directory_iterator(folder_, error)) {
    std::error_code ignored;
    Entry entry{file.last_write_time(ignored), file.file_size(ignored), file.path()};
    if (ignored)
      continue;
    total += entry.bytes;
    entries.push_back(std::move(entry));
  }
  if (total <= maxBytes_)
    return;
  std::ranges::sort(entries, {}, &Entry::time);
  for (const Entry& entry : entries) {
    if (total <= maxBytes_)
      break;
    std::error_code ignored;
    if (fs::remove(entry.path, ignored))
      total -= entry.bytes;
  }
}

} // namespace heddle::jit
