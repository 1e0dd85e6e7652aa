// The objects that exist, by kind. Handles are looked up here, so that an invalid one is an error
// and does not crash the program.
#pragma once

#include "cusparse/descriptors.h"
#include "ir/api_boundary.h"

#include <memory>
#include <mutex>
#include <unordered_set>

namespace heddle::cusparse {

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

// Runs the body of a function of the API, from which no exception may leave.
template <class Body> cusparseStatus_t guarded(Body body) {
  return withoutExceptions<cusparseStatus_t>({CUSPARSE_STATUS_ALLOC_FAILED,
                                              CUSPARSE_STATUS_INTERNAL_ERROR,
                                              CUSPARSE_STATUS_INTERNAL_ERROR},
                                             body);
}

// The same for functions that need a context and descriptors.
template <class Body, class... Objects>
cusparseStatus_t withObjects(cusparseHandle_t handle, Body body, const Objects*... objects) {
  return guarded([&] {
    if (!exist<cusparseContext>(handle))
      return CUSPARSE_STATUS_NOT_INITIALIZED;
    return exist(objects...) ? body() : CUSPARSE_STATUS_INVALID_VALUE;
  });
}

// For the functions that ask for the size of a buffer: no operation needs one.
template <class... Objects>
cusparseStatus_t noBufferNeeded(cusparseHandle_t handle, size_t* bufferSize,
                                const Objects*... objects) {
  const auto body = [&] {
    if (!bufferSize)
      return CUSPARSE_STATUS_INVALID_VALUE;
    *bufferSize = 0;
    return CUSPARSE_STATUS_SUCCESS;
  };
  return withObjects(handle, body, objects...);
}

} // namespace heddle::cusparse
