// The functions of LAPACK in OpenBLAS for one type, by their Fortran interface: every argument is
// an address. Real and complex types have different arguments in the four that need real scratch
// memory for complex matrices.
#pragma once

#include "cublas/operands.h"

#include <type_traits>
#include <vector>

namespace heddle::cusolver {

using cublas::kIsComplex;
using cublas::Real;

template <class T> struct Lapack {
  using Int = const int*;
  using Char = const char*;
  using R = Real<T>;
  template <class RealForm, class ComplexForm>
  using Form = std::conditional_t<kIsComplex<T>, ComplexForm, RealForm>;

  void (*gemm)(Char, Char, Int m, Int n, Int k, const T* alpha, const T* a, Int lda, const T* b,
               Int ldb, const T* beta, T* c, Int ldc);
  void (*getrf)(Int m, Int n, T* a, Int lda, int* pivots, int* info);
  void (*getrs)(Char trans, Int n, Int sides, const T* a, Int lda, Int pivots, T* b, Int ldb,
                int* info);
  void (*laswp)(Int n, T* a, Int lda, Int k1, Int k2, Int pivots, Int increment);
  void (*potrf)(Char uplo, Int n, T* a, Int lda, int* info);
  void (*potrs)(Char uplo, Int n, Int sides, const T* a, Int lda, T* b, Int ldb, int* info);
  void (*potri)(Char uplo, Int n, T* a, Int lda, int* info);
  void (*lauum)(Char uplo, Int n, T* a, Int lda, int* info);
  void (*trtri)(Char uplo, Char diag, Int n, T* a, Int lda, int* info);
  void (*sytrf)(Char uplo, Int n, T* a, Int lda, int* pivots, T* work, Int size, int* info);
  void (*sytri)(Char uplo, Int n, T* a, Int lda, Int pivots, T* work, int* info);
  void (*sytrs)(Char uplo, Int n, Int sides, const T* a, Int lda, Int pivots, T* b, Int ldb,
                int* info);
  void (*geqrf)(Int m, Int n, T* a, Int lda, T* tau, T* work, Int size, int* info);
  void (*orgqr)(Int m, Int n, Int k, T* a, Int lda, const T* tau, T* work, Int size, int* info);
  void (*ormqr)(Char side, Char trans, Int m, Int n, Int k, const T* a, Int lda, const T* tau, T* c,
                Int ldc, T* work, Int size, int* info);
  void (*larft)(Char direct, Char storev, Int n, Int k, const T* v, Int ldv, const T* tau, T* t,
                Int ldt);
  void (*gebrd)(Int m, Int n, T* a, Int lda, R* d, R* e, T* tauq, T* taup, T* work, Int size,
                int* info);
  void (*orgbr)(Char vect, Int m, Int n, Int k, T* a, Int lda, const T* tau, T* work, Int size,
                int* info);
  void (*sytrd)(Char uplo, Int n, T* a, Int lda, R* d, R* e, T* tau, T* work, Int size, int* info);
  void (*orgtr)(Char uplo, Int n, T* a, Int lda, const T* tau, T* work, Int size, int* info);
  void (*ormtr)(Char side, Char uplo, Char trans, Int m, Int n, const T* a, Int lda, const T* tau,
                T* c, Int ldc, T* work, Int size, int* info);
  void (*gels)(Char trans, Int m, Int n, Int sides, T* a, Int lda, T* b, Int ldb, T* work, Int size,
               int* info);
  Form<void (*)(Char jobz, Char uplo, Int n, T* a, Int lda, R* w, T* work, Int size, int* iwork,
                Int isize, int* info),
       void (*)(Char jobz, Char uplo, Int n, T* a, Int lda, R* w, T* work, Int size, R* rwork,
                Int rsize, int* iwork, Int isize, int* info)>
      syevd;
  Form<void (*)(Int itype, Char jobz, Char uplo, Int n, T* a, Int lda, T* b, Int ldb, R* w, T* work,
                Int size, int* iwork, Int isize, int* info),
       void (*)(Int itype, Char jobz, Char uplo, Int n, T* a, Int lda, T* b, Int ldb, R* w, T* work,
                Int size, R* rwork, Int rsize, int* iwork, Int isize, int* info)>
      sygvd;
  void (*sygst)(Int itype, Char uplo, Int n, T* a, Int lda, const T* factor, Int ldb, int* info);
  Form<void (*)(Char jobvl, Char jobvr, Int n, T* a, Int lda, R* wr, R* wi, T* vl, Int ldvl, T* vr,
                Int ldvr, T* work, Int size, int* info),
       void (*)(Char jobvl, Char jobvr, Int n, T* a, Int lda, T* w, T* vl, Int ldvl, T* vr,
                Int ldvr, T* work, Int size, R* rwork, int* info)>
      geev;
  Form<void (*)(Char jobu, Char jobvt, Int m, Int n, T* a, Int lda, R* s, T* u, Int ldu, T* vt,
                Int ldvt, T* work, Int size, int* info),
       void (*)(Char jobu, Char jobvt, Int m, Int n, T* a, Int lda, R* s, T* u, Int ldu, T* vt,
                Int ldvt, T* work, Int size, R* rwork, int* info)>
      gesvd;
  Form<void (*)(Char jobz, Int m, Int n, T* a, Int lda, R* s, T* u, Int ldu, T* vt, Int ldvt,
                T* work, Int size, int* iwork, int* info),
       void (*)(Char jobz, Int m, Int n, T* a, Int lda, R* s, T* u, Int ldu, T* vt, Int ldvt,
                T* work, Int size, R* rwork, int* iwork, int* info)>
      gesdd;
};

// Opens OpenBLAS. False, with a line on standard error, when it is not installed.
bool openLapack();
// Only after openLapack() has succeeded.
template <class T> const Lapack<T>& lapack();
template <> const Lapack<float>& lapack<float>();
template <> const Lapack<double>& lapack<double>();
template <> const Lapack<std::complex<float>>& lapack<std::complex<float>>();
template <> const Lapack<std::complex<double>>& lapack<std::complex<double>>();

// The size of scratch memory that LAPACK has written as a number of the matrix's type, which in
// single precision may have been rounded down.
template <class T> int scratchSize(T answer) {
  const double size = static_cast<double>(std::real(answer));
  return static_cast<int>(size * (1 + 1e-6)) + 1;
}

// Calls call(work, &size, &info) twice: first for the size of the scratch memory, then with it.
// Returns info.
template <class T, class Call> int withScratch(Call call) {
  T answer{};
  int size = -1, info = 0;
  call(&answer, &size, &info);
  if (info != 0)
    return info;
  size = scratchSize(answer);
  std::vector<T> work(static_cast<std::size_t>(size));
  call(work.data(), &size, &info);
  return info;
}

} // namespace heddle::cusolver
