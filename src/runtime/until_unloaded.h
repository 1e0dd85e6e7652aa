// Objects of the runtime that no exit handler destroys: programs call the API while their own
// static objects are destroyed, and unregister their kernels after that. Such an object is
// destroyed only when the library that contains the runtime leaves a process that goes on, after
// everything else in the library.
#pragma once

#include <atomic>
#include <cstddef>
#include <new>
#include <utility>

namespace heddle::runtime {

class UntilUnloadedBase {
public:
  // Destroys the objects, the youngest first. The library may not be used afterwards.
  static void destroyAll();

protected:
  constexpr explicit UntilUnloadedBase(void (*destroy)(UntilUnloadedBase&)) : destroy_(destroy) {}

  // Puts the object on the list of those that destroyAll() destroys. Called when it has been
  // constructed, so that an object whose constructor threw is not on it.
  void add();

private:
  void (*destroy_)(UntilUnloadedBase&);
  UntilUnloadedBase* older_ = nullptr;
};

// Holds the object itself, so that a static object of this class takes no memory from the heap. It
// has no destructor of its own, and so is not destroyed with the other static objects.
template <class T> class UntilUnloaded : UntilUnloadedBase {
public:
  template <class... Args>
  explicit UntilUnloaded(Args&&... args)
      : UntilUnloadedBase(
            [](UntilUnloadedBase& base) { static_cast<UntilUnloaded&>(base).get().~T(); }) {
    ::new (memory_) T(std::forward<Args>(args)...);
    add();
  }
  UntilUnloaded(const UntilUnloaded&) = delete;
  UntilUnloaded& operator=(const UntilUnloaded&) = delete;

  T& get() { return *std::launder(reinterpret_cast<T*>(memory_)); }

private:
  alignas(T) std::byte memory_[sizeof(T)];
};

} // namespace heddle::runtime
