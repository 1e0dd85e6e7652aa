// The interpreter's machine: threads with their frames, one block at a time.
#pragma once

#include "interpreter.h"
#include "memory.h"

#include "ptx/module.h"

#include <optional>

namespace heddle::reference {

// Where the parts of a program are: variables of all spaces, and functions by made-up addresses.
struct Image {
  std::shared_ptr<const ptx::Module> module;
  std::vector<std::vector<std::uint8_t>> storage; // by definition; global and constant variables
  std::vector<std::uint64_t> addresses;           // by definition; offsets for shared ones
  std::uint32_t staticSharedBytes = 0;
  std::map<std::uint64_t, const ptx::Definition*> functions;
};

struct Frame {
  const ptx::Definition* definition;
  std::size_t next = 0; // instruction
  std::vector<Bits> registers;
  std::vector<bool> written;
  std::vector<std::uint64_t> variables; // addresses of Function::variables
  std::vector<std::unique_ptr<std::uint64_t[]>> storage;
  const ptx::Instruction* call = nullptr; // in the frame below, which this one returns to
  bool carry = false;

  const ptx::Function& function() const { return *definition->function; }
};

struct Block;

struct Thread {
  enum class State { Runnable, AtWarpOperation, AtBarrier, Exited };
  Block* block = nullptr;
  std::uint32_t index = 0; // in the block
  std::array<std::uint32_t, 3> id{};
  State state = State::Runnable;
  std::vector<Frame> frames;
  Clock seen;
  Clock fenced;       // what it had seen at its last fence: its relaxed writes pass this on
  Clock observed;     // what it has read of others with relaxed reads: seen after the next fence
  bool polls = false; // has read what another may be about to write, and lets others go first
  // What it waits for.
  const ptx::Instruction* waiting = nullptr;
  std::uint32_t members = 0;
  std::uint32_t barrier = 0;

  std::uint32_t lane() const { return index % 32; }
  std::uint32_t warp() const { return index / 32; }
};

struct Barrier {
  std::vector<Thread*> waiting;
  std::uint32_t arrivals = 0;
  std::uint32_t expected = 0; // 0: every thread that has not exited
  Clock arrived;              // of those that did not stay
};

struct Block {
  std::uint32_t number = 0;
  std::array<std::uint32_t, 3> id{};
  std::vector<Thread> threads;
  std::map<std::uint32_t, Barrier> barriers;
  std::unique_ptr<std::uint64_t[]> shared;
  bool finished = false;

  std::uint64_t sharedBase() const { return reinterpret_cast<std::uint64_t>(shared.get()); }
};

class Machine {
public:
  Machine(Image& image, Memory& memory, const LaunchShape& shape, const RunOptions& options,
          std::uint64_t parameters);
  void run(const ptx::Definition& kernel);

private:
  // Control.
  std::unique_ptr<Block> begin(const ptx::Definition& kernel, std::uint32_t number);
  void runTurn(Block& block);
  void end(Block& block);
  void runThread(Thread& thread);
  void step(Thread& thread);
  void execute(Thread& thread, const ptx::Instruction& instruction);
  void branch(Thread& thread, const ptx::Instruction& instruction);
  void call(Thread& thread, const ptx::Instruction& instruction);
  void returnFrom(Thread& thread);
  void exitThread(Thread& thread);
  void enter(Thread& thread, const ptx::Definition& definition);
  void leave(Thread& thread);

  // Operands.
  Bits read(const Thread& thread, const ptx::Operand& operand, ptx::ScalarType type) const;
  void write(Thread& thread, const ptx::Operand& operand, Bits value, ptx::ScalarType type);
  ptx::ScalarType typeOf(const ptx::Instruction& instruction, const ptx::OperandSpec& spec) const;
  std::vector<Bits> sources(const Thread& thread, const ptx::Instruction& instruction) const;
  Bits specialRegister(const Thread& thread, const ptx::Operand& operand) const;
  std::uint64_t address(const Thread& thread, const ptx::Operand& operand,
                        ptx::StateSpace space) const;
  std::uint64_t addressOf(const Thread& thread, std::uint32_t symbol, bool generic) const;

  // Memory.
  void move(Thread& thread, const ptx::Instruction& instruction);
  void memory(Thread& thread, const ptx::Instruction& instruction);
  void access(Thread& thread, const ptx::Instruction& instruction);
  void atomic(Thread& thread, const ptx::Instruction& instruction);
  void fence(Thread& thread);
  void observe(Thread& thread, std::uint64_t address, bool acquires);
  void publish(Thread& thread, std::uint64_t address, bool releases, bool replaces);
  Accessor accessor(const Thread& thread) const {
    return {thread.block->number, thread.index, &thread.seen};
  }

  // Meetings.
  void barrier(Thread& thread, const ptx::Instruction& instruction);
  bool completeBarriers(Block& block);
  void releaseBarrier(Barrier& barrier);
  void warpOperation(Thread& thread, const ptx::Instruction& instruction);
  bool completeWarpOperations(Block& block);
  void perform(const ptx::Instruction& instruction, std::span<Thread* const> lanes);
  void shuffle(const ptx::Instruction& instruction, std::span<Thread* const> lanes);
  static void meet(std::span<Thread* const> threads, const Clock* others);

  Image& image_;
  Memory& memory_;
  const LaunchShape& shape_;
  const RunOptions& options_;
  std::uint64_t parameters_;
  std::vector<std::uint64_t> parameterOffsets_;
  std::uint64_t fuel_;
  std::uint64_t sharedBytes_ = 0;
  std::map<std::uint64_t, Clock> published_; // by address: what strong writes there pass on
};

} // namespace heddle::reference
