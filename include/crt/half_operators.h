// The operators of the types of cuda_fp16.h and cuda_bf16.h and of their pairs. Included by
// crt/half_functions.h for each of them, so it has no guard; beside what is said there, they define
//   __HEDDLE_16BIT_HAS_OPERATORS, __HEDDLE_16BIT_PAIR_HAS_OPERATORS
// which are 0 where the program says with a macro of theirs that it has operators of its own. A
// program may do so for one of the two types, so the operators of pairs use none of the others.

#if __HEDDLE_16BIT_HAS_OPERATORS
#define __HEDDLE_16BIT_OPERATOR(op, function)                                                      \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT operator op(const __HEDDLE_16BIT& a,                       \
                                                    const __HEDDLE_16BIT& b) {                     \
    return function(a, b);                                                                         \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT& operator op##=(__HEDDLE_16BIT & a,                        \
                                                        const __HEDDLE_16BIT & b) {                \
    return a = function(a, b);                                                                     \
  }
__HEDDLE_16BIT_OPERATOR(+, __hadd)
__HEDDLE_16BIT_OPERATOR(-, __hsub)
__HEDDLE_16BIT_OPERATOR(*, __hmul)
__HEDDLE_16BIT_OPERATOR(/, __hdiv)
#undef __HEDDLE_16BIT_OPERATOR
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT operator-(const __HEDDLE_16BIT& a) {
  return __hneg(a);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT operator+(const __HEDDLE_16BIT& a) {
  return a;
}
#define __HEDDLE_16BIT_STEP(op, function)                                                          \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT& operator op(__HEDDLE_16BIT & a) {                         \
    return a = function(a, __HEDDLE_16BIT_ROUNDED(1.0f));                                          \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT operator op(__HEDDLE_16BIT& a, int) {                      \
    const __HEDDLE_16BIT before = a;                                                               \
    a = function(a, __HEDDLE_16BIT_ROUNDED(1.0f));                                                 \
    return before;                                                                                 \
  }
__HEDDLE_16BIT_STEP(++, __hadd)
__HEDDLE_16BIT_STEP(--, __hsub)
#undef __HEDDLE_16BIT_STEP
#define __HEDDLE_16BIT_RELATION(op, function)                                                      \
  __HEDDLE_HOST_DEVICE__ bool operator op(const __HEDDLE_16BIT& a, const __HEDDLE_16BIT& b) {      \
    return function(a, b);                                                                         \
  }
__HEDDLE_16BIT_RELATION(==, __heq)
__HEDDLE_16BIT_RELATION(!=, __hneu)
__HEDDLE_16BIT_RELATION(<, __hlt)
__HEDDLE_16BIT_RELATION(<=, __hle)
__HEDDLE_16BIT_RELATION(>, __hgt)
__HEDDLE_16BIT_RELATION(>=, __hge)
#undef __HEDDLE_16BIT_RELATION
#endif

#if __HEDDLE_16BIT_PAIR_HAS_OPERATORS
#define __HEDDLE_16BIT_OPERATOR(op, function)                                                      \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR operator op(const __HEDDLE_16BIT_PAIR& a,             \
                                                         const __HEDDLE_16BIT_PAIR& b) {           \
    return function(a, b);                                                                         \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR& operator op##=(__HEDDLE_16BIT_PAIR & a,              \
                                                             const __HEDDLE_16BIT_PAIR & b) {      \
    return a = function(a, b);                                                                     \
  }
__HEDDLE_16BIT_OPERATOR(+, __hadd2)
__HEDDLE_16BIT_OPERATOR(-, __hsub2)
__HEDDLE_16BIT_OPERATOR(*, __hmul2)
__HEDDLE_16BIT_OPERATOR(/, __h2div)
#undef __HEDDLE_16BIT_OPERATOR
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR operator-(const __HEDDLE_16BIT_PAIR& a) {
  return __hneg2(a);
}
__HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR operator+(const __HEDDLE_16BIT_PAIR& a) {
  return a;
}
#define __HEDDLE_16BIT_STEP(op, function)                                                          \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR& operator op(__HEDDLE_16BIT_PAIR & a) {               \
    const __HEDDLE_16BIT one = __HEDDLE_16BIT_ROUNDED(1.0f);                                       \
    return a = function(a, __HEDDLE_16BIT_PAIR(one, one));                                         \
  }                                                                                                \
  __HEDDLE_HOST_DEVICE__ __HEDDLE_16BIT_PAIR operator op(__HEDDLE_16BIT_PAIR& a, int) {            \
    const __HEDDLE_16BIT one = __HEDDLE_16BIT_ROUNDED(1.0f);                                       \
    const __HEDDLE_16BIT_PAIR before = a;                                                          \
    a = function(a, __HEDDLE_16BIT_PAIR(one, one));                                                \
    return before;                                                                                 \
  }
__HEDDLE_16BIT_STEP(++, __hadd2)
__HEDDLE_16BIT_STEP(--, __hsub2)
#undef __HEDDLE_16BIT_STEP
#define __HEDDLE_16BIT_RELATION(op, function)                                                      \
  __HEDDLE_HOST_DEVICE__ bool operator op(const __HEDDLE_16BIT_PAIR& a,                            \
                                          const __HEDDLE_16BIT_PAIR& b) {                          \
    return function(a, b);                                                                         \
  }
__HEDDLE_16BIT_RELATION(==, __hbeq2)
__HEDDLE_16BIT_RELATION(!=, __hbneu2)
__HEDDLE_16BIT_RELATION(<, __hblt2)
__HEDDLE_16BIT_RELATION(<=, __hble2)
__HEDDLE_16BIT_RELATION(>, __hbgt2)
__HEDDLE_16BIT_RELATION(>=, __hbge2)
#undef __HEDDLE_16BIT_RELATION
#endif

#undef __HEDDLE_16BIT_HAS_OPERATORS
#undef __HEDDLE_16BIT_PAIR_HAS_OPERATORS
