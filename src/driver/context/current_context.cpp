#include "driver/context/current_context.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "memory/quick_thread_local.h"

#include <cstdint>
#include <iterator>

namespace heddle::driver {

namespace {

HEDDLE_QUICK_THREAD_LOCAL Context* topContext = nullptr; // null when the stack is empty
// The green context on top of the stack; null where another context is. topContext is then the
// primary context that it is a part of.
HEDDLE_QUICK_THREAD_LOCAL GreenContext* topGreen = nullptr;

// A handle, which is the address of a context or of a green context. A bit tells which, so that an
// entry is no larger: the stack is in the few bytes that libraries opened at run time have for the
// variables of threads.
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

// The contexts that a thread has pushed. The class has no destructor, since atexit handlers call
// the driver after the objects of a thread have been destroyed.
class ContextStack {
public:
  bool empty() const { return depth_ == 0; }
  void pop() {
    --depth_;
    showTop(depth_ ? entries_[depth_ - 1] : StackEntry());
  }
  CUcontext top() const { return depth_ ? entries_[depth_ - 1].handle() : nullptr; }
  bool push(const StackEntry& entry) {
    if (depth_ == std::size(entries_))
      return false;
    entries_[depth_++] = entry;
    showTop(entry);
    return true;
  }

private:
  static void showTop(const StackEntry& entry) {
    topContext = entry.context();
    topGreen = entry.green();
  }

  std::size_t depth_ = 0;
  StackEntry entries_[128] = {};
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
