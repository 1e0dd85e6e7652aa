// What ends with a context. Every object that cannot outlive its context (an event, a stream, a
// module, ...) has a ContextDependent as a member and is added to the list of its context. The
// context ends by walking that list, so it need not know which kinds of objects there are.
#pragma once

#include <functional>
#include <mutex>

namespace heddle::driver {

class ContextDependents;

// An entry in the list of a context. It leaves the list when it is destroyed.
class ContextDependent {
public:
  ContextDependent() = default;
  ~ContextDependent();
  ContextDependent(const ContextDependent&) = delete;
  ContextDependent& operator=(const ContextDependent&) = delete;

private:
  friend class ContextDependents;

  ContextDependents* list_ = nullptr; // null outside of any list
  ContextDependent* newer_ = nullptr;
  ContextDependent* older_ = nullptr;
  std::function<void()> end_;
};

class ContextDependents {
public:
  // `end` is called when the context ends, unless the dependent is destroyed before.
  void add(ContextDependent& dependent, std::function<void()> end);
  // Calls the newest first, since an object may use those that were there before it.
  void endAll();

private:
  friend class ContextDependent;

  void remove(ContextDependent& dependent);

  std::mutex mutex_;
  ContextDependent* newest_ = nullptr;
};

} // namespace heddle::driver
