#include "toolkit/clang_settings.h"

#include "toolkit/version.h"

#include <fmt/format.h>

namespace heddle::toolkit {

std::vector<std::string> versionMacros() {
  return {fmt::format("-D__CUDACC_VER_MAJOR__={}", kMajorVersion),
          fmt::format("-D__CUDACC_VER_MINOR__={}", kMinorVersion),
          fmt::format("-D__CUDACC_VER_BUILD__={}", kBuildVersion)};
}

std::vector<std::string> cudaMacros() {
  std::vector<std::string> macros = versionMacros();
  macros.insert(macros.end(), {"-D__CUDACC__=1", "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1",
                               fmt::format("-D__CUDA_API_VER_MAJOR__={}", kMajorVersion),
                               fmt::format("-D__CUDA_API_VER_MINOR__={}", kMinorVersion)});
  return macros;
}

bool holdsToolkitHeaders(const std::filesystem::path& directory) {
  std::error_code error;
  const auto has = [&](const char* name) {
    return std::filesystem::exists(directory / name, error);
  };
  return (has("cuda_runtime.h") && has("crt/host_config.h")) ||
         (has("cuda_fp16.h") && has("cuda_fp16.hpp"));
}

} // namespace heddle::toolkit
