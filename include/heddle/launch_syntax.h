// What a compiler calls for kernel<<<grid, block, shared, stream>>>(...): the configuration is
// pushed before the kernel's stub runs, and the stub pops it.
#ifndef HEDDLE_LAUNCH_SYNTAX_H
#define HEDDLE_LAUNCH_SYNTAX_H

#include "../driver_types.h"

/* clang's header for its own CUDA mode declares this one with another type of stream. */
#if !defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__)
extern "C" unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem = 0,
                                                struct CUstream_st* stream = 0);
#endif
extern "C" cudaError_t __cudaPopCallConfiguration(dim3* gridDim, dim3* blockDim, size_t* sharedMem,
                                                  void* stream);

#endif
