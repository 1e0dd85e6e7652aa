// Memory for communication. Device memory is host memory, and other ranks reach all of it through
// this rank's thread, so that nothing has to be prepared: a registration is only kept. What kernels
// of other ranks are to reach is a window (windows.h).
#include "nccl/communicator.h"
#include "nccl/failure.h"

namespace heddle::nccl {

namespace {

// A handle is a number that no other registration of the process has.
void* enroll(Communicator& communicator) {
  static std::atomic<std::uintptr_t> last{0};
  void* const handle = reinterpret_cast<void*>(++last);
  const std::lock_guard lock(communicator.mutex);
  communicator.registrations.insert(handle);
  return handle;
}

bool strike(Communicator& communicator, void* handle) {
  const std::lock_guard lock(communicator.mutex);
  return communicator.registrations.erase(handle) != 0;
}

} // namespace

} // namespace heddle::nccl

using namespace heddle::nccl;

ncclResult_t ncclMemAlloc(void** memory, size_t bytes) {
  return reportCuda(cudaMalloc(memory, bytes));
}
HEDDLE_PROFILED(ncclMemAlloc);

ncclResult_t ncclMemFree(void* memory) {
  return reportCuda(cudaFree(memory));
}
HEDDLE_PROFILED(ncclMemFree);

ncclResult_t ncclCommRegister(const ncclComm_t comm, void* buffer, size_t bytes, void** handle) {
  return guarded([&] {
    const std::shared_ptr<Communicator> communicator = find(comm);
    if (!handle)
      return report(ncclInvalidArgument, "handle is null");
    *handle = nullptr;
    if (!buffer || bytes == 0)
      return report(ncclInvalidArgument, "there is no memory to register");
    *handle = enroll(*communicator);
    return ncclSuccess;
  });
}
HEDDLE_PROFILED(ncclCommRegister);

ncclResult_t ncclCommDeregister(const ncclComm_t comm, void* handle) {
  return guarded([&] {
    const std::shared_ptr<Communicator> communicator = find(comm);
    return !handle || strike(*communicator, handle)
               ? ncclSuccess
               : report(ncclInvalidUsage, "the handle is of no registration");
  });
}
HEDDLE_PROFILED(ncclCommDeregister);
