#include "cusolver/singular_values.h"

#include "cusolver/jacobi.h"
#include "cusolver/lapack.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heddle::cusolver {

namespace {

bool isJob(char job) {
  return job == 'A' || job == 'S' || job == 'O' || job == 'N';
}

// The matrix as LAPACK's functions, which overwrite it, get it.
template <class T> std::vector<T> copyOf(const Decomposition<T>& p) {
  std::vector<T> copy(static_cast<std::size_t>(p.m * p.n));
  for (std::int64_t column = 0; column < p.n; ++column)
    std::copy_n(p.a + column * p.lda, p.m, copy.data() + column * p.m);
  return copy;
}

// Results of LAPACK in memory of their own. U and V^H are complete, or have as many vectors as
// there are singular values.
template <class T> struct Vectors {
  std::vector<Real<T>> s;
  std::vector<T> u, vt;
  std::int64_t rowsOfVt;
};

template <class T> int gesdd(char job, int m, int n, std::vector<T>& a, Vectors<T>& result) {
  using R = Real<T>;
  const std::int64_t smaller = std::min(m, n), larger = std::max(m, n);
  const int ldvt = static_cast<int>(result.rowsOfVt);
  std::vector<int> iwork(static_cast<std::size_t>(8 * smaller + 1));
  // The larger of the sizes that LAPACK's documentation names for the kinds of vectors.
  const std::int64_t rsize = 5 * smaller * smaller + 7 * smaller + 2 * larger * smaller + 1;
  std::vector<R> rwork(kIsComplex<T> ? static_cast<std::size_t>(rsize) : 0);
  return withScratch<T>([&](T* work, int* size, int* info) {
    if constexpr (kIsComplex<T>)
      lapack<T>().gesdd(&job, &m, &n, a.data(), &m, result.s.data(), result.u.data(), &m,
                        result.vt.data(), &ldvt, work, size, rwork.data(), iwork.data(), info);
    else
      lapack<T>().gesdd(&job, &m, &n, a.data(), &m, result.s.data(), result.u.data(), &m,
                        result.vt.data(), &ldvt, work, size, iwork.data(), info);
  });
}

template <class T> Vectors<T> makeVectors(const Decomposition<T>& p, char job) {
  const auto bytes = [](std::int64_t count) { return static_cast<std::size_t>(count); };
  const std::int64_t smaller = std::min(p.m, p.n);
  Vectors<T> result{std::vector<Real<T>>(bytes(smaller)), {}, {}, 1};
  if (job == 'N')
    return {std::move(result.s), std::vector<T>(1), std::vector<T>(1), 1};
  result.rowsOfVt = job == 'A' ? p.n : smaller;
  result.u.resize(bytes(p.m * (job == 'A' ? p.m : smaller)));
  result.vt.resize(bytes(result.rowsOfVt * p.n));
  return result;
}

template <class T> void store(const Decomposition<T>& p, const Vectors<T>& found) {
  std::copy_n(found.s.begin(), p.values, p.s);
  if (p.hasU)
    for (std::int64_t column = 0; column < p.columnsU; ++column)
      std::copy_n(found.u.begin() + column * p.m, p.m, p.u + column * p.ldu);
  if (p.hasV)
    for (std::int64_t column = 0; column < p.columnsV; ++column)
      for (std::int64_t row = 0; row < p.n; ++row) {
        T value = found.vt[static_cast<std::size_t>(column + row * found.rowsOfVt)];
        if constexpr (kIsComplex<T>)
          value = std::conj(value);
        p.v[row + column * p.ldv] = value;
      }
}

template <class T>
double residualOf(const Decomposition<T>& p, std::vector<T> matrix, const Vectors<T>& found) {
  const int m = static_cast<int>(p.m), n = static_cast<int>(p.n), k = static_cast<int>(p.values);
  const int ldvt = static_cast<int>(found.rowsOfVt);
  std::vector<T> scaled(static_cast<std::size_t>(p.m * p.values));
  for (std::int64_t column = 0; column < p.values; ++column)
    for (std::int64_t row = 0; row < p.m; ++row) {
      const auto at = static_cast<std::size_t>(row + column * p.m);
      scaled[at] = found.u[at] * found.s[static_cast<std::size_t>(column)];
    }
  const T one = 1, minusOne = -1;
  lapack<T>().gemm("N", "N", &m, &n, &k, &minusOne, scaled.data(), &m, found.vt.data(), &ldvt, &one,
                   matrix.data(), &m);
  double sum = 0;
  for (const T& value : matrix)
    sum += static_cast<double>(std::norm(value));
  return std::sqrt(sum);
}

} // namespace

template <class T> bool Decomposition<T>::isValid() const {
  return m >= 0 && n >= 0 && lda >= atLeastOne(m) && values >= 0 && values <= std::min(m, n) &&
         (!hasU || ldu >= atLeastOne(m)) && (!hasV || ldv >= atLeastOne(n));
}
template <class T> std::vector<Operand> Decomposition<T>::operands(int* info) const {
  return {matrix(a, m, n, lda), vector(s, values), matrix(u, m, hasU ? columnsU : 0, ldu),
          matrix(v, n, hasV ? columnsV : 0, ldv), vector(info, 1)};
}

template <class T> int decompose(const Decomposition<T>& p, double* residual) {
  if (p.m == 0 || p.n == 0)
    return 0;
  const std::int64_t smaller = std::min(p.m, p.n);
  const bool isComplete = (p.hasU && p.columnsU > smaller) || (p.hasV && p.columnsV > smaller);
  const bool isAny = p.hasU || p.hasV || residual;
  const char job = isComplete ? 'A' : isAny ? 'S' : 'N';
  Vectors<T> found = makeVectors(p, job);
  std::vector<T> copy = copyOf(p);
  int info = gesdd(job, static_cast<int>(p.m), static_cast<int>(p.n), copy, found);
  // LAPACK refuses a matrix with NaNs as an argument. To cuSOLVER it is one without convergence.
  if (info < 0) {
    info = static_cast<int>(smaller) + 1;
    std::fill(found.s.begin(), found.s.end(), std::numeric_limits<Real<T>>::quiet_NaN());
  }
  store(p, found);
  if (residual)
    *residual = residualOf(p, copyOf(p), found);
  return info;
}

template <class T>
cusolverStatus_t gesvd(Call handle, char jobu, char jobvt, std::int64_t m, std::int64_t n, T* a,
                       std::int64_t lda, Real<T>* s, T* u, std::int64_t ldu, T* vt,
                       std::int64_t ldvt, Real<T>* superdiagonal, int* info) {
  const std::int64_t columnsU = jobu == 'A' ? m : jobu == 'S' ? n : 0;
  const std::int64_t rowsVt = jobvt == 'A' || jobvt == 'S' ? n : 0;
  const bool isValid = isJob(jobu) && isJob(jobvt) && !(jobu == 'O' && jobvt == 'O') && n >= 0 &&
                       (m >= n || m == 0) && lda >= atLeastOne(m) &&
                       (columnsU == 0 || ldu >= atLeastOne(m)) &&
                       (rowsVt == 0 || ldvt >= atLeastOne(n));
  return call(handle, isValid, [=] {
    if (m == 0)
      return CUSOLVER_STATUS_SUCCESS;
    return launch(handle, "cusolverDnGesvd",
                  {matrix(a, m, n, lda), vector(s, n), matrix(u, m, columnsU, ldu),
                   matrix(vt, rowsVt, n, ldvt), vector(superdiagonal, superdiagonal ? n - 1 : 0),
                   vector(info, 1)},
                  [=] {
                    const int rows = static_cast<int>(m), columns = static_cast<int>(n),
                              ldA = static_cast<int>(lda), ldU = static_cast<int>(atLeastOne(ldu)),
                              ldVt = static_cast<int>(atLeastOne(ldvt));
                    std::vector<Real<T>> rwork(kIsComplex<T> ? static_cast<std::size_t>(5 * n + 1)
                                                             : 0);
                    const auto decompose = [&](T* work, int* size, int* result) {
                      if constexpr (kIsComplex<T>)
                        lapack<T>().gesvd(&jobu, &jobvt, &rows, &columns, a, &ldA, s, u, &ldU, vt,
                                          &ldVt, work, size, rwork.data(), result);
                      else
                        lapack<T>().gesvd(&jobu, &jobvt, &rows, &columns, a, &ldA, s, u, &ldU, vt,
                                          &ldVt, work, size, result);
                      // After a failure, LAPACK has left the superdiagonal in its scratch memory.
                      if (*result > 0 && superdiagonal)
                        for (std::int64_t i = 0; i + 1 < n; ++i)
                          superdiagonal[i] = kIsComplex<T> ? rwork[static_cast<std::size_t>(i)]
                                                           : std::real(work[i + 1]);
                    };
                    *info = withScratch<T>(decompose);
                  });
  });
}

namespace {

template <class T>
cusolverStatus_t gesvdj(Call handle, const Decomposition<T>& problem, cusolverEigMode_t jobz,
                        int* info, gesvdjInfo_t params) {
  return call(handle, isMode(jobz) && problem.isValid() && exist<gesvdjInfo>(params), [&] {
    params->result = std::make_shared<JacobiResult>();
    return launch(handle, "cusolverDnGesvdj", problem.operands(info),
                  [=, result = params->result] { *info = decompose(problem, &result->residual); });
  });
}

// The largest matrices that cuSOLVER takes in batches.
constexpr int kLargestInBatch = 32;

template <class T>
cusolverStatus_t gesvdjBatched(Call handle, const Decomposition<T>& first, cusolverEigMode_t jobz,
                               int* info, gesvdjInfo_t params, int count) {
  const bool isValid = isMode(jobz) && first.isValid() && first.m <= kLargestInBatch &&
                       first.n <= kLargestInBatch && exist<gesvdjInfo>(params) && count >= 0;
  return call(handle, isValid, [&] {
    params->result = std::make_shared<JacobiResult>(JacobiResult{0, false});
    return launchBatch(handle, "cusolverDnGesvdjBatched", count, [=](std::int64_t index) {
      Decomposition<T> problem = first;
      problem.a += index * first.lda * first.n;
      problem.s += index * first.values;
      problem.u += index * first.ldu * first.m;
      problem.v += index * first.ldv * first.n;
      if (!areAccessible(problem.operands(info + index)))
        return false;
      info[index] = decompose(problem);
      return true;
    });
  });
}

struct Strides {
  std::int64_t a, s, u, v;

  // Whether no matrix of a batch overlaps the next one.
  template <class T> bool areApart(const Decomposition<T>& first) const {
    return a >= first.lda * first.n && s >= first.values &&
           (!first.hasU || u >= first.ldu * first.columnsU) &&
           (!first.hasV || v >= first.ldv * first.columnsV);
  }
};

// The residuals are numbers of the host, so the call waits for them.
template <class T>
cusolverStatus_t gesvda(Call handle, const Decomposition<T>& first, cusolverEigMode_t jobz,
                        const Strides& strides, int* info, double* residuals, int count) {
  const bool isValid = isMode(jobz) && first.isValid() && first.m >= first.n && count >= 0 &&
                       strides.areApart(first);
  return call(handle, isValid, [=] {
    const auto found = std::make_shared<std::vector<double>>(static_cast<std::size_t>(count));
    const cusolverStatus_t status =
        launchBatch(handle, "cusolverDnGesvdaStridedBatched", count, [=](std::int64_t index) {
          Decomposition<T> problem = first;
          problem.a += index * strides.a;
          problem.s += index * strides.s;
          problem.u += index * strides.u;
          problem.v += index * strides.v;
          if (!areAccessible(problem.operands(info + index)))
            return false;
          double* const residual = &(*found)[static_cast<std::size_t>(index)];
          info[index] = decompose(problem, residuals ? residual : nullptr);
          return true;
        });
    if (!residuals)
      return status;
    const cusolverStatus_t done = wait(handle, status);
    std::copy(found->begin(), found->end(), residuals);
    return done;
  });
}

// All singular values with the vectors that go with them, or, if not `isEconomic`, all vectors.
template <class T>
Decomposition<T> whole(cusolverEigMode_t jobz, bool isEconomic, std::int64_t m, std::int64_t n,
                       const T* a, std::int64_t lda, Real<T>* s, T* u, std::int64_t ldu, T* v,
                       std::int64_t ldv) {
  const bool hasVectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
  const std::int64_t smaller = std::min(m, n);
  return {hasVectors,
          hasVectors,
          m,
          n,
          smaller,
          isEconomic ? smaller : m,
          isEconomic ? smaller : n,
          a,
          lda,
          s,
          u,
          ldu,
          v,
          ldv};
}

} // namespace

} // namespace heddle::cusolver

using namespace heddle::cusolver;

// cusolver/generic.cpp calls these, and sees only their declarations.
#define HEDDLE_INSTANTIATE(T)                                                                      \
  template struct heddle::cusolver::Decomposition<T>;                                              \
  template int heddle::cusolver::decompose(const Decomposition<T>&, double*);                      \
  template cusolverStatus_t heddle::cusolver::gesvd(Call, char, char, std::int64_t, std::int64_t,  \
                                                    T*, std::int64_t, Real<T>*, T*, std::int64_t,  \
                                                    T*, std::int64_t, Real<T>*, int*);
HEDDLE_INSTANTIATE(float)
HEDDLE_INSTANTIATE(double)
HEDDLE_INSTANTIATE(std::complex<float>)
HEDDLE_INSTANTIATE(std::complex<double>)
#undef HEDDLE_INSTANTIATE

#define HEDDLE_SINGULAR_VALUES(S, T, R)                                                            \
  cusolverStatus_t cusolverDn##S##gesvd_bufferSize(cusolverDnHandle_t handle, int, int,            \
                                                   int* lwork) {                                   \
    return answerBufferSize(handle, lwork);                                                        \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##gesvd(                                                           \
      cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T* A, int lda, \
      R* S_, T* U, int ldu, T* VT, int ldvt, T*, int, R* rwork, int* info) {                       \
    return gesvd(handle, static_cast<char>(jobu), static_cast<char>(jobvt), m, n, native(A), lda,  \
                 S_, native(U), ldu, native(VT), ldvt, rwork, info);                               \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##gesvdj_bufferSize(                                               \
      cusolverDnHandle_t handle, cusolverEigMode_t, int, int m, int n, const T*, int, const R*,    \
      const T*, int, const T*, int, int* lwork, gesvdjInfo_t) {                                    \
    return answerBufferSize(handle, m >= 0 && n >= 0, lwork);                                      \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##gesvdj(                                                          \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, T* A, int lda,    \
      R* S_, T* U, int ldu, T* V, int ldv, T*, int, int* info, gesvdjInfo_t params) {              \
    return gesvdj(handle,                                                                          \
                  whole<Native<T>>(jobz, econ != 0, m, n, native(A), lda, S_, native(U), ldu,      \
                                   native(V), ldv),                                                \
                  jobz, info, params);                                                             \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##gesvdjBatched_bufferSize(                                        \
      cusolverDnHandle_t handle, cusolverEigMode_t, int, int, const T*, int, const R*, const T*,   \
      int, const T*, int, int* lwork, gesvdjInfo_t, int) {                                         \
    return answerBufferSize(handle, true, lwork);                                                  \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##gesvdjBatched(                                                   \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, T* A, int lda, R* S_, T* U, \
      int ldu, T* V, int ldv, T*, int, int* info, gesvdjInfo_t params, int batchSize) {            \
    return gesvdjBatched(                                                                          \
        handle,                                                                                    \
        whole<Native<T>>(jobz, false, m, n, native(A), lda, S_, native(U), ldu, native(V), ldv),   \
        jobz, info, params, batchSize);                                                            \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##gesvdaStridedBatched_bufferSize(                                 \
      cusolverDnHandle_t handle, cusolverEigMode_t, int, int, int, const T*, int, long long int,   \
      const R*, long long int, const T*, int, long long int, const T*, int, long long int,         \
      int* lwork, int) {                                                                           \
    return answerBufferSize(handle, lwork);                                                        \
  }                                                                                                \
  cusolverStatus_t cusolverDn##S##gesvdaStridedBatched(                                            \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n, const T* A,       \
      int lda, long long int strideA, R* S_, long long int strideS, T* U, int ldu,                 \
      long long int strideU, T* V, int ldv, long long int strideV, T*, int, int* info,             \
      double* residuals, int batchSize) {                                                          \
    const bool hasVectors = jobz == CUSOLVER_EIG_MODE_VECTOR;                                      \
    const Decomposition<Native<T>> first{hasVectors, hasVectors, m,         n,   rank,             \
                                         rank,       rank,       native(A), lda, S_,               \
                                         native(U),  ldu,        native(V), ldv};                  \
    return invalidWithoutHandle(gesvda(handle, first, jobz, {strideA, strideS, strideU, strideV},  \
                                       info, residuals, batchSize));                               \
  }
HEDDLE_CUSOLVER_EACH(HEDDLE_SINGULAR_VALUES)
#undef HEDDLE_SINGULAR_VALUES
