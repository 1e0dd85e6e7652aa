#include "driver/stream/event.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/graph/stream_capture.h"
#include "driver/launch/compile_pauses.h"
#include "exec/engine.h"
#include "exec/polling_thread.h"
#include "exec/simple_tasks.h"
#include "exec/stream_order.h"

namespace heddle::driver {

namespace {

CUresult findEvent(CUevent handle, Event*& event) {
  HEDDLE_TRY(Driver::instance().state());
  event = Driver::instance().tables().events.find(handle);
  if (!event)
    return CUDA_ERROR_INVALID_HANDLE;
  return event->context().health();
}

CUresult contextAndEvent(CUcontext handle, CUevent eventHandle, Context*& context, Event*& event) {
  HEDDLE_TRY(Driver::instance().state());
  if (!handle)
    return CUDA_ERROR_INVALID_CONTEXT;
  context = Context::find(handle);
  if (!context)
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  HEDDLE_TRY(context->health());
  return findEvent(eventHandle, event);
}

// The streams of a green context; null for all streams of another context.
exec::StreamGroup* groupOf(CUcontext handle) {
  const GreenContext* green = GreenContext::find(handle);
  return green ? green->group().get() : nullptr;
}

// An event that was recorded in a capture that is going on has no state that could be asked for.
CUresult refuseCaptured(Event& event) {
  if (captureCount.load(std::memory_order_relaxed) == 0 || !event.capture)
    return CUDA_SUCCESS;
  event.capture->invalidated = true;
  return CUDA_ERROR_CAPTURED_EVENT;
}

// One record of an event that processes share. Other threads and processes wait for it once it has
// begun, so it is also complete when its task ends without having run: memory may run out before
// the task is submitted, and a fault of a kernel ends the tasks behind it.
class SharedRecord {
public:
  explicit SharedRecord(std::shared_ptr<InterprocessEvent> event) : event_(std::move(event)) {}
  ~SharedRecord() { complete(); }
  SharedRecord(const SharedRecord&) = delete;
  SharedRecord& operator=(const SharedRecord&) = delete;

  void begin() { number_ = event_->record(); }
  void complete() { event_->complete(number_); }

private:
  const std::shared_ptr<InterprocessEvent> event_;
  std::uint64_t number_ = 0;
};

} // namespace

exec::TaskRef Event::beginSharedRecord() {
  const auto record = std::make_shared<SharedRecord>(shared_);
  auto task = exec::TaskRef::adopt(
      new exec::WorkerFunctionTask(context_.execution(), [record] { record->complete(); }));
  record->begin();
  return task;
}

void Event::record(exec::Stream& stream) {
  if (timed())
    stream.noteTimingEvent();
  if (shared_)
    stream.submit(beginSharedRecord());
  else
    event_.record(stream);
}

void Event::recordInContext(const exec::StreamGroup* group) {
  const exec::TaskRef all = context_.execution().join(group);
  if (!shared_) {
    event_.recordTask(all);
    if (exec::followsStreamOrder()) [[unlikely]]
      exec::noteEventRecordBehindAll(event_);
    return;
  }
  const exec::TaskRef task = beginSharedRecord();
  if (all)
    task->after(*all);
  exec::Engine::instance().submit(*task);
}

exec::TaskRef Event::task() {
  if (!shared_ && !sync_)
    return event_.task();
  std::function<bool()> condition;
  if (sync_)
    condition = [sync = sync_] { return sync->isSignalled(); };
  else
    condition = [shared = shared_, number = shared_->lastRecord()] { return shared->done(number); };
  if (condition())
    return {};
  auto task =
      exec::TaskRef::adopt(new exec::PollingTask(context_.execution(), std::move(condition)));
  exec::Engine::instance().submit(*task);
  return task;
}

void Event::orderBefore(exec::Stream& stream) {
  stream.waitFor(task());
  if (!exec::followsStreamOrder()) [[likely]]
    return;
  // What other processes and EGL have recorded such an event behind is not known.
  if (shared_ || sync_)
    exec::noteHostWaitForAll();
  else
    exec::noteStreamWait(stream, event_);
}

bool Event::done() {
  const bool isDone = sync_     ? sync_->isSignalled()
                      : shared_ ? shared_->done(shared_->lastRecord())
                                : event_.done();
  if (isDone)
    noteHostWait();
  return isDone;
}

void Event::noteHostWait() const {
  if (!exec::followsStreamOrder()) [[likely]]
    return;
  if (shared_ || sync_)
    exec::noteHostWaitForAll();
  else
    exec::noteHostWait(event_);
}

CUresult createEvent(CUevent* out, Context& context, unsigned flags,
                     std::shared_ptr<InterprocessEvent> shared,
                     std::shared_ptr<const EglSync> sync) {
  auto& events = Driver::instance().tables().events;
  Event* const event = events.create(context, flags, std::move(shared), std::move(sync));
  if (!event)
    return CUDA_ERROR_OUT_OF_MEMORY;
  context.adopt(*event, events);
  *out = reinterpret_cast<CUevent>(event);
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuEventCreate(CUevent* out, unsigned int flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  constexpr unsigned known =
      CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
  if (!out || (flags & ~known))
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<InterprocessEvent> shared;
  if (flags & CU_EVENT_INTERPROCESS) {
    if (!(flags & CU_EVENT_DISABLE_TIMING))
      return CUDA_ERROR_INVALID_VALUE;
    shared = InterprocessEvent::create();
    if (!shared)
      return CUDA_ERROR_OUT_OF_MEMORY;
  }
  return createEvent(out, *context, flags, std::move(shared));
}

CUresult cuEventDestroy(CUevent handle) {
  HEDDLE_TRY(Driver::instance().state());
  auto& events = Driver::instance().tables().events;
  Event* event = events.find(handle);
  if (!event)
    return CUDA_ERROR_INVALID_HANDLE;
  events.destroy(event);
  return CUDA_SUCCESS;
}

CUresult cuEventRecordWithFlags(CUevent handle, CUstream streamHandle, unsigned int flags) {
  Event* event;
  HEDDLE_TRY(findEvent(handle, event));
  StreamTarget target;
  HEDDLE_TRY(findStream(streamHandle, target));
  if (flags & ~static_cast<unsigned>(CU_EVENT_RECORD_EXTERNAL))
    return CUDA_ERROR_INVALID_VALUE;
  if (&event->context() != target.context || !event->isRecordable())
    return CUDA_ERROR_INVALID_HANDLE;
  if (capturing(target))
    return flags & CU_EVENT_RECORD_EXTERNAL ? captureNode(target, EventRecordNode{handle})
                                            : captureRecord(target, *event);
  if (flags & CU_EVENT_RECORD_EXTERNAL) // only for captured streams
    return CUDA_ERROR_ILLEGAL_STATE;
  HEDDLE_TRY(refuseWhileCapturing(target));
  event->capture.reset();
  event->record(*target.stream);
  return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent handle, CUstream stream) {
  return cuEventRecordWithFlags(handle, stream, 0);
}

CUresult cuCtxRecordEvent(CUcontext handle, CUevent eventHandle) {
  Event* event;
  Context* context;
  HEDDLE_TRY(contextAndEvent(handle, eventHandle, context, event));
  if (&event->context() != context || !event->isRecordable())
    return CUDA_ERROR_INVALID_HANDLE;
  HEDDLE_TRY(refuseWhileCapturing(*context));
  event->capture.reset();
  event->recordInContext(groupOf(handle));
  return CUDA_SUCCESS;
}

CUresult cuCtxWaitEvent(CUcontext handle, CUevent eventHandle) {
  Event* event;
  Context* context;
  HEDDLE_TRY(contextAndEvent(handle, eventHandle, context, event));
  HEDDLE_TRY(refuseWhileCapturing(*context));
  HEDDLE_TRY(refuseCaptured(*event));
  context->execution().waitFor(event->task(), groupOf(handle));
  // The streams of the context wait, and those that are made later. That the others do not is left
  // out of account.
  event->noteHostWait();
  return CUDA_SUCCESS;
}

CUresult cuEventQuery(CUevent handle) {
  Event* event;
  HEDDLE_TRY(findEvent(handle, event));
  HEDDLE_TRY(refuseCaptured(*event));
  return event->done() ? event->context().health() : CUDA_ERROR_NOT_READY;
}

CUresult cuEventSynchronize(CUevent handle) {
  Event* event;
  HEDDLE_TRY(findEvent(handle, event));
  HEDDLE_TRY(refuseCaptured(*event));
  if (auto task = event->task())
    task->wait(!event->blocking() && event->context().spins());
  event->noteHostWait();
  event->context().execution().printfBuffer().flush();
  trimPools(event->context().device());
  return event->context().health();
}

CUresult cuEventElapsedTime(float* milliseconds, CUevent startHandle, CUevent endHandle) {
  Event *start, *end;
  HEDDLE_TRY(findEvent(startHandle, start));
  HEDDLE_TRY(findEvent(endHandle, end));
  if (!milliseconds)
    return CUDA_ERROR_INVALID_VALUE;
  if (!start->timed() || !end->timed() || !start->event().recorded() || !end->event().recorded())
    return CUDA_ERROR_INVALID_HANDLE;
  if (&start->context() != &end->context())
    return CUDA_ERROR_INVALID_HANDLE;
  if (!start->event().done() || !end->event().done())
    return CUDA_ERROR_NOT_READY;
  const std::uint64_t first = start->event().time(), last = end->event().time();
  const std::uint64_t paused = pausedBetween(start->context(), first, last);
  const auto nanoseconds = static_cast<std::int64_t>(last - first - paused);
  *milliseconds = static_cast<float>(static_cast<double>(nanoseconds) / 1e6);
  return CUDA_SUCCESS;
}
