// Kernels that a program will probably launch, compiled on idle cores before it does: those whose
// launches nvcc has seen in the host code of the same source (ir/launched_blocks.h). It begins when
// the launch of a second kernel has to wait for the compiler. Programs whose kernels are in the
// cache need none of it.
//
// A program may launch few kernels of thousands. So no more of them are compiled in vain than it
// has launched, and a few for each idle core. A process that exits stops what is being compiled.
#pragma once

#include "simt/pipeline.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::jit {

class KernelsAhead {
public:
  // A kernel and the block dimensions that it is launched with.
  using Launch = std::pair<std::string, simt::BlockDim>;

  // Must be called before the other functions.
  void addLikely(const Launch& launch) { entries_.push_back({launch, State::Likely}); }

  // A launch is about to need its code. Waits for it if it is being compiled. Returns whether it
  // was compiled ahead; if it has not begun, the launch has to compile it.
  bool take(const Launch& launch);

  // The next kernel to compile, or none if there are enough.
  std::optional<Launch> next(unsigned idleCores);
  // Called by the job of a kernel that next() has returned. Runs `compile`, unless a launch has
  // taken the kernel meanwhile.
  void run(const Launch& launch, const std::function<void()>& compile);

private:
  enum class State { Likely, Queued, Running, Made, Launched };
  struct Entry {
    Launch launch;
    State state;
  };
  Entry* find(const Launch& launch); // needs mutex_

  std::mutex mutex_; // guards all that follows
  std::condition_variable isMade_;
  std::vector<Entry> entries_;
  unsigned launched_ = 0; // how many of the entries
  unsigned ahead_ = 0;    // how many are queued, running or made
};

} // namespace heddle::jit
