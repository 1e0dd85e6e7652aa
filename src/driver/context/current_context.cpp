#include "driver/context/current_context.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "memory/quick_thread_local.h"

#include <iterator>

namespace heddle::driver {

namespace {

HEDDLE_QUICK_THREAD_LOCAL Context* topContext = nullptr; // null when the stack is empty

// The contexts that a thread has pushed. The class has no destructor, since atexit handlers call
// the driver after the objects of a thread have been destroyed.
class ContextStack {
public:
  bool empty() const { return depth_ == 0; }
  void pop() {
    --depth_;
    topContext = depth_ ? contexts_[depth_ - 1] : nullptr;
  }
  bool push(Context* context) {
    if (depth_ == std::size(contexts_))
      return false;
    contexts_[depth_++] = topContext = context;
    return true;
  }

private:
  std::size_t depth_ = 0;
  Context* contexts_[128] = {};
};

ContextStack& contextStack() {
  static thread_local ContextStack stack;
  return stack;
}

void setCurrent(Context* context) {
  auto& stack = contextStack();
  if (!stack.empty())
    stack.pop();
  if (context)
    stack.push(context);
}

Driver& driver() {
  return Driver::instance();
}

} // namespace

bool pushCurrentContext(Context& context) {
  return contextStack().push(&context);
}

void popCurrentContext() {
  contextStack().pop();
}

Context* Context::current() {
  return topContext;
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
  Context* context = Context::find(handle);
  if (!context)
    return CUDA_ERROR_INVALID_CONTEXT;
  return contextStack().push(context) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuCtxPopCurrent(CUcontext* out) {
  HEDDLE_TRY(driver().state());
  auto& stack = contextStack();
  if (stack.empty())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (out)
    *out = topContext->handle();
  stack.pop();
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext handle) {
  HEDDLE_TRY(driver().state());
  Context* context = handle ? Context::find(handle) : nullptr;
  if (handle && !context)
    return CUDA_ERROR_INVALID_CONTEXT;
  setCurrent(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* out) {
  HEDDLE_TRY(driver().state());
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  // A destroyed context stays current: other calls answer CUDA_ERROR_CONTEXT_IS_DESTROYED.
  Context* context = Context::current();
  *out = context ? context->handle() : nullptr;
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
