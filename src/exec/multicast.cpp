// The addresses behind those of multicast objects, for the instructions of the multimem family.
#include "memory/multicast.h"

#include "exec/worker.h"
#include "ir/kernel_abi.h"

extern "C" std::uint64_t heddle_multicast_copy(heddle::BlockContext*, std::uint32_t,
                                               std::uint64_t address, std::uint32_t number) {
  const heddle::exec::ServiceScope service;
  return heddle::memory::MulticastAddresses::instance().copyOf(address, number).value_or(0);
}
