#include "driver/graphics/egl_sync.h"

#include "driver/graphics/loaded_function.h"

namespace heddle::driver {

namespace {

constexpr const char* kEgl = "libEGL.so.1";
// Constants of EGL, by its names.
constexpr int kSyncStatus = 0x30F1;
constexpr std::intptr_t kSignaled = 0x30F2;
constexpr int kSyncFlushCommandsBit = 1;

// Gives the commands before a fence to the driver of OpenGL. Without this, a fence whose commands
// the program has not flushed would never be signalled: only the thread of their context can do it.
void flushCommandsBefore(void* display, void* sync) {
  using ClientWaitSync = int (*)(void*, void*, int, std::uint64_t);
  if (const auto clientWaitSync = loadedFunction<ClientWaitSync>(kEgl, "eglClientWaitSync"))
    clientWaitSync(display, sync, kSyncFlushCommandsBit, 0);
}

} // namespace

std::shared_ptr<const EglSync> EglSync::find(void* sync) {
  const auto currentDisplay = loadedFunction<void* (*)()>(kEgl, "eglGetCurrentDisplay");
  const auto getSyncAttrib = loadedFunction<GetSyncAttrib>(kEgl, "eglGetSyncAttrib");
  void* const display = currentDisplay ? currentDisplay() : nullptr;
  if (!display || !getSyncAttrib)
    return nullptr;
  std::shared_ptr<const EglSync> found(new EglSync(getSyncAttrib, display, sync));
  if (!found->status())
    return nullptr;
  flushCommandsBefore(display, sync);
  return found;
}

std::optional<std::intptr_t> EglSync::status() const {
  std::intptr_t value = 0;
  return getSyncAttrib_(display_, sync_, kSyncStatus, &value) ? std::optional(value) : std::nullopt;
}

bool EglSync::isSignalled() const {
  return status().value_or(kSignaled) == kSignaled;
}

} // namespace heddle::driver
