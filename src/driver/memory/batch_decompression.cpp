#include "driver/memory/batch_decompression.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graph/stream_capture.h"
#include "driver/launch/library_work.h"
#include "driver/memory/decompressors.h"
#include "driver/memory/memory_pool.h"
#include "driver/memory/transfer.h"
#include "driver/memory/virtual_memory.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

namespace heddle::driver {

namespace {

// The largest result of one operation, or 0 on a device without the engine.
std::size_t maximumLength() {
  return static_cast<std::size_t>(
      fixedAttribute(CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH));
}

bool isAlgorithm(CUmemDecompressAlgorithm algorithm) {
  const int mask =
      kDecompressAlgorithms & fixedAttribute(CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK);
  return algorithm && !(algorithm & (algorithm - 1)) && (algorithm & mask);
}

bool isUsable(const void* address, std::size_t bytes) {
  return isDecompressCapable(address) && space().contains(address, bytes);
}

// How many bytes the operation may write. Programs need not say how many they expect; then the
// destination ends with its allocation.
std::size_t roomOf(const CUmemDecompressParams& operation) {
  if (operation.dstNumBytes)
    return operation.dstNumBytes;
  const auto range = space().rangeOf(operation.dst, 0);
  return std::min(range.high - reinterpret_cast<std::uintptr_t>(operation.dst), maximumLength());
}

CUresult checkOperation(const CUmemDecompressParams& operation) {
  const bool isValid = isAlgorithm(operation.algo) && operation.srcNumBytes &&
                       operation.dstNumBytes <= maximumLength() &&
                       isUsable(operation.src, operation.srcNumBytes) &&
                       isUsable(operation.dst, std::max<std::size_t>(operation.dstNumBytes, 1)) &&
                       isUsable(operation.dstActBytes, sizeof *operation.dstActBytes);
  return isValid ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// Decompresses to memory of the host first, for two reasons: a damaged stream then leaves the
// destination as it was, and copyBytes() survives a destination that the program has unmapped,
// which the decompressors would not.
void carryOut(const CUmemDecompressParams& operation) {
  memory::touchBytes(operation.src, operation.srcNumBytes, false);
  const std::size_t room = operation.dstNumBytes;
  const std::unique_ptr<unsigned char[]> result(new (std::nothrow) unsigned char[room]);
  std::optional<std::size_t> written;
  if (result)
    written = decompress(operation.algo,
                         {static_cast<const unsigned char*>(operation.src), operation.srcNumBytes},
                         {result.get(), room});
  // The interface has no place for a status. Programs compare the number of bytes with the one that
  // they expect, so a stream that cannot be decompressed gives 0.
  const auto bytes = static_cast<cuuint32_t>(written.value_or(0));
  memory::copyBytes(operation.dst, result.get(), bytes);
  memory::copyBytes(operation.dstActBytes, &bytes, sizeof bytes);
}

// The operations of one call, which the workers share among each other.
class Batch : public LibraryWork {
public:
  explicit Batch(std::vector<CUmemDecompressParams> operations)
      : LibraryWork{.name = "decompression",
                    .items = operations.size(),
                    .scratchBytes = 0,
                    .run = runItems,
                    .data = this,
                    .release = [](const void*) {}},
        operations_(std::move(operations)) {}
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

private:
  static bool runItems(const void* data, void*, std::uint64_t begin, std::uint64_t end) {
    try {
      for (std::uint64_t index = begin; index < end; ++index)
        carryOut(static_cast<const Batch*>(data)->operations_[index]);
      return true;
    } catch (const memory::MemoryFault&) {
      return false;
    }
  }

  const std::vector<CUmemDecompressParams> operations_;
};

CUresult submit(std::span<const CUmemDecompressParams> given, unsigned flags, std::size_t& index,
                CUstream handle) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (!given.data() || given.empty() || flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (capturing(target))
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  HEDDLE_TRY(refuseWhileCapturing(target));
  HEDDLE_TRY(target.context->health());
  std::vector<CUmemDecompressParams> operations(given.begin(), given.end());
  for (std::size_t each = 0; each < operations.size(); ++each) {
    if (const CUresult result = checkOperation(operations[each]); result != CUDA_SUCCESS) {
      index = each;
      return result;
    }
    operations[each].dstNumBytes = roomOf(operations[each]);
  }
  target.stream->submit(
      makeLibraryTask(*target.context, std::make_shared<const Batch>(std::move(operations))));
  return CUDA_SUCCESS;
}

} // namespace

bool isDecompressCapable(const void* address) {
  const auto allocation = space().find(address);
  if (!allocation)
    return false;
  if (allocation->kind == memory::Kind::Mapped) {
    std::lock_guard lock(virtualMemoryMutex());
    const PhysicalMemory* const memory = mappedMemory(reinterpret_cast<CUdeviceptr>(address));
    return memory && (memory->properties.allocFlags.usage & CU_MEM_CREATE_USAGE_HW_DECOMPRESS);
  }
  if (const MemoryPool* const pool = poolOf(allocation->base))
    return pool->properties().usage & CU_MEM_POOL_CREATE_USAGE_HW_DECOMPRESS;
  return allocation->kind == memory::Kind::Device;
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuMemBatchDecompressAsync(CUmemDecompressParams* operations, size_t count,
                                   unsigned int flags, size_t* errorIndex, CUstream stream) {
  HEDDLE_TRY(Driver::instance().state());
  if (maximumLength() == 0)
    return CUDA_ERROR_NOT_SUPPORTED;
  std::size_t index = SIZE_MAX; // an error that is none of a single operation
  const CUresult result = submit({operations, operations ? count : 0}, flags, index, stream);
  if (result != CUDA_SUCCESS && errorIndex)
    *errorIndex = index;
  return result;
}
