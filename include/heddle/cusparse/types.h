/* The letters and types that the functions of cuSPARSE's older part exist for. */
#ifndef HEDDLE_CUSPARSE_TYPES_H
#define HEDDLE_CUSPARSE_TYPES_H

#define HEDDLE_CUSPARSE_EACH(MACRO)                                                                \
  MACRO(S, float)                                                                                  \
  MACRO(D, double)                                                                                 \
  MACRO(C, cuComplex)                                                                              \
  MACRO(Z, cuDoubleComplex)

#define HEDDLE_CUSPARSE(name) cusparseStatus_t CUSPARSEAPI cusparse##name

#endif
