// The options of entry points that compile: pairs of a CUjit_option and a value, which is as large
// as a pointer.
#pragma once

#include "driver/api/api.h"
#include "jit/program.h"

#include <chrono>
#include <map>
#include <string>

namespace heddle::driver {

// Where variables are that the program itself has placed, by name.
using Placements = std::map<std::string, void*, std::less<>>;

class JitOptions {
public:
  JitOptions() = default;
  JitOptions(unsigned count, const CUjit_option* options, void** values)
      : count_(count), options_(options), values_(values) {}

  bool valid() const;
  // Refuses a CU_JIT_TARGET whose code would not run on the device. The option has no other effect.
  CUresult checkTarget(unsigned ptxTarget) const;
  bool has(CUjit_option option) const { return indexOf(option) >= 0; }
  // Writes diagnostics to the log buffers of the program, and their sizes to the size options.
  // Without a buffer, and if HEDDLE_JIT_LOG is set, errors go to standard error. Stores `time` as
  // the value of CU_JIT_WALL_TIME.
  void report(const jit::Status& status, std::chrono::duration<float, std::milli> time) const;
  // The most registers of a thread, by CU_JIT_MAX_REGISTERS. As a GPU allocates them: in units of
  // 8, and never fewer than 24.
  std::uint32_t mostRegisters() const;
  // What CU_JIT_GLOBAL_SYMBOL_* say.
  Placements placements() const;

private:
  int indexOf(CUjit_option option) const;
  void writeLog(CUjit_option buffer, CUjit_option size, const std::string& text) const;

  unsigned count_ = 0;
  const CUjit_option* options_ = nullptr;
  void** values_ = nullptr;
};

std::string diagnosticText(const jit::Status& status);

} // namespace heddle::driver
