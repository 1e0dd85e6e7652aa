// How the inner functions of the library report an error, and the texts that ncclGetLastError()
// returns.
#pragma once

#include "ir/api_boundary.h"
#include "nccl.h"

#include <string>

namespace heddle::nccl {

// Thrown by functions that cannot do what they are for.
struct Failure {
  ncclResult_t result;
  std::string message;
};

// Keeps the message for ncclGetLastError(), and prints it where NCCL_DEBUG asks for warnings.
ncclResult_t report(ncclResult_t result, const std::string& message);

// Keeps exceptions inside the functions of the API.
template <class Body> ncclResult_t guarded(Body body) {
  try {
    return body();
  } catch (const Failure& failure) {
    return report(failure.result, failure.message);
  } catch (...) {
    return codeOfException<ncclResult_t>({ncclSystemError, ncclSystemError, ncclInternalError});
  }
}

} // namespace heddle::nccl

// Gives a function the second name that profilers use. It must stand behind the definition.
#define HEDDLE_PROFILED(name)                                                                      \
  extern "C" __attribute__((alias(#name), visibility("default"))) decltype(name) p##name
