// Calls between ncclGroupStart() and ncclGroupEnd(), which take effect together at the end.
#pragma once

#include "nccl/communicator.h"

#include <functional>

namespace heddle::nccl {

// Making a communicator, which waits for other ranks and so may have to run beside others.
struct InitJob {
  std::shared_ptr<Communicator> communicator;
  ncclComm_t* handle;        // becomes null if the job fails
  std::function<void()> run; // throws Failure
};

// What a rank of a communicator does together with the others, other than communication on a
// stream. The jobs of a communicator run in their order.
struct ExchangeJob {
  std::shared_ptr<Communicator> communicator;
  std::function<void()> run; // throws Failure
};

// A call of the thread's group, or one that takes effect at once where there is no group.
ncclResult_t submit(const std::shared_ptr<Communicator>& communicator,
                    const Communicator::Call& call);
ncclResult_t submit(InitJob job);
ncclResult_t submit(ExchangeJob job);
// Keeps the first error of a group for its end.
ncclResult_t noteInGroup(ncclResult_t result);

// Runs the body of a function that can be in a group.
template <class Body> ncclResult_t guardedInGroup(Body body);

} // namespace heddle::nccl

#include "nccl/failure.h"

template <class Body> ncclResult_t heddle::nccl::guardedInGroup(Body body) {
  return noteInGroup(guarded(body));
}
