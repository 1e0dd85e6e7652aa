// Whole reads and writes of files, and descriptors that are closed at the end of their scope.
#pragma once

#include <cstddef>
#include <unistd.h>

namespace heddle {

class FileDescriptor {
public:
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor() {
    if (number_ >= 0)
      close(number_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  operator int() const { return number_; }

private:
  int number_;
};

// Both return false when an error or the end of the file comes first.
bool readAll(int file, void* to, std::size_t bytes);
bool writeAll(int file, const void* from, std::size_t bytes);

} // namespace heddle
