#include "memory/interprocess_memory.h"

#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::memory {

namespace {

// The mark of our files. Files with a name cannot have these seals, so that a forged handle makes
// nobody map a file of theirs; and no process can make a mapping of another fault by cutting the
// file short.
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

} // namespace

InterprocessMemory::InterprocessMemory(std::size_t bytes) {
  const int descriptor = memfd_create("heddle", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0)
    return;
  if (ftruncate(descriptor, static_cast<off_t>(bytes)) != 0 ||
      fcntl(descriptor, F_ADD_SEALS, kSeals) != 0) {
    close(descriptor);
    return;
  }
  descriptor_ = descriptor;
  size_ = bytes;
}

InterprocessMemory InterprocessMemory::adopt(int descriptor) {
  InterprocessMemory memory;
  struct stat status;
  if (descriptor < 0)
    return memory;
  memory.descriptor_ = descriptor;
  if (fcntl(descriptor, F_GET_SEALS) != kSeals || fstat(descriptor, &status) != 0 ||
      status.st_size <= 0)
    return {};
  memory.size_ = static_cast<std::size_t>(status.st_size);
  return memory;
}

InterprocessMemory InterprocessMemory::ofProcess(pid_t process, int descriptor) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/fd/%d", static_cast<int>(process), descriptor);
  // Without O_NONBLOCK, opening a pipe could wait for its other end.
  return adopt(open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC));
}

InterprocessMemory::~InterprocessMemory() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

int InterprocessMemory::duplicate() const {
  return fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
}

} // namespace heddle::memory
