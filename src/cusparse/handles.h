// How the functions of the API begin: they look up their handles and let no exception out.
#pragma once

#include "cusparse/descriptors.h"
#include "ir/api_boundary.h"
#include "library/handles.h"

namespace heddle::cusparse {

using library::exist;
using library::Handles;

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
    return exist<cusparseContext>(handle) && exist(objects...) ? body()
                                                               : CUSPARSE_STATUS_INVALID_VALUE;
  });
}

} // namespace heddle::cusparse
