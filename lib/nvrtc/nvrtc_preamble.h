// What every source that is compiled at run time sees without including anything. libnvrtc keeps it
// precompiled.
#ifndef HEDDLE_NVRTC_PREAMBLE_H
#define HEDDLE_NVRTC_PREAMBLE_H

#include "cuda_runtime.h"

#ifdef __NV_BUILTIN_MOVE_FORWARD
#include <utility>
#endif
#ifdef __NV_BUILTIN_INITIALIZER_LIST
#include <initializer_list>
#endif

// Names of the host's system, which sources take for the absence of NVRTC.
#undef __linux
#undef __linux__
#undef __gnu_linux__
#undef linux
#undef __unix
#undef __unix__
#undef unix
#undef __x86_64
#undef __x86_64__
#undef __amd64
#undef __amd64__
#undef __aarch64__

#endif
