#include "driver/device/device_profile.h"

#include "driver/device/capability_attributes.h"
#include "driver/device/device.h"
#include "environment/environment.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

namespace heddle::driver {

namespace {

namespace fs = std::filesystem;

using Row = std::vector<std::string>;

// The rows of a table of tab-separated values. The first row names the columns; lines that begin
// with # are comments.
std::vector<Row> readTable(const fs::path& path) {
  std::vector<Row> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#')
      continue;
    Row row;
    for (std::size_t start = 0, end = 0; end != std::string::npos; start = end + 1) {
      end = line.find('\t', start);
      row.push_back(line.substr(start, end == std::string::npos ? end : end - start));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

// The key of a GPU by its name: "GTX 480" becomes gtx480.
std::string keyOf(std::string_view name) {
  std::string key;
  for (const char each : name)
    if (each != ' ' && each != '_')
      key += static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
  return key;
}

// The columns of devices.tsv.
enum DeviceColumn {
  Key,
  Name,
  Capability,
  Multiprocessors,
  Devices,
  Clock,
  MemoryClock,
  Bus,
  Memory,
  L2,
  DeviceColumns
};

bool readCapability(const fs::path& folder, const std::string& capability, Profile& profile) {
  const std::vector<Row> table = readTable(folder / "capabilities.tsv");
  if (table.empty())
    return false;
  std::size_t column = 2;
  while (column < table[0].size() && table[0][column] != capability)
    ++column;
  if (column == table[0].size())
    return false;
  for (std::size_t at = 1; at < table.size(); ++at)
    if (const auto id = number(table[at][0]); id && column < table[at].size())
      if (const auto value = number(table[at][column]))
        profile.attributes[static_cast<CUdevice_attribute>(*id)] = *value;
  const std::size_t point = capability.find('.');
  const auto major = number(std::string_view(capability).substr(0, point));
  const auto minor = number(std::string_view(capability).substr(point + 1));
  if (!major || !minor)
    return false;
  profile.attributes[CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR] = *major;
  profile.attributes[CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR] = *minor;
  return true;
}

fs::path profilesFolder() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void*>(&profilesFolder), &info) || !info.dli_fname)
    return {};
  std::error_code error;
  return fs::canonical(info.dli_fname, error).parent_path() / "heddle" / "profiles";
}

} // namespace

std::optional<Profile> readProfile(const std::string& folder, const std::string& name,
                                   std::string& error) {
  for (const Row& row : readTable(fs::path(folder) / "devices.tsv")) {
    if (row.size() < DeviceColumns || row[Key] != keyOf(name))
      continue;
    Profile profile;
    profile.name = row[Name];
    const auto set = [&](CUdevice_attribute attribute, DeviceColumn column, int unit) {
      if (const auto value = number(row[column]))
        profile.attributes[attribute] = *value * unit;
    };
    if (!readCapability(folder, row[Capability], profile)) {
      error = "nothing is known of compute capability " + row[Capability];
      return std::nullopt;
    }
    set(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, Multiprocessors, 1);
    set(CU_DEVICE_ATTRIBUTE_CLOCK_RATE, Clock, 1000);
    set(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, MemoryClock, 1000);
    set(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, Bus, 1);
    set(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, L2, 1024);
    if (const auto megabytes = number(row[Memory]))
      profile.memoryBytes = static_cast<std::size_t>(*megabytes) << 20;
    if (const auto count = number(row[Devices]))
      profile.devices = static_cast<unsigned>(*count);
    return profile;
  }
  error = "no such profile in " + folder;
  return std::nullopt;
}

const std::optional<Profile>& profile() {
  static const auto* const found = [] {
    auto* result = new std::optional<Profile>;
    const char* name = environmentVariable("HEDDLE_PROFILE");
    if (name && *name) {
      std::string error;
      *result = readProfile(profilesFolder(), name, error);
      if (!*result)
        std::fprintf(stderr, "heddle: HEDDLE_PROFILE=%s: %s\n", name, error.c_str());
    }
    return result;
  }();
  return *found;
}

std::vector<CapabilityAttribute> attributeByCapability(CUdevice_attribute attribute) {
  constexpr std::string_view kOldest = "7.5";
  const std::vector<Row> table = readTable(profilesFolder() / "capabilities.tsv");
  std::vector<CapabilityAttribute> found;
  for (std::size_t at = 1; at < table.size(); ++at)
    if (number(table[at][0]) == static_cast<int>(attribute))
      for (std::size_t column = 2; column < std::min(table[at].size(), table[0].size()); ++column)
        if (const auto value = number(table[at][column]);
            value && (!found.empty() || table[0][column] == kOldest))
          found.push_back({table[0][column], *value});
  return found;
}

const Limits& limits() {
  static const Limits found = [] {
    const auto get = [](CUdevice_attribute attribute) {
      return static_cast<std::uint32_t>(fixedAttribute(attribute));
    };
    Limits result{};
    result.computeCapability = get(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) * 10 +
                               get(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    result.block = {get(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X),
                    get(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
                    get(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)};
    result.grid = {get(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X), get(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
                   get(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)};
    result.threadsPerBlock = get(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    result.sharedPerBlock = get(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
    result.sharedPerBlockOptIn = get(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    result.sharedPerMultiprocessor = get(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    result.sharedReserved = get(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
    result.threadsPerMultiprocessor = get(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    result.blocksPerMultiprocessor = get(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
    result.registersPerMultiprocessor = get(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
    result.cooperativeLaunch = get(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH);
    result.clusterLaunch = get(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH);
    result.managedMemory = get(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY);
    return result;
  }();
  return found;
}

} // namespace heddle::driver
