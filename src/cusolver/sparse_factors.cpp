// cusolverSp, a step at a time: objects that keep the LU, QR or Cholesky factors of a sparse
// matrix, and batches of systems by QR. Programs that want fewer elements in the factors permute
// the matrix themselves, so the order of rows and columns stays as it is here.
#include "cusolver/orderings.h"
#include "cusolver/sparse_handle.h"
#include "cusolver/sparse_lu.h"
#include "cusolver/sparse_qr.h"
#include "cusolverSp_LOWLEVEL_PREVIEW.h"

#include <algorithm>
#include <initializer_list>
#include <type_traits>
#include <variant>

namespace heddle::cusolver {

// Something of one of the four types that functions of the API exist for.
template <template <class> class Object>
using OfAnyType = std::variant<std::monostate, Object<float>, Object<double>,
                               Object<std::complex<float>>, Object<std::complex<double>>>;

// What the object of a program keeps. Work on a stream shares it, because the program may destroy
// its object before the work is done.
struct LuState {
  OfAnyType<SparseLu> factors;
};
struct QrState {
  OfAnyType<SparseColumns> matrix;
  OfAnyType<SparseQr> factors;
};

// The object of a program. The flags say what it has ordered, which may not be done yet.
template <class State> struct FactorInfo {
  int rows = -1, columns = -1; // -1 before the analysis
  bool isSetUp = false, isFactored = false;
  int largestBatch = 0; // that sizes were asked for
  std::shared_ptr<State> state = std::make_shared<State>();

  bool isAnalyzed() const { return rows > 0; }
};

} // namespace heddle::cusolver

using heddle::cusolver::FactorInfo;
struct csrluInfoHost : FactorInfo<heddle::cusolver::LuState> {};
struct csrcholInfoHost : FactorInfo<heddle::cusolver::LuState> {};
struct csrcholInfo : FactorInfo<heddle::cusolver::LuState> {};
struct csrqrInfoHost : FactorInfo<heddle::cusolver::QrState> {};
struct csrqrInfo : FactorInfo<heddle::cusolver::QrState> {};

namespace {

using namespace heddle;
using namespace heddle::cusolver;

template <class Info> cusolverStatus_t create(Info** info) {
  if (!info)
    return CUSOLVER_STATUS_INVALID_VALUE;
  return guarded([&] {
    *info = Handles<Info>::get().add({});
    return CUSOLVER_STATUS_SUCCESS;
  });
}
// As with free(), a null pointer is nothing to destroy.
template <class Info> cusolverStatus_t destroy(Info* info) {
  return !info || Handles<Info>::get().remove(info) ? CUSOLVER_STATUS_SUCCESS
                                                    : CUSOLVER_STATUS_INVALID_VALUE;
}

// As in cuSOLVER, only an object for Cholesky factors takes a second pattern.
template <class Info>
constexpr bool kTakesPatterns =
    std::is_same_v<Info, csrcholInfo> || std::is_same_v<Info, csrcholInfoHost>;

template <class Place, class Info>
cusolverStatus_t analyze(cusolverSpHandle_t handle, const CsrPattern& a, cusparseMatDescr_t descr,
                         Info* info) {
  const bool isRight = descr && a.isRight() && a.rows >= a.columns && exist(info) &&
                       (kTakesPatterns<Info> || !info->isAnalyzed());
  return callWithMatrix(handle, descr, isRight, [&] {
    *info = {};
    info->rows = a.rows;
    info->columns = a.columns;
    return Place::run(handle, [=] { return Place::canRead(a) && a.areIndicesRight(); });
  });
}
// The work allocates what it needs itself.
template <class Info>
cusolverStatus_t answerSizes(cusolverSpHandle_t handle, cusparseMatDescr_t descr,
                             bool areArgumentsValid, Info* info, std::size_t* internal,
                             std::size_t* workspace, int batch = 1) {
  return callWithMatrix(
      handle, descr,
      areArgumentsValid && exist(info) && info->isAnalyzed() && internal && workspace, [&] {
        *internal = 1;
        *workspace = 1;
        info->largestBatch = batch;
        return CUSOLVER_STATUS_SUCCESS;
      });
}

// Whether a step accepts the sizes and the workspace that a program passes. The sizes of the
// factors are known from the analysis, so these only must not be negative; cuSOLVER looks for a
// workspace only on the host.
template <class Place> bool isStep(std::initializer_list<int> sizes, const void* workspace) {
  return std::ranges::all_of(sizes, [](int size) { return size >= 0; }) &&
         (std::is_same_v<Place, OnDevice> || workspace);
}

// Orders make(state), which returns false where the matrix cannot be read, and notes that it will
// have made the factors.
template <class Place, class Info, class Make>
cusolverStatus_t factor(cusolverSpHandle_t handle, bool areArgumentsValid, Info* info, Make make) {
  return call(handle, areArgumentsValid && exist(info), [&] {
    info->isFactored = true;
    return Place::run(handle, [=, state = info->state] { return make(*state); });
  });
}
template <class Place, class T, class Info>
cusolverStatus_t factorCholesky(cusolverSpHandle_t handle, const CsrMatrix<T>& a,
                                cusparseMatDescr_t descr, bool areArgumentsValid, Info* info) {
  // Only on the device is a descriptor that is missing a type of matrix that is not supported.
  const bool isRight =
      areArgumentsValid && a.isRight() && (std::is_same_v<Place, OnDevice> || descr);
  return callWithMatrix(handle, descr, isRight, [&] {
    return factor<Place>(handle, true, info, [=](LuState& state) {
      if (!Place::canRead(a) || !a.pattern.areIndicesRight())
        return false;
      state.factors.template emplace<SparseLu<T>>(
          a.hermitianByColumns(), naturalOrder(a.pattern.rows), PivotRule<T>{0, true});
      return true;
    });
  });
}
template <class T>
cusolverStatus_t factorLu(cusolverSpHandle_t handle, const CsrMatrix<T>& a,
                          cusparseMatDescr_t descr, csrluInfoHost_t info, Real<T> threshold) {
  return callWithMatrix(handle, descr, a.isRight(), [&] {
    return factor<OnHost>(handle, true, info, [=](LuState& state) {
      if (!a.pattern.areIndicesRight())
        return false;
      state.factors.emplace<SparseLu<T>>(a.byColumns(), naturalOrder(a.pattern.rows),
                                         PivotRule<T>{threshold, false});
      return true;
    });
  });
}
template <class Place, class T, class Info>
cusolverStatus_t setUpQr(cusolverSpHandle_t handle, const CsrMatrix<T>& a, cusparseMatDescr_t descr,
                         T mu, Info* info) {
  return call(handle, descr && a.isRight() && exist(info), [&] {
    info->isSetUp = true;
    info->isFactored = false;
    return Place::run(handle, [=, state = info->state] {
      if (!Place::canRead(a) || !a.pattern.areIndicesRight())
        return false;
      state->matrix.template emplace<SparseColumns<T>>(a.byColumns()).shift(mu);
      return true;
    });
  });
}
// False when the matrix that was set up is of another type.
template <class T> bool factorQr(QrState& state) {
  const auto* matrix = std::get_if<SparseColumns<T>>(&state.matrix);
  if (!matrix)
    return false;
  state.factors.emplace<SparseQr<T>>(*matrix, naturalOrder(matrix->columnCount()), Real<T>(-1));
  return true;
}

// Vectors of one system.
template <class T> struct Sides {
  const T* right;
  T* solution;
  bool areGiven() const { return right && solution; }
};
// The sizes are those of the factors, whatever the program passes with the vectors. False where the
// vectors are not there, or the factors are of another type.
template <class Place, class T, class Factors>
bool solveWith(const Factors* factors, const Sides<T>& sides) {
  if (!factors || !Place::canRead(sides.right, factors->rowCount()) ||
      !Place::canWrite(sides.solution, factors->columnCount()))
    return false;
  const std::vector<T> x = factors->solve(sides.right);
  std::copy(x.begin(), x.end(), sides.solution);
  return true;
}
template <class Place, template <class> class Factors, class T, class Info>
cusolverStatus_t solve(cusolverSpHandle_t handle, bool areArgumentsValid, const Sides<T>& sides,
                       Info* info) {
  const bool isRight = areArgumentsValid && sides.areGiven() && exist(info) && info->isFactored;
  return call(handle, isRight, [&] {
    return Place::run(handle, [=, state = info->state] {
      return solveWith<Place>(std::get_if<Factors<T>>(&state->factors), sides);
    });
  });
}
// Factors and, where vectors are given, solves.
template <class Place, class T, class Info>
cusolverStatus_t factorQr(cusolverSpHandle_t handle, bool areArgumentsValid, const Sides<T>& sides,
                          Info* info) {
  const bool isRight = areArgumentsValid && exist(info) && info->isSetUp;
  return factor<Place>(handle, isRight, info, [=](QrState& state) {
    return factorQr<T>(state) &&
           (!sides.areGiven() || solveWith<Place>(std::get_if<SparseQr<T>>(&state.factors), sides));
  });
}

// Writes find(factors), which the program gets on the host.
template <class Place, class Factors, class Info, class Find>
cusolverStatus_t findPivot(cusolverSpHandle_t handle, Info* info, int* position, Find find) {
  return call(handle, exist(info) && position && info->isFactored, [&] {
    if (const cusolverStatus_t status = Place::wait(handle))
      return status;
    const auto* factors = std::get_if<Factors>(&info->state->factors);
    if (!factors)
      return CUSOLVER_STATUS_INVALID_VALUE;
    *position = find(*factors);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

template <class T>
cusolverStatus_t getDiagonal(cusolverSpHandle_t handle, csrcholInfo_t info, Real<T>* diagonal) {
  return call(handle, exist(info) && diagonal && info->isFactored, [&] {
    return OnDevice::run(handle, [=, state = info->state] {
      const auto* factors = std::get_if<SparseLu<T>>(&state->factors);
      if (!factors || !OnDevice::canWrite(diagonal, factors->steps()))
        return false;
      std::transform(factors->diagonal().begin(), factors->diagonal().end(), diagonal,
                     [](const T& pivot) { return std::sqrt(std::real(pivot)); });
      return true;
    });
  });
}

// Where the elements of a factor, which come by columns, are stored in CSR.
template <class T> struct CsrResult {
  T* values;
  int* offsets;
  int* columns;
  int base;

  // forEach(visit) calls visit(row, column, value) for all elements.
  template <class ForEach> void store(int n, ForEach forEach) const {
    std::fill(offsets, offsets + n + 1, 0);
    forEach([&](int row, int, const T&) { ++offsets[row + 1]; });
    for (int row = 0; row < n; ++row)
      offsets[row + 1] += offsets[row];
    std::vector<int> next(offsets, offsets + n);
    forEach([&](int row, int column, const T& value) {
      const int entry = next[index(row)]++;
      columns[entry] = column + base;
      values[entry] = value;
    });
    for (int row = 0; row <= n; ++row)
      offsets[row] += base;
  }
  bool isRight(int nnz) const { return offsets && (nnz == 0 || (values && columns)); }
};

struct CountElements {
  int lower = 0, upper = 0;
  void operator()(const std::monostate&) {}
  template <class T> void operator()(const SparseLu<T>& lu) {
    lu.forEachOfLower([&](int, int, const T&) { ++lower; });
    lu.forEachOfUpper([&](int, int, const T&) { ++upper; });
  }
};

template <class T>
cusolverStatus_t extractLu(cusolverSpHandle_t handle, int* p, int* q, const CsrResult<T>& lower,
                           const CsrResult<T>& upper, csrluInfoHost_t info) {
  return call(handle, p && q && exist(info), [&] {
    const auto* lu = std::get_if<SparseLu<T>>(&info->state->factors);
    if (!lu)
      return CUSOLVER_STATUS_INVALID_VALUE;
    CountElements count;
    count(*lu);
    if (!lower.isRight(count.lower) || !upper.isRight(count.upper))
      return CUSOLVER_STATUS_INVALID_VALUE;
    std::copy(lu->rowOrder().begin(), lu->rowOrder().end(), p);
    std::copy(lu->columnOrder().begin(), lu->columnOrder().end(), q);
    lower.store(lu->steps(), [&](auto visit) { lu->forEachOfLower(visit); });
    upper.store(lu->steps(), [&](auto visit) { lu->forEachOfUpper(visit); });
    return CUSOLVER_STATUS_SUCCESS;
  });
}
// Systems whose matrices have the same structure and follow one another, like the vectors.
template <class T>
cusolverStatus_t solveBatch(cusolverSpHandle_t handle, const CsrMatrix<T>& a,
                            cusparseMatDescr_t descr, const Sides<T>& sides, int count,
                            csrqrInfo_t info) {
  const bool isRight = a.isRight() && sides.areGiven() && exist(info) && info->isAnalyzed() &&
                       count <= info->largestBatch;
  return callWithMatrix(handle, descr, isRight, [&] {
    if (count <= 0)
      return CUSOLVER_STATUS_EXECUTION_FAILED;
    return toStatus(library::launch(
        handle->stream, "cusolverSp", static_cast<std::uint64_t>(count),
        [=](void*, std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t i = begin; i < end; ++i) {
            const CsrMatrix<T> matrix{a.pattern, a.values + i * index(a.pattern.nnz)};
            if (!OnDevice::canRead(matrix) || !matrix.pattern.areIndicesRight())
              return false;
            const SparseQr<T> qr(matrix.byColumns(), naturalOrder(a.pattern.columns), -1);
            const std::size_t rows = index(a.pattern.rows), columns = index(a.pattern.columns);
            if (!solveWith<OnDevice, T>(&qr,
                                        {sides.right + i * rows, sides.solution + i * columns}))
              return false;
          }
          return true;
        }));
  });
}

} // namespace

#define HEDDLE_INFO(Name, Info)                                                                    \
  cusolverStatus_t cusolverSpCreate##Name(Info* info) {                                            \
    return create(info);                                                                           \
  }                                                                                                \
  cusolverStatus_t cusolverSpDestroy##Name(Info info) {                                            \
    return destroy(info);                                                                          \
  }
#define HEDDLE_MATRIX(m, n, T)                                                                     \
  CsrMatrix<Native<T>> {                                                                           \
    {m, n, nnz, baseOf(descr), offsets, columns}, native(values)                                   \
  }

#define HEDDLE_CSR_PATTERN                                                                         \
  int nnz, const cusparseMatDescr_t descr, const int *offsets, const int *columns
#define HEDDLE_CSR_VALUES(T)                                                                       \
  int nnz, const cusparseMatDescr_t descr, const T *values, const int *offsets, const int *columns

#define HEDDLE_QR_AND_CHOLESKY(S, T, Place, place, QrInfo, CholeskyInfo)                           \
  cusolverStatus_t cusolverSp##S##csrqrBufferInfo##Place(cusolverSpHandle_t handle, int m, int n,  \
                                                         HEDDLE_CSR_VALUES(T), QrInfo info,        \
                                                         size_t* internal, size_t* workspace) {    \
    return answerSizes(handle, descr, HEDDLE_MATRIX(m, n, T).isRight(), info, internal,            \
                       workspace);                                                                 \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrqrSetup##Place(cusolverSpHandle_t handle, int m, int n,       \
                                                    HEDDLE_CSR_VALUES(T), T mu, QrInfo info) {     \
    return setUpQr<place>(handle, HEDDLE_MATRIX(m, n, T), descr, *native(&mu), info);              \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrqrFactor##Place(cusolverSpHandle_t handle, int m, int n,      \
                                                     int nnz, T* b, T* x, QrInfo info,             \
                                                     void* workspace) {                            \
    return factorQr<place, Native<T>>(handle, isStep<place>({m, n, nnz}, workspace),               \
                                      {native(b), native(x)}, info);                               \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrqrZeroPivot##Place(cusolverSpHandle_t handle, QrInfo info,    \
                                                        Real<Native<T>> tol, int* position) {      \
    return findPivot<place, SparseQr<Native<T>>>(                                                  \
        handle, info, position, [=](const auto& factors) { return factors.findZeroPivot(tol); });  \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrqrSolve##Place(cusolverSpHandle_t handle, int m, int n, T* b, \
                                                    T* x, QrInfo info, void*) {                    \
    const bool isRight = std::is_same_v<place, OnHost> || (m >= 0 && n >= 0);                      \
    return solve<place, SparseQr, Native<T>>(handle, isRight, {native(b), native(x)}, info);       \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrcholBufferInfo##Place(                                        \
      cusolverSpHandle_t handle, int n, HEDDLE_CSR_VALUES(T), CholeskyInfo info, size_t* internal, \
      size_t* workspace) {                                                                         \
    return answerSizes(handle, descr, HEDDLE_MATRIX(n, n, T).isRight(), info, internal,            \
                       workspace);                                                                 \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrcholFactor##Place(cusolverSpHandle_t handle, int n,           \
                                                       HEDDLE_CSR_VALUES(T), CholeskyInfo info,    \
                                                       void* workspace) {                          \
    return factorCholesky<place>(handle, HEDDLE_MATRIX(n, n, T), descr,                            \
                                 isStep<place>({}, workspace), info);                              \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrcholZeroPivot##Place(                                         \
      cusolverSpHandle_t handle, CholeskyInfo info, Real<Native<T>> tol, int* position) {          \
    return findPivot<place, SparseLu<Native<T>>>(                                                  \
        handle, info, position,                                                                    \
        [=](const auto& factors) { return factors.findIndefinitePivot(tol); });                    \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrcholSolve##Place(                                             \
      cusolverSpHandle_t handle, int n, const T* b, T* x, CholeskyInfo info, void* workspace) {    \
    return solve<place, SparseLu, Native<T>>(handle, isStep<place>({n}, workspace),                \
                                             {native(b), native(x)}, info);                        \
  }

#define HEDDLE_FACTORS(S, T)                                                                       \
  HEDDLE_QR_AND_CHOLESKY(S, T, , OnDevice, csrqrInfo_t, csrcholInfo_t)                             \
  HEDDLE_QR_AND_CHOLESKY(S, T, Host, OnHost, csrqrInfoHost_t, csrcholInfoHost_t)                   \
  cusolverStatus_t cusolverSp##S##csrcholDiag(cusolverSpHandle_t handle, csrcholInfo_t info,       \
                                              Real<Native<T>>* diag) {                             \
    return getDiagonal<Native<T>>(handle, info, diag);                                             \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrluBufferInfoHost(cusolverSpHandle_t handle, int n,            \
                                                      HEDDLE_CSR_VALUES(T), csrluInfoHost_t info,  \
                                                      size_t* internal, size_t* workspace) {       \
    return answerSizes(handle, descr, descr && HEDDLE_MATRIX(n, n, T).isRight(), info, internal,   \
                       workspace);                                                                 \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrluFactorHost(cusolverSpHandle_t handle, int n,                \
                                                  HEDDLE_CSR_VALUES(T), csrluInfoHost_t info,      \
                                                  Real<Native<T>> threshold, void*) {              \
    return factorLu<Native<T>>(handle, HEDDLE_MATRIX(n, n, T), descr, info, threshold);            \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrluZeroPivotHost(                                              \
      cusolverSpHandle_t handle, csrluInfoHost_t info, Real<Native<T>> tol, int* position) {       \
    return findPivot<OnHost, SparseLu<Native<T>>>(                                                 \
        handle, info, position, [=](const auto& factors) { return factors.findZeroPivot(tol); });  \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrluSolveHost(cusolverSpHandle_t handle, int, const T* b, T* x, \
                                                 csrluInfoHost_t info, void*) {                    \
    return solve<OnHost, SparseLu, Native<T>>(handle, true, {native(b), native(x)}, info);         \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrluExtractHost(                                                \
      cusolverSpHandle_t handle, int* P, int* Q, const cusparseMatDescr_t descrL, T* csrValL,      \
      int* csrRowPtrL, int* csrColIndL, const cusparseMatDescr_t descrU, T* csrValU,               \
      int* csrRowPtrU, int* csrColIndU, csrluInfoHost_t info, void*) {                             \
    if (!descrL || !descrU)                                                                        \
      return CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED;                                            \
    return extractLu<Native<T>>(handle, P, Q,                                                      \
                                {native(csrValL), csrRowPtrL, csrColIndL, baseOf(descrL)},         \
                                {native(csrValU), csrRowPtrU, csrColIndU, baseOf(descrU)}, info);  \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrqrBufferInfoBatched(                                          \
      cusolverSpHandle_t handle, int m, int n, HEDDLE_CSR_VALUES(T), int batchSize,                \
      csrqrInfo_t info, size_t* internal, size_t* workspace) {                                     \
    return answerSizes(handle, descr, HEDDLE_MATRIX(m, n, T).isRight() && batchSize > 0, info,     \
                       internal, workspace, batchSize);                                            \
  }                                                                                                \
  cusolverStatus_t cusolverSp##S##csrqrsvBatched(cusolverSpHandle_t handle, int m, int n,          \
                                                 HEDDLE_CSR_VALUES(T), const T* b, T* x,           \
                                                 int batchSize, csrqrInfo_t info, void*) {         \
    return solveBatch<Native<T>>(handle, HEDDLE_MATRIX(m, n, T), descr, {native(b), native(x)},    \
                                 batchSize, info);                                                 \
  }

#define HEDDLE_ANALYSIS(name, place, Info)                                                         \
  cusolverStatus_t cusolverSp##name(cusolverSpHandle_t handle, int n, HEDDLE_CSR_PATTERN,          \
                                    Info info) {                                                   \
    return analyze<place>(handle, {n, n, nnz, baseOf(descr), offsets, columns}, descr, info);      \
  }
#define HEDDLE_QR_ANALYSIS(name, place, Info)                                                      \
  cusolverStatus_t cusolverSp##name(cusolverSpHandle_t handle, int m, int n, HEDDLE_CSR_PATTERN,   \
                                    Info info) {                                                   \
    return analyze<place>(handle, {m, n, nnz, baseOf(descr), offsets, columns}, descr, info);      \
  }

extern "C" {
HEDDLE_INFO(CsrluInfoHost, csrluInfoHost_t)
HEDDLE_INFO(CsrqrInfoHost, csrqrInfoHost_t)
HEDDLE_INFO(CsrqrInfo, csrqrInfo_t)
HEDDLE_INFO(CsrcholInfoHost, csrcholInfoHost_t)
HEDDLE_INFO(CsrcholInfo, csrcholInfo_t)
HEDDLE_ANALYSIS(XcsrluAnalysisHost, OnHost, csrluInfoHost_t)
HEDDLE_ANALYSIS(XcsrcholAnalysisHost, OnHost, csrcholInfoHost_t)
HEDDLE_ANALYSIS(XcsrcholAnalysis, OnDevice, csrcholInfo_t)
HEDDLE_QR_ANALYSIS(XcsrqrAnalysisHost, OnHost, csrqrInfoHost_t)
HEDDLE_QR_ANALYSIS(XcsrqrAnalysis, OnDevice, csrqrInfo_t)
HEDDLE_QR_ANALYSIS(XcsrqrAnalysisBatched, OnDevice, csrqrInfo_t)
cusolverStatus_t cusolverSpXcsrluNnzHost(cusolverSpHandle_t handle, int* nnzL, int* nnzU,
                                         csrluInfoHost_t info) {
  return call(handle, nnzL && nnzU && exist(info) && info->isFactored, [&] {
    CountElements count;
    std::visit(count, info->state->factors);
    *nnzL = count.lower;
    *nnzU = count.upper;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
HEDDLE_CUSPARSE_EACH(HEDDLE_FACTORS)
}
