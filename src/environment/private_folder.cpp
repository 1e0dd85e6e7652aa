#include "environment/private_folder.h"

#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle {

namespace {

namespace fs = std::filesystem;

constexpr mode_t kWritableByOthers = S_IWGRP | S_IWOTH;

bool isPrivate(int descriptor, mode_t type) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && (status.st_mode & S_IFMT) == type &&
         status.st_uid == geteuid() && !(status.st_mode & kWritableByOthers);
}

int checked(int descriptor, mode_t type) {
  if (descriptor < 0 || isPrivate(descriptor, type))
    return descriptor;
  close(descriptor);
  return -1;
}

bool mayMakeFoldersIn(const fs::path& folder) {
  struct stat status;
  return stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         (status.st_uid == geteuid() || status.st_uid == 0);
}

// Makes the folder and those above it. Where another process makes it at the same time, that folder
// is taken.
void makeFolder(const fs::path& path) {
  std::error_code error;
  if (path.empty() || fs::exists(fs::symlink_status(path, error)))
    return;
  const fs::path parent = path.has_parent_path() ? path.parent_path() : fs::path(".");
  makeFolder(parent);
  // The mode is set again because the umask may take the owner's own rights away.
  if (mayMakeFoldersIn(parent) && mkdir(path.c_str(), S_IRWXU) == 0)
    chmod(path.c_str(), S_IRWXU);
}

} // namespace

int openPrivateFolder(const std::string& path) {
  makeFolder(path);
  return checked(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), S_IFDIR);
}

int openPrivateFile(int folder, const std::string& name) {
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  return checked(openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC),
                 S_IFREG);
}

} // namespace heddle
