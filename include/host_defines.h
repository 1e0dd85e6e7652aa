/* The older name of crt/host_defines.h. */
#ifndef HEDDLE_HOST_DEFINES_H
#define HEDDLE_HOST_DEFINES_H

#include "crt/host_defines.h"

#if defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__)
#include "heddle/clang_wrapper.h"
#endif

#endif
