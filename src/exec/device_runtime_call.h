// One call of the device runtime by a thread of a grid. The functions themselves are declared in
// ir/device_runtime.h and defined in dynamic_parallelism.cpp (launches, streams, events),
// device_runtime_memory.cpp and device_runtime_queries.cpp.
//
// A bad pointer of the program leaves such a function by a jump. So the program's memory is read
// and written only while no lock is held and nothing needs a destructor.
#pragma once

#include "exec/child_grids.h"
#include "exec/device_services.h"
#include "exec/execution_context.h"
#include "exec/kernel_copies.h"
#include "exec/kernel_task.h"
#include "exec/worker.h"
#include "ir/device_runtime.h"

#include <cstdint>
#include <cstring>

namespace heddle::exec {

// Device code passes pointers as numbers.
template <typename T> T* toPointer(std::uint64_t address) {
  return reinterpret_cast<T*>(address);
}

class DeviceRuntimeCall {
public:
  DeviceRuntimeCall(BlockContext* context, std::uint32_t thread)
      : grid_(*context->launch->grid), caller_(ChildGrids::callerOf(*context, thread)) {}

  KernelTask& grid() { return grid_; }
  ExecutionContext& execution() { return grid_.execution(); }
  ChildGrids& children() { return grid_.children(); }
  ChildGrids::Caller caller() const { return caller_; }
  DeviceServices* services() { return execution().deviceServices(); }

  // Stores an error as the thread's last error, and returns it.
  std::uint32_t finish(cudaError_t error) {
    if (error != cudaSuccess)
      children().setLastError(caller_, error);
    return error;
  }

  // Stores the value that `query` gets from the services at the program's address.
  template <typename T, typename Query> std::uint32_t query(std::uint64_t address, Query query) {
    return finish(queryWithoutLastError<T>(address, query));
  }
  // As query(), for functions whose errors do not become the last error.
  template <typename T, typename Query>
  cudaError_t queryWithoutLastError(std::uint64_t address, Query query) {
    if (!services())
      return cudaErrorNotSupported;
    if (!address)
      return cudaErrorInvalidValue;
    T value{};
    const cudaError_t error = query(*services(), value);
    if (error == cudaSuccess)
      copyWithKernelRights(toPointer<void>(address), &value, sizeof value);
    return error;
  }

private:
  // An interrupt waits until the call is over, because the call takes locks and may compile a
  // kernel.
  ServiceScope service_;
  KernelTask& grid_;
  const ChildGrids::Caller caller_;
};

} // namespace heddle::exec
