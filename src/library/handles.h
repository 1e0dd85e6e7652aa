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
  // Takes an object, whose handle is its address. Throws std::bad_alloc.
  Object* adopt(std::unique_ptr<Object> object) {
    const std::lock_guard lock(mutex_);
    all_.insert(object.get());
    return object.release();
  }
  Object* add(const Object& object) { return adopt(std::make_unique<Object>(object)); }
  bool has(const Object* handle) {
    const std::lock_guard lock(mutex_);
    return all_.count(handle) != 0;
  }
  // Gives the object back, or null when it is none.
  std::unique_ptr<const Object> take(const Object* handle) {
    const std::lock_guard lock(mutex_);
    return std::unique_ptr<const Object>(all_.erase(handle) != 0 ? handle : nullptr);
  }
  // The object is destroyed without the lock, since its destructor may wait for a device.
  bool remove(const Object* handle) { return take(handle) != nullptr; }

private:
  std::mutex mutex_;
  std::unordered_set<const Object*> all_;
};

template <class... Objects> bool exist(const Objects*... handles) {
  return (Handles<Objects>::get().has(handles) && ...);
}

} // namespace heddle::library
