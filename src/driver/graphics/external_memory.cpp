#include "driver/graphics/external_memory.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graphics/mesa_memory.h"
#include "memory/kernel_access.h"
#include "memory/protection_keys.h"

#include <algorithm>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace heddle::driver {

namespace {

memory::AddressSpace& space() {
  return Driver::instance().memory();
}

// A buffer that a program has mapped from external memory. It ends by cuMemFree, or with its
// context.
struct MappedBuffer {
  Context* context = nullptr;
  std::shared_ptr<ExternalMapping> mapping;
  ContextDependent dependent;
};
std::mutex buffersMutex;
std::map<CUdeviceptr, MappedBuffer>& buffers = *new std::map<CUdeviceptr, MappedBuffer>;

bool contains(const ExternalMemory& memory, std::size_t offset, std::size_t bytes) {
  const std::size_t inFile = memory.file.size() - memory.start;
  const std::size_t most = std::min(memory.bytes, inFile);
  return bytes > 0 && offset <= most && bytes <= most - offset;
}

CUresult findExternalMemory(CUexternalMemory handle, ExternalMemory*& memory) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  memory = Driver::instance().tables().externalMemory.find(handle);
  return memory ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

std::vector<LevelLayout> plainLayout(const CUDA_ARRAY3D_DESCRIPTOR& shape, unsigned levels) {
  std::vector<LevelLayout> layout;
  std::size_t offset = 0;
  for (unsigned level = 0; level < levels; ++level) {
    const CUDA_ARRAY3D_DESCRIPTOR part = levelDescriptor(shape, level);
    const std::size_t row = rowBytesOf(part), slice = row * rowsOf(part);
    layout.push_back({offset, row, slice});
    offset += slice * std::max<std::size_t>(part.Depth, 1);
  }
  return layout;
}

std::size_t bytesOf(const LevelLayout& last, const CUDA_ARRAY3D_DESCRIPTOR& shape) {
  return last.offset + last.slicePitch * std::max<std::size_t>(shape.Depth, 1);
}

} // namespace

ExternalFile::ExternalFile(int descriptor) : descriptor_(fcntl(descriptor, F_DUPFD_CLOEXEC, 0)) {
  struct stat status;
  // A file without a name (memfd) has seals, and a file on a disk has none.
  if (descriptor_ >= 0 && fcntl(descriptor_, F_GET_SEALS) >= 0 &&
      (fcntl(descriptor_, F_GETFL) & O_ACCMODE) == O_RDWR && fstat(descriptor_, &status) == 0 &&
      status.st_size > 0) {
    // Where the file allows it, nobody can cut it short any more, which would make mappings fault.
    fcntl(descriptor_, F_ADD_SEALS, F_SEAL_SHRINK);
    size_ = static_cast<std::size_t>(status.st_size);
    return;
  }
  if (descriptor_ >= 0)
    close(std::exchange(descriptor_, -1));
}

ExternalFile::~ExternalFile() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

std::shared_ptr<ExternalMapping> ExternalMapping::create(const ExternalMemory& memory,
                                                         std::size_t offset, std::size_t bytes) {
  const std::size_t page = memory::pageSize();
  const std::size_t first = memory.start + offset, aligned = first / page * page;
  auto mapping = std::shared_ptr<ExternalMapping>(new ExternalMapping);
  mapping->pageBytes_ = first - aligned + bytes;
  mapping->pages_ = mmap(nullptr, mapping->pageBytes_, PROT_READ | PROT_WRITE, MAP_SHARED,
                         memory.file.descriptor(), static_cast<off_t>(aligned));
  if (mapping->pages_ == MAP_FAILED)
    return nullptr;
  memory::assignKernelKey(mapping->pages_, memory::roundUp(mapping->pageBytes_, page),
                          PROT_READ | PROT_WRITE);
  memory::noteKernelMemory(mapping->pages_, mapping->pageBytes_);
  mapping->data_ = static_cast<char*>(mapping->pages_) + (first - aligned);
  space().addMapped(mapping->data_, bytes, memory.context.device().index());
  return mapping;
}

ExternalMapping::~ExternalMapping() {
  if (!data_)
    return;
  space().removeMapped(data_);
  memory::forgetKernelMemory(pages_);
  munmap(pages_, pageBytes_);
}

bool freeExternalBuffer(CUdeviceptr pointer) {
  std::unique_lock lock(buffersMutex);
  const auto found = buffers.find(pointer);
  if (found == buffers.end())
    return false;
  Context& context = *found->second.context;
  lock.unlock();
  context.waitForWork(); // the work may still use the buffer
  lock.lock();
  buffers.erase(pointer);
  return true;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

// The descriptor becomes ours only if the import succeeds.
CUresult cuImportExternalMemory(CUexternalMemory* out,
                                const CUDA_EXTERNAL_MEMORY_HANDLE_DESC* given) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || !given || given->type != CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD ||
      given->size == 0 || (given->flags & ~CUDA_EXTERNAL_MEMORY_DEDICATED))
    return CUDA_ERROR_INVALID_VALUE;
  ExternalFile file(given->handle.fd);
  if (!file)
    return CUDA_ERROR_UNKNOWN; // as a GPU's driver says of a descriptor that is no memory
  const std::size_t start = startOfMesaMemory(file);
  ExternalMemory* memory = Driver::instance().tables().externalMemory.create(
      *context, std::move(file), start, given->size, start != 0);
  if (!memory)
    return CUDA_ERROR_OUT_OF_MEMORY;
  close(given->handle.fd);
  context->adopt(*memory, Driver::instance().tables().externalMemory);
  *out = reinterpret_cast<CUexternalMemory>(memory);
  return CUDA_SUCCESS;
}

CUresult cuDestroyExternalMemory(CUexternalMemory handle) {
  ExternalMemory* memory;
  HEDDLE_TRY(findExternalMemory(handle, memory));
  Driver::instance().tables().externalMemory.destroy(memory);
  return CUDA_SUCCESS;
}

CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr* out, CUexternalMemory handle,
                                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC* given) {
  ExternalMemory* memory;
  HEDDLE_TRY(findExternalMemory(handle, memory));
  if (!out || !given || given->flags || !contains(*memory, given->offset, given->size))
    return CUDA_ERROR_INVALID_VALUE;
  auto mapping = ExternalMapping::create(*memory, given->offset, given->size);
  if (!mapping)
    return CUDA_ERROR_MAP_FAILED;
  *out = reinterpret_cast<CUdeviceptr>(mapping->data());
  std::lock_guard lock(buffersMutex);
  MappedBuffer& buffer = buffers[*out];
  buffer.context = &memory->context;
  buffer.mapping = std::move(mapping);
  memory->context.dependents().add(buffer.dependent, [pointer = *out] {
    std::lock_guard lock(buffersMutex);
    buffers.erase(pointer);
  });
  return CUDA_SUCCESS;
}

CUresult
cuExternalMemoryGetMappedMipmappedArray(CUmipmappedArray* out, CUexternalMemory handle,
                                        const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC* given) {
  ExternalMemory* memory;
  HEDDLE_TRY(findExternalMemory(handle, memory));
  constexpr unsigned kMostLevels = 16;
  if (!out || !given || given->numLevels == 0 || given->numLevels > kMostLevels)
    return CUDA_ERROR_INVALID_VALUE;
  const CUDA_ARRAY3D_DESCRIPTOR& shape = given->arrayDesc;
  HEDDLE_TRY(checkArrayDescriptor(shape, memory->context.device().ordinal()));
  const auto layout =
      memory->isOfMesa ? mesaLayout(shape, given->numLevels) : plainLayout(shape, given->numLevels);
  const std::size_t bytes = bytesOf(layout.back(), levelDescriptor(shape, given->numLevels - 1));
  if (!contains(*memory, given->offset, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  auto mapping = ExternalMapping::create(*memory, given->offset, bytes);
  if (!mapping)
    return CUDA_ERROR_MAP_FAILED;
  char* const base = mapping->data();
  auto& table = Driver::instance().tables().mipmappedArrays;
  MipmappedArray* array =
      table.create(memory->context, shape, base, layout, std::shared_ptr<void>(std::move(mapping)));
  if (!array)
    return CUDA_ERROR_OUT_OF_MEMORY;
  memory->context.adopt(*array, table);
  *out = reinterpret_cast<CUmipmappedArray>(array);
  return CUDA_SUCCESS;
}
