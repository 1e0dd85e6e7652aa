// Products and triangular systems of matrices of square blocks, and products of a dense matrix with
// a sparse vector.
#include "cusparse/descriptor_functions.h"
#include "cusparse/legacy.h"
#include "cusparse/products.h"
#include "cusparse/triangle.h"

#include <atomic>

namespace heddle::cusparse {

// Where a solution has found a zero on the diagonal: the first row of blocks.
struct SolveInfo {
  std::shared_ptr<std::atomic<int>> zeroPivot = std::make_shared<std::atomic<int>>(-1);
  bool isAnalysed = false;
};

} // namespace heddle::cusparse

struct bsrsv2Info : heddle::cusparse::SolveInfo {};
struct bsrsm2Info : heddle::cusparse::SolveInfo {};

namespace {

using namespace heddle::cusparse;

// As in cuSPARSE, there are no products with transposes, and none for blocks of one element.
constexpr bool isProduct(cusparseOperation_t operation, int block) {
  return operation == CUSPARSE_OPERATION_NON_TRANSPOSE && block > 1;
}

// The arrays of a matrix of square blocks.
struct BlockMatrix {
  cusparseDirection_t direction;
  int mb, nb, nnzb;
  const cusparseMatDescr* descr;
  const void* values;
  const int* offsets;
  const int* columns;
  int block;

  bool isRight() const {
    return isDirection(direction) && mb >= 0 && nb >= 0 && nnzb >= 0 && block > 0 &&
           (mb == 0 || offsets) && (nnzb == 0 || (values && columns));
  }
  cusparseSpMatDescr describe() const {
    return describeBsr(direction, mb, nb, nnzb, values, offsets, columns, block, block,
                       descr->base);
  }
};

template <class T>
cusparseStatus_t multiplyVector(Call handle, cusparseOperation_t operation, const BlockMatrix& a,
                                const T* alpha, const T* x, const T* beta, T* y) {
  const auto body = [&] {
    const cusparseSpMatDescr matrix = a.describe();
    const cusparseDnVecDescr vecX{matrix.cols, const_cast<T*>(x), CUDA_R_32F},
        vecY{matrix.rows, y, CUDA_R_32F};
    return launchProduct(*handle, VectorProduct<OneType<T>>{
                                      SparseMatrix<T>(matrix), DenseVector<T>(vecX),
                                      DenseVector<T>(vecY), Scalar<T>(alpha, handle->pointerMode),
                                      Scalar<T>(beta, handle->pointerMode)});
  };
  return callWith(handle, a.isRight() && isProduct(operation, a.block) && alpha && beta && x && y,
                  body, a.descr);
}

// Only the rows of blocks that the mask names change. The end of each row is given by itself.
template <class T>
cusparseStatus_t multiplyMasked(Call handle, cusparseOperation_t operation, const BlockMatrix& a,
                                int sizeOfMask, const int* mask, const int* ends, const T* alpha,
                                const T* x, const T* beta, T* y) {
  const auto body = [&] {
    const Scalar<T> factor(alpha, handle->pointerMode), old(beta, handle->pointerMode);
    const std::int64_t block = a.block, square = block * block;
    const int base = a.descr->base;
    const auto* values = static_cast<const T*>(a.values);
    const bool isByRow = a.direction == CUSPARSE_DIRECTION_ROW;
    const auto check = [=] {
      return isReadable(mask, sizeOfMask) && isReadable(a.offsets, a.mb) &&
             isReadable(ends, a.mb) && isReadable(a.columns, a.nnzb) &&
             isReadable(values, a.nnzb * square) && isReadable(x, a.nb * block) &&
             isWritable(y, a.mb * block);
    };
    return launchParts(*handle, sizeOfMask, 16, check, [=](std::int64_t begin, std::int64_t end) {
      const auto scale = factor.read(), kept = old.read();
      if (!scale || !kept)
        return false;
      for (std::int64_t at = begin; at < end; ++at) {
        const std::int64_t row = mask[at] - base;
        if (row < 0 || row >= a.mb)
          return false;
        const std::int64_t first = a.offsets[row] - base, last = ends[row] - base;
        if (first < 0 || last > a.nnzb)
          return false;
        for (std::int64_t i = 0; i < block; ++i) {
          T sum{};
          for (std::int64_t entry = first; entry < last; ++entry) {
            const std::int64_t column = a.columns[entry] - base;
            if (column < 0 || column >= a.nb)
              return false;
            for (std::int64_t j = 0; j < block; ++j)
              sum += multiply(values[entry * square + (isByRow ? i * block + j : j * block + i)],
                              x[column * block + j]);
          }
          store(y[row * block + i], *scale, sum, *kept);
        }
      }
      return true;
    });
  };
  return callWith(handle,
                  a.isRight() && isProduct(operation, a.block) && sizeOfMask >= 0 && mask && ends &&
                      alpha && beta && x && y,
                  body, a.descr);
}

cusparseDnMatDescr describeDense(std::int64_t rows, std::int64_t cols, std::int64_t ld,
                                 const void* values) {
  return {.rows = rows,
          .cols = cols,
          .ld = ld,
          .values = const_cast<void*>(values),
          .valueType = CUDA_R_32F,
          .order = CUSPARSE_ORDER_COL};
}

template <class T>
cusparseStatus_t multiplyMatrix(Call handle, cusparseOperation_t opA, cusparseOperation_t opB,
                                const BlockMatrix& a, int n, const T* alpha, const T* b, int ldb,
                                const T* beta, T* c, int ldc) {
  const std::int64_t rows = std::int64_t{a.mb} * a.block, inner = std::int64_t{a.nb} * a.block;
  const bool isPlain = opB == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool isRight = a.isRight() && isProduct(opA, a.block) && isOperation(opB) &&
                       opB != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE && n >= 0 && alpha && beta &&
                       b && c && ldb >= (isPlain ? inner : n) && ldc >= rows;
  const auto body = [&] {
    return launchProduct(
        *handle,
        MatrixProduct<OneType<T>>{
            SparseMatrix<T>(a.describe()),
            DenseMatrix<T>(describeDense(isPlain ? inner : n, isPlain ? n : inner, ldb, b), opB),
            DenseMatrix<T>(describeDense(rows, n, ldc, c)), Scalar<T>(alpha, handle->pointerMode),
            Scalar<T>(beta, handle->pointerMode)});
  };
  return callWith(handle, isRight, body, a.descr);
}

template <class Info> bool isInfo(Info* info) {
  return exist(info);
}

// Remembers that there was an analysis; solutions look at the values that they are given.
template <class Info>
cusparseStatus_t analyse(Call handle, bool isRight, const BlockMatrix& a, Info* info,
                         const void* buffer) {
  const auto body = [&] {
    info->isAnalysed = true;
    return CUSPARSE_STATUS_SUCCESS;
  };
  return callWith(handle, isRight && a.isRight() && exist(info) && buffer, body, a.descr);
}

// Solves op(A) * X = alpha * op(B) for each of `sides` columns.
template <class T, class Info>
cusparseStatus_t solve(Call handle, bool isRight, cusparseOperation_t operation,
                       const BlockMatrix& a, Info* info, const T* alpha, std::int64_t sides,
                       const DenseMatrix<T>& b, const DenseMatrix<T>& x, const void* buffer) {
  isRight = isRight && a.isRight() && isOperation(operation) && exist(info) && info->isAnalysed &&
            alpha && buffer;
  const auto body = [&] {
    const Scalar<T> factor(alpha, handle->pointerMode);
    const SparseMatrix<T> matrix(a.describe(), operation);
    const bool isUpper = (a.descr->fillMode == CUSPARSE_FILL_MODE_UPPER) ==
                         (operation == CUSPARSE_OPERATION_NON_TRANSPOSE);
    const bool isUnit = a.descr->diagType == CUSPARSE_DIAG_TYPE_UNIT;
    const bool isConjugate = operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    const int block = a.block, base = a.descr->base;
    *info->zeroPivot = -1;
    return launchWhole(
        *handle, [=] { return matrix.isThere(false) && b.isThere(false) && x.isThere(true); },
        [=, zeroPivot = info->zeroPivot] {
          const auto scale = factor.read();
          Triangle<T> triangle;
          if (!scale || !triangle.build(matrix, isUpper, isUnit, isConjugate))
            return false;
          if (const std::int64_t row = triangle.firstZero(); row >= 0)
            *zeroPivot = static_cast<int>(row / block) + base;
          std::vector<T> column(static_cast<std::size_t>(x.rows));
          for (std::int64_t side = 0; side < sides; ++side) {
            for (std::int64_t row = 0; row < x.rows; ++row)
              column[static_cast<std::size_t>(row)] =
                  multiply(*scale, b.template read<T>(row, side));
            triangle.solve(column.data());
            for (std::int64_t row = 0; row < x.rows; ++row)
              x.at(row, side) = column[static_cast<std::size_t>(row)];
          }
          return true;
        });
  };
  return callWith(handle, isRight, body, a.descr);
}

template <class T, class Info>
cusparseStatus_t solveVector(Call handle, cusparseSolvePolicy_t policy,
                             cusparseOperation_t operation, const BlockMatrix& a, Info* info,
                             const T* alpha, const T* f, T* x, const void* buffer) {
  const std::int64_t rows = std::int64_t{a.mb} * a.block;
  return solve(handle, isPolicy(policy) && f && x, operation, a, info, alpha, 1,
               DenseMatrix<T>(describeDense(rows, 1, rows, f)),
               DenseMatrix<T>(describeDense(rows, 1, rows, x)), buffer);
}

template <class T, class Info>
cusparseStatus_t solveMatrix(Call handle, cusparseSolvePolicy_t policy,
                             cusparseOperation_t operation, cusparseOperation_t opX,
                             const BlockMatrix& a, int n, Info* info, const T* alpha, const T* b,
                             int ldb, T* x, int ldx, const void* buffer) {
  const std::int64_t rows = std::int64_t{a.mb} * a.block;
  const bool isPlain = opX == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const std::int64_t height = isPlain ? rows : n, width = isPlain ? n : rows;
  return solve(
      handle,
      isPolicy(policy) && isOperation(opX) && n >= 0 && b && x && ldb >= height && ldx >= height,
      operation, a, info, alpha, n, DenseMatrix<T>(describeDense(height, width, ldb, b), opX),
      DenseMatrix<T>(describeDense(height, width, ldx, x), opX), buffer);
}

template <class Info> cusparseStatus_t answerZeroPivot(Call handle, Info* info, int* position) {
  return callWith(handle, exist(info) && position && info->isAnalysed, [&] {
    const cusparseStatus_t status = statusOf(cudaStreamSynchronize(handle->stream));
    if (status != CUSPARSE_STATUS_SUCCESS)
      return status;
    *position = *info->zeroPivot;
    return *position < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
  });
}

template <class T>
cusparseStatus_t multiplySparseVector(Call handle, cusparseOperation_t operation, int m, int n,
                                      const T* alpha, const T* a, int lda, int nnz, const T* values,
                                      const int* indices, const T* beta, T* y,
                                      cusparseIndexBase_t base) {
  const bool isRight = isOperation(operation) && m >= 0 && n >= 0 && nnz >= 0 && lda >= m &&
                       alpha && a && beta && y && isIndexBase(base) &&
                       (nnz == 0 || (values && indices));
  return callWith(handle, isRight, [&] {
    const Scalar<T> factor(alpha, handle->pointerMode), old(beta, handle->pointerMode);
    const DenseMatrix<T> matrix(describeDense(m, n, lda, a), operation);
    const cusparseSpVecDescr vector{matrix.cols,
                                    nnz,
                                    const_cast<int*>(indices),
                                    const_cast<T*>(values),
                                    CUSPARSE_INDEX_32I,
                                    base,
                                    CUDA_R_32F};
    const SparseVector<T> x(vector);
    return launchParts(
        *handle, matrix.rows, 64,
        [=] { return matrix.isThere(false) && x.isThere(false) && isWritable(y, matrix.rows); },
        [=](std::int64_t begin, std::int64_t end) {
          const auto scale = factor.read(), kept = old.read();
          bool areRight = scale && kept;
          for (std::int64_t row = begin; areRight && row < end; ++row) {
            T sum{};
            areRight = x.visit([&](std::int64_t index, const T& value) {
              sum += multiply(matrix.template read<T>(row, index), value);
            });
            store(y[row], *scale, sum, *kept);
          }
          return areRight;
        });
  });
}

} // namespace

#define HEDDLE_BLOCK_MATRICES(S, T)                                                                \
  cusparseStatus_t cusparse##S##gemvi_bufferSize(cusparseHandle_t handle, cusparseOperation_t,     \
                                                 int m, int n, int nnz, int* size) {               \
    return answerBufferSize(handle, m >= 0 && n >= 0 && nnz >= 0, size);                           \
  }                                                                                                \
  cusparseStatus_t cusparse##S##gemvi(cusparseHandle_t handle, cusparseOperation_t transA, int m,  \
                                      int n, const T* alpha, const T* a, int lda, int nnz,         \
                                      const T* xVal, const int* xInd, const T* beta, T* y,         \
                                      cusparseIndexBase_t idxBase, void*) {                        \
    return multiplySparseVector(handle, transA, m, n, native(alpha), native(a), lda, nnz,          \
                                native(xVal), xInd, native(beta), native(y), idxBase);             \
  }                                                                                                \
  cusparseStatus_t cusparse##S##bsrmv(                                                             \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int mb,       \
      int nb, int nnzb, const T* alpha, const cusparseMatDescr_t descrA, const T* values,          \
      const int* offsets, const int* columns, int blockDim, const T* x, const T* beta, T* y) {     \
    return multiplyVector(handle, transA,                                                          \
                          {dirA, mb, nb, nnzb, descrA, values, offsets, columns, blockDim},        \
                          native(alpha), native(x), native(beta), native(y));                      \
  }                                                                                                \
  cusparseStatus_t cusparse##S##bsrxmv(                                                            \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,               \
      int sizeOfMask, int mb, int nb, int nnzb, const T* alpha, const cusparseMatDescr_t descrA,   \
      const T* values, const int* mask, const int* offsets, const int* ends, const int* columns,   \
      int blockDim, const T* x, const T* beta, T* y) {                                             \
    return multiplyMasked(                                                                         \
        handle, transA, {dirA, mb, nb, nnzb, descrA, values, offsets, columns, blockDim},          \
        sizeOfMask, mask, ends, native(alpha), native(x), native(beta), native(y));                \
  }                                                                                                \
  cusparseStatus_t cusparse##S##bsrmm(                                                             \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,               \
      cusparseOperation_t transB, int mb, int n, int kb, int nnzb, const T* alpha,                 \
      const cusparseMatDescr_t descrA, const T* values, const int* offsets, const int* columns,    \
      const int blockSize, const T* b, const int ldb, const T* beta, T* c, int ldc) {              \
    return multiplyMatrix(handle, transA, transB,                                                  \
                          {dirA, mb, kb, nnzb, descrA, values, offsets, columns, blockSize}, n,    \
                          native(alpha), native(b), ldb, native(beta), native(c), ldc);            \
  }                                                                                                \
  cusparseStatus_t cusparse##S##bsrsv2_bufferSize(                                                 \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int mb,       \
      int nnzb, const cusparseMatDescr_t descrA, T* values, const int* offsets,                    \
      const int* columns, int blockDim, bsrsv2Info_t info, int* size) {                            \
    const BlockMatrix a{dirA, mb, mb, nnzb, descrA, values, offsets, columns, blockDim};           \
    return answerBufferSize(handle, a.isRight() && isOperation(transA) && isInfo(info), size,      \
                            descrA);                                                               \
  }                                                                                                \
  cusparseStatus_t cusparse##S##bsrsv2_bufferSizeExt(                                              \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int mb,       \
      int nnzb, const cusparseMatDescr_t descrA, T* values, const int* offsets,                    \
      const int* columns, int blockDim, bsrsv2Info_t info, size_t* size) {                         \
    const BlockMatrix a{dirA, mb, mb, nnzb, descrA, values, offsets, columns, blockDim};           \
    return answerBufferSize(handle, a.isRight() && isOperation(transA) && isInfo(info), size,      \
                            descrA);                                                               \
  }                                                                                                \
  cusparseStatus_t cusparse##S##bsrsv2_analysis(                                                   \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int mb,       \
      int nnzb, const cusparseMatDescr_t descrA, const T* values, const int* offsets,              \
      const int* columns, int blockDim, bsrsv2Info_t info, cusparseSolvePolicy_t policy,           \
      void* buffer) {                                                                              \
    return analyse(handle, isOperation(transA) && isPolicy(policy),                                \
                   {dirA, mb, mb, nnzb, descrA, values, offsets, columns, blockDim}, info,         \
                   buffer);                                                                        \
  }                                                                                                \
  cusparseStatus_t cusparse##S##bsrsv2_solve(                                                      \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int mb,       \
      int nnzb, const T* alpha, const cusparseMatDescr_t descrA, const T* values,                  \
      const int* offsets, const int* columns, int blockDim, bsrsv2Info_t info, const T* f, T* x,   \
      cusparseSolvePolicy_t policy, void* buffer) {                                                \
    return solveVector(handle, policy, transA,                                                     \
                       {dirA, mb, mb, nnzb, descrA, values, offsets, columns, blockDim}, info,     \
                       native(alpha), native(f), native(x), buffer);                               \
  }                                                                                                \
  cusparseStatus_t cusparse##S##bsrsm2_bufferSize(                                                 \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,               \
      cusparseOperation_t transX, int mb, int n, int nnzb, const cusparseMatDescr_t descrA,        \
      T* values, const int* offsets, const int* columns, int blockSize, bsrsm2Info_t info,         \
      int* size) {                                                                                 \
    const BlockMatrix a{dirA, mb, mb, nnzb, descrA, values, offsets, columns, blockSize};          \
    return answerBufferSize(handle,                                                                \
                            a.isRight() && isOperation(transA) && isOperation(transX) && n >= 0 && \
                                isInfo(info),                                                      \
                            size, descrA);                                                         \
  }                                                                                                \
  cusparseStatus_t cusparse##S##bsrsm2_bufferSizeExt(                                              \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,               \
      cusparseOperation_t transX, int mb, int n, int nnzb, const cusparseMatDescr_t descrA,        \
      T* values, const int* offsets, const int* columns, int blockSize, bsrsm2Info_t info,         \
      size_t* size) {                                                                              \
    const BlockMatrix a{dirA, mb, mb, nnzb, descrA, values, offsets, columns, blockSize};          \
    return answerBufferSize(handle,                                                                \
                            a.isRight() && isOperation(transA) && isOperation(transX) && n >= 0 && \
                                isInfo(info),                                                      \
                            size, descrA);                                                         \
  }                                                                                                \
  cusparseStatus_t cusparse##S##bsrsm2_analysis(                                                   \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,               \
      cusparseOperation_t transX, int mb, int n, int nnzb, const cusparseMatDescr_t descrA,        \
      const T* values, const int* offsets, const int* columns, int blockSize, bsrsm2Info_t info,   \
      cusparseSolvePolicy_t policy, void* buffer) {                                                \
    return analyse(                                                                                \
        handle, isOperation(transA) && isOperation(transX) && n >= 0 && isPolicy(policy),          \
        {dirA, mb, mb, nnzb, descrA, values, offsets, columns, blockSize}, info, buffer);          \
  }                                                                                                \
  cusparseStatus_t cusparse##S##bsrsm2_solve(                                                      \
      cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,               \
      cusparseOperation_t transX, int mb, int n, int nnzb, const T* alpha,                         \
      const cusparseMatDescr_t descrA, const T* values, const int* offsets, const int* columns,    \
      int blockSize, bsrsm2Info_t info, const T* b, int ldb, T* x, int ldx,                        \
      cusparseSolvePolicy_t policy, void* buffer) {                                                \
    return solveMatrix(handle, policy, transA, transX,                                             \
                       {dirA, mb, mb, nnzb, descrA, values, offsets, columns, blockSize}, n, info, \
                       native(alpha), native(b), ldb, native(x), ldx, buffer);                     \
  }

extern "C" {
HEDDLE_CUSPARSE_EACH(HEDDLE_BLOCK_MATRICES)

cusparseStatus_t cusparseCreateBsrsv2Info(bsrsv2Info_t* info) {
  return create(info, bsrsv2Info{}, true);
}
cusparseStatus_t cusparseDestroyBsrsv2Info(bsrsv2Info_t info) {
  return destroy(info);
}
cusparseStatus_t cusparseXbsrsv2_zeroPivot(cusparseHandle_t handle, bsrsv2Info_t info,
                                           int* position) {
  return answerZeroPivot(handle, info, position);
}
cusparseStatus_t cusparseCreateBsrsm2Info(bsrsm2Info_t* info) {
  return create(info, bsrsm2Info{}, true);
}
cusparseStatus_t cusparseDestroyBsrsm2Info(bsrsm2Info_t info) {
  return destroy(info);
}
cusparseStatus_t cusparseXbsrsm2_zeroPivot(cusparseHandle_t handle, bsrsm2Info_t info,
                                           int* position) {
  return answerZeroPivot(handle, info, position);
}
}
