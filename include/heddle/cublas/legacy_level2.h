/* Level 2 of BLAS in the interface of cublas.h, which includes this. */

#define HEDDLE_GENERAL(S, T)                                                                       \
  void CUBLASWINAPI cublas##S##gemv(char trans, int m, int n, T alpha, const T* A, int lda,        \
                                    const T* x, int incx, T beta, T* y, int incy);                 \
  void CUBLASWINAPI cublas##S##gbmv(char trans, int m, int n, int kl, int ku, T alpha, const T* A, \
                                    int lda, const T* x, int incx, T beta, T* y, int incy);        \
  void CUBLASWINAPI cublas##S##trmv(char uplo, char trans, char diag, int n, const T* A, int lda,  \
                                    T* x, int incx);                                               \
  void CUBLASWINAPI cublas##S##trsv(char uplo, char trans, char diag, int n, const T* A, int lda,  \
                                    T* x, int incx);                                               \
  void CUBLASWINAPI cublas##S##tbmv(char uplo, char trans, char diag, int n, int k, const T* A,    \
                                    int lda, T* x, int incx);                                      \
  void CUBLASWINAPI cublas##S##tbsv(char uplo, char trans, char diag, int n, int k, const T* A,    \
                                    int lda, T* x, int incx);                                      \
  void CUBLASWINAPI cublas##S##tpmv(char uplo, char trans, char diag, int n, const T* AP, T* x,    \
                                    int incx);                                                     \
  void CUBLASWINAPI cublas##S##tpsv(char uplo, char trans, char diag, int n, const T* AP, T* x,    \
                                    int incx);
HEDDLE_GENERAL(S, float)
HEDDLE_GENERAL(D, double)
HEDDLE_GENERAL(C, cuComplex)
HEDDLE_GENERAL(Z, cuDoubleComplex)
#undef HEDDLE_GENERAL

#define HEDDLE_GER(name, T)                                                                        \
  void CUBLASWINAPI name(int m, int n, T alpha, const T* x, int incx, const T* y, int incy, T* A,  \
                         int lda);
HEDDLE_GER(cublasSger, float)
HEDDLE_GER(cublasDger, double)
HEDDLE_GER(cublasCgeru, cuComplex)
HEDDLE_GER(cublasCgerc, cuComplex)
HEDDLE_GER(cublasZgeru, cuDoubleComplex)
HEDDLE_GER(cublasZgerc, cuDoubleComplex)
#undef HEDDLE_GER

/* Symmetric matrices of real numbers and Hermitian ones of complex numbers. */
#define HEDDLE_SELF_ADJOINT(mv, bmv, pmv, r, pr, r2, pr2, T, R)                                    \
  void CUBLASWINAPI mv(char uplo, int n, T alpha, const T* A, int lda, const T* x, int incx,       \
                       T beta, T* y, int incy);                                                    \
  void CUBLASWINAPI bmv(char uplo, int n, int k, T alpha, const T* A, int lda, const T* x,         \
                        int incx, T beta, T* y, int incy);                                         \
  void CUBLASWINAPI pmv(char uplo, int n, T alpha, const T* AP, const T* x, int incx, T beta,      \
                        T* y, int incy);                                                           \
  void CUBLASWINAPI r(char uplo, int n, R alpha, const T* x, int incx, T* A, int lda);             \
  void CUBLASWINAPI pr(char uplo, int n, R alpha, const T* x, int incx, T* AP);                    \
  void CUBLASWINAPI r2(char uplo, int n, T alpha, const T* x, int incx, const T* y, int incy,      \
                       T* A, int lda);                                                             \
  void CUBLASWINAPI pr2(char uplo, int n, T alpha, const T* x, int incx, const T* y, int incy,     \
                        T* AP);
HEDDLE_SELF_ADJOINT(cublasSsymv, cublasSsbmv, cublasSspmv, cublasSsyr, cublasSspr, cublasSsyr2,
                    cublasSspr2, float, float)
HEDDLE_SELF_ADJOINT(cublasDsymv, cublasDsbmv, cublasDspmv, cublasDsyr, cublasDspr, cublasDsyr2,
                    cublasDspr2, double, double)
HEDDLE_SELF_ADJOINT(cublasChemv, cublasChbmv, cublasChpmv, cublasCher, cublasChpr, cublasCher2,
                    cublasChpr2, cuComplex, float)
HEDDLE_SELF_ADJOINT(cublasZhemv, cublasZhbmv, cublasZhpmv, cublasZher, cublasZhpr, cublasZher2,
                    cublasZhpr2, cuDoubleComplex, double)
#undef HEDDLE_SELF_ADJOINT
