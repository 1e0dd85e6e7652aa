#include "cusolver/eigenvalues.h"

#include "cusolver/eigen_problem.h"
#include "cusolver/jacobi.h"
#include "cusolver/lapack.h"

#include <algorithm>
#include <cmath>

namespace heddle::cusolver {

namespace {

bool isProblem(cusolverEigType_t type) {
  return type >= CUSOLVER_EIG_TYPE_1 && type <= CUSOLVER_EIG_TYPE_3;
}

// Moves the wanted eigenvalues, and their vectors, to the front. Returns their number.
template <class T>
std::int64_t select(const EigenProblem<T>& p, const EigenvalueRange<Real<T>>& range) {
  std::int64_t begin = 0, end = p.n;
  if (range.kind == CUSOLVER_EIG_RANGE_I && p.n != 0) {
    begin = range.first - 1;
    end = range.last;
  } else if (range.kind == CUSOLVER_EIG_RANGE_V) {
    begin = std::upper_bound(p.w, p.w + p.n, range.low) - p.w;
    end = std::upper_bound(p.w, p.w + p.n, range.high) - p.w;
  }
  std::copy(p.w + begin, p.w + end, p.w);
  if (p.mode == CUSOLVER_EIG_MODE_VECTOR && begin != 0)
    for (std::int64_t column = begin; column < end; ++column)
      std::copy_n(p.a + column * p.lda, p.n, p.a + (column - begin) * p.lda);
  return end - begin;
}

template <class T>
cusolverStatus_t solveAll(Call handle, const char* name, const EigenProblem<T>& problem,
                          int* info) {
  return call(handle, problem.isValid(), [=] {
    return launch(handle, name, problem.operands(info), [=] { *info = solve(problem); });
  });
}

template <class T, class Count>
cusolverStatus_t solveSome(Call handle, const char* name, const EigenProblem<T>& problem,
                           const EigenvalueRange<Real<T>>& range, Count* found, int* info) {
  return call(handle, problem.isValid() && range.isValid(problem.n) && found, [=] {
    const auto count = std::make_shared<std::int64_t>(0);
    const cusolverStatus_t status = launch(handle, name, problem.operands(info), [=] {
      *info = solve(problem);
      if (*info == 0)
        *count = select(problem, range);
    });
    // Only the number of eigenvalues in an interval is unknown before the work is done.
    if (range.kind == CUSOLVER_EIG_RANGE_V) {
      const cusolverStatus_t done = wait(handle, status);
      *found = static_cast<Count>(*count);
      return done;
    }
    const bool isPart = range.kind == CUSOLVER_EIG_RANGE_I && problem.n != 0;
    *found = static_cast<Count>(isPart ? range.last - range.first + 1 : problem.n);
    return status;
  });
}

// The Frobenius norm of A*V - V*W for the matrix A before its vectors V came into its place.
template <class T> double residualOf(const EigenProblem<T>& p, std::vector<T>& before) {
  const auto n = static_cast<std::size_t>(p.n);
  const bool isLower = p.uplo == CUBLAS_FILL_MODE_LOWER;
  for (std::size_t column = 0; column < n; ++column)
    for (std::size_t row = 0; row < column; ++row) {
      T& upper = before[row + column * n];
      T& lower = before[column + row * n];
      T value = isLower ? lower : upper;
      if constexpr (kIsComplex<T>)
        value = std::conj(value);
      (isLower ? upper : lower) = value;
    }
  if constexpr (kIsComplex<T>)
    for (std::size_t row = 0; row < n; ++row)
      before[row * (n + 1)] = before[row * (n + 1)].real();
  std::vector<T> difference(n * n);
  for (std::size_t column = 0; column < n; ++column)
    for (std::size_t row = 0; row < n; ++row)
      difference[row + column * n] =
          p.a[row + column * static_cast<std::size_t>(p.lda)] * p.w[column];
  const T one = 1, minusOne = -1;
  lapack<T>().gemm("N", "N", &p.n, &p.n, &p.n, &one, before.data(), &p.n, p.a, &p.lda, &minusOne,
                   difference.data(), &p.n);
  double sum = 0;
  for (const T& value : difference)
    sum += static_cast<double>(std::norm(value));
  return std::sqrt(sum);
}

// The residual of a problem with one matrix needs the vectors, so these are always computed.
template <class T>
cusolverStatus_t syevj(Call handle, EigenProblem<T> problem, int* info, syevjInfo_t params) {
  const bool isValid = problem.isValid() && exist<syevjInfo>(params);
  return call(handle, isValid, [&] {
    problem.mode = CUSOLVER_EIG_MODE_VECTOR;
    params->result = std::make_shared<JacobiResult>();
    return launch(handle, "cusolverDnSyevj", problem.operands(info), [=, result = params->result] {
      const auto n = static_cast<std::size_t>(problem.n);
      std::vector<T> before(n * n);
      for (std::size_t column = 0; column < n; ++column)
        std::copy_n(problem.a + column * static_cast<std::size_t>(problem.lda), n,
                    before.data() + column * n);
      *info = solve(problem);
      if (*info == 0)
        result->residual = residualOf(problem, before);
    });
  });
}

template <class T>
cusolverStatus_t sygvj(Call handle, const EigenProblem<T>& problem, int* info, syevjInfo_t params) {
  return call(handle, problem.isValid() && (!params || exist<syevjInfo>(params)), [&] {
    if (params)
      params->result = std::make_shared<JacobiResult>(JacobiResult{0, false});
    return launch(handle, "cusolverDnSygvj", problem.operands(info),
                  [=] { *info = solve(problem); });
  });
}

template <class T>
cusolverStatus_t syevjBatched(Call handle, const EigenProblem<T>& problem, int* info,
                              syevjInfo_t params, int count) {
  return call(handle, exist<syevjInfo>(params), [&] {
    params->result = std::make_shared<JacobiResult>(JacobiResult{0, false});
    return syevBatched(handle, problem.mode, problem.uplo, problem.n, problem.a, problem.lda,
                       problem.w, info, count);
  });
}

template <class T>
EigenProblem<T> problemOf(cusolverEigMode_t jobz, cublasFillMode_t uplo, std::int64_t n, T* a,
                          std::int64_t lda, Real<T>* w) {
  return {jobz, uplo, static_cast<int>(n), a, static_cast<int>(lda), w};
}

} // namespace

template <class T>
cusolverStatus_t syevd(Call handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, std::int64_t n,
                       T* a, std::int64_t lda, Real<T>* w, int* info) {
  return solveAll(handle, "cusolverDnSyevd", problemOf(jobz, uplo, n, a, lda, w), info);
}

template <class T>
cusolverStatus_t syevBatched(Call handle, cusolverEigMode_t jobz, cublasFillMode_t uplo,
                             std::int64_t n, T* a, std::int64_t lda, Real<T>* w, int* info,
                             std::int64_t count) {
  const EigenProblem<T> first = problemOf(jobz, uplo, n, a, lda, w);
  return call(handle, first.isValid() && count >= 0, [=] {
    return launchBatch(handle, "cusolverDnSyevBatched", count, [=](std::int64_t index) {
      EigenProblem<T> problem = first;
      problem.a += index * lda * n;
      problem.w += index * n;
      if (!areAccessible(problem.operands(info + index)))
        return false;
      info[index] = solve(problem);
      return true;
    });
  });
}

template <class T, class Count>
cusolverStatus_t syevdx(Call handle, cusolverEigMode_t jobz, const EigenvalueRange<Real<T>>& range,
                        cublasFillMode_t uplo, std::int64_t n, T* a, std::int64_t lda, Count* found,
                        Real<T>* w, int* info) {
  return solveSome(handle, "cusolverDnSyevdx", problemOf(jobz, uplo, n, a, lda, w), range, found,
                   info);
}

} // namespace heddle::cusolver

using namespace heddle::cusolver;

// cusolver/generic.cpp calls these, and sees only their declarations.
#define HEDDLE_INSTANTIATE(T)                                                                      \
  template cusolverStatus_t heddle::cusolver::syevd(                                               \
      Call, cusolverEigMode_t, cublasFillMode_t, std::int64_t, T*, std::int64_t, Real<T>*, int*);  \
  template cusolverStatus_t heddle::cusolver::syevBatched(                                         \
      Call, cusolverEigMode_t, cublasFillMode_t, std::int64_t, T*, std::int64_t, Real<T>*, int*,   \
      std::int64_t);                                                                               \
  template cusolverStatus_t heddle::cusolver::syevdx(                                              \
      Call, cusolverEigMode_t, const EigenvalueRange<Real<T>>&, cublasFillMode_t, std::int64_t,    \
      T*, std::int64_t, std::int64_t*, Real<T>*, int*);
HEDDLE_INSTANTIATE(float)
HEDDLE_INSTANTIATE(double)
HEDDLE_INSTANTIATE(std::complex<float>)
HEDDLE_INSTANTIATE(std::complex<double>)
#undef HEDDLE_INSTANTIATE

#define HEDDLE_EIGENVALUES(SY, OR, T, R)                                                           \
  cusolverStatus_t cusolverDn##SY##evd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t,    \
                                                  cublasFillMode_t, int n, const T*, int,          \
                                                  const R*, int* lwork) {                          \
    return answerBufferSize(handle, n >= 0, lwork);                                                \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##evd(cusolverDnHandle_t handle, cusolverEigMode_t jobz,          \
                                       cublasFillMode_t uplo, int n, T* A, int lda, R* W, T*, int, \
                                       int* info) {                                                \
    return syevd(handle, jobz, uplo, n, native(A), lda, W, info);                                  \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##evdx_bufferSize(                                                \
      cusolverDnHandle_t handle, cusolverEigMode_t, cusolverEigRange_t, cublasFillMode_t, int n,   \
      const T*, int, R, R, int, int, int*, const R*, int* lwork) {                                 \
    return answerBufferSize(handle, n >= 0, lwork);                                                \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##evdx(cusolverDnHandle_t handle, cusolverEigMode_t jobz,         \
                                        cusolverEigRange_t range, cublasFillMode_t uplo, int n,    \
                                        T* A, int lda, R vl, R vu, int il, int iu, int* meig,      \
                                        R* W, T*, int, int* info) {                                \
    const EigenvalueRange<R> part{range, vl, vu, il, iu};                                          \
    return syevdx(handle, jobz, part, uplo, n, native(A), lda, meig, W, info);                     \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##gvd_bufferSize(                                                 \
      cusolverDnHandle_t handle, cusolverEigType_t, cusolverEigMode_t, cublasFillMode_t uplo,      \
      int n, const T*, int, const T*, int, const R*, int* lwork) {                                 \
    return answerBufferSize(handle, isTriangle(uplo) && n >= 0, lwork);                            \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##gvd(cusolverDnHandle_t handle, cusolverEigType_t itype,         \
                                       cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* A, \
                                       int lda, T* B, int ldb, R* W, T*, int, int* info) {         \
    if (!isProblem(itype) || !B)                                                                   \
      return CUSOLVER_STATUS_INVALID_VALUE;                                                        \
    const EigenProblem<Native<T>> problem{                                                         \
        jobz, uplo, n, native(A), lda, W, itype, native(B), ldb};                                  \
    return solveAll(handle, "cusolverDnSygvd", problem, info);                                     \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##gvdx_bufferSize(                                                \
      cusolverDnHandle_t handle, cusolverEigType_t, cusolverEigMode_t, cusolverEigRange_t,         \
      cublasFillMode_t uplo, int n, const T*, int lda, const T*, int, R, R, int, int, int*,        \
      const R*, int* lwork) {                                                                      \
    return answerBufferSize(handle, isTriangle(uplo) && n >= 0 && lda >= 0, lwork);                \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##gvdx(                                                           \
      cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,                  \
      cusolverEigRange_t range, cublasFillMode_t uplo, int n, T* A, int lda, T* B, int ldb, R vl,  \
      R vu, int il, int iu, int* meig, R* W, T*, int, int* info) {                                 \
    if (!isProblem(itype) || !B)                                                                   \
      return CUSOLVER_STATUS_INVALID_VALUE;                                                        \
    const EigenvalueRange<R> part{range, vl, vu, il, iu};                                          \
    const EigenProblem<Native<T>> problem{                                                         \
        jobz, uplo, n, native(A), lda, W, itype, native(B), ldb};                                  \
    return solveSome(handle, "cusolverDnSygvdx", problem, part, meig, info);                       \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##evj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t,    \
                                                  cublasFillMode_t, int n, const T*, int,          \
                                                  const R*, int* lwork, syevjInfo_t) {             \
    return answerBufferSize(handle, n >= 0, lwork);                                                \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##evj(cusolverDnHandle_t handle, cusolverEigMode_t jobz,          \
                                       cublasFillMode_t uplo, int n, T* A, int lda, R* W, T*, int, \
                                       int* info, syevjInfo_t params) {                            \
    return syevj(handle, problemOf(jobz, uplo, n, native(A), lda, W), info, params);               \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##evjBatched_bufferSize(                                          \
      cusolverDnHandle_t handle, cusolverEigMode_t, cublasFillMode_t, int n, const T*, int,        \
      const R*, int* lwork, syevjInfo_t, int batchSize) {                                          \
    return answerBufferSize(handle, n >= 0 && batchSize >= 0, lwork);                              \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##evjBatched(                                                     \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* A,       \
      int lda, R* W, T*, int, int* info, syevjInfo_t params, int batchSize) {                      \
    return syevjBatched(handle, problemOf(jobz, uplo, n, native(A), lda, W), info, params,         \
                        batchSize);                                                                \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##gvj_bufferSize(                                                 \
      cusolverDnHandle_t handle, cusolverEigType_t, cusolverEigMode_t, cublasFillMode_t uplo,      \
      int n, const T*, int lda, const T*, int, const R*, int* lwork, syevjInfo_t) {                \
    return answerBufferSize(handle, isTriangle(uplo) && n >= 0 && lda >= 0, lwork);                \
  }                                                                                                \
  cusolverStatus_t cusolverDn##SY##gvj(cusolverDnHandle_t handle, cusolverEigType_t itype,         \
                                       cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T* A, \
                                       int lda, T* B, int ldb, R* W, T*, int, int* info,           \
                                       syevjInfo_t params) {                                       \
    if (!isProblem(itype) || !B)                                                                   \
      return CUSOLVER_STATUS_INVALID_VALUE;                                                        \
    const EigenProblem<Native<T>> problem{                                                         \
        jobz, uplo, n, native(A), lda, W, itype, native(B), ldb};                                  \
    return sygvj(handle, problem, info, params);                                                   \
  }
HEDDLE_CUSOLVER_EACH_NAMED(HEDDLE_EIGENVALUES)
#undef HEDDLE_EIGENVALUES
