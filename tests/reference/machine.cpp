#include "machine.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace heddle::reference {

using ptx::Opcode;
using ptx::ScalarType;
using Kind = ptx::Operand::Kind;

namespace {

// Instructions that a thread executes before another gets its turn: few, since it may wait for that
// one.
constexpr std::uint64_t kTurn = 1000;
// Turns of all its threads that a block gets before another block.
constexpr int kRounds = 100;

} // namespace

Machine::Machine(Image& image, Memory& memory, const LaunchShape& shape, const RunOptions& options,
                 std::uint64_t parameters)
    : image_(image), memory_(memory), shape_(shape), options_(options), parameters_(parameters),
      fuel_(options.fuel) {
  sharedBytes_ = (image.staticSharedBytes + 15) / 16 * 16 + shape.dynamicSharedBytes;
}

// All blocks that have begun get their turns, then one more begins: some wait for later ones.
void Machine::run(const ptx::Definition& kernel) {
  std::uint64_t bytes = 0;
  parameterOffsets_ = ptx::parameterOffsets(kernel.function->signature, bytes);
  std::uint32_t total = shape_.grid[0] * shape_.grid[1] * shape_.grid[2];
  std::vector<std::unique_ptr<Block>> blocks;
  for (std::uint32_t begun = 0; begun < total || !blocks.empty();) {
    if (begun < total) {
      blocks.push_back(begin(kernel, options_.backwards ? total - 1 - begun : begun));
      ++begun;
    }
    for (const std::unique_ptr<Block>& block : blocks)
      runTurn(*block);
    std::erase_if(blocks, [](const std::unique_ptr<Block>& block) { return block->finished; });
  }
}

std::unique_ptr<Block> Machine::begin(const ptx::Definition& kernel, std::uint32_t number) {
  auto block = std::make_unique<Block>();
  block->number = number;
  block->id = {number % shape_.grid[0], number / shape_.grid[0] % shape_.grid[1],
               number / shape_.grid[0] / shape_.grid[1]};
  block->shared = std::make_unique<std::uint64_t[]>(sharedBytes_ / 8 + 2);
  memory_.addRegion(block->sharedBase(), sharedBytes_, Memory::Sharing::Common, false,
                    "shared memory");
  std::uint32_t count = shape_.threads();
  block->threads.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    Thread& thread = block->threads[i];
    thread.block = block.get();
    thread.index = i;
    thread.id = {i % shape_.block[0], i / shape_.block[0] % shape_.block[1],
                 i / shape_.block[0] / shape_.block[1]};
    thread.seen.advance(number, i);
    enter(thread, kernel);
  }
  return block;
}

void Machine::runTurn(Block& block) {
  std::size_t count = block.threads.size();
  for (int round = 0; round < kRounds; ++round) {
    bool isRunning = false, progress = false;
    for (std::size_t i = 0; i < count; ++i) {
      Thread& thread = block.threads[options_.backwards ? count - 1 - i : i];
      if (thread.state == Thread::State::Runnable) {
        runThread(thread);
        progress = true;
      }
      isRunning |= thread.state != Thread::State::Exited;
    }
    if (!isRunning)
      return end(block);
    progress |= completeWarpOperations(block);
    progress |= completeBarriers(block);
    if (!progress)
      throw Undefined("threads wait for others that never come");
  }
}

void Machine::end(Block& block) {
  for (auto& [id, barrier] : block.barriers)
    if (barrier.arrivals != 0)
      throw Undefined("a barrier is left with arrivals");
  memory_.removeRegion(block.sharedBase());
  published_.erase(published_.lower_bound(block.sharedBase()),
                   published_.lower_bound(block.sharedBase() + sharedBytes_));
  block.finished = true;
}

void Machine::runThread(Thread& thread) {
  try {
    thread.polls = false;
    for (std::uint64_t i = 0; i < kTurn && thread.state == Thread::State::Runnable && !thread.polls;
         ++i)
      step(thread);
  } catch (const Undefined& reason) {
    const Frame& frame = thread.frames.back();
    const auto& instructions = frame.function().instructions;
    unsigned line = frame.next > 0 && frame.next <= instructions.size()
                        ? instructions[frame.next - 1].location.line
                        : frame.function().location.line;
    throw Undefined(fmt::format("line {}, thread {}: {}", line, thread.index, reason.what()));
  }
}

void Machine::step(Thread& thread) {
  if (fuel_-- == 0)
    throw Undefined("out of fuel");
  Frame& frame = thread.frames.back();
  if (frame.next >= frame.function().instructions.size())
    return frame.next++, returnFrom(thread);
  const ptx::Instruction& instruction = frame.function().instructions[frame.next++];
  if (instruction.guard && read(thread, *instruction.guard, ScalarType::Pred) == 0)
    return;
  execute(thread, instruction);
}

void Machine::execute(Thread& thread, const ptx::Instruction& instruction) {
  auto compute = [&](auto evaluate) {
    Outcome outcome = evaluate(instruction, sources(thread, instruction));
    write(thread, instruction.operands[0], outcome.value,
          typeOf(instruction, instruction.form->operands[0]));
    if (instruction.paired)
      write(thread, instruction.operands[1], outcome.second, ScalarType::Pred);
  };
  switch (instruction.form->family) {
  case ptx::Family::Integer:
    return compute(evaluateInteger);
  case ptx::Family::Carry:
    return compute([&](const ptx::Instruction& i, std::span<const Bits> s) {
      return evaluateCarry(i, s, thread.frames.back().carry);
    });
  case ptx::Family::Bits:
    return compute(evaluateBits);
  case ptx::Family::Logic:
    return compute(evaluateLogic);
  case ptx::Family::Compare:
    return compute(evaluateCompare);
  case ptx::Family::Float:
  case ptx::Family::Half:
    return compute(evaluateFloat);
  case ptx::Family::Convert:
    return compute(evaluateConvert);
  case ptx::Family::Move:
    return move(thread, instruction);
  case ptx::Family::Memory:
    return memory(thread, instruction);
  case ptx::Family::Atomic:
    return atomic(thread, instruction);
  case ptx::Family::Control:
    return branch(thread, instruction);
  case ptx::Family::Call:
    return call(thread, instruction);
  case ptx::Family::Barrier:
    return barrier(thread, instruction);
  case ptx::Family::Warp:
    return warpOperation(thread, instruction);
  case ptx::Family::Hint:
    return;
  default:
    notKnown(instruction);
  }
}

// --- Control

void Machine::branch(Thread& thread, const ptx::Instruction& instruction) {
  Frame& frame = thread.frames.back();
  switch (instruction.opcode()) {
  case Opcode::Bra:
    frame.next = frame.function().labels[instruction.operands[0].index].position;
    return;
  case Opcode::Brx: {
    Bits index = read(thread, instruction.operands[0], ScalarType::U32);
    const auto& targets = frame.function().tables[instruction.operands[1].index].entries;
    if (index >= targets.size())
      throw Undefined("brx.idx beyond its targets");
    frame.next = frame.function().labels[targets[static_cast<std::size_t>(index)]].position;
    return;
  }
  case Opcode::Ret:
    return returnFrom(thread);
  case Opcode::Exit:
    return exitThread(thread);
  case Opcode::Nanosleep:
    return;
  default:
    notKnown(instruction);
  }
}

void Machine::enter(Thread& thread, const ptx::Definition& definition) {
  if (thread.frames.size() > 500)
    throw Undefined("the stack is too deep");
  const ptx::Function& function = *definition.function;
  Frame frame;
  frame.definition = &definition;
  frame.registers.resize(function.registers.size());
  frame.written.resize(function.registers.size());
  std::size_t kernelParameters =
      function.isEntry ? function.signature.parameters.size() : std::size_t{0};
  for (std::size_t i = 0; i < function.variables.size(); ++i) {
    if (i < kernelParameters) {
      frame.variables.push_back(parameters_ + parameterOffsets_[i]);
      continue;
    }
    const ptx::Variable& variable = function.variables[i];
    std::uint64_t size = std::max<std::uint64_t>(variable.size, 1);
    // Two words more than needed: the base is aligned to 16 bytes.
    auto storage = std::make_unique<std::uint64_t[]>(size / 8 + 3);
    std::uint64_t base = (reinterpret_cast<std::uint64_t>(storage.get()) + 15) / 16 * 16;
    memory_.addRegion(base, size, Memory::Sharing::Private, false, variable.name);
    frame.variables.push_back(base);
    frame.storage.push_back(std::move(storage));
  }
  thread.frames.push_back(std::move(frame));
}

void Machine::leave(Thread& thread) {
  Frame& frame = thread.frames.back();
  std::size_t own = frame.variables.size() - frame.storage.size();
  for (std::size_t i = own; i < frame.variables.size(); ++i)
    memory_.removeRegion(frame.variables[i]);
  thread.frames.pop_back();
}

void Machine::exitThread(Thread& thread) {
  while (!thread.frames.empty())
    leave(thread);
  thread.state = Thread::State::Exited;
}

void Machine::call(Thread& thread, const ptx::Instruction& instruction) {
  const auto& operands = instruction.operands;
  std::size_t at = operands[0].kind == Kind::List ? 1 : 0;
  const ptx::Operand& callee = operands[at];
  const ptx::Definition* definition = nullptr;
  if (callee.kind == Kind::Symbol) {
    definition = &image_.module->resolve(*thread.frames.back().definition->unit, callee.index);
  } else {
    auto found =
        image_.functions.find(static_cast<std::uint64_t>(read(thread, callee, ScalarType::B64)));
    if (found == image_.functions.end())
      throw Undefined("a call of what is no function");
    definition = found->second;
  }
  if (!definition->function->defined)
    throw Undefined("a call of a function without a body");
  const ptx::Signature& signature = definition->function->signature;
  static const std::vector<ptx::Operand> kNone;
  const auto& arguments = at + 1 < operands.size() && operands[at + 1].kind == Kind::List
                              ? operands[at + 1].elements
                              : kNone;
  if (arguments.size() != signature.parameters.size())
    throw Undefined("a call with the wrong number of arguments");
  std::vector<std::vector<Bits>> values; // of an array, byte by byte
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const ptx::Parameter& parameter = signature.parameters[i];
    std::vector<Bits> value;
    if (arguments[i].kind == Kind::Local) {
      std::uint64_t base = thread.frames.back().variables[arguments[i].index];
      for (std::uint64_t byte = 0; byte < parameter.size; ++byte)
        value.push_back(memory_.load(base + byte, 1, accessor(thread)));
    } else {
      Bits bits = read(thread, arguments[i], parameter.type);
      for (std::uint64_t byte = 0; byte < parameter.size; ++byte)
        value.push_back(bits >> (8 * byte) & 0xff);
    }
    values.push_back(std::move(value));
  }
  enter(thread, *definition);
  Frame& frame = thread.frames.back();
  frame.call = &instruction;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ptx::Parameter& parameter = signature.parameters[i];
    if (parameter.space == ptx::StateSpace::Reg) {
      Bits bits = 0;
      for (std::size_t byte = 0; byte < values[i].size(); ++byte)
        bits |= values[i][byte] << (8 * byte);
      frame.registers[parameter.index] = bits;
      frame.written[parameter.index] = true;
      continue;
    }
    for (std::size_t byte = 0; byte < values[i].size(); ++byte)
      memory_.store(frame.variables[parameter.index] + byte, 1, values[i][byte], accessor(thread));
  }
}

void Machine::returnFrom(Thread& thread) {
  if (thread.frames.size() == 1)
    return exitThread(thread);
  Frame& frame = thread.frames.back();
  const ptx::Signature& signature = frame.function().signature;
  const ptx::Instruction& instruction = *frame.call;
  std::vector<std::vector<Bits>> values;
  for (const ptx::Parameter& result : signature.results) {
    std::vector<Bits> value;
    for (std::uint64_t byte = 0; byte < result.size; ++byte)
      if (result.space == ptx::StateSpace::Reg) {
        if (!frame.written[result.index])
          throw Undefined("a result is never written");
        value.push_back(frame.registers[result.index] >> (8 * byte) & 0xff);
      } else {
        value.push_back(memory_.load(frame.variables[result.index] + byte, 1, accessor(thread)));
      }
    values.push_back(std::move(value));
  }
  leave(thread);
  static const std::vector<ptx::Operand> kNone;
  const auto& results =
      instruction.operands[0].kind == Kind::List ? instruction.operands[0].elements : kNone;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].kind == Kind::Local) {
      std::uint64_t base = thread.frames.back().variables[results[i].index];
      for (std::size_t byte = 0; byte < values[i].size(); ++byte)
        memory_.store(base + byte, 1, values[i][byte], accessor(thread));
      continue;
    }
    Bits bits = 0;
    for (std::size_t byte = 0; byte < values[i].size(); ++byte)
      bits |= values[i][byte] << (8 * byte);
    write(thread, results[i], bits, signature.results[i].type);
  }
}

// --- Operands

ScalarType Machine::typeOf(const ptx::Instruction& instruction,
                           const ptx::OperandSpec& spec) const {
  switch (spec.typeName) {
  case 0:
    return spec.type;
  case 'T':
    return instruction.type;
  case 'D':
    return instruction.dtype;
  case 'A':
    return instruction.atype;
  case 'B':
    return instruction.btype;
  default:
    return ptx::widened(instruction.type);
  }
}

std::vector<Bits> Machine::sources(const Thread& thread,
                                   const ptx::Instruction& instruction) const {
  std::vector<Bits> values;
  std::size_t at = instruction.paired ? 2 : 1;
  for (const ptx::OperandSpec& spec : instruction.form->operands) {
    if (spec.destination)
      continue;
    if (at == instruction.operands.size())
      break;
    if (spec.kind == ptx::OperandSpec::Kind::Any)
      notKnown(instruction);
    if (spec.kind == ptx::OperandSpec::Kind::Quad) {
      for (const ptx::Operand& element : instruction.operands[at].elements)
        values.push_back(read(thread, element, typeOf(instruction, spec)));
      ++at;
      continue;
    }
    ScalarType type =
        spec.kind == ptx::OperandSpec::Kind::Constant ? ScalarType::U32 : typeOf(instruction, spec);
    values.push_back(read(thread, instruction.operands[at++], type));
  }
  return values;
}

Bits Machine::read(const Thread& thread, const ptx::Operand& operand, ScalarType type) const {
  const Frame& frame = thread.frames.back();
  unsigned bits = ptx::bitsOf(type);
  switch (operand.kind) {
  case Kind::Register: {
    if (!frame.written[operand.index])
      throw Undefined(fmt::format("register {} is read before it is written",
                                  frame.function().registers[operand.index].name));
    Bits value = frame.registers[operand.index] & maskOf(bits);
    return operand.negated ? value ^ 1 : value;
  }
  case Kind::Integer:
    return Bits{operand.value} & maskOf(bits);
  case Kind::Float: {
    const Format& from = operand.isSingle ? kSingle : kDouble;
    const Format& to = bits == 64 ? kDouble : bits == 32 ? kSingle : formatOf(type);
    return pack(to, unpack(from, operand.value), Rounding::NearestEven);
  }
  case Kind::SpecialRegister:
    return specialRegister(thread, operand) & maskOf(bits);
  case Kind::Local:
    return Bits{frame.variables[operand.index] + operand.value} & maskOf(bits);
  case Kind::Symbol:
    return Bits{addressOf(thread, operand.index, false) + operand.value} & maskOf(bits);
  case Kind::Vector:
    if (operand.elements.size() == 1)
      return read(thread, operand.elements[0], type);
    [[fallthrough]];
  default:
    throw Undefined("an operand that has no value");
  }
}

void Machine::write(Thread& thread, const ptx::Operand& operand, Bits value, ScalarType type) {
  if (operand.kind == Kind::Sink)
    return;
  if (operand.kind == Kind::Vector)
    return write(thread, operand.elements.at(0), value, type);
  if (operand.kind != Kind::Register)
    throw Undefined("a destination that is no register");
  Frame& frame = thread.frames.back();
  unsigned bits = ptx::bitsOf(type);
  // A register wider than the type is filled with the sign, or with zeros.
  value &= maskOf(bits);
  if (ptx::isSigned(type))
    value = static_cast<Bits>(signedValue(value, bits));
  frame.registers[operand.index] =
      value & maskOf(ptx::bitsOf(frame.function().registers[operand.index].type));
  frame.written[operand.index] = true;
}

Bits Machine::specialRegister(const Thread& thread, const ptx::Operand& operand) const {
  std::string_view name = ptx::specialRegister(operand.index).name;
  std::uint32_t lane = thread.lane();
  auto of = [&](const std::array<std::uint32_t, 3>& values) {
    return operand.component < 3 ? values[operand.component] : 0;
  };
  if (name == "%tid")
    return of(thread.id);
  if (name == "%ntid")
    return of(shape_.block);
  if (name == "%ctaid")
    return of(thread.block->id);
  if (name == "%nctaid")
    return of(shape_.grid);
  if (name == "%laneid")
    return lane;
  if (name == "%warpid")
    return thread.warp();
  if (name == "%nwarpid")
    return (shape_.threads() + 31) / 32;
  Bits self = Bits{1} << lane;
  if (name == "%lanemask_eq")
    return self;
  if (name == "%lanemask_lt")
    return self - 1;
  if (name == "%lanemask_le")
    return self | (self - 1);
  if (name == "%lanemask_gt")
    return maskOf(32) & ~(self | (self - 1));
  if (name == "%lanemask_ge")
    return maskOf(32) & ~(self - 1);
  if (name == "%dynamic_smem_size")
    return shape_.dynamicSharedBytes;
  throw Undefined("the value of " + std::string(name) + " is the machine's own");
}

std::uint64_t Machine::addressOf(const Thread& thread, std::uint32_t symbol, bool generic) const {
  std::uint32_t index = image_.module->definitionOf(*thread.frames.back().definition->unit, symbol);
  const ptx::Definition& definition = image_.module->definitions[index];
  std::uint64_t address = image_.addresses[index];
  bool isShared = definition.variable && definition.variable->space == ptx::StateSpace::Shared;
  return isShared && generic ? address + thread.block->sharedBase() : address;
}

// As host memory.
std::uint64_t Machine::address(const Thread& thread, const ptx::Operand& operand,
                               ptx::StateSpace space) const {
  const ptx::Operand& base = operand.elements[0];
  const Frame& frame = thread.frames.back();
  switch (base.kind) {
  case Kind::Local:
    return frame.variables[base.index] + operand.value;
  case Kind::Symbol:
    return addressOf(thread, base.index, true) + operand.value;
  default: {
    auto value = static_cast<std::uint64_t>(read(thread, base, ScalarType::B64)) + operand.value;
    return space == ptx::StateSpace::Shared ? value + thread.block->sharedBase() : value;
  }
  }
}

} // namespace heddle::reference
