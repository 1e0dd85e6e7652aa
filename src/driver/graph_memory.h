// What executable graphs count as used of their devices' memory.
#pragma once

#include <cstddef>
#include <map>

namespace heddle::driver {

class Graph;

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
