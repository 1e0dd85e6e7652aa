#include "toolkit/architectures.h"

#include "fatbin/fatbin.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace heddle::toolkit {

namespace {

constexpr auto kArchitectures = std::to_array<Architecture>({
    {"10", 10, 0, "20", false, false},    {"11", 11, 0, "20", false, false},
    {"12", 12, 0, "20", false, false},    {"13", 13, 0, "20", false, false},
    {"20", 20, 0, "20", false, false},    {"21", 21, 0, "21", false, false},
    {"30", 30, 0, "30", false, false},    {"32", 32, 0, "32", false, false},
    {"35", 35, 0, "35", false, false},    {"37", 37, 0, "37", false, false},
    {"50", 50, 0, "50", false, false},    {"52", 52, 0, "52", false, false},
    {"53", 53, 0, "53", false, false},    {"60", 60, 0, "60", false, false},
    {"61", 61, 0, "61", false, false},    {"62", 62, 0, "62", false, false},
    {"70", 70, 0, "70", false, false},    {"72", 72, 0, "72", false, false},
    {"75", 75, 0, "75", false, true},     {"80", 80, 0, "80", false, true},
    {"86", 86, 0, "86", false, true},     {"87", 87, 0, "87", false, true},
    {"88", 88, 0, "87", true, true},      {"89", 89, 0, "89", false, true},
    {"90", 90, 0, "90", false, true},     {"90a", 90, 'a', "90a", false, true},
    {"100", 100, 0, "90", true, true},    {"100a", 100, 'a', "90", true, true},
    {"100f", 100, 'f', "90", true, true}, {"103", 103, 0, "90", true, true},
    {"103a", 103, 'a', "90", true, true}, {"103f", 103, 'f', "90", true, true},
    {"110", 110, 0, "90", true, true},    {"110a", 110, 'a', "90", true, true},
    {"110f", 110, 'f', "90", true, true}, {"120", 120, 0, "90", true, true},
    {"120a", 120, 'a', "90", true, true}, {"120f", 120, 'f', "90", true, true},
    {"121", 121, 0, "90", true, true},    {"121a", 121, 'a', "90", true, true},
    {"121f", 121, 'f', "90", true, true},
});

} // namespace

std::string Architecture::virtualName() const {
  return fmt::format("compute_{}", name);
}
std::string Architecture::realName() const {
  return fmt::format("sm_{}", name);
}
std::uint64_t Architecture::imageFlags() const {
  return variant == 'a'   ? fatbin::flagArchSpecific
         : variant == 'f' ? fatbin::flagFamilySpecific
                          : 0;
}

std::span<const Architecture> architectures() {
  return kArchitectures;
}

const Architecture* findArchitecture(std::string_view name) {
  name.remove_prefix(name.find('_') + 1);
  const auto* found = std::ranges::find(kArchitectures, name, &Architecture::name);
  return found == kArchitectures.end() ? nullptr : &*found;
}

} // namespace heddle::toolkit
