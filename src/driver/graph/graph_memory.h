// The memory of graphs' allocation nodes, and what executable graphs count as used of it.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <map>

namespace heddle::driver {

class Graph;

// A launch allocates the memory; the graph, another one or the program frees it.
void allocateGraphMemory(const void* pointer);
// Whether the address is such memory's and a launch has allocated it before; `result` says whether
// it still was.
bool freeGraphMemory(const void* pointer, CUresult& result);

// The memory of a graph's allocation nodes, from the first launch or upload to the end.
class GraphMemoryUse {
public:
  explicit GraphMemoryUse(const Graph& graph);
  ~GraphMemoryUse();
  GraphMemoryUse(const GraphMemoryUse&) = delete;
  GraphMemoryUse& operator=(const GraphMemoryUse&) = delete;

private:
  std::map<unsigned, std::size_t> bytes_; // by the device's index
};

} // namespace heddle::driver
