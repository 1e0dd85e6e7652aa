#include "nvcc/toolchain.h"
#include "environment/environment.h"
#include "nvcc/command_line.h"

#include <fmt/format.h>
#include <unistd.h>

namespace heddle::nvcc {

namespace fs = std::filesystem;

namespace {

bool isExecutable(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

// Where a clang has its own headers and libraries.
fs::path clangResources(const fs::path& clang) {
  return fs::weakly_canonical(clang).parent_path().parent_path() / "lib" / "clang" / "19";
}

// `own` is the front end, which is a whole clang: with nothing of clang on the system it is the
// compiler for host code too.
fs::path findClang(const fs::path& own) {
  if (const char* chosen = environmentVariable("HEDDLE_CLANG"); chosen && *chosen) {
    fs::path path = findProgram(chosen);
    if (path.empty())
      throw FatalError(fmt::format("HEDDLE_CLANG names '{}', which is no program", chosen));
    return path;
  }
  for (const char* name : {HEDDLE_CLANG_NAME, HEDDLE_CLANG_PATH, "/usr/lib/llvm-19/bin/clang++"})
    if (fs::path path = findProgram(name); !path.empty())
      return path;
  if (fs::is_directory(clangResources(own)))
    return own;
  throw FatalError(
      fmt::format("'{}' was not found; Heddle's nvcc needs clang 19", HEDDLE_CLANG_NAME));
}

// -ccbin names a compiler or the directory that has one.
std::string compilerFrom(const std::string& bindir) {
  std::error_code error;
  if (!fs::is_directory(bindir, error)) {
    fs::path path = findProgram(bindir);
    if (path.empty())
      throw FatalError(fmt::format("Failed to find the host compiler '{}'", bindir));
    return path;
  }
  for (const char* name : {"g++", "clang++", "c++"})
    if (isExecutable(fs::path(bindir) / name))
      return fs::path(bindir) / name;
  throw FatalError(fmt::format("No host compiler in '{}'", bindir));
}

// The C compiler beside a C++ compiler: g++-12 has gcc-12.
std::string cCompilerOf(const std::string& compiler) {
  fs::path path(compiler);
  std::string name = path.filename();
  for (auto [cxx, c] : {std::pair{"clang++", "clang"}, {"g++", "gcc"}, {"c++", "cc"}})
    if (std::size_t at = name.find(cxx); at != name.npos) {
      name.replace(at, std::string_view(cxx).size(), c);
      if (fs::path found =
              findProgram(path.has_parent_path() ? path.parent_path() / name : fs::path(name));
          !found.empty())
        return found;
    }
  return compiler;
}

} // namespace

fs::path findProgram(const std::string& name) {
  if (name.find('/') != name.npos)
    return isExecutable(name) ? fs::path(name) : fs::path();
  const char* variable = environmentVariable("PATH");
  std::string_view rest = variable ? variable : "/usr/local/bin:/usr/bin:/bin";
  while (!rest.empty()) {
    std::size_t end = rest.find(':');
    fs::path directory = std::string(rest.substr(0, end));
    if (isExecutable(directory / name))
      return directory / name;
    rest = end == rest.npos ? std::string_view{} : rest.substr(end + 1);
  }
  return {};
}

Toolchain Toolchain::find(const std::string& bindir, const std::string& archiver) {
  Toolchain toolchain;
  toolchain.prefix = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  toolchain.include = toolchain.prefix / "include";
  toolchain.cccl = toolchain.include / "cccl";
  toolchain.lib = toolchain.prefix / "lib";
  toolchain.deviceLib = toolchain.lib / "heddle" / "device";
  toolchain.hostInclude = toolchain.lib / "heddle" / "host";
  toolchain.frontEnd = toolchain.lib / "heddle" / "bin" / "clang++";
  toolchain.clang = findClang(toolchain.frontEnd);
  toolchain.resources = clangResources(toolchain.clang);
  toolchain.openmp = toolchain.resources.parent_path().parent_path() / "libomp.so";
  toolchain.hostCompiler = bindir.empty() ? toolchain.clang.string() : compilerFrom(bindir);
  toolchain.hostCCompiler = cCompilerOf(toolchain.hostCompiler);
  toolchain.archiver = archiver;
  if (toolchain.archiver.empty())
    for (const char* name : {"ar", "llvm-ar-19", "/usr/lib/llvm-19/bin/llvm-ar"})
      if (fs::path path = findProgram(name); !path.empty()) {
        toolchain.archiver = path;
        break;
      }
  return toolchain;
}

} // namespace heddle::nvcc
