// The memory of allocation nodes, and how much of it the device attributes of graph memory count.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <map>

namespace heddle::driver {

class Graph;

// Marks the memory of an allocation node as allocated, when a launch comes to the node.
void allocateGraphMemory(const void* pointer);
// Frees such memory, from a graph or from the program. False when the address is none that a launch
// has allocated. `result` is an error when the memory is free already.
bool freeGraphMemory(const void* pointer, CUresult& result);

// Counts the memory of an instantiated graph as used for as long as this object lives.
class GraphMemoryUse {
public:
  explicit GraphMemoryUse(const Graph& graph);
  ~GraphMemoryUse();
  GraphMemoryUse(const GraphMemoryUse&) = delete;
  GraphMemoryUse& operator=(const GraphMemoryUse&) = delete;

private:
  std::map<unsigned, std::size_t> bytes_; // by the index of the device
};

} // namespace heddle::driver
