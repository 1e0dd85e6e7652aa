// Data movement and atomics.
#include "machine.h"

#include <cstring>

namespace heddle::reference {

using ptx::Opcode;
using ptx::ScalarType;
using ptx::Semantics;
using ptx::StateSpace;
using Kind = ptx::Operand::Kind;

namespace {

ptx::StateSpace spaceOf(const ptx::Instruction& instruction) {
  return ptx::stateSpaceOf(instruction.modifier<ptx::SpaceModifier>());
}

// Whether the access is ordered; volatile accesses are relaxed ones.
bool isStrong(const ptx::Instruction& instruction) {
  return instruction.modifier<Semantics>().value_or(Semantics::Weak) != Semantics::Weak;
}

} // namespace

// --- Order

void Machine::fence(Thread& thread) {
  thread.seen.join(thread.observed);
  thread.observed.clear();
  thread.fenced = thread.seen;
  thread.seen.advance(thread.block->number, thread.index);
}

void Machine::observe(Thread& thread, std::uint64_t address, bool acquires) {
  if (auto found = published_.find(address); found != published_.end())
    (acquires ? thread.seen : thread.observed).join(found->second);
}

void Machine::publish(Thread& thread, std::uint64_t address, bool releases, bool replaces) {
  const Clock& clock = releases ? thread.seen : thread.fenced;
  if (replaces)
    published_.erase(address);
  if (!clock.empty())
    published_[address].join(clock);
  if (releases)
    thread.seen.advance(thread.block->number, thread.index);
}

// --- Data

void Machine::move(Thread& thread, const ptx::Instruction& instruction) {
  ScalarType type = instruction.type;
  unsigned bits = ptx::bitsOf(type);
  const ptx::Operand &target = instruction.operands[0], &from = instruction.operands[1];
  Bits value = 0;
  if (from.kind == Kind::Vector && from.elements.size() > 1) {
    unsigned part = bits / static_cast<unsigned>(from.elements.size());
    for (std::size_t i = 0; i < from.elements.size(); ++i)
      value |= read(thread, from.elements[i], ptx::bitsType(part)) << (part * i);
  } else {
    value = read(thread, from, type);
  }
  if (target.kind == Kind::Vector && target.elements.size() > 1) {
    unsigned part = bits / static_cast<unsigned>(target.elements.size());
    for (std::size_t i = 0; i < target.elements.size(); ++i)
      write(thread, target.elements[i], value >> (part * i), ptx::bitsType(part));
    return;
  }
  write(thread, target, value, type);
}

void Machine::memory(Thread& thread, const ptx::Instruction& instruction) {
  // Volatile accesses to shared memory are how warps exchanged values before there were warp
  // barriers: all lanes in step.
  bool inStep = instruction.has(Semantics::Volatile) && spaceOf(instruction) == StateSpace::Shared;
  if (!inStep)
    return access(thread, instruction);
  thread.members = ~0u;
  thread.state = Thread::State::AtWarpOperation;
  thread.waiting = &instruction;
}

void Machine::access(Thread& thread, const ptx::Instruction& instruction) {
  ScalarType type = instruction.type;
  unsigned bytes = ptx::bytesOf(type), count = instruction.vectorWidth();
  const auto& operands = instruction.operands;
  StateSpace space = spaceOf(instruction);
  std::uint64_t sharedBase = thread.block->sharedBase();
  bool strong = isStrong(instruction);
  auto element = [](const ptx::Operand& operand, unsigned i) -> const ptx::Operand& {
    return operand.kind == Kind::Vector ? operand.elements[i] : operand;
  };
  // A vector is aligned as a whole.
  auto aligned = [&](std::uint64_t at) {
    if (at % (std::uint64_t{bytes} * count) != 0)
      throw Undefined("a misaligned vector access");
    return at;
  };
  switch (instruction.opcode()) {
  case Opcode::Ld:
  case Opcode::Ldu: {
    std::uint64_t at = aligned(address(thread, operands[1], space));
    std::vector<Bits> values;
    for (unsigned i = 0; i < count; ++i)
      values.push_back(memory_.load(at + i * bytes, bytes, accessor(thread), strong));
    if (strong)
      observe(thread, at, instruction.has(Semantics::Acquire));
    thread.polls |= strong;
    for (unsigned i = 0; i < count; ++i)
      write(thread, element(operands[0], i), values[i], type);
    return;
  }
  case Opcode::St: {
    std::uint64_t at = aligned(address(thread, operands[0], space));
    for (unsigned i = 0; i < count; ++i)
      memory_.store(at + i * bytes, bytes, read(thread, element(operands[1], i), type),
                    accessor(thread), strong);
    if (strong)
      publish(thread, at, instruction.has(Semantics::Release), true);
    return;
  }
  case Opcode::Cvta: {
    auto value = static_cast<std::uint64_t>(read(thread, operands[1], type));
    if (space == StateSpace::Shared)
      value = instruction.has(ptx::Flag::To) ? value - sharedBase : value + sharedBase;
    return write(thread, operands[0], value, type);
  }
  case Opcode::Isspacep: {
    auto value = static_cast<std::uint64_t>(read(thread, operands[1], ScalarType::U64));
    if (space != StateSpace::Shared)
      notKnown(instruction);
    return write(thread, operands[0], value - sharedBase < sharedBytes_, ScalarType::Pred);
  }
  default:
    notKnown(instruction);
  }
}

void Machine::atomic(Thread& thread, const ptx::Instruction& instruction) {
  bool isAtom = instruction.opcode() == Opcode::Atom;
  std::size_t at = isAtom ? 1 : 0;
  ScalarType type = instruction.type;
  if (instruction.vectorWidth() != 1 || ptx::typeInfo(type).kind == ptx::TypeKind::PackedFloat)
    notKnown(instruction);
  unsigned bytes = ptx::bytesOf(type);
  std::uint64_t place = address(thread, instruction.operands[at], spaceOf(instruction));
  char* memory = memory_.atomicAccess(place, bytes, accessor(thread));
  Bits old = 0;
  std::memcpy(&old, memory, bytes);
  Bits operand = read(thread, instruction.operands[at + 1], type);
  bool isCompareAndSwap = instruction.has(ptx::AtomicOp::Cas);
  Bits value = isCompareAndSwap
                   ? (old == operand ? read(thread, instruction.operands[at + 2], type) : old)
                   : evaluateAtomic(instruction, old, operand);
  std::memcpy(memory, &value, bytes);
  bool both = instruction.has(Semantics::AcqRel);
  observe(thread, place, both || instruction.has(Semantics::Acquire));
  if (isCompareAndSwap && old != operand)
    thread.polls = true;
  else
    publish(thread, place, both || instruction.has(Semantics::Release), false);
  if (isAtom)
    write(thread, instruction.operands[0], old, type);
}

} // namespace heddle::reference
