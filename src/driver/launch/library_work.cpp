#include "driver/launch/library_work.h"

#include "driver/graph/stream_capture.h"
#include "driver/stream/stream.h"
#include "exec/engine.h"
#include "exec/library_task.h"
#include "ir/api_boundary.h"

namespace heddle::driver {

namespace {

// The work of a library, which is released with its last task and its last graph node.
class OwnedWork : public LibraryWork {
public:
  explicit OwnedWork(const LibraryWork& work) : LibraryWork(work) {}
  ~OwnedWork() { release(data); }
  OwnedWork(const OwnedWork&) = delete;
  OwnedWork& operator=(const OwnedWork&) = delete;
};

std::shared_ptr<const LibraryWork> own(const LibraryWork& work) {
  try {
    return std::make_shared<const OwnedWork>(work);
  } catch (...) {
    work.release(work.data);
    throw;
  }
}

CUresult launch(CUstream handle, std::shared_ptr<const LibraryWork> work) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  HEDDLE_TRY(target.context->health());
  if (capturing(target))
    return captureNode(target, LibraryWorkNode{std::move(work)});
  HEDDLE_TRY(refuseWhileCapturing(target));
  target.stream->submit(makeLibraryTask(*target.context, std::move(work)));
  return CUDA_SUCCESS;
}

} // namespace

int launchLibraryWork(void* stream, const LibraryWork& work) {
  return withoutExceptions<CUresult>(
      {CUDA_ERROR_OUT_OF_MEMORY, CUDA_ERROR_OPERATING_SYSTEM, CUDA_ERROR_UNKNOWN},
      [&] { return launch(static_cast<CUstream>(stream), own(work)); });
}

unsigned workersPerDevice() {
  return exec::Engine::workersPerDevice();
}

exec::TaskRef makeLibraryTask(Context& context, std::shared_ptr<const LibraryWork> work) {
  return exec::TaskRef::adopt(new exec::LibraryTask(context.execution(), std::move(work)));
}

} // namespace heddle::driver
