#include "memory/machine_memory.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <limits>
#include <string>

namespace heddle::memory {

namespace {

namespace fs = std::filesystem;

std::optional<std::size_t> readNumber(const fs::path& path) {
  std::ifstream file(path);
  std::size_t value = 0;
  if (file >> value)
    return value;
  return std::nullopt; // the file does not exist or says "max"
}

// How a version of control groups shows memory.
struct ControlGroupFiles {
  const char* mount; // below the root
  const char* limit;
  const char* used;
};
constexpr ControlGroupFiles kVersion1 = {"sys/fs/cgroup/memory", "memory.limit_in_bytes",
                                         "memory.usage_in_bytes"};
constexpr ControlGroupFiles kVersion2 = {"sys/fs/cgroup", "memory.max", "memory.current"};

void applyLimit(MachineMemory& memory, const fs::path& group, const ControlGroupFiles& files) {
  const auto limit = readNumber(group / files.limit);
  if (!limit)
    return;
  const std::size_t used = readNumber(group / files.used).value_or(0);
  memory.total = std::min(memory.total, *limit);
  memory.available = std::min(memory.available, *limit - std::min(*limit, used));
}

// Takes the limits of a control group and of all that it lies in into account. A container may see
// its own group as the root of the mount while `group` is its path on the host: groups that the
// mount does not show are passed over.
void applyLimits(MachineMemory& memory, const fs::path& root, const fs::path& group,
                 const ControlGroupFiles& files) {
  fs::path folder = root / files.mount;
  applyLimit(memory, folder, files);
  for (const fs::path& part : group.relative_path()) {
    if (part == "..") // the group lies outside of what the process sees
      return;
    folder /= part;
    applyLimit(memory, folder, files);
  }
}

bool hasMemoryController(std::string_view controllers) {
  return ("," + std::string(controllers) + ",").find(",memory,") != std::string::npos;
}

// /proc/self/cgroup has a line "number:controllers:path" for each hierarchy that the process is in;
// that of version 2 names no controllers.
void applyControlGroups(MachineMemory& memory, const fs::path& root) {
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string number, controllers, group; std::getline(groups, number, ':') &&
                                               std::getline(groups, controllers, ':') &&
                                               std::getline(groups, group);) {
    if (controllers.empty())
      applyLimits(memory, root, group, kVersion2);
    else if (hasMemoryController(controllers))
      applyLimits(memory, root, group, kVersion1);
  }
}

} // namespace

MachineMemory machineMemory(const fs::path& root) {
  MachineMemory memory;
  std::ifstream info(root / "proc/meminfo");
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
  applyControlGroups(memory, root);
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

std::size_t lastLevelCacheBytes() {
  std::size_t largest = 0;
  for (int index = 0; index < 8; ++index) {
    std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) +
                       "/size");
    std::string text;
    if (file >> text)
      largest = std::max(largest, parseByteSize(text).value_or(0));
  }
  return largest;
}

} // namespace heddle::memory
