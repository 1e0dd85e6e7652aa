/* The letters, types and real types that the functions of cusolverDn.h exist for. */
#ifndef HEDDLE_CUSOLVER_TYPES_H
#define HEDDLE_CUSOLVER_TYPES_H

#define HEDDLE_CUSOLVER_EACH(MACRO)                                                                \
  MACRO(S, float, float)                                                                           \
  MACRO(D, double, double)                                                                         \
  MACRO(C, cuComplex, float)                                                                       \
  MACRO(Z, cuDoubleComplex, double)

/* With the beginnings of names that differ: symmetric or Hermitian, orthogonal or unitary. */
#define HEDDLE_CUSOLVER_EACH_NAMED(MACRO)                                                          \
  MACRO(Ssy, Sor, float, float)                                                                    \
  MACRO(Dsy, Dor, double, double)                                                                  \
  MACRO(Che, Cun, cuComplex, float)                                                                \
  MACRO(Zhe, Zun, cuDoubleComplex, double)

#define HEDDLE_CUSOLVER(name) cusolverStatus_t CUSOLVERAPI cusolverDn##name

#endif
