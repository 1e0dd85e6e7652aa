// Races on global memory (simt/check_global_races.h): the runs of blocks, the stamps of their
// threads, and the reports.
#pragma once

#include "exec/launch_dimensions.h"
#include "ir/checker_abi.h"
#include "trace/findings.h"
#include "trace/host_frames.h"

#include <cstddef>
#include <cstdint>

namespace heddle::exec {

class Task;

// How much memory a block needs behind the shadow of its shared memory: nothing unless races on
// global memory are looked for.
inline std::size_t globalRaceStampBytes() {
  static const std::size_t bytes = trace::checkSettings().globalRaces ? kGlobalRaceStampBytes : 0;
  return bytes;
}

// What the blocks of a grid begin with: the run of the first one, and the first word of the shadow
// that may be of a block which is not ordered before them.
struct GlobalRaceStart {
  std::uint64_t firstRun = 0, floor = 0;
};
// Gives the grid its runs when it is called for the first time. `name` must live as long as the
// kernel's code.
GlobalRaceStart startGlobalRaces(std::uint64_t gridId, const LaunchDimensions& dimensions,
                                 const char* name);
// Keeps the table of places that a block of the grid has left beside its stamps, so that races with
// later grids can name them.
void noteGlobalRaceSites(const BlockContext& context);
// Reports the races that have been found. The grid's blocks are remembered as long as grids that
// nothing orders with it may meet their accesses.
void endGlobalRaces(std::uint64_t gridId);

// A copy or fill by the API, which takes part in races as a grid of one thread does. Made with the
// task, where the program calls the API.
class CopyRaces {
public:
  explicit CopyRaces(const Task& task);
  // The copy is about to write these bytes, with what lies at `from` unless that is null.
  void write(const char* to, std::size_t bytes, const char* from) const;
  void read(const char* from, std::size_t bytes) const;
  void end() const { endGlobalRaces(id_); }

private:
  const std::uint64_t id_; // beside those of grids
  const trace::HostFrames hostFrames_;
};

inline std::uint64_t* globalRaceStamps(const BlockContext& context) {
  const std::size_t rounded =
      (context.sharedBytes + kSharedAlignment - 1) / kSharedAlignment * kSharedAlignment;
  return reinterpret_cast<std::uint64_t*>(context.shared + rounded + kRaceShadowBytes + 64);
}

// Sets the stamps of a block that is about to run. As beginRaceShadow(), this runs in kernel mode.
inline void beginGlobalRaces(const BlockContext& context, const GlobalRaceStart& start) {
  volatile std::uint64_t* const stamps = globalRaceStamps(context);
  const std::uint64_t block =
      context.ctaid[0] +
      std::uint64_t{context.nctaid[0]} *
          (context.ctaid[1] + std::uint64_t{context.nctaid[1]} * context.ctaid[2]);
  const std::uint64_t run = start.firstRun ? start.firstRun + block : 0;
  const std::uint64_t threads = std::uint64_t{context.ntid[0]} * context.ntid[1] * context.ntid[2];
  stamps[-1] = start.floor;
  stamps[-2] = 0;
  for (std::uint64_t i = 0; i < threads; ++i)
    stamps[i] = run << kGlobalRaceRunShift | i << kGlobalRaceThreadShift;
}

} // namespace heddle::exec
