/* Level 3 of BLAS in the interface of cublas.h, which includes this. */

#define HEDDLE_MATRICES(S, T)                                                                      \
  void CUBLASWINAPI cublas##S##gemm(char transa, char transb, int m, int n, int k, T alpha,        \
                                    const T* A, int lda, const T* B, int ldb, T beta, T* C,        \
                                    int ldc);                                                      \
  void CUBLASWINAPI cublas##S##symm(char side, char uplo, int m, int n, T alpha, const T* A,       \
                                    int lda, const T* B, int ldb, T beta, T* C, int ldc);          \
  void CUBLASWINAPI cublas##S##syrk(char uplo, char trans, int n, int k, T alpha, const T* A,      \
                                    int lda, T beta, T* C, int ldc);                               \
  void CUBLASWINAPI cublas##S##syr2k(char uplo, char trans, int n, int k, T alpha, const T* A,     \
                                     int lda, const T* B, int ldb, T beta, T* C, int ldc);         \
  void CUBLASWINAPI cublas##S##trmm(char side, char uplo, char transa, char diag, int m, int n,    \
                                    T alpha, const T* A, int lda, T* B, int ldb);                  \
  void CUBLASWINAPI cublas##S##trsm(char side, char uplo, char transa, char diag, int m, int n,    \
                                    T alpha, const T* A, int lda, T* B, int ldb);
HEDDLE_MATRICES(S, float)
HEDDLE_MATRICES(D, double)
HEDDLE_MATRICES(C, cuComplex)
HEDDLE_MATRICES(Z, cuDoubleComplex)
#undef HEDDLE_MATRICES

#define HEDDLE_HERMITIAN(S, T, R)                                                                  \
  void CUBLASWINAPI cublas##S##hemm(char side, char uplo, int m, int n, T alpha, const T* A,       \
                                    int lda, const T* B, int ldb, T beta, T* C, int ldc);          \
  void CUBLASWINAPI cublas##S##herk(char uplo, char trans, int n, int k, R alpha, const T* A,      \
                                    int lda, R beta, T* C, int ldc);                               \
  void CUBLASWINAPI cublas##S##her2k(char uplo, char trans, int n, int k, T alpha, const T* A,     \
                                     int lda, const T* B, int ldb, R beta, T* C, int ldc);
HEDDLE_HERMITIAN(C, cuComplex, float)
HEDDLE_HERMITIAN(Z, cuDoubleComplex, double)
#undef HEDDLE_HERMITIAN
