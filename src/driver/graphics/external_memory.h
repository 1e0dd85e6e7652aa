// CUexternalMemory: memory of another API or process, imported by a file descriptor. Such memory is
// a file without a name (memfd): what cuMemExportToShareableHandle gives, and what Mesa's Vulkan
// driver for processors, lavapipe, exports.
#pragma once

#include "driver/context/context_dependents.h"
#include "driver/core/driver.h"

#include <memory>
#include <utility>

namespace heddle::driver {

// The file behind a descriptor.
class ExternalFile {
public:
  // Duplicates the descriptor. Empty when it does not refer to a file without a name that can be
  // written.
  explicit ExternalFile(int descriptor);
  ~ExternalFile();
  ExternalFile(ExternalFile&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}
  ExternalFile& operator=(ExternalFile&&) = delete;

  explicit operator bool() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  std::size_t size() const { return size_; }

private:
  int descriptor_;
  std::size_t size_ = 0;
};

class ExternalMemory {
public:
  // The memory is the `bytes` from `start` in the file. `isOfMesa`: images in it are laid out as
  // Mesa does it.
  ExternalMemory(Context& context, ExternalFile file, std::size_t start, std::size_t bytes,
                 bool isOfMesa)
      : context(context), file(std::move(file)), start(start), bytes(bytes), isOfMesa(isOfMesa) {}

  Context& context;
  const ExternalFile file;
  const std::size_t start, bytes;
  const bool isOfMesa;
  ContextDependent dependent;
};

// Part of external memory at an address of this process. It outlives the ExternalMemory.
class ExternalMapping {
public:
  // Null when the system refuses.
  static std::shared_ptr<ExternalMapping> create(const ExternalMemory& memory, std::size_t offset,
                                                 std::size_t bytes);
  ~ExternalMapping();
  ExternalMapping(const ExternalMapping&) = delete;
  ExternalMapping& operator=(const ExternalMapping&) = delete;
  char* data() const { return data_; }

private:
  ExternalMapping() = default;

  void* pages_ = nullptr;
  std::size_t pageBytes_ = 0;
  char* data_ = nullptr;
};

// Frees a buffer that was mapped from external memory. Returns false when the pointer is no such
// buffer.
bool freeExternalBuffer(CUdeviceptr pointer);

} // namespace heddle::driver
