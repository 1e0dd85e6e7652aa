// CUlibrary and CUkernel: code that belongs to no context. Each context that uses a library gets a
// module of its own from it, when it first needs one.
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
  // `loaded` is what reading the image gave: a library without an image that can be used exists,
  // and says so when a kernel is asked for.
  Library(Image image, CUresult loaded, Placements placements)
      : image_(std::move(image)), loaded_(loaded), placements_(std::move(placements)) {}
  ~Library();

  // Parses, unless done.
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
  std::unique_ptr<jit::Program> ready_; // parsed, waiting for the first context
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
  FunctionSettings settings; // of its functions in all contexts

private:
  // The last answer, valid for the context with this id.
  struct Answer {
    std::uint64_t contextId;
    Function* function;
  };

  Library& library_;
  const jit::KernelInfo& info_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Answer>> answers_;
  std::atomic<const Answer*> last_{nullptr};
};

} // namespace heddle::driver
