#include "memory/machine_memory.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <limits>
#include <string>

namespace heddle::memory {

namespace {

std::optional<std::size_t> readNumber(const char* path) {
  std::ifstream file(path);
  std::size_t value = 0;
  if (file >> value)
    return value;
  return std::nullopt; // the file does not exist or says "max"
}

// Takes the limit and the use of the process's control group into account. The files are those of
// the root group, because a container sees its own group as the root.
void applyControlGroup(MachineMemory& memory) {
  auto limit = readNumber("/sys/fs/cgroup/memory.max");
  auto used = readNumber("/sys/fs/cgroup/memory.current");
  if (!limit) {
    limit = readNumber("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    used = readNumber("/sys/fs/cgroup/memory/memory.usage_in_bytes");
  }
  if (!limit || *limit >= memory.total)
    return;
  memory.total = *limit;
  memory.available = std::min(memory.available, *limit - std::min(*limit, used.value_or(0)));
}

} // namespace

MachineMemory machineMemory() {
  MachineMemory memory;
  std::ifstream info("/proc/meminfo");
  std::string key, unit;
  std::size_t kib = 0;
  while (info >> key >> kib) {
    std::getline(info, unit);
    if (key == "MemTotal:")
      memory.total = kib * 1024;
    else if (key == "MemAvailable:") {
      memory.available = kib * 1024;
      break;
    }
  }
  applyControlGroup(memory);
  return memory;
}

std::optional<std::size_t> parseByteSize(std::string_view text) {
  std::size_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end == text.data())
    return std::nullopt;
  std::string suffix;
  for (const char* at = end; at != text.data() + text.size(); ++at)
    suffix += static_cast<char>(std::tolower(static_cast<unsigned char>(*at)));
  static constexpr struct {
    const char* name;
    unsigned shift;
  } units[] = {{"", 0},     {"b", 0},  {"k", 10},  {"kb", 10},  {"kib", 10}, {"m", 20},  {"mb", 20},
               {"mib", 20}, {"g", 30}, {"gb", 30}, {"gib", 30}, {"t", 40},   {"tib", 40}};
  for (const auto& unit : units) {
    if (suffix != unit.name)
      continue;
    if (value > (std::numeric_limits<std::size_t>::max() >> unit.shift))
      return std::nullopt;
    return value << unit.shift;
  }
  return std::nullopt;
}

} // namespace heddle::memory
