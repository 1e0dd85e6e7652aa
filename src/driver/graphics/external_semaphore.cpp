#include "driver/graphics/external_semaphore.h"

#include "driver/core/handle_tables.h"
#include "driver/graph/stream_capture.h"
#include "exec/polling_thread.h"
#include "exec/simple_tasks.h"

#include <array>
#include <atomic>
#include <fmt/format.h>
#include <poll.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace heddle::driver {

namespace {

class BinarySemaphore : public SemaphoreFile {
public:
  explicit BinarySemaphore(int descriptor) : descriptor_(descriptor) {}
  ~BinarySemaphore() override { close(descriptor_); }
  BinarySemaphore(const BinarySemaphore&) = delete;
  BinarySemaphore& operator=(const BinarySemaphore&) = delete;

  void signal(std::uint64_t) override {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(descriptor_, &one, sizeof one);
  }
  bool tryWait(std::uint64_t) override {
    pollfd state{descriptor_, POLLIN, 0};
    std::uint64_t count;
    return poll(&state, 1, 0) == 1 && read(descriptor_, &count, sizeof count) == sizeof count;
  }

private:
  const int descriptor_;
};

class TimelineSemaphore : public SemaphoreFile {
public:
  TimelineSemaphore(int descriptor, void* page) : descriptor_(descriptor), page_(page) {}
  ~TimelineSemaphore() override {
    munmap(page_, sizeof(std::uint64_t));
    close(descriptor_);
  }
  TimelineSemaphore(const TimelineSemaphore&) = delete;
  TimelineSemaphore& operator=(const TimelineSemaphore&) = delete;

  void signal(std::uint64_t value) override { word().store(value); }
  bool tryWait(std::uint64_t value) override { return word().load() >= value; }

private:
  std::atomic_ref<std::uint64_t> word() const {
    return std::atomic_ref(*static_cast<std::uint64_t*>(page_));
  }

  const int descriptor_;
  void* const page_;
};

// What the system calls the file behind a descriptor; empty when there is none.
std::string nameOf(int descriptor) {
  std::array<char, 64> name{};
  const ssize_t length =
      readlink(fmt::format("/proc/self/fd/{}", descriptor).c_str(), name.data(), name.size() - 1);
  return length > 0 ? name.data() : "";
}

std::shared_ptr<SemaphoreFile> openBinary(int descriptor) {
  if (nameOf(descriptor) != "anon_inode:[eventfd]")
    return nullptr;
  return std::make_shared<BinarySemaphore>(descriptor);
}

std::shared_ptr<SemaphoreFile> openTimeline(int descriptor) {
  if (!nameOf(descriptor).starts_with("/memfd:") ||
      lseek(descriptor, 0, SEEK_END) < static_cast<off_t>(sizeof(std::uint64_t)))
    return nullptr;
  void* const page =
      mmap(nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (page == MAP_FAILED)
    return nullptr;
  return std::make_shared<TimelineSemaphore>(descriptor, page);
}

struct Step {
  std::shared_ptr<SemaphoreFile> file;
  std::uint64_t value;
};

template <typename Parameters>
CUresult makeSteps(std::span<const CUexternalSemaphore> semaphores,
                   std::span<const Parameters> parameters, std::vector<Step>& steps) {
  for (std::size_t i = 0; i < semaphores.size(); ++i) {
    const auto* semaphore = Driver::instance().tables().externalSemaphores.find(semaphores[i]);
    if (!semaphore)
      return CUDA_ERROR_INVALID_VALUE;
    steps.push_back({semaphore->file, parameters[i].params.fence.value});
  }
  return CUDA_SUCCESS;
}

} // namespace

CUresult makeSignalTask(Context& context, std::span<const CUexternalSemaphore> semaphores,
                        std::span<const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS> parameters,
                        exec::TaskRef& task) {
  std::vector<Step> steps;
  HEDDLE_TRY(makeSteps(semaphores, parameters, steps));
  exec::ExecutionContext& execution = context.execution();
  task = exec::TaskRef::adopt(new exec::WorkerFunctionTask(execution, [&execution, steps] {
    if (!execution.faulted())
      for (const Step& step : steps)
        step.file->signal(step.value);
  }));
  return CUDA_SUCCESS;
}

CUresult makeWaitTask(Context& context, std::span<const CUexternalSemaphore> semaphores,
                      std::span<const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS> parameters,
                      exec::TaskRef& task) {
  std::vector<Step> steps;
  HEDDLE_TRY(makeSteps(semaphores, parameters, steps));
  task = exec::TaskRef::adopt(
      new exec::PollingTask(context.execution(), [steps, next = std::make_shared<std::size_t>(0)] {
        while (*next < steps.size() && steps[*next].file->tryWait(steps[*next].value))
          ++*next;
        return *next == steps.size();
      }));
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

// The descriptor becomes ours only if the import succeeds.
CUresult cuImportExternalSemaphore(CUexternalSemaphore* out,
                                   const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC* given) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || !given || given->flags)
    return CUDA_ERROR_INVALID_VALUE;
  const bool isTimeline = given->type == CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD;
  if ((!isTimeline && given->type != CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD) ||
      (isTimeline && given->handle.fd < 0))
    return CUDA_ERROR_INVALID_VALUE;
  auto file = isTimeline ? openTimeline(given->handle.fd) : openBinary(given->handle.fd);
  if (!file)
    return CUDA_ERROR_UNKNOWN; // as a GPU's driver says of a descriptor that is no semaphore
  auto& table = Driver::instance().tables().externalSemaphores;
  ExternalSemaphore* semaphore = table.create(std::move(file));
  if (!semaphore)
    return CUDA_ERROR_OUT_OF_MEMORY;
  context->adopt(*semaphore, table);
  *out = reinterpret_cast<CUexternalSemaphore>(semaphore);
  return CUDA_SUCCESS;
}

CUresult cuDestroyExternalSemaphore(CUexternalSemaphore handle) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  auto& table = Driver::instance().tables().externalSemaphores;
  ExternalSemaphore* semaphore = table.find(handle);
  if (!semaphore)
    return CUDA_ERROR_INVALID_VALUE;
  table.destroy(semaphore);
  return CUDA_SUCCESS;
}

CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore* semaphores,
                                         const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS* parameters,
                                         unsigned int count, CUstream stream) {
  StreamTarget target;
  HEDDLE_TRY(findStream(stream, target));
  if (!semaphores || !parameters || count == 0)
    return CUDA_ERROR_INVALID_VALUE;
  exec::TaskRef task;
  HEDDLE_TRY(makeSignalTask(*target.context, {semaphores, count}, {parameters, count}, task));
  if (capturing(target))
    return captureNode(target, SemaphoreSignalNode{{semaphores, semaphores + count},
                                                   {parameters, parameters + count}});
  target.stream->submit(task);
  return CUDA_SUCCESS;
}

CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore* semaphores,
                                       const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS* parameters,
                                       unsigned int count, CUstream stream) {
  StreamTarget target;
  HEDDLE_TRY(findStream(stream, target));
  if (!semaphores || !parameters || count == 0)
    return CUDA_ERROR_INVALID_VALUE;
  exec::TaskRef task;
  HEDDLE_TRY(makeWaitTask(*target.context, {semaphores, count}, {parameters, count}, task));
  if (capturing(target))
    return captureNode(target, SemaphoreWaitNode{{semaphores, semaphores + count},
                                                 {parameters, parameters + count}});
  target.stream->submit(task);
  return CUDA_SUCCESS;
}
