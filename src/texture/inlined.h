// What is done for each lane becomes part of the loops over lanes, which are there for several
// kinds of processors: a function by itself would be compiled for the least of them.
#pragma once

#define HEDDLE_INLINE [[gnu::always_inline]] inline
#define HEDDLE_INLINE_LAMBDA __attribute__((always_inline))
