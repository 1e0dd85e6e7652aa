// What the functions that make, ask and change descriptors share.
#pragma once

#include "cusparse/handles.h"

namespace heddle::cusparse {

// Makes a descriptor. A handle of constant data and another one are the same.
template <class Handle, class Object>
cusparseStatus_t create(Handle* handle, const Object& object, bool isRight) {
  if (!handle || !isRight)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return guarded([&] {
    *handle = Handles<Object>::get().add(object);
    return CUSPARSE_STATUS_SUCCESS;
  });
}

// The same for matrices with two types of indices, which have to be the same.
template <class Handle, class Object>
cusparseStatus_t createWithIndices(Handle* handle, const Object& object, bool isRight) {
  if (handle && isRight && object.offsetType != object.indexType)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  return create(handle, object, isRight);
}

template <class Object> cusparseStatus_t destroy(const Object* handle) {
  // cuSPARSE takes a null descriptor for one that has been destroyed.
  return !handle || Handles<Object>::get().remove(handle) ? CUSPARSE_STATUS_SUCCESS
                                                          : CUSPARSE_STATUS_INVALID_VALUE;
}

// Runs the body, unless there is no such descriptor or one of the pointers is null.
template <class Object, class Body, class... Pointers>
cusparseStatus_t ask(const Object* handle, Body body, const Pointers*... pointers) {
  return guarded([&] {
    if (!exist(handle) || !(pointers && ...))
      return CUSPARSE_STATUS_INVALID_VALUE;
    body();
    return CUSPARSE_STATUS_SUCCESS;
  });
}

} // namespace heddle::cusparse
