// How the ranks of a new communicator find each other. The unique id holds the address of a root,
// which is a thread of the process that has made the id. Each rank tells the root how it can be
// reached, and the root answers all ranks with what it was told.
#pragma once

#include "nccl.h"
#include "nccl/socket.h"

#include <cstdint>
#include <vector>

namespace heddle::nccl {

// One rank, as all ranks know it. Processes send it as it lies in memory.
struct RankInfo {
  std::int32_t rank = 0;
  std::int32_t ranks = 0; // of the communicator
  std::int32_t device = 0;
  std::int32_t reserved = 0;
  std::uint64_t process[2] = {}; // differs between any two processes
  char host[96] = {};            // the same for ranks that can share memory
  Address network, local;        // where the rank listens
};

// What is in a unique id.
struct RootAddress {
  std::uint64_t secret[2] = {}; // so that no stranger can join
  Address address;
};
static_assert(sizeof(RootAddress) <= sizeof(ncclUniqueId));

// Makes an id and starts its root. With NCCL_COMM_ID, rank 0 starts the root instead. Throws
// Failure.
ncclUniqueId makeUniqueId();

// The secret of a communicator, which its links begin with.
struct Clique {
  std::uint64_t secret[2] = {};
  std::vector<RankInfo> ranks;
};

// Fills in what tells processes and machines apart.
void describeProcess(RankInfo& info);

// Gives the root this rank's description and waits for those of all ranks. Throws Failure.
Clique meet(const ncclUniqueId& id, const RankInfo& own, const AbortFlag& abort);

} // namespace heddle::nccl
