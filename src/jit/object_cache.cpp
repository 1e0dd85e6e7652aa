#include "jit/object_cache.h"
#include "environment/environment.h"
#include "environment/file_descriptor.h"
#include "environment/private_folder.h"
#include "environment/user_key.h"
#include "jit/sealed_object.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <random>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace heddle::jit {
namespace {

// The default and the largest size of the cache, as CUDA_CACHE_MAXSIZE documents them.
constexpr std::uint64_t kDefaultBytes = std::uint64_t(1) << 30;
constexpr std::uint64_t kLargestBytes = std::uint64_t(4) << 30;

// The file whose lock is held while an object is made has this before the object's name.
constexpr const char* kLockPrefix = "lock.";
// The slowest kernels take half of it to compile on a busy machine.
constexpr std::chrono::seconds kLongestLockWait(60);
constexpr std::chrono::milliseconds kLockPause(5);

// Writes a file that only its owner can read, whatever the umask.
bool writeFile(int folder, const std::string& name, std::string_view content) {
  const FileDescriptor file(
      openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  return file >= 0 && fchmod(file, 0600) == 0 && writeAll(file, content.data(), content.size());
}

std::string temporaryName() {
  std::random_device random;
  return "tmp." + std::to_string(random()) + "." + std::to_string(random());
}

using Entry = ObjectCache::Entry;

struct CloseListing {
  void operator()(DIR* listing) const { closedir(listing); }
};

// Null when the folder cannot be read.
std::unique_ptr<DIR, CloseListing> listingOf(int folder) {
  // The listing gets a descriptor of its own, because closedir() closes it.
  const int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const listing = own < 0 ? nullptr : fdopendir(own);
  if (own >= 0 && !listing)
    close(own);
  return std::unique_ptr<DIR, CloseListing>(listing);
}

// The files of the folder, beginning with the one that has not been used for longest.
std::vector<Entry> entriesOf(int folder) {
  std::vector<Entry> entries;
  const std::unique_ptr<DIR, CloseListing> listing = listingOf(folder);
  if (!listing)
    return entries;
  while (const dirent* entry = readdir(listing.get())) {
    struct stat status;
    if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(status.st_mode))
      entries.push_back(
          {status.st_mtim, static_cast<std::uint64_t>(status.st_size), entry->d_name});
  }
  std::ranges::sort(entries, {}, [](const Entry& entry) {
    return std::pair(entry.lastUse.tv_sec, entry.lastUse.tv_nsec);
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

std::vector<Entry> ObjectCache::entries() const {
  const FileDescriptor folder(enabled() ? openPrivateFolder(folder_) : -1);
  return folder < 0 ? std::vector<Entry>() : entriesOf(folder);
}

void ObjectCache::shrink(std::uint64_t bytes) const {
  const FileDescriptor folder(enabled() ? openPrivateFolder(folder_) : -1);
  if (folder >= 0)
    makeRoomFor(folder, 0, bytes);
}

ObjectCache::MakingLock::MakingLock(const ObjectCache& cache, const std::string& key,
                                    void (*whileWaiting)())
    : folder_(cache.enabled() ? openPrivateFolder(cache.folder_) : -1), name_(kLockPrefix + key) {
  if (folder_ < 0)
    return;
  file_ = openat(folder_, name_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  const auto latest = std::chrono::steady_clock::now() + kLongestLockWait;
  while (file_ >= 0 && flock(file_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK || std::chrono::steady_clock::now() > latest) {
      close(file_);
      file_ = -1;
      break;
    }
    whileWaiting();
    std::this_thread::sleep_for(kLockPause);
  }
}

ObjectCache::MakingLock::~MakingLock() {
  if (file_ >= 0) {
    // The name goes first. Whoever opened the file before gets the lock, and finds the object.
    unlinkat(folder_, name_.c_str(), 0);
    flock(file_, LOCK_UN); // a child process may have a copy of the descriptor
    close(file_);
  }
  if (folder_ >= 0)
    close(folder_);
}

std::optional<std::string> ObjectCache::load(const std::string& key) const {
  if (!enabled())
    return std::nullopt;
  const FileDescriptor folder(openPrivateFolder(folder_));
  const FileDescriptor file(folder < 0 ? -1 : openPrivateFile(folder, key));
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0 ||
      static_cast<std::uint64_t>(status.st_size) > kLargestBytes)
    return std::nullopt;
  std::string sealed(static_cast<std::size_t>(status.st_size), '\0');
  if (!readAll(file, sealed.data(), sealed.size()))
    return std::nullopt;
  const std::optional<std::string_view> object = openSealed(key, sealed);
  if (!object)
    return std::nullopt;
  futimens(file, nullptr); // makeRoomFor() removes the files with the oldest time
  return std::string(*object);
}

void ObjectCache::store(const std::string& key, std::string_view payload) const {
  // An object that is stored without a key of the user would never be loaded.
  if (!enabled() || !userKey() || payload.size() > maxBytes_)
    return;
  const std::string sealed = seal(key, payload);
  const FileDescriptor folder(openPrivateFolder(folder_));
  if (folder < 0 || sealed.size() > maxBytes_)
    return;
  makeRoomFor(folder, sealed.size(), maxBytes_);
  const std::string temporary = temporaryName();
  if (!writeFile(folder, temporary, sealed) ||
      renameat(folder, temporary.c_str(), folder, key.c_str()) != 0)
    unlinkat(folder, temporary.c_str(), 0);
}

} // namespace heddle::jit
