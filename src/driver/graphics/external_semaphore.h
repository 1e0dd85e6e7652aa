// CUexternalSemaphore: a semaphore of another API or process, imported by a file descriptor. Mesa's
// Vulkan driver for processors exports none, so that the kinds are what Linux offers: an eventfd is
// a binary semaphore, and a file without a name (memfd) whose first 64 bits are the value is a
// timeline semaphore.
#pragma once

#include "driver/context/context_dependents.h"
#include "driver/core/driver.h"
#include "exec/task.h"

#include <cstdint>
#include <memory>
#include <span>

namespace heddle::driver {

// What the descriptor refers to. Tasks that are still to signal it or wait for it keep it.
class SemaphoreFile {
public:
  virtual ~SemaphoreFile() = default;
  virtual void signal(std::uint64_t value) = 0;
  // Whether the semaphore has the value. A binary semaphore is reset by that.
  virtual bool tryWait(std::uint64_t value) = 0;
};

class ExternalSemaphore {
public:
  explicit ExternalSemaphore(std::shared_ptr<SemaphoreFile> file) : file(std::move(file)) {}
  const std::shared_ptr<SemaphoreFile> file;
  ContextDependent dependent;
};

// Tasks that signal and await semaphores. Fail when a handle is none.
CUresult makeSignalTask(Context& context, std::span<const CUexternalSemaphore> semaphores,
                        std::span<const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS> parameters,
                        exec::TaskRef& task);
CUresult makeWaitTask(Context& context, std::span<const CUexternalSemaphore> semaphores,
                      std::span<const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS> parameters,
                      exec::TaskRef& task);

} // namespace heddle::driver
