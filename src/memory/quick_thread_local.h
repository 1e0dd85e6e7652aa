// For thread-local variables that nearly every call of the API reads. Their offset is fixed when
// the library is loaded, so that an access needs no function call. There is room for few of them:
// bytes, not kilobytes.
#pragma once

#define HEDDLE_QUICK_THREAD_LOCAL                                                                  \
  __attribute__((tls_model("initial-exec"), visibility("hidden"))) constinit thread_local
