// Writes the jitdump file of this process, from which `perf inject --jit` learns the code of
// kernels and its source lines. Linux's tools/perf/Documentation/jitdump-specification.txt defines
// it. LLVM 19 has a writer, too, but it leaves the flags in the file's header as they were in
// memory, so that perf refuses the file.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace heddle::jit {

// From this address on, code is of this line.
struct JitdumpLine {
  std::uint64_t address;
  std::uint32_t line;
  std::string file;
};

class Jitdump {
public:
  // The file of this process. It is made when it is first asked for, and stays open to the end,
  // because code is linked as long as the program runs.
  static Jitdump& ofProcess();

  // Does nothing where the file could not be made, and in a forked child.
  void add(const std::string& name, std::uint64_t address, llvm::ArrayRef<char> code,
           const std::vector<JitdumpLine>& lines);

private:
  Jitdump();
  void writeHeader();

  std::mutex mutex_;
  int file_ = -1;
  const int process_;
  std::uint64_t codeCount_ = 0;
};

} // namespace heddle::jit
