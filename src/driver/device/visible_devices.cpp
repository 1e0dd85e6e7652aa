#include "driver/device/visible_devices.h"

#include "driver/device/device_profile.h"
#include "driver/device/host_cpu.h"
#include "environment/environment.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::driver {

namespace {

constexpr unsigned kMostDevices = 64;

std::optional<unsigned> parseNumber(std::string_view text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                  : std::nullopt;
}

std::string uuidText(unsigned index) {
  const CUuuid uuid = deviceUuid(index);
  std::string text = "GPU";
  for (int byte = 0; byte < 16; ++byte) {
    if (byte == 0 || byte == 4 || byte == 6 || byte == 8 || byte == 10)
      text += '-';
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(uuid.bytes[byte]));
    text += digits;
  }
  return text;
}

std::optional<unsigned> findEntry(std::string_view entry, unsigned count) {
  if (const auto number = parseNumber(entry))
    return *number < count ? number : std::nullopt;
  if (!entry.starts_with("GPU-"))
    return std::nullopt;
  for (unsigned index = 0; index < count; ++index)
    if (uuidText(index).starts_with(entry))
      return index;
  return std::nullopt;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

} // namespace

unsigned physicalDeviceCount() {
  const char* text = environmentVariable("HEDDLE_DEVICES");
  if (!text)
    return profile() ? profile()->devices : 1;
  const auto number = parseNumber(trimmed(text));
  if (!number || *number == 0 || *number > kMostDevices) {
    std::fprintf(stderr, "heddle: HEDDLE_DEVICES=%s is not a number from 1 to %u; using 1\n", text,
                 kMostDevices);
    return 1;
  }
  return *number;
}

std::vector<unsigned> visibleDevices(unsigned count) {
  std::vector<unsigned> visible;
  const char* text = environmentVariable("CUDA_VISIBLE_DEVICES");
  if (!text) {
    visible.resize(count);
    std::iota(visible.begin(), visible.end(), 0u);
    return visible;
  }
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view entry = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), entry.size() + 1));
    const auto index = findEntry(trimmed(entry), count);
    if (!index || std::find(visible.begin(), visible.end(), *index) != visible.end())
      break;
    visible.push_back(*index);
  }
  return visible;
}

CUuuid deviceUuid(unsigned index) {
  CUuuid uuid{};
  const std::size_t hash = std::hash<std::string>()(std::string(cpuName())) + index;
  std::memcpy(uuid.bytes, "heddle", 6);
  std::memcpy(uuid.bytes + 8, &hash, 8);
  return uuid;
}

} // namespace heddle::driver
