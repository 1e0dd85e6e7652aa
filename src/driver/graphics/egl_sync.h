// A sync object of EGL, which an event can be made of: a fence in the commands of OpenGL, or an
// object that the program signals itself.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

namespace heddle::driver {

class EglSync {
public:
  // Returns the sync object (an EGLSync) of the display that is current to the calling thread, or
  // null if it is none of that display. CUDA's functions name no display.
  static std::shared_ptr<const EglSync> find(void* sync);

  // Any thread may ask. An object that the program has destroyed counts as signalled: CUDA leaves
  // the event undefined then, and work that waits for it must not wait for ever.
  bool isSignalled() const;

private:
  using GetSyncAttrib = unsigned (*)(void* display, void* sync, int attribute, std::intptr_t*);

  EglSync(GetSyncAttrib getSyncAttrib, void* display, void* sync)
      : getSyncAttrib_(getSyncAttrib), display_(display), sync_(sync) {}
  // The status of the object, or nothing if the display does not have it.
  std::optional<std::intptr_t> status() const;

  const GetSyncAttrib getSyncAttrib_;
  void* const display_;
  void* const sync_;
};

} // namespace heddle::driver
