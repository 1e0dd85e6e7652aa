// What one rank does in an operation: transfers to and from other ranks, each of which may have to
// wait for one before it. All ranks make theirs by the same rules, so that for each send there is a
// receive with the same part.
#pragma once

#include "nccl/reduction.h"

#include <cstdint>
#include <vector>

namespace heddle::nccl {

enum class OperationKind : std::uint8_t {
  AllReduce,
  Reduce,
  Broadcast,
  AllGather,
  ReduceScatter,
  AllToAll,
  Gather,
  Scatter,
  Send,
  Receive,
  Copy, // a send and a receive of one rank
};

// A call of the program. Where only data moves, `reduction` is the default, and the elements are
// bytes.
struct Operation {
  OperationKind kind;
  const char* send = nullptr;
  char* receive = nullptr;
  std::size_t count = 0; // the argument of the call
  std::size_t elementBytes = 1;
  Reduction reduction;
  int root = 0; // or the peer
  std::size_t bytes() const { return count * elementBytes; }
};

struct Transfer {
  enum class Kind : std::uint8_t { Send, Receive, Local };
  Kind kind;
  int peer = 0;
  std::uint32_t part = 0;
  // What is sent, or where the result goes.
  char* data = nullptr;
  // What is combined with the data that arrives; null where that is stored as it comes. For a local
  // transfer, what is copied.
  const char* own = nullptr;
  bool ownIsRaw = false;  // whether `own` is an operand of the program, which may have to be scaled
  bool concludes = false; // whether the result is a complete sum, which may have to be divided
  std::size_t bytes = 0;
  int after = -1; // the index of the transfer that must be done before
};

struct Schedule {
  std::vector<Transfer> transfers;
  std::vector<char> scratch; // memory of the transfers
};

// The memory of the program that the operation reads and writes at this rank.
struct Extent {
  std::size_t sendBytes, receiveBytes;
};
Extent extentOf(const Operation& operation, int rank, int ranks);

Schedule makeSchedule(const Operation& operation, int rank, int ranks);

} // namespace heddle::nccl
