// A variable of each thread that nearly every call reads. Its place is settled when the library is
// loaded, so that nothing has to be called to find it. There is room for few: bytes, not kilobytes.
#pragma once

#define HEDDLE_QUICK_THREAD_LOCAL                                                                  \
  __attribute__((tls_model("initial-exec"), visibility("hidden"))) constinit thread_local
