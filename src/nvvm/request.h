// What libnvvm asks of the compiler, and what comes back. The compiler runs in a process of its
// own, because LLVM ends the process when it meets IR that it does not expect.
#pragma once

#include "nvvm.h"

#include <string>
#include <string_view>
#include <vector>

namespace heddle::nvvm {

struct IrModule {
  std::string name;
  std::string content; // text or bitcode
  bool isLazy = false; // only the functions that other modules call are taken from it
};

struct Request {
  std::vector<IrModule> modules;
  std::vector<std::string> options;
  bool verifyOnly = false;
  bool keepsFunctions = true; // functions that are no kernels can be called from other code
};

struct Response {
  nvvmResult result = NVVM_ERROR_COMPILATION;
  std::string ptx;
  std::string log;
};

std::string pack(const Request& request);
bool unpack(std::string_view text, Request& request);
std::string pack(const Response& response);
bool unpack(std::string_view text, Response& response);

} // namespace heddle::nvvm
