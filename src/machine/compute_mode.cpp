#include "machine/compute_mode.h"
#include "environment/environment.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::machine {

namespace {

std::string directory() {
  const char* runtime = environmentVariable("XDG_RUNTIME_DIR");
  return runtime && *runtime ? std::string(runtime) + "/heddle"
                             : "/tmp/heddle-" + std::to_string(getuid());
}

std::string modeFile(unsigned device) {
  return directory() + "/compute-mode." + std::to_string(device);
}

// Whether the directory belongs to this user. Files that another user has put there do not count.
bool isOwnDirectory(const std::string& path) {
  struct stat status;
  return lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == getuid();
}

} // namespace

ComputeMode computeMode(unsigned device) {
  if (!isOwnDirectory(directory()))
    return ComputeMode::Default;
  const int file = open(modeFile(device).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return ComputeMode::Default;
  char digit = '0';
  const bool read = ::read(file, &digit, 1) == 1;
  close(file);
  if (read && digit == '2')
    return ComputeMode::Prohibited;
  return read && digit == '3' ? ComputeMode::ExclusiveProcess : ComputeMode::Default;
}

bool setComputeMode(unsigned device, ComputeMode mode) {
  if (mkdir(directory().c_str(), 0700) != 0 && errno != EEXIST)
    return false;
  if (!isOwnDirectory(directory()))
    return false;
  const int file =
      open(modeFile(device).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0)
    return false;
  const char digit = static_cast<char>('0' + static_cast<int>(mode));
  const bool written = write(file, &digit, 1) == 1;
  close(file);
  return written;
}

DeviceClaim::~DeviceClaim() {
  release();
}

bool DeviceClaim::acquire(unsigned device) {
  if (file_ >= 0)
    return true;
  const ComputeMode mode = computeMode(device);
  if (mode == ComputeMode::Prohibited)
    return false;
  // Where the directory does not exist, no mode has been set.
  if (!isOwnDirectory(directory()))
    return true;
  const std::string path = directory() + "/users." + std::to_string(device);
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0)
    return true;
  const int kind = mode == ComputeMode::ExclusiveProcess ? LOCK_EX : LOCK_SH;
  if (flock(file, kind | LOCK_NB) != 0) {
    close(file);
    return false;
  }
  file_ = file;
  return true;
}

void DeviceClaim::release() {
  if (file_ >= 0)
    close(file_);
  file_ = -1;
}

} // namespace heddle::machine
