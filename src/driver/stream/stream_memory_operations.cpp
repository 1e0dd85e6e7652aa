#include "driver/stream/stream_memory_operations.h"

#include "driver/core/handle_tables.h"
#include "driver/graph/stream_capture.h"
#include "exec/polling_thread.h"
#include "exec/simple_tasks.h"
#include "memory/initialised_bytes.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace heddle::driver {

namespace {

template <typename Word> bool holds(CUdeviceptr address, Word value, unsigned flags) {
  const Word found = std::atomic_ref(*reinterpret_cast<Word*>(address)).load();
  switch (flags & 3u) {
  case CU_STREAM_WAIT_VALUE_GEQ:
    return static_cast<std::make_signed_t<Word>>(found - value) >= 0;
  case CU_STREAM_WAIT_VALUE_EQ:
    return found == value;
  case CU_STREAM_WAIT_VALUE_AND:
    return (found & value) != 0;
  default:
    return ~(found | value) != 0;
  }
}

template <typename Word> void store(CUdeviceptr address, Word value) {
  std::atomic_ref(*reinterpret_cast<Word*>(address)).store(value);
  memory::markInitialised(reinterpret_cast<void*>(address), sizeof(Word));
}

template <typename Word> CUresult checkWord(CUdeviceptr address) {
  return address % sizeof(Word) == 0 && Driver::instance().memory().contains(
                                            reinterpret_cast<void*>(address), sizeof(Word))
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

template <typename Word>
CUresult waitValue(CUstream handle, CUdeviceptr address, Word value, unsigned flags) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (flags & ~(3u | CU_STREAM_WAIT_VALUE_FLUSH))
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(checkWord<Word>(address));
  CUstreamBatchMemOpParams operation{};
  operation.waitValue.operation =
      sizeof(Word) == 8 ? CU_STREAM_MEM_OP_WAIT_VALUE_64 : CU_STREAM_MEM_OP_WAIT_VALUE_32;
  operation.waitValue.address = address;
  operation.waitValue.value64 = value;
  operation.waitValue.flags = flags;
  if (capturing(target))
    return captureNode(target, MemoryOperationsNode{target.context->handle(), {operation}});
  target.stream->submit(exec::TaskRef::adopt(new exec::PollingTask(
      target.context->execution(), [=] { return holds(address, value, flags); })));
  return CUDA_SUCCESS;
}

template <typename Word>
CUresult writeValue(CUstream handle, CUdeviceptr address, Word value, unsigned flags) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (flags) // writes without a barrier were part of the first version of this API
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(checkWord<Word>(address));
  CUstreamBatchMemOpParams operation{};
  operation.writeValue.operation =
      sizeof(Word) == 8 ? CU_STREAM_MEM_OP_WRITE_VALUE_64 : CU_STREAM_MEM_OP_WRITE_VALUE_32;
  operation.writeValue.address = address;
  operation.writeValue.value64 = value;
  operation.writeValue.flags = flags;
  if (capturing(target))
    return captureNode(target, MemoryOperationsNode{target.context->handle(), {operation}});
  exec::ExecutionContext& execution = target.context->execution();
  target.stream->submit(
      exec::TaskRef::adopt(new exec::WorkerFunctionTask(execution, [&execution, address, value] {
        if (!execution.faulted())
          store<Word>(address, value);
      })));
  return CUDA_SUCCESS;
}

// Does one operation of a batch, or only checks it.
CUresult perform(CUstream stream, const CUstreamBatchMemOpParams& operation, bool check) {
  switch (operation.operation) {
  case CU_STREAM_MEM_OP_WAIT_VALUE_32:
    return check ? checkWord<std::uint32_t>(operation.waitValue.address)
                 : waitValue<std::uint32_t>(stream, operation.waitValue.address,
                                            operation.waitValue.value, operation.waitValue.flags);
  case CU_STREAM_MEM_OP_WAIT_VALUE_64:
    return check ? checkWord<std::uint64_t>(operation.waitValue.address)
                 : waitValue<std::uint64_t>(stream, operation.waitValue.address,
                                            operation.waitValue.value64, operation.waitValue.flags);
  case CU_STREAM_MEM_OP_WRITE_VALUE_32:
    return check
               ? checkWord<std::uint32_t>(operation.writeValue.address)
               : writeValue<std::uint32_t>(stream, operation.writeValue.address,
                                           operation.writeValue.value, operation.writeValue.flags);
  case CU_STREAM_MEM_OP_WRITE_VALUE_64:
    return check ? checkWord<std::uint64_t>(operation.writeValue.address)
                 : writeValue<std::uint64_t>(stream, operation.writeValue.address,
                                             operation.writeValue.value64,
                                             operation.writeValue.flags);
  case CU_STREAM_MEM_OP_BARRIER:
  case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
    return CUDA_SUCCESS; // earlier writes of a stream are always visible to its later work
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

// Does the remaining operations in order. False when one has to wait.
bool proceed(const std::vector<CUstreamBatchMemOpParams>& operations, std::size_t& next) {
  for (; next < operations.size(); ++next) {
    const CUstreamBatchMemOpParams& operation = operations[next];
    const auto& wait = operation.waitValue;
    const auto& write = operation.writeValue;
    switch (operation.operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
      if (!holds<std::uint32_t>(wait.address, wait.value, wait.flags))
        return false;
      break;
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
      if (!holds<std::uint64_t>(wait.address, wait.value64, wait.flags))
        return false;
      break;
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
      store<std::uint32_t>(write.address, write.value);
      break;
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
      store<std::uint64_t>(write.address, write.value64);
      break;
    default:
      break;
    }
  }
  return true;
}

} // namespace

CUresult makeMemoryOperationsTask(Context& context,
                                  const std::vector<CUstreamBatchMemOpParams>& operations,
                                  exec::TaskRef& task) {
  for (const CUstreamBatchMemOpParams& operation : operations)
    HEDDLE_TRY(perform(nullptr, operation, true));
  task = exec::TaskRef::adopt(new exec::PollingTask(
      context.execution(), [operations, next = std::make_shared<std::size_t>(0)] {
        return proceed(operations, *next);
      }));
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr address, cuuint32_t value,
                             unsigned int flags) {
  return waitValue<std::uint32_t>(stream, address, value, flags);
}

CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr address, cuuint64_t value,
                             unsigned int flags) {
  return waitValue<std::uint64_t>(stream, address, value, flags);
}

CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr address, cuuint32_t value,
                              unsigned int flags) {
  return writeValue<std::uint32_t>(stream, address, value, flags);
}

CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr address, cuuint64_t value,
                              unsigned int flags) {
  return writeValue<std::uint64_t>(stream, address, value, flags);
}

CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count,
                            CUstreamBatchMemOpParams* operations, unsigned int flags) {
  constexpr unsigned kMostOperations = 256;
  StreamTarget target;
  HEDDLE_TRY(findStream(stream, target));
  if (flags || (count && !operations) || count > kMostOperations)
    return CUDA_ERROR_INVALID_VALUE;
  for (const bool check : {true, false})
    for (unsigned index = 0; index < count; ++index)
      HEDDLE_TRY(perform(stream, operations[index], check));
  return CUDA_SUCCESS;
}
