// The operators of the types of cuda_fp16.h and cuda_bf16.h and of their pairs. Included by
// crt/half_functions.h for each of them, so it has no guard; beside what is said there, they define
//   __HEDDLE_16BIT_HAS_OPERATORS, __HEDDLE_16BIT_PAIR_HAS_OPERATORS
// which are 0 where the program says with a macro of theirs that it has operators of its own. A
// program may do so for one of the two types, so the operators of pairs use none of the others.

#define __HEDDLE_16BIT_ARITHMETIC(T, op, function)                                                 \
  __HEDDLE_HOST_DEVICE__ T operator op(const T& a, const T& b) {                                   \
    return function(a, b);                                                                         \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ T& operator op##=(T & a, const T & b) {                                   \
    return a = function(a, b);                                                                     \
  }
#define __HEDDLE_16BIT_SIGN(T, op, value)                                                          \
  __HEDDLE_HOST_DEVICE__ T operator op(const T& a) {                                               \
    return value;                                                                                  \
  }
#define __HEDDLE_16BIT_STEP(T, op, function, one)                                                  \
  __HEDDLE_HOST_DEVICE__ T& operator op(T & a) {                                                   \
    return a = function(a, one);                                                                   \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ T operator op(T& a, int) {                                                \
    const T before = a;                                                                            \
    a = function(a, one);                                                                          \
    return before;                                                                                 \
  }
#define __HEDDLE_16BIT_RELATION(T, op, function)                                                   \
  __HEDDLE_HOST_DEVICE__ bool operator op(const T& a, const T& b) {                                \
    return function(a, b);                                                                         \
  }

#if __HEDDLE_16BIT_HAS_OPERATORS
#define __HEDDLE_16BIT_ONE __HEDDLE_16BIT_ROUNDED(1.0f)
__HEDDLE_16BIT_ARITHMETIC(__HEDDLE_16BIT, +, __hadd)
__HEDDLE_16BIT_ARITHMETIC(__HEDDLE_16BIT, -, __hsub)
__HEDDLE_16BIT_ARITHMETIC(__HEDDLE_16BIT, *, __hmul)
__HEDDLE_16BIT_ARITHMETIC(__HEDDLE_16BIT, /, __hdiv)
__HEDDLE_16BIT_SIGN(__HEDDLE_16BIT, -, __hneg(a))
__HEDDLE_16BIT_SIGN(__HEDDLE_16BIT, +, a)
__HEDDLE_16BIT_STEP(__HEDDLE_16BIT, ++, __hadd, __HEDDLE_16BIT_ONE)
__HEDDLE_16BIT_STEP(__HEDDLE_16BIT, --, __hsub, __HEDDLE_16BIT_ONE)
__HEDDLE_16BIT_RELATION(__HEDDLE_16BIT, ==, __heq)
__HEDDLE_16BIT_RELATION(__HEDDLE_16BIT, !=, __hneu)
__HEDDLE_16BIT_RELATION(__HEDDLE_16BIT, <, __hlt)
__HEDDLE_16BIT_RELATION(__HEDDLE_16BIT, <=, __hle)
__HEDDLE_16BIT_RELATION(__HEDDLE_16BIT, >, __hgt)
__HEDDLE_16BIT_RELATION(__HEDDLE_16BIT, >=, __hge)
#undef __HEDDLE_16BIT_ONE
#endif

#if __HEDDLE_16BIT_PAIR_HAS_OPERATORS
#define __HEDDLE_16BIT_ONE                                                                         \
  __HEDDLE_16BIT_PAIR(__HEDDLE_16BIT_ROUNDED(1.0f), __HEDDLE_16BIT_ROUNDED(1.0f))
__HEDDLE_16BIT_ARITHMETIC(__HEDDLE_16BIT_PAIR, +, __hadd2)
__HEDDLE_16BIT_ARITHMETIC(__HEDDLE_16BIT_PAIR, -, __hsub2)
__HEDDLE_16BIT_ARITHMETIC(__HEDDLE_16BIT_PAIR, *, __hmul2)
__HEDDLE_16BIT_ARITHMETIC(__HEDDLE_16BIT_PAIR, /, __h2div)
__HEDDLE_16BIT_SIGN(__HEDDLE_16BIT_PAIR, -, __hneg2(a))
__HEDDLE_16BIT_SIGN(__HEDDLE_16BIT_PAIR, +, a)
__HEDDLE_16BIT_STEP(__HEDDLE_16BIT_PAIR, ++, __hadd2, __HEDDLE_16BIT_ONE)
__HEDDLE_16BIT_STEP(__HEDDLE_16BIT_PAIR, --, __hsub2, __HEDDLE_16BIT_ONE)
__HEDDLE_16BIT_RELATION(__HEDDLE_16BIT_PAIR, ==, __hbeq2)
__HEDDLE_16BIT_RELATION(__HEDDLE_16BIT_PAIR, !=, __hbneu2)
__HEDDLE_16BIT_RELATION(__HEDDLE_16BIT_PAIR, <, __hblt2)
__HEDDLE_16BIT_RELATION(__HEDDLE_16BIT_PAIR, <=, __hble2)
__HEDDLE_16BIT_RELATION(__HEDDLE_16BIT_PAIR, >, __hbgt2)
__HEDDLE_16BIT_RELATION(__HEDDLE_16BIT_PAIR, >=, __hbge2)
#undef __HEDDLE_16BIT_ONE
#endif

#undef __HEDDLE_16BIT_ARITHMETIC
#undef __HEDDLE_16BIT_SIGN
#undef __HEDDLE_16BIT_STEP
#undef __HEDDLE_16BIT_RELATION
#undef __HEDDLE_16BIT_HAS_OPERATORS
#undef __HEDDLE_16BIT_PAIR_HAS_OPERATORS
