// For functions that loops over lanes call. The loops are compiled for several instruction sets
// (texture/vector_sampler.cpp), or into kernels (ptx/builtins/texture.cpp), and a function that is
// not inlined into them would be compiled only for the oldest one.
#pragma once

#define HEDDLE_INLINE [[gnu::always_inline]] inline
#define HEDDLE_INLINE_LAMBDA __attribute__((always_inline))
