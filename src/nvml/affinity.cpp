// The processors and memory nodes near a device. A device's workers may run on every processor that
// this process may use, so these are the processors near it, whatever the scope.
#include "nvml/device_query.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <fstream>
#include <sched.h>
#include <string>

using namespace heddle::nvml;

namespace {

constexpr unsigned kBitsPerWord = sizeof(unsigned long) * CHAR_BIT;

// Sets the bits that fit into `words`; NVML cuts off the processors that do not.
void setBit(unsigned long* words, unsigned count, unsigned bit) {
  if (bit / kBitsPerWord < count)
    words[bit / kBitsPerWord] |= 1ul << bit % kBitsPerWord;
}

// Sets the bits of a list as Linux writes it, such as "0-3,8".
void setBitsOfList(const std::string& list, unsigned long* words, unsigned count) {
  for (std::size_t at = 0; at < list.size();) {
    unsigned first = 0, last = 0;
    const int parts = std::sscanf(list.c_str() + at, "%u-%u", &first, &last);
    if (parts < 1)
      return;
    for (unsigned bit = first; bit <= (parts == 2 ? last : first); ++bit)
      setBit(words, count, bit);
    const std::size_t comma = list.find(',', at);
    at = comma == std::string::npos ? list.size() : comma + 1;
  }
}

bool isScope(nvmlAffinityScope_t scope) {
  return scope == NVML_AFFINITY_SCOPE_NODE || scope == NVML_AFFINITY_SCOPE_SOCKET;
}

} // namespace

HEDDLE_NVML nvmlDeviceGetCpuAffinityWithinScope(nvmlDevice_t handle, unsigned int cpuSetSize,
                                                unsigned long* cpuSet, nvmlAffinityScope_t scope) {
  return query(handle, cpuSet, [&](CUdevice) {
    if (cpuSetSize == 0 || !isScope(scope))
      return NVML_ERROR_INVALID_ARGUMENT;
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
      return NVML_ERROR_UNKNOWN;
    std::fill_n(cpuSet, cpuSetSize, 0ul);
    for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(cpu, &allowed))
        setBit(cpuSet, cpuSetSize, cpu);
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetCpuAffinity(nvmlDevice_t handle, unsigned int cpuSetSize,
                                     unsigned long* cpuSet) {
  return nvmlDeviceGetCpuAffinityWithinScope(handle, cpuSetSize, cpuSet, NVML_AFFINITY_SCOPE_NODE);
}
// The calling thread already runs on the processors near the device, which are all of its own.
HEDDLE_NVML nvmlDeviceSetCpuAffinity(nvmlDevice_t handle) {
  return query(handle, handle, [](CUdevice) { return NVML_SUCCESS; });
}
HEDDLE_NVML nvmlDeviceClearCpuAffinity(nvmlDevice_t handle) {
  return nvmlDeviceSetCpuAffinity(handle);
}

HEDDLE_NVML nvmlDeviceGetMemoryAffinity(nvmlDevice_t handle, unsigned int nodeSetSize,
                                        unsigned long* nodeSet, nvmlAffinityScope_t scope) {
  return query(handle, nodeSet, [&](CUdevice) {
    if (nodeSetSize == 0 || !isScope(scope))
      return NVML_ERROR_INVALID_ARGUMENT;
    std::fill_n(nodeSet, nodeSetSize, 0ul);
    // A kernel without support for memory nodes has no such file, and one node.
    std::string nodes = "0";
    std::ifstream("/sys/devices/system/node/has_memory") >> nodes;
    setBitsOfList(nodes, nodeSet, nodeSetSize);
    return NVML_SUCCESS;
  });
}
