/* Level 1 of BLAS: operations on vectors. cublas_api.h includes this twice: with int for the type
   of sizes, and with int64_t under names that end in _64. */

#define HEDDLE_VECTOR(T, x) T *x, HEDDLE_CUBLAS_INT inc##x

/* What exists for each of the four types. R is the real type of T. */
#define HEDDLE_LEVEL1(S, T)                                                                        \
  HEDDLE_CUBLAS(cublas##S##copy_v2)                                                                \
  (cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(const T, x), HEDDLE_VECTOR(T, y));    \
  HEDDLE_CUBLAS(cublas##S##swap_v2)                                                                \
  (cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(T, x), HEDDLE_VECTOR(T, y));          \
  HEDDLE_CUBLAS(cublas##S##axpy_v2)                                                                \
  (cublasHandle_t handle, HEDDLE_CUBLAS_INT n, const T* alpha, HEDDLE_VECTOR(const T, x),          \
   HEDDLE_VECTOR(T, y));
HEDDLE_LEVEL1(S, float)
HEDDLE_LEVEL1(D, double)
HEDDLE_LEVEL1(C, cuComplex)
HEDDLE_LEVEL1(Z, cuDoubleComplex)
#undef HEDDLE_LEVEL1

#define HEDDLE_SCAL(name, A, T)                                                                    \
  HEDDLE_CUBLAS(name)                                                                              \
  (cublasHandle_t handle, HEDDLE_CUBLAS_INT n, const A* alpha, HEDDLE_VECTOR(T, x));
HEDDLE_SCAL(cublasSscal_v2, float, float)
HEDDLE_SCAL(cublasDscal_v2, double, double)
HEDDLE_SCAL(cublasCscal_v2, cuComplex, cuComplex)
HEDDLE_SCAL(cublasZscal_v2, cuDoubleComplex, cuDoubleComplex)
HEDDLE_SCAL(cublasCsscal_v2, float, cuComplex)
HEDDLE_SCAL(cublasZdscal_v2, double, cuDoubleComplex)
#undef HEDDLE_SCAL

#define HEDDLE_DOT(name, T)                                                                        \
  HEDDLE_CUBLAS(name)                                                                              \
  (cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(const T, x),                          \
   HEDDLE_VECTOR(const T, y), T * result);
HEDDLE_DOT(cublasSdot_v2, float)
HEDDLE_DOT(cublasDdot_v2, double)
HEDDLE_DOT(cublasCdotu_v2, cuComplex)
HEDDLE_DOT(cublasCdotc_v2, cuComplex)
HEDDLE_DOT(cublasZdotu_v2, cuDoubleComplex)
HEDDLE_DOT(cublasZdotc_v2, cuDoubleComplex)
#undef HEDDLE_DOT

/* Results that are one number of type R: sums, norms, and one-based indices of extreme elements. */
#define HEDDLE_REDUCTION(name, T, R)                                                               \
  HEDDLE_CUBLAS(name)                                                                              \
  (cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(const T, x), R * result);
HEDDLE_REDUCTION(cublasSnrm2_v2, float, float)
HEDDLE_REDUCTION(cublasDnrm2_v2, double, double)
HEDDLE_REDUCTION(cublasScnrm2_v2, cuComplex, float)
HEDDLE_REDUCTION(cublasDznrm2_v2, cuDoubleComplex, double)
HEDDLE_REDUCTION(cublasSasum_v2, float, float)
HEDDLE_REDUCTION(cublasDasum_v2, double, double)
HEDDLE_REDUCTION(cublasScasum_v2, cuComplex, float)
HEDDLE_REDUCTION(cublasDzasum_v2, cuDoubleComplex, double)
HEDDLE_REDUCTION(cublasIsamax_v2, float, HEDDLE_CUBLAS_INT)
HEDDLE_REDUCTION(cublasIdamax_v2, double, HEDDLE_CUBLAS_INT)
HEDDLE_REDUCTION(cublasIcamax_v2, cuComplex, HEDDLE_CUBLAS_INT)
HEDDLE_REDUCTION(cublasIzamax_v2, cuDoubleComplex, HEDDLE_CUBLAS_INT)
HEDDLE_REDUCTION(cublasIsamin_v2, float, HEDDLE_CUBLAS_INT)
HEDDLE_REDUCTION(cublasIdamin_v2, double, HEDDLE_CUBLAS_INT)
HEDDLE_REDUCTION(cublasIcamin_v2, cuComplex, HEDDLE_CUBLAS_INT)
HEDDLE_REDUCTION(cublasIzamin_v2, cuDoubleComplex, HEDDLE_CUBLAS_INT)
#undef HEDDLE_REDUCTION

#define HEDDLE_ROT(name, T, Cosine, Sine)                                                          \
  HEDDLE_CUBLAS(name)                                                                              \
  (cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(T, x), HEDDLE_VECTOR(T, y),           \
   const Cosine* c, const Sine* s);
HEDDLE_ROT(cublasSrot_v2, float, float, float)
HEDDLE_ROT(cublasDrot_v2, double, double, double)
HEDDLE_ROT(cublasCrot_v2, cuComplex, float, cuComplex)
HEDDLE_ROT(cublasCsrot_v2, cuComplex, float, float)
HEDDLE_ROT(cublasZrot_v2, cuDoubleComplex, double, cuDoubleComplex)
HEDDLE_ROT(cublasZdrot_v2, cuDoubleComplex, double, double)
#undef HEDDLE_ROT

#define HEDDLE_ROTM(name, T)                                                                       \
  HEDDLE_CUBLAS(name)                                                                              \
  (cublasHandle_t handle, HEDDLE_CUBLAS_INT n, HEDDLE_VECTOR(T, x), HEDDLE_VECTOR(T, y),           \
   const T* param);
HEDDLE_ROTM(cublasSrotm_v2, float)
HEDDLE_ROTM(cublasDrotm_v2, double)
#undef HEDDLE_ROTM

#undef HEDDLE_VECTOR
