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

// The file that an imported descriptor refers to. Tasks that are still to signal the semaphore or
// to wait for it keep the file.
class SemaphoreFile {
public:
  virtual ~SemaphoreFile() = default;
  virtual void signal(std::uint64_t value) = 0;
  // Whether the semaphore is signalled, or has reached the value. Asking resets a binary semaphore
  // that is signalled.
  virtual bool tryWait(std::uint64_t value) = 0;
};

class ExternalSemaphore {
public:
  explicit ExternalSemaphore(std::shared_ptr<SemaphoreFile> file) : file(std::move(file)) {}
  const std::shared_ptr<SemaphoreFile> file;
  ContextDependent dependent;
};

// Make tasks that signal and await semaphores. They fail when a handle is not that of a semaphore.
CUresult makeSignalTask(Context& context, std::span<const CUexternalSemaphore> semaphores,
                        std::span<const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS> parameters,
                        exec::TaskRef& task);
CUresult makeWaitTask(Context& context, std::span<const CUexternalSemaphore> semaphores,
                      std::span<const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS> parameters,
                      exec::TaskRef& task);

} // namespace heddle::driver
