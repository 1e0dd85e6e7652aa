// What every source that is compiled at run time sees without including anything. libnvrtc keeps it
// precompiled.
#ifndef HEDDLE_NVRTC_PREAMBLE_H
#define HEDDLE_NVRTC_PREAMBLE_H

// Our headers need the types of <stdint.h>, NVRTC does not have them, and programs that it compiles
// define them for themselves, often as other types of the same size. So ours have other names while
// the preamble is read. A header of ours that a program includes later gets the true names.
#define int8_t __heddle_int8_t
#define int16_t __heddle_int16_t
#define int32_t __heddle_int32_t
#define int64_t __heddle_int64_t
#define uint8_t __heddle_uint8_t
#define uint16_t __heddle_uint16_t
#define uint32_t __heddle_uint32_t
#define uint64_t __heddle_uint64_t
#define intptr_t __heddle_intptr_t
#define uintptr_t __heddle_uintptr_t
#include "cuda_runtime.h"
#undef int8_t
#undef int16_t
#undef int32_t
#undef int64_t
#undef uint8_t
#undef uint16_t
#undef uint32_t
#undef uint64_t
#undef intptr_t
#undef uintptr_t
#undef HEDDLE_NVRTC_STDINT_H

#include "nv_target_macros.h"

#ifdef __NV_BUILTIN_MOVE_FORWARD
#include <utility>
#endif
#ifdef __NV_BUILTIN_INITIALIZER_LIST
#include <initializer_list>
#endif

// Names of the host's system and of its compilers, which sources take for the absence of NVRTC.
#undef __clang__
#undef __clang_major__
#undef __clang_minor__
#undef __clang_patchlevel__
#undef __clang_version__
#undef __llvm__
#undef __GNUC__
#undef __GNUC_MINOR__
#undef __GNUC_PATCHLEVEL__
#undef __GNUG__
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
