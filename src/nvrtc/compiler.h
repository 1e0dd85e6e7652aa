// NVRTC compiles CUDA C++ inside the program that runs it. libnvrtc.so has the API, the options and
// the cache of results. clang is in a second library, libheddle_nvrtc_compiler.so, which is opened
// when a source has to be compiled for the first time, so that programs whose sources are in the
// cache do not load it. This file is the interface between the two.
#pragma once

#include "nvrtc/options.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace heddle::nvrtc {

struct Header {
  std::string name, text;
};

// Paths of the installation, all below the prefix: CUDA's headers, those of the device library,
// those that stand in for the C and C++ library, and precompiled preambles.
struct Installation {
  std::filesystem::path prefix, include, deviceLibrary, standIns, preambles;
};
Installation installationAt(const std::filesystem::path& prefix);

struct Request {
  std::string source, name;
  std::vector<Header> headers;
  std::vector<std::string> expressions; // name expressions, of nvrtcAddNameExpression
  Options options;
  Installation installation;
  std::function<bool()> cancelled; // asked during the compilation; may be null
};

enum class Status { Success, CompilationError, Cancelled, InternalError };

struct Result {
  Status status = Status::InternalError;
  std::string ptx, log;
  std::vector<std::string> loweredNames; // one for each expression
  std::vector<std::string> files;        // headers that were read from disk, except our own
  double milliseconds = 0;
};

using CompileFunction = void(const Request&, Result&);
inline constexpr const char* kCompileFunctionName = "heddleNvrtcCompile";
// Makes the preamble for these options and adds it to the installation.
using InstallPreambleFunction = bool(const Request&, std::string& log);
inline constexpr const char* kCompilerLibrary = "libheddle_nvrtc_compiler.so";

} // namespace heddle::nvrtc

extern "C" {
heddle::nvrtc::CompileFunction heddleNvrtcCompile;
heddle::nvrtc::InstallPreambleFunction heddleNvrtcInstallPreamble;
}
