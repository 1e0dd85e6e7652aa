#include "driver/context/current_context.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "memory/quick_thread_local.h"

#include <array>
#include <cstdint>
#include <new>
#include <utility>

namespace heddle::driver {

namespace {

HEDDLE_QUICK_THREAD_LOCAL Context* topContext = nullptr; // null when the stack is empty
// The green context on top of the stack; null where another context is. topContext is then the
// primary context that it is a part of.
HEDDLE_QUICK_THREAD_LOCAL GreenContext* topGreen = nullptr;

// A handle, which is the address of a context or of a green context. A bit tells which.
class StackEntry {
public:
  StackEntry() = default;
  explicit StackEntry(Context& context) : bits_(reinterpret_cast<std::uintptr_t>(&context)) {}
  explicit StackEntry(GreenContext& green)
      : bits_(reinterpret_cast<std::uintptr_t>(&green) | kIsGreen) {}

  bool empty() const { return bits_ == 0; }
  CUcontext handle() const { return reinterpret_cast<CUcontext>(bits_ & ~kIsGreen); }
  GreenContext* green() const {
    return bits_ & kIsGreen ? reinterpret_cast<GreenContext*>(bits_ & ~kIsGreen) : nullptr;
  }
  // For a green context that has been destroyed it is null.
  Context* context() const {
    if (!(bits_ & kIsGreen))
      return reinterpret_cast<Context*>(bits_);
    GreenContext* const live = GreenContext::find(handle());
    return live ? &live->primary() : nullptr;
  }

private:
  static constexpr std::uintptr_t kIsGreen = 1;

  std::uintptr_t bits_ = 0;
};

// The contexts that a thread has pushed. A library that is opened at run time has few bytes for the
// variables of threads (memory/quick_thread_local.h), so only the bottom of the stack is in them.
// The rest is allocated while a thread needs it. The class has no destructor, since atexit handlers
// call the driver after the objects of a thread have been destroyed.
class ContextStack {
public:
  bool empty() const { return depth_ == 0; }
  void pop() {
    if (--depth_ == kBottom)
      delete std::exchange(rest_, nullptr);
    showTop(depth_ ? entry(depth_ - 1) : StackEntry());
  }
  CUcontext top() const { return depth_ ? entry(depth_ - 1).handle() : nullptr; }
  // False when the stack is as deep as it can be, or the host has no memory for it.
  bool push(const StackEntry& pushed) {
    if (depth_ == kDeepest)
      return false;
    if (depth_ == kBottom && !(rest_ = new (std::nothrow) Rest))
      return false;
    entry(depth_++) = pushed;
    showTop(pushed);
    return true;
  }

private:
  static constexpr std::size_t kDeepest = 128, kBottom = 3;
  using Rest = std::array<StackEntry, kDeepest - kBottom>;

  StackEntry& entry(std::size_t index) {
    return index < kBottom ? bottom_[index] : (*rest_)[index - kBottom];
  }
  const StackEntry& entry(std::size_t index) const {
    return index < kBottom ? bottom_[index] : (*rest_)[index - kBottom];
  }

  static void showTop(const StackEntry& entry) {
    topContext = entry.context();
    topGreen = entry.green();
  }

  std::size_t depth_ = 0;
  std::array<StackEntry, kBottom> bottom_ = {};
  Rest* rest_ = nullptr; // null unless the stack is deeper than its bottom
};

ContextStack& contextStack() {
  static thread_local ContextStack stack;
  return stack;
}

void setCurrent(const StackEntry& entry) {
  auto& stack = contextStack();
  if (!stack.empty())
    stack.pop();
  if (!entry.empty())
    stack.push(entry);
}

// The entry for a handle; empty when it is not the handle of a live context.
StackEntry entryOf(CUcontext handle) {
  if (GreenContext* green = GreenContext::find(handle))
    return StackEntry(*green);
  Context* context = Context::find(handle);
  return context ? StackEntry(*context) : StackEntry();
}

Driver& driver() {
  return Driver::instance();
}

} // namespace

bool pushCurrentContext(Context& context) {
  return contextStack().push(StackEntry(context));
}

void popCurrentContext() {
  contextStack().pop();
}

Context* Context::current() {
  return topContext;
}

GreenContext* GreenContext::current() {
  return topGreen;
}

Context* Context::currentIfIdle() {
  Context* const context = topContext;
  Driver& driver = Driver::instance();
  if (!context || driver.state() != CUDA_SUCCESS || !driver.tables().contexts.lives(context))
    return nullptr;
  const exec::ExecutionContext* const execution = context->execution_.get();
  return execution && !execution->hasUnfinishedTasks() && !execution->faulted() ? context : nullptr;
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuCtxPushCurrent(CUcontext handle) {
  HEDDLE_TRY(driver().state());
  if (!handle)
    return CUDA_ERROR_INVALID_VALUE;
  const StackEntry entry = entryOf(handle);
  if (entry.empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  return contextStack().push(entry) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuCtxPopCurrent(CUcontext* out) {
  HEDDLE_TRY(driver().state());
  auto& stack = contextStack();
  if (stack.empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (out)
    *out = stack.top();
  stack.pop();
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext handle) {
  HEDDLE_TRY(driver().state());
  const StackEntry entry = handle ? entryOf(handle) : StackEntry();
  if (handle && entry.empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  setCurrent(entry);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* out) {
  HEDDLE_TRY(driver().state());
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  // A destroyed context stays current: other calls answer CUDA_ERROR_CONTEXT_IS_DESTROYED.
  *out = contextStack().top();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice* device) {
  HEDDLE_TRY(driver().state());
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  Context* context = Context::current();
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  *device = context->device().ordinal();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice_v2(CUdevice* device, CUcontext handle) {
  if (!handle)
    return cuCtxGetDevice(device);
  HEDDLE_TRY(driver().state());
  if (!device)
    return CUDA_ERROR_INVALID_VALUE;
  Context* context = Context::find(handle);
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  *device = context->device().ordinal();
  return CUDA_SUCCESS;
}
