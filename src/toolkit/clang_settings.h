// What nvcc and NVRTC both tell clang.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::toolkit {

// The version of the toolkit that clang should assume. By it clang chooses the functions of the
// runtime that it calls for `kernel<<<...>>>()` in host code.
inline constexpr const char* kSdkVersionOption = "-target-sdk-version=12.5";
// The highest PTX version that clang 19 writes.
inline constexpr const char* kPtxFeature = "+ptx85";

// Options for device code alone. Clang may not drop a call of malloc() whose result is only tested:
// the device heap is small, and programs count on the null pointer that it returns when it is full.
inline constexpr const char* kDeviceHeapOptions[] = {"-fno-builtin-malloc", "-fno-builtin-free"};

// -D options with the version of nvcc, which host code sees too.
std::vector<std::string> versionMacros();
// -D options that CUDA sources see, versionMacros() included.
std::vector<std::string> cudaMacros();

// Whether the directory has the headers of a CUDA toolkit, or only those of half precision, which
// packages bring along: under NVRTC they declare functions that NVIDIA's compiler defines. Where a
// program names such a directory, it is searched last, so that our headers are found first.
bool holdsToolkitHeaders(const std::filesystem::path& directory);

} // namespace heddle::toolkit
