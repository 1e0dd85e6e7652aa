#include "exec/kernel_access.h"

#include "exec/runtime_gate.h"
#include "exec/worker.h"

#include <cstdint>

namespace heddle::exec {

void detail::endKernelAtAddress(const void* address) {
  if (Worker* const worker = Worker::inKernel())
    worker->abandonKernel({Fault::IllegalAddress,
                           "illegal address",
                           callingInstruction(),
                           {},
                           reinterpret_cast<std::uintptr_t>(address)});
}

} // namespace heddle::exec
