// For thread-local variables that nearly every call of the API reads. Their offset is fixed when
// the library is loaded, so that an access needs no function call. Where a library is opened at run
// time, glibc has about 1.6 kilobytes for the variables of all such libraries together, and refuses
// to open one that does not fit. In a library with one variable of this kind, all thread-local
// variables are there. So they have bytes, and what is larger is allocated.
#pragma once

#define HEDDLE_QUICK_THREAD_LOCAL                                                                  \
  __attribute__((tls_model("initial-exec"), visibility("hidden"))) constinit thread_local
