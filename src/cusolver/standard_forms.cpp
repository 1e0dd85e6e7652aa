// The reduction of a symmetric or Hermitian problem with a second matrix, whose Cholesky factor is
// given, to one without. NVIDIA's library exports these functions and its header lacks them, so
// programs declare them themselves.
#include "cusolver/eigen_problem.h"

namespace heddle::cusolver {

namespace {

template <class T> struct Reduction {
  int type;
  cublasFillMode_t uplo;
  int n;
  T* a;
  int lda;
  T* factor;
  int ldb;

  bool areSizesValid() const {
    return type >= CUSOLVER_EIG_TYPE_1 && type <= CUSOLVER_EIG_TYPE_3 && isTriangle(uplo) &&
           isSquare(n, lda) && isSquare(n, ldb);
  }
};

template <class T> cusolverStatus_t reduce(Call handle, const Reduction<T>& r, int* info) {
  return call(handle, r.areSizesValid() && r.a && r.factor && info, [=] {
    const std::vector<Operand> operands{
        matrix(r.a, r.n, r.n, r.lda), matrix<const T>(r.factor, r.n, r.n, r.ldb), vector(info, 1)};
    return launch(handle, "cusolverDnSygst", operands, [=] {
      const char uplo = triangleLetter(r.uplo);
      lapack<T>().sygst(&r.type, &uplo, &r.n, r.a, &r.lda, r.factor, &r.ldb, info);
    });
  });
}

} // namespace

} // namespace heddle::cusolver

using namespace heddle::cusolver;

#define HEDDLE_STANDARD_FORMS(SY, OR, T, R)                                                        \
  extern "C" cusolverStatus_t cusolverDn##SY##gst_bufferSize(cusolverDnHandle_t handle, int itype, \
                                                             cublasFillMode_t uplo, int n, T* A,   \
                                                             int lda, T* B, int ldb, int* lwork) { \
    const Reduction<T> reduction{itype, uplo, n, A, lda, B, ldb};                                  \
    return answerBufferSize(handle, reduction.areSizesValid(), lwork);                             \
  }                                                                                                \
  extern "C" cusolverStatus_t cusolverDn##SY##gst(cusolverDnHandle_t handle, int itype,            \
                                                  cublasFillMode_t uplo, int n, T* A, int lda,     \
                                                  T* B, int ldb, T*, int* info) {                  \
    return reduce(handle, Reduction<Native<T>>{itype, uplo, n, native(A), lda, native(B), ldb},    \
                  info);                                                                           \
  }
HEDDLE_CUSOLVER_EACH_NAMED(HEDDLE_STANDARD_FORMS)
#undef HEDDLE_STANDARD_FORMS
