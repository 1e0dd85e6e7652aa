// All live objects of one kind, such as the handles of cuBLAS. A function looks up the handle that
// it is given, so that an invalid handle gives an error code and does not crash the program.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_set>

namespace heddle::library {

template <class Object> class Handles {
public:
  static Handles& get() {
    static auto* handles = new Handles; // never destroyed, since static objects may hold handles
    return *handles;
  }
  // Makes an object, whose handle is its address. Throws std::bad_alloc.
  Object* add(const Object& object) {
    auto made = std::make_unique<Object>(object);
    const std::lock_guard lock(mutex_);
    all_.insert(made.get());
    return made.release();
  }
  bool has(const Object* handle) {
    const std::lock_guard lock(mutex_);
    return all_.count(handle) != 0;
  }
  bool remove(const Object* handle) {
    const std::lock_guard lock(mutex_);
    if (all_.erase(handle) == 0)
      return false;
    delete handle;
    return true;
  }

private:
  std::mutex mutex_;
  std::unordered_set<const Object*> all_;
};

template <class... Objects> bool exist(const Objects*... handles) {
  return (Handles<Objects>::get().has(handles) && ...);
}

} // namespace heddle::library
