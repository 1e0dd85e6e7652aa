// Opens OpenBLAS, which cuBLAS and cuSOLVER compute with. It is not linked, so that its symbols
// stay apart from those of a BLAS that the program itself uses.
#pragma once

#include "trace/message.h"

#include <dlfcn.h>
#include <string>

namespace heddle::library {

class OpenBlas {
public:
  // `user` is the library that needs it, for the message when it is not there.
  explicit OpenBlas(const char* user) : user_(user) {
    // Where the program has loaded OpenBLAS itself, the number of its threads is the program's.
    const bool isProgramsOwn = dlopen(kName, RTLD_NOW | RTLD_NOLOAD) != nullptr;
    library_ = dlopen(kName, RTLD_NOW | RTLD_LOCAL);
    isComplete_ = library_ != nullptr;
    if (!library_) {
      trace::printMessage(std::string(user_) + " needs " + kName +
                          ", which is not there (Debian: libopenblas0-pthread)");
      return;
    }
    // The device's workers call the engine at the same time, so each call is to stay on its thread.
    void (*setThreads)(int) = nullptr;
    find(setThreads, "openblas_set_num_threads");
    if (setThreads && !isProgramsOwn)
      setThreads(1);
  }
  template <class Function> void find(Function& function, const std::string& name) {
    void* const address = library_ ? dlsym(library_, name.c_str()) : nullptr;
    isComplete_ &= address != nullptr;
    function = reinterpret_cast<Function>(address);
  }
  // Whether all functions were found. One that is missing makes the whole engine unusable.
  bool isComplete() const {
    if (library_ && !isComplete_)
      trace::printMessage(std::string(user_) + " cannot use " + kName +
                          ": a function is missing in it");
    return isComplete_;
  }

private:
  static constexpr const char* kName = "libopenblas.so.0";
  const char* user_;
  void* library_ = nullptr;
  bool isComplete_ = false;
};

} // namespace heddle::library
