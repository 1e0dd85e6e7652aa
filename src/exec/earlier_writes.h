// The writes before reads, for races on global memory. A word of the shadow has room for one
// access, so that of a read behind a write refers to an entry of this table (ir/checker_abi.h),
// which tells of the write. Kernels look entries up by themselves (simt/check_global_races.cpp);
// only the engine adds them.
#pragma once

#include "ir/checker_abi.h"

#include <cstdint>
#include <optional>

namespace heddle::exec {

// Not synchronised: the caller has a lock. Kernels may look up entries meanwhile.
class EarlierWrites {
public:
  explicit EarlierWrites(GlobalRaceEarlierWrite* entries) : entries_(entries) {}

  // Returns a word that remembers a read and the write before it, or nothing if the table is full.
  std::optional<std::uint64_t> combine(std::uint64_t read, std::uint64_t write);
  // Returns the two words that combine() was given. In that of the write the thread may be another
  // one, which knowsWriter() tells.
  std::uint64_t readOf(std::uint64_t word) const;
  std::uint64_t writeOf(std::uint64_t word) const;
  // Returns whether writeOf() names the thread that wrote. A report has to leave the thread out
  // otherwise.
  bool knowsWriter(std::uint64_t word) const;
  // Forgets all writes. No word that combine() has returned may be asked about afterwards.
  void clear();

private:
  const GlobalRaceEarlierWrite& entryOf(std::uint64_t word) const;

  GlobalRaceEarlierWrite* entries_;
  bool isEmpty_ = true;
};

} // namespace heddle::exec
