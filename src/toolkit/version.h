// The release of NVIDIA's toolkit whose programs and libraries Heddle stands in for.
#pragma once

namespace heddle::toolkit {

inline constexpr unsigned kMajorVersion = 13, kMinorVersion = 0, kBuildVersion = 88;
// The line that every tool prints with --version. CMake and scripts read the release from it.
inline constexpr const char* kReleaseLine = "Cuda compilation tools, release 13.0, V13.0.88";

} // namespace heddle::toolkit
