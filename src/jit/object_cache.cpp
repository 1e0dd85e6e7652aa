#include "jit/object_cache.h"
#include "environment/environment.h"
#include "environment/private_folder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace heddle::jit {
namespace {

// The default and the largest size of the cache, as CUDA_CACHE_MAXSIZE documents them.
constexpr std::uint64_t kDefaultBytes = std::uint64_t(1) << 30;
constexpr std::uint64_t kLargestBytes = std::uint64_t(4) << 30;
constexpr char kMagic[8] = {'h', 'e', 'd', 'd', 'l', 'e', 'c', '2'};

struct Header {
  char magic[8];
  std::uint64_t bytes;    // of the payload
  std::uint64_t checksum; // of the payload
  // A digest of the key, which tells entries that were exchanged.
  std::array<std::uint8_t, 32> key;
};

Header headerOf(const std::string& key, std::string_view payload) {
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.bytes = payload.size();
  header.checksum = llvm::xxh3_64bits(llvm::StringRef(payload.data(), payload.size()));
  header.key = llvm::SHA256::hash(llvm::arrayRefFromStringRef(key));
  return header;
}

// Closes a descriptor at the end of its scope.
class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0)
      close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator int() const { return number_; }

private:
  int number_;
};

bool readAll(int file, void* to, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t count = read(file, static_cast<char*>(to) + done, bytes - done);
    if (count <= 0)
      return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

bool writeAll(int file, const void* from, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t count = write(file, static_cast<const char*>(from) + done, bytes - done);
    if (count <= 0)
      return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

// Writes a file that only its owner can read, whatever the umask.
bool writeFile(int folder, const std::string& name, const Header& header,
               std::string_view payload) {
  const Descriptor file(
      openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  return file >= 0 && fchmod(file, 0600) == 0 && writeAll(file, &header, sizeof header) &&
         writeAll(file, payload.data(), payload.size());
}

std::string temporaryName() {
  std::random_device random;
  return "tmp." + std::to_string(random()) + "." + std::to_string(random());
}

struct Entry {
  timespec time;
  std::uint64_t bytes;
  std::string name;
};

// The files of the folder, those first that have not been used for longest.
std::vector<Entry> entriesOf(int folder) {
  std::vector<Entry> entries;
  // A descriptor of its own: closedir() closes it.
  const int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const listing = own < 0 ? nullptr : fdopendir(own);
  if (!listing)
    return entries;
  while (const dirent* entry = readdir(listing)) {
    struct stat status;
    if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(status.st_mode))
      entries.push_back(
          {status.st_mtim, static_cast<std::uint64_t>(status.st_size), entry->d_name});
  }
  closedir(listing);
  std::ranges::sort(entries, {}, [](const Entry& entry) {
    return std::pair(entry.time.tv_sec, entry.time.tv_nsec);
  });
  return entries;
}

// Removes the files that have not been used for longest, until there is room for `bytes` of `most`.
void makeRoomFor(int folder, std::uint64_t bytes, std::uint64_t most) {
  const std::vector<Entry> entries = entriesOf(folder);
  std::uint64_t total = bytes;
  for (const Entry& entry : entries)
    total += entry.bytes;
  for (const Entry& entry : entries) {
    if (total <= most)
      return;
    if (unlinkat(folder, entry.name.c_str(), 0) == 0)
      total -= entry.bytes;
  }
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
  const Descriptor folder(openPrivateFolder(folder_));
  const Descriptor file(folder < 0 ? -1 : openPrivateFile(folder, key));
  struct stat status;
  Header header;
  if (file < 0 || fstat(file, &status) != 0 || !readAll(file, &header, sizeof header) ||
      header.bytes > kLargestBytes ||
      static_cast<std::uint64_t>(status.st_size) != header.bytes + sizeof header)
    return std::nullopt;
  std::string payload(header.bytes, '\0');
  if (!readAll(file, payload.data(), payload.size()))
    return std::nullopt;
  const Header expected = headerOf(key, payload);
  if (std::memcmp(&header, &expected, sizeof header) != 0)
    return std::nullopt;
  futimens(file, nullptr); // makeRoomFor() removes the files with the oldest time
  return payload;
}

void ObjectCache::store(const std::string& key, std::string_view payload) const {
  const std::uint64_t bytes = payload.size() + sizeof(Header);
  if (!enabled() || bytes > maxBytes_)
    return;
  const Descriptor folder(openPrivateFolder(folder_));
  if (folder < 0)
    return;
  makeRoomFor(folder, bytes, maxBytes_);
  const std::string temporary = temporaryName();
  if (!writeFile(folder, temporary, headerOf(key, payload), payload) ||
      renameat(folder, temporary.c_str(), folder, key.c_str()) != 0)
    unlinkat(folder, temporary.c_str(), 0);
}

} // namespace heddle::jit
