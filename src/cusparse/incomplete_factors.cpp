// Incomplete LU and Cholesky factors. A matrix of blocks is factored as the matrix of its elements,
// where all elements of its blocks have a place.
#include "cusparse/descriptor_functions.h"
#include "cusparse/legacy.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace heddle::cusparse {

// What the work on the stream has found: the first row, or row of blocks, without a pivot.
struct PivotSearch {
  static constexpr int kNone = -1;
  std::atomic<int> structural = kNone, numerical = kNone;

  int first() const {
    const int missing = structural, zero = numerical;
    return missing != kNone && (zero == kNone || missing <= zero) ? missing : zero;
  }
};
// Shared by the kinds of information that a program makes.
struct FactorInfo {
  std::shared_ptr<PivotSearch> pivots = std::make_shared<PivotSearch>();
  bool isAnalysed = false;
  // A pivot that is not larger than the tolerance is replaced by the boost value.
  bool hasBoost = false;
  double tolerance = 0, boostReal = 0, boostImaginary = 0;
};

} // namespace heddle::cusparse

struct csrilu02Info : heddle::cusparse::FactorInfo {};
struct bsrilu02Info : heddle::cusparse::FactorInfo {};
struct csric02Info : heddle::cusparse::FactorInfo {};
struct bsric02Info : heddle::cusparse::FactorInfo {};

namespace {

using namespace heddle::cusparse;

// The entries of a matrix by rows and ascending columns, whose values stay where they are.
template <class T> class FactorRows {
public:
  struct Entry {
    std::int64_t column;
    T* value;
  };
  // False for an index outside of the matrix.
  bool build(const SparseMatrix<T>& a) {
    rows_.resize(static_cast<std::size_t>(a.rows()));
    diagonal_.assign(rows_.size(), nullptr);
    const bool isRight = a.visitAll([&](std::int64_t row, std::int64_t col, T& value) {
      rows_[static_cast<std::size_t>(row)].push_back({col, &value});
      if (row == col)
        diagonal_[static_cast<std::size_t>(row)] = &value;
    });
    for (auto& row : rows_)
      std::sort(row.begin(), row.end(),
                [](const Entry& x, const Entry& y) { return x.column < y.column; });
    return isRight;
  }
  std::size_t size() const { return rows_.size(); }
  const std::vector<Entry>& row(std::size_t index) const { return rows_[index]; }
  T* diagonal(std::size_t index) const { return diagonal_[index]; }

private:
  std::vector<std::vector<Entry>> rows_;
  std::vector<T*> diagonal_;
};

struct Boost {
  bool isOn;
  double tolerance, real, imaginary;
};

void setFirst(std::atomic<int>& place, std::int64_t value) {
  int none = PivotSearch::kNone;
  place.compare_exchange_strong(none, static_cast<int>(value));
}

template <class T> T boostValue(const Boost& boost) {
  if constexpr (kIsComplex<T>)
    return {static_cast<Real<T>>(boost.real), static_cast<Real<T>>(boost.imaginary)};
  else
    return static_cast<T>(boost.real);
}

// `name(row)` is the number by which a program knows a row.
template <class T, class Name>
void factorLu(const FactorRows<T>& a, const Boost& boost, PivotSearch& pivots, Name name) {
  std::vector<T*> places(a.size(), nullptr);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (const auto& entry : a.row(i))
      places[static_cast<std::size_t>(entry.column)] = entry.value;
    for (const auto& entry : a.row(i)) {
      const auto k = static_cast<std::size_t>(entry.column);
      if (k >= i)
        break;
      if (!a.diagonal(k))
        continue;
      const T factor = *entry.value / *a.diagonal(k);
      *entry.value = factor;
      for (const auto& upper : a.row(k))
        if (T* target = places[static_cast<std::size_t>(upper.column)];
            target && static_cast<std::size_t>(upper.column) > k)
          *target -= multiply(factor, *upper.value);
    }
    if (T* pivot = a.diagonal(i)) {
      if (boost.isOn && std::abs(*pivot) <= static_cast<Real<T>>(boost.tolerance))
        *pivot = boostValue<T>(boost);
      if (*pivot == T(0))
        setFirst(pivots.numerical, name(i));
    }
    for (const auto& entry : a.row(i))
      places[static_cast<std::size_t>(entry.column)] = nullptr;
  }
}

// Factors the lower triangle. What is above the diagonal stays as it is.
template <class T, class Name>
void factorCholesky(const FactorRows<T>& a, PivotSearch& pivots, Name name) {
  std::vector<T*> places(a.size(), nullptr);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (const auto& entry : a.row(i))
      places[static_cast<std::size_t>(entry.column)] = entry.value;
    for (const auto& entry : a.row(i)) {
      const auto k = static_cast<std::size_t>(entry.column);
      if (k > i)
        break;
      T sum = *entry.value;
      for (const auto& left : a.row(k)) {
        if (static_cast<std::size_t>(left.column) >= k)
          break;
        if (const T* other = places[static_cast<std::size_t>(left.column)])
          sum -= multiply(*other, conjugate(*left.value));
      }
      if (k == i) {
        if (!(std::real(sum) > 0))
          setFirst(pivots.numerical, name(i));
        *entry.value = std::sqrt(std::real(sum));
      } else if (a.diagonal(k)) {
        *entry.value = sum / *a.diagonal(k);
      }
    }
    for (const auto& entry : a.row(i))
      places[static_cast<std::size_t>(entry.column)] = nullptr;
  }
}

// A call with the arrays of a matrix of blocks, or of one in CSR, whose blocks have one element.
struct FactorCall {
  Call handle;
  bool areArgumentsRight;
  cusparseMatDescr_t descr;
  cusparseSpMatDescr matrix; // without the base
  FactorInfo* info;          // null where there is none

  bool isRight() const {
    return areArgumentsRight && info && matrix.rows >= 0 && matrix.nnz >= 0 &&
           matrix.blockRows > 0 && (matrix.rows == 0 || matrix.offsets) &&
           (matrix.nnz == 0 || (matrix.indices && matrix.values));
  }
  // Unlike the other functions, these refuse matrices without rows or entries.
  template <class Size> cusparseStatus_t bufferSize(Size* size) const {
    return answerBufferSize(handle, isRight() && matrix.rows > 0 && matrix.nnz > 0, size, descr);
  }
  // Looks for rows without an element on the diagonal.
  template <class T> cusparseStatus_t analyse(const void* buffer) const {
    return callWith(
        handle, isRight() && buffer,
        [&] {
          info->pivots = std::make_shared<PivotSearch>();
          info->isAnalysed = true;
          return launch<T>([pivots = info->pivots](const FactorRows<T>& rows, auto name) {
            for (std::size_t row = 0; row < rows.size(); ++row)
              if (!rows.diagonal(row))
                return setFirst(pivots->structural, name(row));
          });
        },
        descr);
  }
  template <class T, bool isCholesky> cusparseStatus_t factor(const void* buffer) const {
    return callWith(
        handle, isRight() && buffer && info->isAnalysed,
        [&] {
          info->pivots->numerical = PivotSearch::kNone;
          const Boost boost{info->hasBoost, info->tolerance, info->boostReal, info->boostImaginary};
          return launch<T>([=, pivots = info->pivots](const FactorRows<T>& rows, auto name) {
            if constexpr (isCholesky)
              factorCholesky(rows, *pivots, name);
            else
              factorLu(rows, boost, *pivots, name);
          });
        },
        descr);
  }
  // Orders work(rows, name) on the stream.
  template <class T, class Work> cusparseStatus_t launch(const Work& work) const {
    cusparseSpMatDescr based = matrix;
    based.base = descr->base;
    const SparseMatrix<T> a(based);
    const std::int64_t base = descr->base, block = matrix.blockRows;
    return launchWhole(
        *handle, [=] { return a.isThere(true); },
        [=] {
          FactorRows<T> rows;
          if (!rows.build(a))
            return false;
          work(rows,
               [=](std::size_t row) { return static_cast<std::int64_t>(row) / block + base; });
          return true;
        });
  }
};

template <class Info> Info* found(Info* info) {
  return exist(info) ? info : nullptr;
}

// A blocking call, as in cuSPARSE.
template <class Info> cusparseStatus_t answerZeroPivot(Call handle, Info* info, int* position) {
  return callWith(handle, exist(info) && position && info->isAnalysed, [&] {
    const cusparseStatus_t status = statusOf(cudaStreamSynchronize(handle->stream));
    if (status != CUSPARSE_STATUS_SUCCESS)
      return status;
    const int first = info->pivots->first();
    const bool isOnDevice = handle->pointerMode == CUSPARSE_POINTER_MODE_DEVICE;
    if (isOnDevice) {
      const cudaError_t error = cudaMemcpy(position, &first, sizeof(int), cudaMemcpyHostToDevice);
      if (error != cudaSuccess)
        return statusOf(error);
    } else {
      *position = first;
    }
    return first == PivotSearch::kNone ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
  });
}

template <class Info, class T>
cusparseStatus_t setBoost(Call handle, Info* info, int isOn, const double* tolerance,
                          const T* value) {
  return callWith(handle, exist(info), [&] {
    if (isOn && (!tolerance || !value))
      return CUSPARSE_STATUS_INTERNAL_ERROR;
    info->hasBoost = isOn != 0;
    if (isOn) {
      info->tolerance = *tolerance;
      info->boostReal = static_cast<double>(std::real(*native(value)));
      info->boostImaginary = static_cast<double>(std::imag(*native(value)));
    }
    return CUSPARSE_STATUS_SUCCESS;
  });
}

} // namespace

#define HEDDLE_FACTOR_INFO(Name, type, member)                                                     \
  cusparseStatus_t cusparseCreate##Name##Info(type##_t* info) {                                    \
    return create(info, type{}, true);                                                             \
  }                                                                                                \
  cusparseStatus_t cusparseDestroy##Name##Info(type##_t info) {                                    \
    return destroy(info);                                                                          \
  }                                                                                                \
  cusparseStatus_t cusparseX##member##_zeroPivot(cusparseHandle_t handle, type##_t info,           \
                                                 int* position) {                                  \
    return answerZeroPivot(handle, info, position);                                                \
  }

#define HEDDLE_FACTOR_CSR(name, T, type, isCholesky)                                               \
  cusparseStatus_t cusparse##name##_bufferSize(                                                    \
      cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr, T* values,          \
      const int* offsets, const int* columns, type##_t info, int* size) {                          \
    return FactorCall{handle, true, descr, describeCsr(m, m, nnz, values, offsets, columns, {}),   \
                      found(info)}                                                                 \
        .bufferSize(size);                                                                         \
  }                                                                                                \
  cusparseStatus_t cusparse##name##_bufferSizeExt(                                                 \
      cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr, T* values,          \
      const int* offsets, const int* columns, type##_t info, size_t* size) {                       \
    return FactorCall{handle, true, descr, describeCsr(m, m, nnz, values, offsets, columns, {}),   \
                      found(info)}                                                                 \
        .bufferSize(size);                                                                         \
  }                                                                                                \
  cusparseStatus_t cusparse##name##_analysis(                                                      \
      cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr, const T* values,    \
      const int* offsets, const int* columns, type##_t info, cusparseSolvePolicy_t policy,         \
      void* buffer) {                                                                              \
    return FactorCall{handle, isPolicy(policy), descr,                                             \
                      describeCsr(m, m, nnz, values, offsets, columns, {}), found(info)}           \
        .analyse<Native<T>>(buffer);                                                               \
  }                                                                                                \
  cusparseStatus_t cusparse##name(cusparseHandle_t handle, int m, int nnz,                         \
                                  const cusparseMatDescr_t descr, T* values, const int* offsets,   \
                                  const int* columns, type##_t info, cusparseSolvePolicy_t policy, \
                                  void* buffer) {                                                  \
    return FactorCall{handle, isPolicy(policy), descr,                                             \
                      describeCsr(m, m, nnz, values, offsets, columns, {}), found(info)}           \
        .factor<Native<T>, isCholesky>(buffer);                                                    \
  }

#define HEDDLE_FACTOR_BSR_CALL(isRight)                                                            \
  FactorCall {                                                                                     \
    handle, isDirection(direction) && isRight, descr,                                              \
        describeBsr(direction, mb, mb, nnzb, values, offsets, columns, block, block, {}),          \
        found(info)                                                                                \
  }
#define HEDDLE_FACTOR_BSR(name, T, AnalysedT, type, isCholesky)                                    \
  cusparseStatus_t cusparse##name##_bufferSize(                                                    \
      cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nnzb,                    \
      const cusparseMatDescr_t descr, T* values, const int* offsets, const int* columns,           \
      int block, type##_t info, int* size) {                                                       \
    return HEDDLE_FACTOR_BSR_CALL(true).bufferSize(size);                                          \
  }                                                                                                \
  cusparseStatus_t cusparse##name##_bufferSizeExt(                                                 \
      cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nnzb,                    \
      const cusparseMatDescr_t descr, T* values, const int* offsets, const int* columns,           \
      int block, type##_t info, size_t* size) {                                                    \
    return HEDDLE_FACTOR_BSR_CALL(true).bufferSize(size);                                          \
  }                                                                                                \
  cusparseStatus_t cusparse##name##_analysis(                                                      \
      cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nnzb,                    \
      const cusparseMatDescr_t descr, AnalysedT* values, const int* offsets, const int* columns,   \
      int block, type##_t info, cusparseSolvePolicy_t policy, void* buffer) {                      \
    return HEDDLE_FACTOR_BSR_CALL(isPolicy(policy)).analyse<Native<T>>(buffer);                    \
  }                                                                                                \
  cusparseStatus_t cusparse##name(cusparseHandle_t handle, cusparseDirection_t direction, int mb,  \
                                  int nnzb, const cusparseMatDescr_t descr, T* values,             \
                                  const int* offsets, const int* columns, int block,               \
                                  type##_t info, cusparseSolvePolicy_t policy, void* buffer) {     \
    return HEDDLE_FACTOR_BSR_CALL(isPolicy(policy)).factor<Native<T>, isCholesky>(buffer);         \
  }

#define HEDDLE_FACTORS(S, T)                                                                       \
  HEDDLE_FACTOR_CSR(S##csrilu02, T, csrilu02Info, false)                                           \
  HEDDLE_FACTOR_CSR(S##csric02, T, csric02Info, true)                                              \
  HEDDLE_FACTOR_BSR(S##bsrilu02, T, T, bsrilu02Info, false)                                        \
  HEDDLE_FACTOR_BSR(S##bsric02, T, const T, bsric02Info, true)                                     \
  cusparseStatus_t cusparse##S##csrilu02_numericBoost(                                             \
      cusparseHandle_t handle, csrilu02Info_t info, int isOn, double* tolerance, T* value) {       \
    return setBoost(handle, info, isOn, tolerance, value);                                         \
  }                                                                                                \
  cusparseStatus_t cusparse##S##bsrilu02_numericBoost(                                             \
      cusparseHandle_t handle, bsrilu02Info_t info, int isOn, double* tolerance, T* value) {       \
    return setBoost(handle, info, isOn, tolerance, value);                                         \
  }

extern "C" {
HEDDLE_FACTOR_INFO(Csrilu02, csrilu02Info, csrilu02)
HEDDLE_FACTOR_INFO(Bsrilu02, bsrilu02Info, bsrilu02)
HEDDLE_FACTOR_INFO(Csric02, csric02Info, csric02)
HEDDLE_FACTOR_INFO(Bsric02, bsric02Info, bsric02)
HEDDLE_CUSPARSE_EACH(HEDDLE_FACTORS)
}
