#include "memory/interprocess_memory.h"

#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle::memory {

InterprocessMemory::InterprocessMemory(std::size_t bytes) {
  const int descriptor = memfd_create("heddle", MFD_CLOEXEC);
  if (descriptor < 0)
    return;
  if (ftruncate(descriptor, static_cast<off_t>(bytes)) != 0) {
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
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0)
    return {};
  memory.size_ = static_cast<std::size_t>(status.st_size);
  return memory;
}

InterprocessMemory InterprocessMemory::ofProcess(pid_t process, int descriptor) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/fd/%d", static_cast<int>(process), descriptor);
  return adopt(open(path, O_RDWR | O_CLOEXEC));
}

InterprocessMemory::~InterprocessMemory() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

int InterprocessMemory::duplicate() const {
  return fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
}

} // namespace heddle::memory
