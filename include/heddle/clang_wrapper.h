/* For clang's own CUDA mode (`clang++ -x cuda --cuda-path=...`), which reads its header
   __clang_cuda_runtime_wrapper.h before the program. That header takes the toolkit's headers apart
   by the macros that they test, and adds declarations that the toolkit's compiler has built in. The
   headers here are complete, and written for clang, so all of them come with the wrapper's first
   question, for host_defines.h. Include guards tell the wrapper that what it would add afterwards
   is there already. threadIdx and its like it has declared before; those are clang's. */
#ifndef HEDDLE_CLANG_WRAPPER_H
#define HEDDLE_CLANG_WRAPPER_H

#define __CLANG_CUDA_CMATH_H__
#define __CLANG_CUDA_COMPLEX_BUILTINS
#define __CLANG_CUDA_DEVICE_FUNCTIONS_H__
#define __CLANG_CUDA_INTRINSICS_H__
#define __CLANG_CUDA_LIBDEVICE_DECLARES_H__
#define __CLANG_CUDA_MATH_H__
#define __CLANG_CUDA_TEXTURE_INTRINSICS_H__

/* In the host's pass the wrapper claims an architecture that does not exist. */
#pragma push_macro("__CUDA_ARCH__")
#if __CUDA_ARCH__ == 9999
#undef __CUDA_ARCH__
#endif
#include "cuda_runtime.h"
#pragma pop_macro("__CUDA_ARCH__")

#endif
