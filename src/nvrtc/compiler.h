// NVRTC: CUDA C++ compiled inside the program that runs it. libnvrtc.so has the API, the options
// and the cache of results; the compiler itself, clang as a library, is a library of its own
// (libheddle_nvrtc_compiler.so), opened when a source has to be compiled for the first time, so
// that programs whose sources are in the cache do not pay for loading it. This file is what lies
// between the two.
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

// Where the headers are, and preambles that were compiled with us; all of it below the prefix,
// which is found relative to the library.
struct Installation {
  std::filesystem::path prefix, include, deviceLibrary, standIns, preambles;
};
Installation installationAt(const std::filesystem::path& prefix);

struct Request {
  std::string source, name;
  std::vector<Header> headers;
  std::vector<std::string> expressions; // whose lowered names are wanted
  Options options;
  Installation installation;
  std::function<bool()> cancelled;
};

enum class Status { Success, CompilationError, Cancelled, InternalError };

struct Result {
  Status status = Status::InternalError;
  std::string ptx, log;
  std::vector<std::string> loweredNames; // one for each expression
  std::vector<std::string> files;        // read from disk, beyond our own
  double milliseconds = 0;
};

using CompileFunction = void(const Request&, Result&);
inline constexpr const char* compileFunctionName = "heddleNvrtcCompile";
// Makes the preamble for these options and puts it where the installation has them.
using InstallPreambleFunction = bool(const Request&, std::string& log);
inline constexpr const char* compilerLibrary = "libheddle_nvrtc_compiler.so";

} // namespace heddle::nvrtc

extern "C" {
heddle::nvrtc::CompileFunction heddleNvrtcCompile;
heddle::nvrtc::InstallPreambleFunction heddleNvrtcInstallPreamble;
}
