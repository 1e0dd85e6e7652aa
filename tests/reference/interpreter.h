// A reference interpreter of PTX: one thread at a time, as plain as the manual, no LLVM. It runs a
// parsed and checked module of src/ptx and shares nothing else with the engine; where both agree on
// random programs (generator.h, differential.cpp), both are probably right.
//
// A thread runs until it must wait, at a barrier, in a warp operation or for a value in memory; the
// scheduler goes round the threads of a block and the blocks that have begun, and completes what
// they wait for when all are there. Strong accesses and fences order threads as the memory model
// says; volatile accesses to shared memory are made by the lanes of a warp in step. A program whose
// result would depend on the order ends with an error: races, reads of what was never written,
// lanes that wait for lanes which never come.
#pragma once

#include "ptx/ptx.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace heddle::reference {

struct Buffer {
  void* base;
  std::uint64_t size;
  bool writable;
};

struct LaunchShape {
  std::array<std::uint32_t, 3> block{1, 1, 1};
  std::array<std::uint32_t, 3> grid{1, 1, 1};
  std::uint32_t dynamicSharedBytes = 0;
  std::uint32_t threads() const { return block[0] * block[1] * block[2]; }
};

struct RunOptions {
  bool backwards = false;          // the last thread of a block goes first
  std::uint64_t fuel = 50'000'000; // instructions
};

// A module with memory of its own for its variables.
class Interpreter {
public:
  explicit Interpreter(std::shared_ptr<const ptx::Module> module);
  ~Interpreter();

  // Runs a kernel; empty on success, otherwise why its meaning is not defined or not known.
  std::string run(const std::string& kernel, const LaunchShape& shape,
                  std::span<const std::uint8_t> parameters, std::span<const Buffer> buffers,
                  const RunOptions& options = {});
  // The memory of a .global or .const variable.
  std::vector<std::uint8_t>& variable(const std::string& name);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace heddle::reference
