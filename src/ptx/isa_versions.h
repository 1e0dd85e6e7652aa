// The versions of PTX that the parser takes, each as major*10+minor.
#pragma once

#include <iterator>

namespace heddle::ptx {

inline constexpr unsigned kOldestVersion = 10, kNewestVersion = 92;

constexpr bool isIsaVersion(unsigned major, unsigned minor) {
  // The last minor version of each major version that has a successor.
  constexpr unsigned kLastMinor[] = {0, 5, 3, 2, 3, 1, 5, 8, 8};
  const unsigned version = major * 10 + minor;
  return version >= kOldestVersion && version <= kNewestVersion && minor <= 9 &&
         (major >= std::size(kLastMinor) || minor <= kLastMinor[major]);
}

} // namespace heddle::ptx
