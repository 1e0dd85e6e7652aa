#include "runtime/driver_library.h"
#include "environment/environment.h"

#include <dlfcn.h>

#include <filesystem>
#include <string>
#include <string_view>

// The directory of Heddle's libraries. Our nvcc defines it in every host object, and it is visible
// here only if the runtime is linked statically.
extern "C" __attribute__((weak)) const char heddleLibraryDirectory[];

namespace heddle::runtime {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibraryName = "libcuda.so.1";
constexpr int kOpenMode = RTLD_NOW | RTLD_LOCAL;

void* openIn(const fs::path& directory) {
  std::error_code ignored;
  fs::path file = directory / kLibraryName;
  return fs::exists(file, ignored) ? dlopen(file.c_str(), kOpenMode) : nullptr;
}

// The directory of the object that contains this code: libcudart.so, or the program when linked
// statically.
fs::path ownDirectory() {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<void*>(&openDriverLibrary), &info) || !info.dli_fname)
    return {};
  std::error_code ignored;
  fs::path file = fs::canonical(info.dli_fname, ignored);
  return file.parent_path();
}

bool machineHasGpu() {
  std::error_code ignored;
  return fs::exists("/dev/nvidiactl", ignored);
}

template <class Visit> void* firstOfSearchPath(const char* paths, Visit&& open) {
  std::string_view rest = paths ? paths : "";
  while (!rest.empty()) {
    std::string_view directory = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), directory.size() + 1));
    if (!directory.empty())
      if (void* library = open(fs::path(directory)))
        return library;
  }
  return nullptr;
}

// Where distributions and container images put the GPU driver's library.
constexpr const char* kSystemDirectories =
    "/usr/local/nvidia/lib64:/usr/lib/x86_64-linux-gnu:/usr/lib/aarch64-linux-gnu:"
    "/usr/lib64:/usr/lib:/usr/lib/wsl/lib";

} // namespace

void* openDriverLibrary() {
  if (const char* chosen = environmentVariable("HEDDLE_DRIVER"))
    return dlopen(chosen, kOpenMode);
  // A program that is itself linked with the driver must not get a second one beside it.
  if (void* library = dlopen(kLibraryName, kOpenMode | RTLD_NOLOAD))
    return library;

  const fs::path own = ownDirectory();
  if (machineHasGpu()) {
    auto openForeign = [&](const fs::path& directory) -> void* {
      std::error_code ignored;
      return fs::equivalent(directory, own, ignored) ? nullptr : openIn(directory);
    };
    for (const char* paths : {environmentVariable("LD_LIBRARY_PATH"), kSystemDirectories})
      if (void* library = firstOfSearchPath(paths, openForeign))
        return library;
  }

  if (void* library = firstOfSearchPath(environmentVariable("LD_LIBRARY_PATH"), openIn))
    return library;
  if (void* library = openIn(own))
    return library;
  if (heddleLibraryDirectory)
    if (void* library = openIn(heddleLibraryDirectory))
      return library;
  return dlopen(kLibraryName, kOpenMode);
}

} // namespace heddle::runtime
