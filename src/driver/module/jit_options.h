// The options of compiling entry points: pairs of a CUjit_option and a value the size of a pointer.
#pragma once

#include "driver/api/api.h"
#include "jit/program.h"

#include <chrono>
#include <map>
#include <string>

namespace heddle::driver {

using Placements = std::map<std::string, void*, std::less<>>;

class JitOptions {
public:
  JitOptions() = default;
  JitOptions(unsigned count, const CUjit_option* options, void** values)
      : count_(count), options_(options), values_(values) {}

  bool valid() const;
  // Whether code for CU_JIT_TARGET would run on the device; our own is for the device in any case.
  CUresult checkTarget(unsigned ptxTarget) const;
  bool has(CUjit_option option) const { return indexOf(option) >= 0; }
  // Writes diagnostics to the caller's log buffers, and how much was written to their size options;
  // to stderr when there is no buffer and HEDDLE_JIT_LOG is set. CU_JIT_WALL_TIME becomes `time`.
  void report(const jit::Status& status, std::chrono::duration<float, std::milli> time) const;
  // Where the caller wants variables to be (CU_JIT_GLOBAL_SYMBOL_*), by name.
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
