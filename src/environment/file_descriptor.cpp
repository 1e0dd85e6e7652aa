#include "environment/file_descriptor.h"

#include <cerrno>

namespace heddle {

bool readAll(int file, void* to, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t count = read(file, static_cast<char*>(to) + done, bytes - done);
    if (count == 0 || (count < 0 && errno != EINTR))
      return false;
    done += count < 0 ? 0 : static_cast<std::size_t>(count);
  }
  return true;
}

bool writeAll(int file, const void* from, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t count = write(file, static_cast<const char*>(from) + done, bytes - done);
    if (count == 0 || (count < 0 && errno != EINTR))
      return false;
    done += count < 0 ? 0 : static_cast<std::size_t>(count);
  }
  return true;
}

} // namespace heddle
