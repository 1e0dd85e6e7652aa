// The boundary between C++ and a C API.
#pragma once

#include <new>

namespace heddle::toolkit {

// Runs the body of a function of a C API, from which no exception may leave.
template <class Result, class Body>
Result withoutExceptions(Result outOfMemory, Result internalError, Body body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return outOfMemory;
  } catch (...) {
    return internalError;
  }
}

} // namespace heddle::toolkit
