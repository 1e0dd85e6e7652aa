#include "driver/device/host_cpu.h"

#include <array>
#include <fstream>
#include <sys/utsname.h>

namespace heddle::driver {

namespace {

std::string valueOf(const std::string& line) {
  const auto colon = line.find(':');
  const auto start = colon == std::string::npos ? colon : line.find_first_not_of(" \t", colon + 1);
  return start == std::string::npos ? std::string() : line.substr(start);
}

// Linux gives the implementer and the part of an ARM core as numbers, not as a name.
struct ArmPart {
  const char* implementer;
  const char* part;
  const char* name;
};
constexpr std::array kArmParts = {
    ArmPart{"0x41", "0xd03", "ARM Cortex-A53"},  ArmPart{"0x41", "0xd07", "ARM Cortex-A57"},
    ArmPart{"0x41", "0xd08", "ARM Cortex-A72"},  ArmPart{"0x41", "0xd0b", "ARM Cortex-A76"},
    ArmPart{"0x41", "0xd0c", "ARM Neoverse-N1"}, ArmPart{"0x41", "0xd40", "ARM Neoverse-V1"},
    ArmPart{"0x41", "0xd49", "ARM Neoverse-N2"}, ArmPart{"0x41", "0xd4f", "ARM Neoverse-V2"},
    ArmPart{"0x41", "0xd84", "ARM Neoverse-V3"}, ArmPart{"0x41", "0xd8e", "ARM Neoverse-N3"},
    ArmPart{"0x61", "0x000", "Apple Silicon"},   ArmPart{"0xc0", "0xac3", "Ampere-1"},
    ArmPart{"0x46", "0x001", "Fujitsu A64FX"},   ArmPart{"0x48", "0xd01", "Kunpeng-920"},
};

} // namespace

std::string cpuName() {
  std::ifstream info("/proc/cpuinfo");
  std::string line, implementer, part;
  while (std::getline(info, line)) {
    if (line.starts_with("model name"))
      return valueOf(line);
    if (line.starts_with("CPU implementer"))
      implementer = valueOf(line);
    else if (line.starts_with("CPU part"))
      part = valueOf(line);
  }
  for (const ArmPart& known : kArmParts)
    if (implementer == known.implementer && part == known.part)
      return known.name;
  utsname machine;
  const std::string architecture = uname(&machine) == 0 ? machine.machine : "unknown";
  return implementer.empty()
             ? architecture + " processor"
             : architecture + " processor (implementer " + implementer + ", part " + part + ")";
}

} // namespace heddle::driver
