#include "environment/user_key.h"
#include "environment/environment.h"
#include "environment/file_descriptor.h"
#include "environment/private_folder.h"

#include <cstdint>
#include <fcntl.h>
#include <string>
#include <sys/random.h>
#include <sys/stat.h>
#include <vector>

namespace heddle {

namespace {

constexpr const char* kKeyFile = "key";

// The folders that may hold the key, the preferred one first.
std::vector<std::string> stateFolders() {
  std::vector<std::string> folders;
  const auto add = [&](const char* variable, const char* below) {
    // A relative path would mean another folder after a change of the working directory.
    if (const char* path = environmentVariable(variable); path && *path == '/')
      folders.push_back(std::string(path) + below);
  };
  add("XDG_STATE_HOME", "/heddle");
  add("HOME", "/.local/state/heddle");
  add("CUDA_CACHE_PATH", "/heddle/state");
  return folders;
}

std::optional<UserKey> readKey(int folder) {
  const FileDescriptor file(openPrivateFile(folder, kKeyFile));
  struct stat status;
  UserKey key;
  if (file < 0 || fstat(file, &status) != 0 || status.st_size != sizeof key ||
      !readAll(file, key.data(), key.size()))
    return std::nullopt;
  return key;
}

// Writes a new key under a name of its own first, so that other processes never see part of one.
bool writeKey(int folder, const std::string& name) {
  UserKey key;
  if (getrandom(key.data(), key.size(), 0) != static_cast<ssize_t>(key.size()))
    return false;
  const FileDescriptor file(
      openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  return file >= 0 && fchmod(file, 0600) == 0 && writeAll(file, key.data(), key.size());
}

// Makes a key. Where there is none, that of a process which makes one at the same time is taken;
// a file that is damaged or not this user's is replaced.
std::optional<UserKey> makeKey(int folder, bool replaces) {
  std::uint64_t number;
  if (getrandom(&number, sizeof number, 0) != sizeof number)
    return std::nullopt;
  // The process's number would not do: processes of several containers can have the same one.
  const std::string name = "key." + std::to_string(number);
  if (writeKey(folder, name)) {
    if (replaces)
      renameat(folder, name.c_str(), folder, kKeyFile);
    else
      linkat(folder, name.c_str(), folder, kKeyFile, 0);
  }
  unlinkat(folder, name.c_str(), 0);
  return readKey(folder);
}

std::optional<UserKey> findKey() {
  for (const std::string& path : stateFolders()) {
    const FileDescriptor folder(openPrivateFolder(path));
    if (folder < 0)
      continue;
    struct stat status;
    const bool exists = fstatat(folder, kKeyFile, &status, AT_SYMLINK_NOFOLLOW) == 0;
    std::optional<UserKey> key = readKey(folder);
    if (!key)
      key = makeKey(folder, exists);
    if (key)
      return key;
  }
  return std::nullopt;
}

} // namespace

const std::optional<UserKey>& userKey() {
  static const std::optional<UserKey> key = findKey();
  return key;
}

} // namespace heddle
