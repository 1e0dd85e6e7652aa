// How the functions of the API begin: they look up their handles and let no exception out.
#pragma once

#include "cusparse/descriptors.h"
#include "cusparse/log.h"
#include "ir/api_boundary.h"
#include "library/handles.h"

namespace heddle::cusparse {

using library::exist;
using library::Handles;

// The handle that a function of the API was called with, and the name of the function, for the log.
// What functions share takes this in place of a handle: it is converted in the function of the API,
// whose name __builtin_FUNCTION() is there.
class Call {
public:
  Call(cusparseHandle_t handle, const char* name = __builtin_FUNCTION())
      : handle_(handle), name_(name) {}
  operator cusparseHandle_t() const { return handle_; }
  cusparseContext& operator*() const { return *handle_; }
  cusparseContext* operator->() const { return handle_; }
  const char* name() const { return name_; }

private:
  cusparseHandle_t handle_;
  const char* name_;
};

// Runs the body of a function of the API, from which no exception may leave, and logs the call.
template <class Body> cusparseStatus_t guarded(Body body, const char* name = __builtin_FUNCTION()) {
  const auto status = withoutExceptions<cusparseStatus_t>({CUSPARSE_STATUS_ALLOC_FAILED,
                                                           CUSPARSE_STATUS_INTERNAL_ERROR,
                                                           CUSPARSE_STATUS_INTERNAL_ERROR},
                                                          body);
  logCall(name, status);
  return status;
}

// The same for functions that need a context and descriptors.
template <class Body, class... Objects>
cusparseStatus_t withObjects(Call call, Body body, const Objects*... objects) {
  return guarded(
      [&] {
        return exist<cusparseContext>(call) && exist(objects...) ? body()
                                                                 : CUSPARSE_STATUS_INVALID_VALUE;
      },
      call.name());
}

} // namespace heddle::cusparse
