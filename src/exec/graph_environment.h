// The launch of a graph, as the kernels in it see it: they can launch further graphs, which belong
// to this launch or come after it. The driver implements it and hands it to the grids of the graph.
#pragma once

#include <driver_types.h>

#include <cstdint>

namespace heddle::exec {

class GraphEnvironment {
public:
  virtual ~GraphEnvironment() = default;

  // cudaGraphLaunch in device code. The stream says when the graph runs: at once, after this one,
  // or beside it. cudaErrorIllegalAddress is a fault of the calling kernel.
  virtual cudaError_t launch(std::uint64_t graph, std::uint64_t stream) = 0;
  // The handle of the instantiated graph that is launched; 0 where device code cannot launch it.
  virtual std::uint64_t graph() const = 0;
};

} // namespace heddle::exec
