// Products of a sparse matrix with a dense vector or matrix, and of dense matrices at the places of
// a sparse one.
#include "cusparse/handles.h"
#include "cusparse/launch.h"
#include "cusparse/sparse_matrix.h"

namespace {

using namespace heddle::cusparse;

// How many rows, or entries of COO, a worker takes at a time.
constexpr std::int64_t kRowsPerItem = 64;

// y = beta * y; what y was does not matter for a beta of zero.
template <class T> T scaled(T beta, const T& value) {
  return beta == T(0) ? T(0) : multiply(beta, value);
}

template <class T>
cusparseStatus_t multiplyVector(const cusparseContext& context, const SparseMatrix<T>& a,
                                const DenseVector<T>& x, const DenseVector<T>& y,
                                const Scalar<T>& alpha, const Scalar<T>& beta) {
  const auto check = [=] { return a.isThere(false) && x.isThere(false) && y.isThere(true); };
  if (a.hasRows())
    return launchParts(context, a.rows(), kRowsPerItem, check,
                       [=](std::int64_t begin, std::int64_t end) {
                         const auto factor = alpha.read(), old = beta.read();
                         bool isRight = factor && old;
                         for (std::int64_t row = begin; isRight && row < end; ++row) {
                           T sum{};
                           isRight = a.visitLine(row, [&](auto, std::int64_t col, const T& value) {
                             sum += multiply(a.read(value), x.data[col]);
                           });
                           y.data[row] = multiply(*factor, sum) + scaled(*old, y.data[row]);
                         }
                         return isRight;
                       });
  return launchWhole(context, check, [=] {
    const auto factor = alpha.read(), old = beta.read();
    if (!factor || !old)
      return false;
    for (std::int64_t row = 0; row < y.size; ++row)
      y.data[row] = scaled(*old, y.data[row]);
    return a.visitAll([&](std::int64_t row, std::int64_t col, const T& value) {
      y.data[row] += multiply(*factor, multiply(a.read(value), x.data[col]));
    });
  });
}

template <class T>
cusparseStatus_t multiplyMatrix(const cusparseContext& context, const SparseMatrix<T>& a,
                                const DenseMatrix<T>& b, const DenseMatrix<T>& c,
                                const Scalar<T>& alpha, const Scalar<T>& beta) {
  const auto check = [=] { return a.isThere(false) && b.isThere(false) && c.isThere(true); };
  if (a.hasRows())
    return launchParts(context, c.rows, kRowsPerItem, check,
                       [=](std::int64_t begin, std::int64_t end) {
                         const auto factor = alpha.read(), old = beta.read();
                         bool isRight = factor && old;
                         for (std::int64_t row = begin; isRight && row < end; ++row) {
                           for (std::int64_t j = 0; j < c.cols; ++j)
                             c.at(row, j) = scaled(*old, c.at(row, j));
                           isRight = a.visitLine(row, [&](auto, std::int64_t col, const T& value) {
                             const T scale = multiply(*factor, a.read(value));
                             for (std::int64_t j = 0; j < c.cols; ++j)
                               c.at(row, j) += multiply(scale, b.read(col, j));
                           });
                         }
                         return isRight;
                       });
  // The entries of a row are not together, so each worker takes columns of the result.
  return launchParts(context, c.cols, 1, check, [=](std::int64_t begin, std::int64_t end) {
    const auto factor = alpha.read(), old = beta.read();
    bool isRight = factor && old;
    for (std::int64_t j = begin; isRight && j < end; ++j) {
      for (std::int64_t row = 0; row < c.rows; ++row)
        c.at(row, j) = scaled(*old, c.at(row, j));
      isRight = a.visitAll([&](std::int64_t row, std::int64_t col, const T& value) {
        c.at(row, j) += multiply(multiply(*factor, a.read(value)), b.read(col, j));
      });
    }
    return isRight;
  });
}

template <class T>
cusparseStatus_t multiplySampled(const cusparseContext& context, const DenseMatrix<T>& a,
                                 const DenseMatrix<T>& b, const SparseMatrix<T>& c,
                                 const Scalar<T>& alpha, const Scalar<T>& beta) {
  const auto check = [=] { return a.isThere(false) && b.isThere(false) && c.isThere(true); };
  return launchParts(
      context, c.lines(), kRowsPerItem, check, [=](std::int64_t begin, std::int64_t end) {
        const auto factor = alpha.read(), old = beta.read();
        bool isRight = factor && old;
        for (std::int64_t line = begin; isRight && line < end; ++line)
          isRight = c.visitLine(line, [&](std::int64_t row, std::int64_t col, T& value) {
            T sum{};
            for (std::int64_t k = 0; k < a.cols; ++k)
              sum += multiply(a.read(row, k), b.read(k, col));
            value = multiply(*factor, sum) + scaled(*old, value);
          });
        return isRight;
      });
}

// Whether all of the types are the same. Products of mixed types are not there.
template <class... Types> bool areSame(cudaDataType first, Types... others) {
  return ((first == others) && ...);
}

std::int64_t rowsOf(const cusparseSpMatDescr& matrix, cusparseOperation_t operation) {
  return operation == CUSPARSE_OPERATION_NON_TRANSPOSE ? matrix.rows : matrix.cols;
}
std::int64_t colsOf(const cusparseSpMatDescr& matrix, cusparseOperation_t operation) {
  return operation == CUSPARSE_OPERATION_NON_TRANSPOSE ? matrix.cols : matrix.rows;
}

} // namespace

extern "C" {

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnVecDescr_t vecX, const void*,
                                         cusparseDnVecDescr_t vecY, cudaDataType, cusparseSpMVAlg_t,
                                         size_t* bufferSize) {
  return noBufferNeeded(handle, bufferSize, matA, vecX, vecY);
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnVecDescr_t vecX, const void*,
                                         cusparseDnVecDescr_t vecY, cudaDataType, cusparseSpMVAlg_t,
                                         void*) {
  return withObjects(handle, [] { return CUSPARSE_STATUS_SUCCESS; }, matA, vecX, vecY);
}
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t opA, const void* alpha,
                              cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX,
                              const void* beta, cusparseDnVecDescr_t vecY, cudaDataType computeType,
                              cusparseSpMVAlg_t, void*) {
  const auto body = [&] {
    if (!alpha || !beta || !isOperation(opA) || vecX->size != colsOf(*matA, opA) ||
        vecY->size != rowsOf(*matA, opA))
      return CUSPARSE_STATUS_INVALID_VALUE;
    if (!areSame(computeType, matA->valueType, vecX->valueType, vecY->valueType))
      return CUSPARSE_STATUS_NOT_SUPPORTED;
    return withValueType(computeType, [&]<class T>() {
      return multiplyVector(*handle, SparseMatrix<T>(*matA, opA), DenseVector<T>(*vecX),
                            DenseVector<T>(*vecY), Scalar<T>(alpha, handle->pointerMode),
                            Scalar<T>(beta, handle->pointerMode));
    });
  };
  return withObjects(handle, body, matA, vecX, vecY);
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnMatDescr_t matB, const void*,
                                         cusparseDnMatDescr_t matC, cudaDataType, cusparseSpMMAlg_t,
                                         size_t* bufferSize) {
  return noBufferNeeded(handle, bufferSize, matA, matB, matC);
}
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnMatDescr_t matB, const void*,
                                         cusparseDnMatDescr_t matC, cudaDataType, cusparseSpMMAlg_t,
                                         void*) {
  return withObjects(handle, [] { return CUSPARSE_STATUS_SUCCESS; }, matA, matB, matC);
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opA,
                              cusparseOperation_t opB, const void* alpha,
                              cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
                              const void* beta, cusparseDnMatDescr_t matC, cudaDataType computeType,
                              cusparseSpMMAlg_t, void*) {
  const auto body = [&] {
    if (!alpha || !beta || !isOperation(opA) || !isOperation(opB))
      return CUSPARSE_STATUS_INVALID_VALUE;
    if (!areSame(computeType, matA->valueType, matB->valueType, matC->valueType))
      return CUSPARSE_STATUS_NOT_SUPPORTED;
    return withValueType(computeType, [&]<class T>() {
      const DenseMatrix<T> b(*matB, opB), c(*matC);
      if (c.rows != rowsOf(*matA, opA) || b.rows != colsOf(*matA, opA) || b.cols != c.cols)
        return CUSPARSE_STATUS_INVALID_VALUE;
      return multiplyMatrix(*handle, SparseMatrix<T>(*matA, opA), b, c,
                            Scalar<T>(alpha, handle->pointerMode),
                            Scalar<T>(beta, handle->pointerMode));
    });
  };
  return withObjects(handle, body, matA, matB, matC);
}

cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                          cusparseOperation_t, const void*,
                                          cusparseConstDnMatDescr_t matA,
                                          cusparseConstDnMatDescr_t matB, const void*,
                                          cusparseSpMatDescr_t matC, cudaDataType,
                                          cusparseSDDMMAlg_t, size_t* bufferSize) {
  return noBufferNeeded(handle, bufferSize, matA, matB, matC);
}
cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t,
                                          cusparseOperation_t, const void*,
                                          cusparseConstDnMatDescr_t matA,
                                          cusparseConstDnMatDescr_t matB, const void*,
                                          cusparseSpMatDescr_t matC, cudaDataType,
                                          cusparseSDDMMAlg_t, void*) {
  return withObjects(handle, [] { return CUSPARSE_STATUS_SUCCESS; }, matA, matB, matC);
}
cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t opA,
                               cusparseOperation_t opB, const void* alpha,
                               cusparseConstDnMatDescr_t matA, cusparseConstDnMatDescr_t matB,
                               const void* beta, cusparseSpMatDescr_t matC,
                               cudaDataType computeType, cusparseSDDMMAlg_t, void*) {
  const auto body = [&] {
    if (!alpha || !beta || !isOperation(opA) || !isOperation(opB))
      return CUSPARSE_STATUS_INVALID_VALUE;
    if (!areSame(computeType, matA->valueType, matB->valueType, matC->valueType))
      return CUSPARSE_STATUS_NOT_SUPPORTED;
    return withValueType(computeType, [&]<class T>() {
      const DenseMatrix<T> a(*matA, opA), b(*matB, opB);
      if (a.rows != matC->rows || b.cols != matC->cols || a.cols != b.rows)
        return CUSPARSE_STATUS_INVALID_VALUE;
      return multiplySampled(*handle, a, b, SparseMatrix<T>(*matC),
                             Scalar<T>(alpha, handle->pointerMode),
                             Scalar<T>(beta, handle->pointerMode));
    });
  };
  return withObjects(handle, body, matA, matB, matC);
}
}
