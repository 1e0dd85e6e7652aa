// NVRTC compiles CUDA C++ for the program that runs it. libnvrtc.so has the API, the options and
// the cache of results. clang is in a program of its own, lib/heddle/bin/nvrtc-compiler, which is
// started for the first source that is not in the cache, and compiles each source in a process of
// its own: whatever a source does to it, out of malice or because clang has a bug, is an error of
// that compilation, and its memory and time have limits. This file is the interface between the
// two.
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
// those that stand in for the C and C++ library, precompiled preambles, and the compiler.
struct Installation {
  std::filesystem::path prefix, include, deviceLibrary, standIns, preambles, compiler;
};
Installation installationAt(const std::filesystem::path& prefix);

struct Request {
  std::string source, name;
  std::string directory; // the working directory, which include directories may be relative to
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
  std::string bitcode;                   // of the same code, for LTO-IR
  std::vector<std::string> loweredNames; // one for each expression
  std::vector<std::string> files;        // headers that were read from disk, except our own
  double milliseconds = 0;
};

// Compiles in this process. Only the program of the compiler contains this function.
void compile(const Request& request, Result& result);
// Makes the preamble for these options and adds it to the installation.
bool installPreamble(const Request& request, std::string& log);

// libnvrtc sends the compiler a socket for each compilation, over another one that is the
// compiler's standard input. The lines below are what the two say over the first. Each message of
// the compiler begins with a byte that says which one it is. A text is sent as its size, a
// std::uint64_t, and then its bytes.
//   libnvrtc:  the packed request, and whether it has a callback, once
//   compiler:  Question, which libnvrtc answers by a byte: 1 when the compilation is cancelled
//   compiler:  Result with the packed result, once
//   compiler:  End with the status, as waitpid() gives it, of the process that compiled
enum class Message : char { Question = 'q', Result = 'r', End = 'e' };

} // namespace heddle::nvrtc
