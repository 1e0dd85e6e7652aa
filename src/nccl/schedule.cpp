#include "nccl/schedule.h"

#include <algorithm>

namespace heddle::nccl {

namespace {

// Below this size the root of a broadcast sends everything to each rank itself. Above, it sends
// each rank one part, and the ranks pass the parts on.
constexpr std::size_t kSmallBroadcast = 64 << 10;

class Builder {
public:
  Builder(const Operation& operation, int rank, int ranks)
      : operation_(operation), rank_(rank), ranks_(ranks) {}

  Schedule build() {
    if (ranks_ == 1)
      alone();
    else
      amongMany();
    return std::move(schedule_);
  }

private:
  struct Chunk {
    std::size_t begin, bytes;
  };

  void amongMany() {
    switch (operation_.kind) {
    case OperationKind::AllReduce:
      return allReduce();
    case OperationKind::Reduce:
      return reduce();
    case OperationKind::Broadcast:
      return broadcast();
    case OperationKind::AllGather:
      return allGather();
    case OperationKind::ReduceScatter:
      return reduceScatter();
    case OperationKind::AllToAll:
      return allToAll();
    case OperationKind::Gather:
      return gather();
    case OperationKind::Scatter:
      return scatter();
    case OperationKind::Send:
      add({.kind = Transfer::Kind::Send,
           .peer = operation_.root,
           .data = const_cast<char*>(operation_.send),
           .bytes = operation_.bytes()});
      return;
    case OperationKind::Receive:
      add({.kind = Transfer::Kind::Receive,
           .peer = operation_.root,
           .data = operation_.receive,
           .bytes = operation_.bytes()});
      return;
    case OperationKind::Copy:
      return alone();
    }
  }

  void alone() { local(operation_.receive, operation_.send, operation_.bytes()); }

  // A ring: each chunk goes around once and collects the operands of all ranks, and goes around
  // once more to bring the result to all. Rank r begins with chunk r.
  void allReduce() {
    const int next = (rank_ + 1) % ranks_, previous = (rank_ + ranks_ - 1) % ranks_;
    int last = -1;
    for (int step = 0; step < ranks_ - 1; ++step) {
      const Chunk sent = partOf(rank_ - step), received = partOf(rank_ - step - 1);
      const char* source = operation_.receive + sent.begin;
      if (step == 0 && operation_.reduction.scales)
        last = local(operation_.receive + sent.begin, operation_.send + sent.begin, sent.bytes);
      else if (step == 0)
        source = operation_.send + sent.begin;
      send(next, step, source, sent.bytes, last);
      last = add({.kind = Transfer::Kind::Receive,
                  .peer = previous,
                  .part = static_cast<std::uint32_t>(step),
                  .data = operation_.receive + received.begin,
                  .own = operation_.send + received.begin,
                  .ownIsRaw = true,
                  .concludes = step == ranks_ - 2,
                  .bytes = received.bytes});
    }
    passAround(rank_ + 1, last, [&](int index) { return partOf(index); });
  }

  // The second round: this rank has chunk `first`, after the transfer `last`, and gets the others.
  template <class PartOf> void passAround(int first, int last, PartOf part) {
    const int next = (rank_ + 1) % ranks_, previous = (rank_ + ranks_ - 1) % ranks_;
    for (int step = 0; step < ranks_ - 1; ++step) {
      const Chunk sent = part(first - step), received = part(first - step - 1);
      send(next, ranks_ + step, operation_.receive + sent.begin, sent.bytes, last);
      last = receive(previous, ranks_ + step, operation_.receive + received.begin, received.bytes);
    }
  }

  // Each rank collects one chunk from all others, in the order of their distance, so that a result
  // does not depend on who is first.
  void reduceScatter() {
    const std::size_t bytes = operation_.bytes();
    collect([&](int index) { return Chunk{wrap(index) * bytes, bytes}; }, operation_.receive);
  }

  void reduce() {
    const bool isRoot = rank_ == operation_.root;
    const Chunk own = partOf(rank_);
    const std::size_t scratch = isRoot ? 0 : own.bytes;
    const auto part = [&](int index) { return partOf(index); };
    const int last = collect(part, isRoot ? operation_.receive + own.begin : nullptr, scratch);
    if (!isRoot) {
      send(operation_.root, 1, schedule_.scratch.data(), own.bytes, last);
      return;
    }
    for (int index = 0; index < ranks_; ++index)
      if (index != rank_)
        receive(index, 1, operation_.receive + partOf(index).begin, partOf(index).bytes);
  }

  // Sends each rank its chunk of this rank's operand and combines those for this rank in `result`,
  // or at the beginning of the scratch memory, which has this many bytes then. Returns the last
  // transfer.
  template <class PartOf> int collect(PartOf part, char* result, std::size_t resultBytes = 0) {
    const Chunk own = part(rank_);
    std::size_t scratch = (resultBytes + 63) / 64 * 64;
    const std::size_t firstCopy = scratch;
    if (operation_.reduction.scales)
      for (int index = 0; index < ranks_; ++index)
        scratch += index == rank_ ? 0 : part(index).bytes;
    schedule_.scratch.resize(scratch);
    if (!result)
      result = schedule_.scratch.data();
    char* copy = schedule_.scratch.data() + firstCopy;
    for (int distance = 1; distance < ranks_; ++distance) {
      const int peer = (rank_ + distance) % ranks_;
      const Chunk chunk = part(peer);
      const char* const source = operation_.send + chunk.begin;
      if (operation_.reduction.scales) {
        send(peer, 0, copy, chunk.bytes, local(copy, source, chunk.bytes));
        copy += chunk.bytes;
      } else {
        send(peer, 0, source, chunk.bytes, -1);
      }
    }
    int last = -1;
    for (int distance = 1; distance < ranks_; ++distance)
      last = add({.kind = Transfer::Kind::Receive,
                  .peer = (rank_ + ranks_ - distance) % ranks_,
                  .data = result,
                  .own = distance == 1 ? operation_.send + own.begin : result,
                  .ownIsRaw = distance == 1,
                  .concludes = distance == ranks_ - 1,
                  .bytes = own.bytes,
                  .after = last});
    return last;
  }

  void broadcast() {
    const bool isRoot = rank_ == operation_.root;
    if (isRoot)
      local(operation_.receive, operation_.send, operation_.bytes());
    if (ranks_ == 2 || operation_.bytes() <= kSmallBroadcast) {
      if (!isRoot)
        receive(operation_.root, 0, operation_.receive, operation_.bytes());
      for (int index = 0; isRoot && index < ranks_; ++index)
        if (index != rank_)
          send(index, 0, operation_.send, operation_.bytes(), -1);
      return;
    }
    const auto scatterPart = static_cast<int>(2 * ranks_);
    int last = -1;
    if (!isRoot)
      last = receive(operation_.root, scatterPart, operation_.receive + partOf(rank_).begin,
                     partOf(rank_).bytes);
    for (int index = 0; isRoot && index < ranks_; ++index)
      if (index != rank_)
        send(index, scatterPart, operation_.send + partOf(index).begin, partOf(index).bytes, -1);
    // As passAround(), but the root has everything and receives nothing.
    const int next = (rank_ + 1) % ranks_, previous = (rank_ + ranks_ - 1) % ranks_;
    for (int step = 0; step < ranks_ - 1; ++step) {
      const Chunk sent = partOf(rank_ - step), received = partOf(rank_ - step - 1);
      const char* const source = isRoot ? operation_.send : operation_.receive;
      if (next != operation_.root)
        send(next, ranks_ + step, source + sent.begin, sent.bytes, last);
      if (!isRoot)
        last =
            receive(previous, ranks_ + step, operation_.receive + received.begin, received.bytes);
    }
  }

  void allGather() {
    const std::size_t bytes = operation_.bytes();
    const int own =
        local(operation_.receive + static_cast<std::size_t>(rank_) * bytes, operation_.send, bytes);
    passAround(rank_, own, [&](int index) { return Chunk{wrap(index) * bytes, bytes}; });
  }

  void allToAll() {
    const std::size_t bytes = operation_.bytes();
    const auto at = [&](int index) { return static_cast<std::size_t>(index) * bytes; };
    local(operation_.receive + at(rank_), operation_.send + at(rank_), bytes);
    for (int distance = 1; distance < ranks_; ++distance) {
      const int to = (rank_ + distance) % ranks_, from = (rank_ + ranks_ - distance) % ranks_;
      send(to, 0, operation_.send + at(to), bytes, -1);
      receive(from, 0, operation_.receive + at(from), bytes);
    }
  }

  void gather() {
    const std::size_t bytes = operation_.bytes();
    if (rank_ != operation_.root) {
      send(operation_.root, 0, operation_.send, bytes, -1);
      return;
    }
    for (int index = 0; index < ranks_; ++index) {
      char* const to = operation_.receive + static_cast<std::size_t>(index) * bytes;
      if (index == rank_)
        local(to, operation_.send, bytes);
      else
        receive(index, 0, to, bytes);
    }
  }

  void scatter() {
    const std::size_t bytes = operation_.bytes();
    if (rank_ != operation_.root) {
      receive(operation_.root, 0, operation_.receive, bytes);
      return;
    }
    for (int index = 0; index < ranks_; ++index) {
      const char* const from = operation_.send + static_cast<std::size_t>(index) * bytes;
      if (index == rank_)
        local(operation_.receive, from, bytes);
      else
        send(index, 0, from, bytes, -1);
    }
  }

  std::size_t wrap(int index) const {
    return static_cast<std::size_t>((index % ranks_ + ranks_) % ranks_);
  }
  // The operand in as many parts as there are ranks, of equal numbers of elements up to one.
  Chunk partOf(int index) const {
    const std::size_t parts = static_cast<std::size_t>(ranks_), part = wrap(index);
    const std::size_t base = operation_.count / parts, longer = operation_.count % parts;
    const std::size_t begin = part * base + std::min(part, longer);
    return {begin * operation_.elementBytes, (base + (part < longer)) * operation_.elementBytes};
  }

  int add(const Transfer& transfer) {
    schedule_.transfers.push_back(transfer);
    return static_cast<int>(schedule_.transfers.size()) - 1;
  }
  void send(int peer, int part, const char* data, std::size_t bytes, int after) {
    add({.kind = Transfer::Kind::Send,
         .peer = peer,
         .part = static_cast<std::uint32_t>(part),
         .data = const_cast<char*>(data),
         .bytes = bytes,
         .after = after});
  }
  int receive(int peer, int part, char* data, std::size_t bytes) {
    return add({.kind = Transfer::Kind::Receive,
                .peer = peer,
                .part = static_cast<std::uint32_t>(part),
                .data = data,
                .bytes = bytes});
  }
  int local(char* to, const char* from, std::size_t bytes) {
    return add({.kind = Transfer::Kind::Local, .data = to, .own = from, .bytes = bytes});
  }

  const Operation& operation_;
  const int rank_, ranks_;
  Schedule schedule_;
};

} // namespace

Extent extentOf(const Operation& operation, int rank, int ranks) {
  const std::size_t one = operation.bytes(), all = one * static_cast<std::size_t>(ranks);
  const bool isRoot = rank == operation.root;
  switch (operation.kind) {
  case OperationKind::AllReduce:
  case OperationKind::Copy:
    return {one, one};
  case OperationKind::Reduce:
    return {one, isRoot ? one : 0};
  case OperationKind::Broadcast:
    return {isRoot ? one : 0, one};
  case OperationKind::AllGather:
    return {one, all};
  case OperationKind::ReduceScatter:
    return {all, one};
  case OperationKind::AllToAll:
    return {all, all};
  case OperationKind::Gather:
    return {one, isRoot ? all : 0};
  case OperationKind::Scatter:
    return {isRoot ? all : 0, one};
  case OperationKind::Send:
    return {one, 0};
  case OperationKind::Receive:
    return {0, one};
  }
  return {0, 0};
}

Schedule makeSchedule(const Operation& operation, int rank, int ranks) {
  return Builder(operation, rank, ranks).build();
}

} // namespace heddle::nccl
