// Where threads meet: barriers and warp operations.
#include "machine.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::reference {

using ptx::BarrierAction;
using ptx::BarrierLevel;
using ptx::Opcode;
using ptx::ScalarType;

// What each did before is seen by all after.
void Machine::meet(std::span<Thread* const> threads, const Clock* others) {
  if (threads.empty())
    return;
  Clock all;
  if (others)
    all.join(*others);
  for (const Thread* thread : threads)
    all.join(thread->seen);
  for (Thread* thread : threads) {
    thread->seen = all;
    thread->seen.advance(thread->block->number, thread->index);
  }
}

// --- Barriers

void Machine::barrier(Thread& thread, const ptx::Instruction& instruction) {
  if (instruction.opcode() == Opcode::Membar || instruction.opcode() == Opcode::Fence)
    return fence(thread);
  if (instruction.has(BarrierLevel::Warp))
    return warpOperation(thread, instruction);
  if (instruction.has(BarrierLevel::Cluster))
    notKnown(instruction);
  const auto& operands = instruction.operands;
  std::size_t first = instruction.has(BarrierAction::Red) ? 1 : 0;
  auto id = static_cast<std::uint32_t>(read(thread, operands[first], ScalarType::U32));
  std::size_t counts = operands.size() - first - (instruction.has(BarrierAction::Red) ? 1 : 0);
  std::uint32_t expected =
      counts > 1 ? static_cast<std::uint32_t>(read(thread, operands[first + 1], ScalarType::U32))
                 : 0;
  if (id > 15)
    throw Undefined("there are 16 barriers");
  if (expected % 32 != 0)
    throw Undefined("a barrier's count is a multiple of the warp size");
  Barrier& barrier = thread.block->barriers[id];
  if (barrier.arrivals != 0 && barrier.expected != expected)
    throw Undefined("threads expect different numbers at a barrier");
  barrier.expected = expected;
  ++barrier.arrivals;
  if (instruction.has(BarrierAction::Arrive)) {
    barrier.arrived.join(thread.seen);
    thread.seen.advance(thread.block->number, thread.index);
    return;
  }
  thread.state = Thread::State::AtBarrier;
  thread.waiting = &instruction;
  thread.barrier = id;
  barrier.waiting.push_back(&thread);
}

bool Machine::completeBarriers(Block& block) {
  auto alive = static_cast<std::uint32_t>(std::ranges::count_if(
      block.threads, [](const Thread& thread) { return thread.state != Thread::State::Exited; }));
  bool progress = false;
  for (auto& [id, barrier] : block.barriers) {
    if (barrier.arrivals == 0)
      continue;
    if (barrier.expected != 0 && barrier.arrivals > barrier.expected)
      throw Undefined("more threads than expected at a barrier");
    if (barrier.arrivals < (barrier.expected != 0 ? barrier.expected : alive))
      continue;
    releaseBarrier(barrier);
    progress = true;
  }
  return progress;
}

void Machine::releaseBarrier(Barrier& barrier) {
  unsigned trues = 0;
  std::map<std::uint32_t, const ptx::Instruction*> byWarp;
  for (const Thread* thread : barrier.waiting) {
    const ptx::Instruction& instruction = *thread->waiting;
    bool aligned = instruction.opcode() == Opcode::Bar || instruction.has(ptx::Flag::Aligned);
    auto [place, isNew] = byWarp.emplace(thread->warp(), &instruction);
    if (aligned && !isNew && place->second != &instruction)
      throw Undefined("lanes of a warp meet at different aligned barriers");
    if (instruction.has(BarrierAction::Red))
      trues += read(*thread, instruction.operands.back(), ScalarType::Pred) != 0;
  }
  auto count = static_cast<unsigned>(barrier.waiting.size());
  std::vector<Thread*> released = std::move(barrier.waiting);
  meet(released, &barrier.arrived);
  barrier = {};
  for (Thread* thread : released) {
    const ptx::Instruction& instruction = *thread->waiting;
    thread->state = Thread::State::Runnable;
    if (!instruction.has(BarrierAction::Red))
      continue;
    const ptx::Operand& target = instruction.operands[0];
    switch (instruction.required<ptx::BarrierReduction>()) {
    case ptx::BarrierReduction::Popc:
      write(*thread, target, trues, ScalarType::U32);
      break;
    case ptx::BarrierReduction::And:
      write(*thread, target, trues == count, ScalarType::Pred);
      break;
    case ptx::BarrierReduction::Or:
      write(*thread, target, trues != 0, ScalarType::Pred);
      break;
    }
  }
}

// --- Warps

void Machine::warpOperation(Thread& thread, const ptx::Instruction& instruction) {
  if (instruction.opcode() == Opcode::Activemask) // one thread at a time: nobody else is here
    return write(thread, instruction.operands[0], Bits{1} << thread.lane(), ScalarType::B32);
  if (!instruction.has(ptx::Flag::Sync) && !instruction.has(BarrierAction::Sync))
    notKnown(instruction);
  thread.members =
      static_cast<std::uint32_t>(read(thread, instruction.operands.back(), ScalarType::B32));
  if ((thread.members >> thread.lane() & 1) == 0)
    throw Undefined("a lane that is not a member of the mask it names");
  thread.state = Thread::State::AtWarpOperation;
  thread.waiting = &instruction;
}

bool Machine::completeWarpOperations(Block& block) {
  bool progress = false;
  for (Thread& first : block.threads) {
    if (first.state != Thread::State::AtWarpOperation)
      continue;
    std::vector<Thread*> lanes;
    bool complete = true;
    for (std::uint32_t lane = 0; lane < 32 && complete; ++lane) {
      std::size_t index = std::size_t{first.warp()} * 32 + lane;
      if ((first.members >> lane & 1) == 0 || index >= block.threads.size() ||
          block.threads[index].state == Thread::State::Exited)
        continue;
      Thread& other = block.threads[index];
      // Others may be in an earlier iteration, which this lane does not take part in.
      complete = other.state == Thread::State::AtWarpOperation && other.waiting == first.waiting &&
                 other.members == first.members;
      lanes.push_back(&other);
    }
    if (!complete)
      continue;
    perform(*first.waiting, lanes);
    meet(lanes, nullptr);
    for (Thread* thread : lanes)
      thread->state = Thread::State::Runnable;
    progress = true;
  }
  return progress;
}

void Machine::perform(const ptx::Instruction& instruction, std::span<Thread* const> lanes) {
  const auto& operands = instruction.operands;
  std::size_t first = instruction.paired ? 2 : 1;
  ScalarType type = instruction.type;
  auto maskWhere = [&](auto condition) {
    std::uint32_t mask = 0;
    for (const Thread* thread : lanes)
      if (condition(*thread))
        mask |= 1u << thread->lane();
    return mask;
  };
  std::uint32_t present = maskWhere([](const Thread&) { return true; });
  switch (instruction.opcode()) {
  case Opcode::Bar:
    return;
  case Opcode::Ld:
  case Opcode::St:
    for (Thread* thread : lanes)
      access(*thread, instruction);
    return;
  case Opcode::Shfl:
    return shuffle(instruction, lanes);
  case Opcode::Vote: {
    std::uint32_t mask = maskWhere(
        [&](const Thread& thread) { return read(thread, operands[1], ScalarType::Pred) != 0; });
    for (Thread* thread : lanes)
      switch (instruction.required<ptx::VoteMode>()) {
      case ptx::VoteMode::All:
        write(*thread, operands[0], mask == present, ScalarType::Pred);
        break;
      case ptx::VoteMode::Any:
        write(*thread, operands[0], mask != 0, ScalarType::Pred);
        break;
      case ptx::VoteMode::Uni:
        write(*thread, operands[0], mask == present || mask == 0, ScalarType::Pred);
        break;
      case ptx::VoteMode::Ballot:
        write(*thread, operands[0], mask, ScalarType::B32);
        break;
      }
    return;
  }
  case Opcode::Match: {
    std::vector<std::pair<Thread*, std::uint32_t>> results;
    for (Thread* thread : lanes) {
      Bits value = read(*thread, operands[first], type);
      results.emplace_back(thread, maskWhere([&](const Thread& other) {
                             return read(other, operands[first], type) == value;
                           }));
    }
    for (auto& [thread, mask] : results) {
      if (instruction.has(ptx::MatchMode::Any)) {
        write(*thread, operands[0], mask, ScalarType::B32);
        continue;
      }
      bool same = mask == present;
      write(*thread, operands[0], same ? present : 0, ScalarType::B32);
      if (instruction.paired)
        write(*thread, operands[1], same, ScalarType::Pred);
    }
    return;
  }
  case Opcode::Redux: {
    if (ptx::isFloat(type))
      notKnown(instruction);
    Bits sum = read(*lanes[0], operands[1], type);
    for (const Thread* thread : lanes.subspan(1))
      sum = evaluateAtomic(instruction, sum, read(*thread, operands[1], type));
    for (Thread* thread : lanes)
      write(*thread, operands[0], sum, type);
    return;
  }
  case Opcode::Elect: {
    // Any one of the lanes: the engine's choice, the lowest, is made here too.
    for (Thread* thread : lanes) {
      write(*thread, operands[0], lanes[0]->lane(), ScalarType::B32);
      if (instruction.paired)
        write(*thread, operands[1], thread == lanes[0], ScalarType::Pred);
    }
    return;
  }
  default:
    notKnown(instruction);
  }
}

// The manual's pseudo code.
void Machine::shuffle(const ptx::Instruction& instruction, std::span<Thread* const> lanes) {
  const auto& operands = instruction.operands;
  std::size_t first = instruction.paired ? 2 : 1;
  struct Result {
    Bits value;
    bool valid;
  };
  std::vector<Result> results;
  for (const Thread* thread : lanes) {
    auto lane = static_cast<int>(thread->lane());
    auto b = static_cast<int>(read(*thread, operands[first + 1], ScalarType::U32) & 0x1f);
    auto c = static_cast<int>(read(*thread, operands[first + 2], ScalarType::U32));
    int clamp = c & 0x1f, segment = c >> 8 & 0x1f;
    int maxLane = (lane & segment) | (clamp & ~segment);
    int minLane = lane & segment;
    int from = 0;
    bool valid = false;
    switch (instruction.required<ptx::ShuffleMode>()) {
    case ptx::ShuffleMode::Up:
      from = lane - b;
      valid = from >= maxLane;
      break;
    case ptx::ShuffleMode::Down:
      from = lane + b;
      valid = from <= maxLane;
      break;
    case ptx::ShuffleMode::Bfly:
      from = lane ^ b;
      valid = from <= maxLane;
      break;
    case ptx::ShuffleMode::Idx:
      from = minLane | (b & ~segment);
      valid = from <= maxLane;
      break;
    }
    if (!valid)
      from = lane;
    auto source = std::ranges::find_if(
        lanes, [&](const Thread* other) { return static_cast<int>(other->lane()) == from; });
    if (source == lanes.end())
      throw Undefined(fmt::format("lane {} reads from lane {}, which is not there", lane, from));
    results.push_back({read(**source, operands[first], ScalarType::B32), valid});
  }
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    write(*lanes[i], operands[0], results[i].value, ScalarType::B32);
    if (instruction.paired)
      write(*lanes[i], operands[1], results[i].valid, ScalarType::Pred);
  }
}

} // namespace heddle::reference
