// CUlibrary and CUkernel: device code that belongs to no context. A context that uses a library
// gets a module from it at the first use.
#pragma once

#include "driver/core/driver.h"
#include "driver/module/function.h"
#include "driver/module/module_image.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::driver {

class Library {
public:
  // `loaded` is the result of reading the image. A library is there even if its image cannot be
  // used; then the result is the answer to every question about its contents.
  Library(Image image, CUresult loaded, Placements placements)
      : image_(std::move(image)), loaded_(loaded), placements_(std::move(placements)) {}
  ~Library();

  // Parses the image, if that has not been done.
  CUresult prepare(const JitOptions& options = {});
  // The module of this library in a context.
  CUresult moduleIn(Context& context, Module*& module);
  CUresult kernel(std::string_view name, Kernel*& kernel);
  const std::vector<jit::KernelInfo>& kernels() const { return kernels_; }

private:
  Image image_;
  CUresult loaded_;
  Placements placements_;
  std::mutex mutex_;
  std::unique_ptr<jit::Program> ready_; // parsed, for the module of the first context
  std::vector<jit::KernelInfo> kernels_;
  bool prepared_ = false;
  std::map<std::uint64_t, Module*> modules_; // by context id; the context owns them
  std::map<std::string, Kernel*, std::less<>> handles_;
};

class Kernel {
public:
  Kernel(Library& library, const jit::KernelInfo& info) : library_(library), info_(info) {}

  Library& library() { return library_; }
  const jit::KernelInfo& info() const { return info_; }
  CUresult functionIn(Context& context, Function*& function);
  CUresult setAttribute(CUfunction_attribute attribute, int value);
  FunctionSettings settings; // copied to its functions

private:
  // The function of this kernel in the context with this id. Threads read it without a lock.
  struct Answer {
    std::atomic<std::uint64_t> contextId;
    std::atomic<Function*> function;
    CUcontext context;
  };
  // The answer of this context, or one that can be overwritten with it. Needs mutex_.
  Answer& answerFor(Context& context);

  Library& library_;
  const jit::KernelInfo& info_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Answer>> answers_;
  std::atomic<const Answer*> last_{nullptr};
};

} // namespace heddle::driver
