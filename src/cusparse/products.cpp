// Products of a sparse matrix with a dense vector or matrix, and of dense matrices at the places of
// a sparse one.
#include "cusparse/products.h"
#include "cusparse/handles.h"

namespace {

using namespace heddle::cusparse;

template <class Types> struct SampledProduct {
  using A = typename Types::First;
  using B = typename Types::Second;
  using R = typename Types::Result;
  using C = typename Types::Compute;
  DenseMatrix<A> a;
  DenseMatrix<B> b;
  SparseMatrix<R> c;
  Scalar<C> alpha, beta;

  bool isThere() const { return a.isThere(false) && b.isThere(false) && c.isThere(true); }
  bool compute(std::int64_t begin, std::int64_t end) const {
    const auto factor = alpha.read(), old = beta.read();
    bool isRight = factor && old;
    for (std::int64_t line = begin; isRight && line < end; ++line)
      isRight = c.visitLine(line, [&](std::int64_t row, std::int64_t col, R& value) {
        C sum{};
        for (std::int64_t k = 0; k < a.cols; ++k)
          sum += multiply(a.template read<C>(row, k), b.template read<C>(k, col));
        store(value, *factor, sum, *old);
      });
    return isRight;
  }
};

std::int64_t rowsOf(const cusparseSpMatDescr& matrix, cusparseOperation_t operation) {
  return operation == CUSPARSE_OPERATION_NON_TRANSPOSE ? matrix.rows : matrix.cols;
}
std::int64_t colsOf(const cusparseSpMatDescr& matrix, cusparseOperation_t operation) {
  return operation == CUSPARSE_OPERATION_NON_TRANSPOSE ? matrix.cols : matrix.rows;
}
std::int64_t rowsOf(const cusparseDnMatDescr& matrix, cusparseOperation_t operation) {
  return operation == CUSPARSE_OPERATION_NON_TRANSPOSE ? matrix.rows : matrix.cols;
}
std::int64_t colsOf(const cusparseDnMatDescr& matrix, cusparseOperation_t operation) {
  return operation == CUSPARSE_OPERATION_NON_TRANSPOSE ? matrix.cols : matrix.rows;
}

// Whether matrices of these batches can be operands of one operation: a single one is used again.
bool isBatch(int count, int of) {
  return count == 1 || count == of;
}

bool isCompressed(cusparseFormat_t format) {
  return format == CUSPARSE_FORMAT_CSR || format == CUSPARSE_FORMAT_CSC;
}
bool isOfBlocks(cusparseFormat_t format) {
  return format == CUSPARSE_FORMAT_BSR || format == CUSPARSE_FORMAT_BLOCKED_ELL;
}
// Products of matrices of blocks with dense matrices exist on a GPU for fewer types than others,
// for blocks by rows, and for blocked ELL with indices of 32 bits.
bool areBlocksSupported(const cusparseSpMatDescr& a, const cusparseDnMatDescr& b,
                        const cusparseDnMatDescr& c) {
  if (!isOfBlocks(a.format))
    return true;
  if (a.valueType != b.valueType || a.valueType == CUDA_C_16F || a.valueType == CUDA_C_16BF)
    return false;
  if (a.format == CUSPARSE_FORMAT_BSR)
    return a.blockOrder == CUSPARSE_ORDER_ROW;
  return !isComplexType(a.valueType) && a.indexType == CUSPARSE_INDEX_32I &&
         (a.valueType != CUDA_R_8I || (b.order == CUSPARSE_ORDER_COL && c.valueType == CUDA_R_32I));
}
// Whether an algorithm is one for matrices in this format. All of them compute the same here.
bool isOneOf(cusparseSpMVAlg_t algorithm, cusparseFormat_t format) {
  switch (algorithm) {
  case CUSPARSE_SPMV_ALG_DEFAULT:
    return true;
  case CUSPARSE_SPMV_COO_ALG1:
  case CUSPARSE_SPMV_COO_ALG2:
    return format == CUSPARSE_FORMAT_COO;
  case CUSPARSE_SPMV_CSR_ALG1:
  case CUSPARSE_SPMV_CSR_ALG2:
    return isCompressed(format);
  case CUSPARSE_SPMV_SELL_ALG1:
    return format == CUSPARSE_FORMAT_SLICED_ELLPACK;
  case CUSPARSE_SPMV_BSR_ALG1:
    return format == CUSPARSE_FORMAT_BSR;
  }
  return false;
}
bool isOneOf(cusparseSpMMAlg_t algorithm, cusparseFormat_t format) {
  switch (algorithm) {
  case CUSPARSE_SPMM_ALG_DEFAULT:
    return true;
  case CUSPARSE_SPMM_COO_ALG1:
  case CUSPARSE_SPMM_COO_ALG2:
  case CUSPARSE_SPMM_COO_ALG3:
  case CUSPARSE_SPMM_COO_ALG4:
    return format == CUSPARSE_FORMAT_COO;
  case CUSPARSE_SPMM_CSR_ALG1:
  case CUSPARSE_SPMM_CSR_ALG2:
  case CUSPARSE_SPMM_CSR_ALG3:
    return isCompressed(format);
  case CUSPARSE_SPMM_BLOCKED_ELL_ALG1:
    return format == CUSPARSE_FORMAT_BLOCKED_ELL;
  case CUSPARSE_SPMM_BSR_ALG1:
    return format == CUSPARSE_FORMAT_BSR;
  }
  return false;
}

// The arguments of a product with a vector. action.operator()<Types>() gets the types.
struct VectorProductArguments {
  Call handle;
  cusparseOperation_t opA;
  const void* alpha;
  cusparseConstSpMatDescr_t matA;
  cusparseConstDnVecDescr_t vecX;
  const void* beta;
  cusparseDnVecDescr_t vecY;
  cudaDataType computeType;
  cusparseSpMVAlg_t algorithm;

  template <class Action> cusparseStatus_t check(Action action) const {
    const auto body = [&] {
      if (!alpha || !beta || !isOneOf(algorithm, matA->format) || !isOperation(opA) ||
          vecX->size != colsOf(*matA, opA) || vecY->size != rowsOf(*matA, opA))
        return CUSPARSE_STATUS_INVALID_VALUE;
      return VectorProductTypes::find(
          matA->valueType, vecX->valueType, vecY->valueType, computeType, [&]<class Types>() {
            return withFormat([&] { return action.template operator()<Types>(); });
          });
    };
    return withObjects(handle, body, matA, vecX, vecY);
  }
  // What a GPU looks at once it knows the types.
  template <class Action> cusparseStatus_t withFormat(Action action) const {
    if (!isOperationOf(opA, matA->valueType))
      return CUSPARSE_STATUS_INVALID_VALUE;
    if (matA->isTriangle || matA->format == CUSPARSE_FORMAT_BLOCKED_ELL ||
        (matA->format == CUSPARSE_FORMAT_BSR && opA != CUSPARSE_OPERATION_NON_TRANSPOSE))
      return CUSPARSE_STATUS_NOT_SUPPORTED;
    return action();
  }
};

struct MatrixProductArguments {
  Call handle;
  cusparseOperation_t opA, opB;
  const void* alpha;
  cusparseConstSpMatDescr_t matA;
  cusparseConstDnMatDescr_t matB;
  const void* beta;
  cusparseDnMatDescr_t matC;
  cudaDataType computeType;
  cusparseSpMMAlg_t algorithm;

  int batchCount() const { return matC->batchCount; }
  template <class Action> cusparseStatus_t check(Action action) const {
    const auto body = [&] {
      if (!alpha || !beta || !isOneOf(algorithm, matA->format) ||
          !isOperationOf(opA, matA->valueType) || !isOperationOf(opB, matB->valueType) ||
          matC->rows != rowsOf(*matA, opA) || rowsOf(*matB, opB) != colsOf(*matA, opA) ||
          colsOf(*matB, opB) != matC->cols || !isBatch(matA->batchCount, batchCount()) ||
          !isBatch(matB->batchCount, batchCount()))
        return CUSPARSE_STATUS_INVALID_VALUE;
      if (matA->isTriangle || matA->format == CUSPARSE_FORMAT_SLICED_ELLPACK ||
          (opA != CUSPARSE_OPERATION_NON_TRANSPOSE &&
           (algorithm == CUSPARSE_SPMM_CSR_ALG3 || isOfBlocks(matA->format))) ||
          !areBlocksSupported(*matA, *matB, *matC))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
      return MatrixProductTypes::find(matA->valueType, matB->valueType, matC->valueType,
                                      computeType, action);
    };
    return withObjects(handle, body, matA, matB, matC);
  }
};

struct SampledProductArguments {
  Call handle;
  cusparseOperation_t opA, opB;
  const void* alpha;
  cusparseConstDnMatDescr_t matA, matB;
  const void* beta;
  cusparseSpMatDescr_t matC;
  cudaDataType computeType;
  cusparseSDDMMAlg_t algorithm;

  int batchCount() const { return matC->batchCount; }
  template <class Action> cusparseStatus_t check(Action action) const {
    const auto body = [&] {
      if (!alpha || !beta || algorithm != CUSPARSE_SDDMM_ALG_DEFAULT ||
          !isOperationOf(opA, matA->valueType) || !isOperationOf(opB, matB->valueType) ||
          rowsOf(*matA, opA) != matC->rows || colsOf(*matB, opB) != matC->cols ||
          colsOf(*matA, opA) != rowsOf(*matB, opB) || !isBatch(matA->batchCount, batchCount()) ||
          !isBatch(matB->batchCount, batchCount()))
        return CUSPARSE_STATUS_INVALID_VALUE;
      if (matC->isTriangle ||
          (matC->format != CUSPARSE_FORMAT_CSR && matC->format != CUSPARSE_FORMAT_BSR))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
      if (matC->format == CUSPARSE_FORMAT_BSR)
        return SampledBlockTypes::find(matA->valueType, matB->valueType, matC->valueType,
                                       computeType, action);
      return SampledProductTypes::find(matA->valueType, matB->valueType, matC->valueType,
                                       computeType, action);
    };
    return withObjects(handle, body, matA, matB, matC);
  }
};

// For the functions that ask for a buffer or prepare a product: they check the same arguments.
constexpr auto kNothing = []<class>() { return CUSPARSE_STATUS_SUCCESS; };

template <class Arguments>
cusparseStatus_t answerBufferSize(const Arguments& arguments, size_t* bufferSize) {
  if (!bufferSize)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return arguments.check([=]<class>() {
    *bufferSize = 0;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

// Calls launchOne(index) for all members of a batch.
template <class Launch> cusparseStatus_t forBatch(int count, Launch launchOne) {
  cusparseStatus_t status = CUSPARSE_STATUS_SUCCESS;
  for (int index = 0; index < count && status == CUSPARSE_STATUS_SUCCESS; ++index)
    status = launchOne(index);
  return status;
}

} // namespace

extern "C" {

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
                                         const void* alpha, cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnVecDescr_t vecX, const void* beta,
                                         cusparseDnVecDescr_t vecY, cudaDataType computeType,
                                         cusparseSpMVAlg_t alg, size_t* bufferSize) {
  return answerBufferSize(
      VectorProductArguments{handle, opA, alpha, matA, vecX, beta, vecY, computeType, alg},
      bufferSize);
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t opA,
                                         const void* alpha, cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnVecDescr_t vecX, const void* beta,
                                         cusparseDnVecDescr_t vecY, cudaDataType computeType,
                                         cusparseSpMVAlg_t alg, void*) {
  return VectorProductArguments{handle, opA, alpha, matA, vecX, beta, vecY, computeType, alg}.check(
      kNothing);
}
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t opA, const void* alpha,
                              cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX,
                              const void* beta, cusparseDnVecDescr_t vecY, cudaDataType computeType,
                              cusparseSpMVAlg_t alg, void*) {
  const VectorProductArguments arguments{handle, opA,  alpha,       matA, vecX,
                                         beta,   vecY, computeType, alg};
  return arguments.check([&]<class Types>() {
    using Product = VectorProduct<Types>;
    return launchProduct(*handle, Product{SparseMatrix<typename Product::A>(*matA, opA),
                                          DenseVector<typename Product::X>(*vecX),
                                          DenseVector<typename Product::Y>(*vecY),
                                          Scalar<typename Product::C>(alpha, handle->pointerMode),
                                          Scalar<typename Product::C>(beta, handle->pointerMode)});
  });
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
                                         cusparseOperation_t opB, const void* alpha,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnMatDescr_t matB, const void* beta,
                                         cusparseDnMatDescr_t matC, cudaDataType computeType,
                                         cusparseSpMMAlg_t alg, size_t* bufferSize) {
  return answerBufferSize(
      MatrixProductArguments{handle, opA, opB, alpha, matA, matB, beta, matC, computeType, alg},
      bufferSize);
}
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t opA,
                                         cusparseOperation_t opB, const void* alpha,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnMatDescr_t matB, const void* beta,
                                         cusparseDnMatDescr_t matC, cudaDataType computeType,
                                         cusparseSpMMAlg_t alg, void*) {
  return MatrixProductArguments{handle, opA, opB, alpha, matA, matB, beta, matC, computeType, alg}
      .check(kNothing);
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opA,
                              cusparseOperation_t opB, const void* alpha,
                              cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
                              const void* beta, cusparseDnMatDescr_t matC, cudaDataType computeType,
                              cusparseSpMMAlg_t alg, void*) {
  const MatrixProductArguments arguments{handle, opA,  opB,  alpha,       matA,
                                         matB,   beta, matC, computeType, alg};
  return arguments.check([&]<class Types>() {
    using Product = MatrixProduct<Types>;
    return forBatch(arguments.batchCount(), [&](int index) {
      return launchProduct(
          *handle, Product{SparseMatrix<typename Product::A>(batchMember(*matA, index), opA),
                           DenseMatrix<typename Product::B>(batchMember(*matB, index), opB),
                           DenseMatrix<typename Product::R>(batchMember(*matC, index)),
                           Scalar<typename Product::C>(alpha, handle->pointerMode),
                           Scalar<typename Product::C>(beta, handle->pointerMode)});
    });
  });
}

cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
                                          cusparseOperation_t opB, const void* alpha,
                                          cusparseConstDnMatDescr_t matA,
                                          cusparseConstDnMatDescr_t matB, const void* beta,
                                          cusparseSpMatDescr_t matC, cudaDataType computeType,
                                          cusparseSDDMMAlg_t alg, size_t* bufferSize) {
  return answerBufferSize(
      SampledProductArguments{handle, opA, opB, alpha, matA, matB, beta, matC, computeType, alg},
      bufferSize);
}
cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t opA,
                                          cusparseOperation_t opB, const void* alpha,
                                          cusparseConstDnMatDescr_t matA,
                                          cusparseConstDnMatDescr_t matB, const void* beta,
                                          cusparseSpMatDescr_t matC, cudaDataType computeType,
                                          cusparseSDDMMAlg_t alg, void*) {
  return SampledProductArguments{handle, opA, opB, alpha, matA, matB, beta, matC, computeType, alg}
      .check(kNothing);
}
cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t opA,
                               cusparseOperation_t opB, const void* alpha,
                               cusparseConstDnMatDescr_t matA, cusparseConstDnMatDescr_t matB,
                               const void* beta, cusparseSpMatDescr_t matC,
                               cudaDataType computeType, cusparseSDDMMAlg_t alg, void*) {
  const SampledProductArguments arguments{handle, opA,  opB,  alpha,       matA,
                                          matB,   beta, matC, computeType, alg};
  return arguments.check([&]<class Types>() {
    using Product = SampledProduct<Types>;
    return forBatch(arguments.batchCount(), [&](int index) {
      const Product product{DenseMatrix<typename Product::A>(batchMember(*matA, index), opA),
                            DenseMatrix<typename Product::B>(batchMember(*matB, index), opB),
                            SparseMatrix<typename Product::R>(batchMember(*matC, index)),
                            Scalar<typename Product::C>(alpha, handle->pointerMode),
                            Scalar<typename Product::C>(beta, handle->pointerMode)};
      return launchParts(
          *handle, product.c.lines(), kRowsPerItem, [=] { return product.isThere(); },
          [=](std::int64_t begin, std::int64_t end) { return product.compute(begin, end); });
    });
  });
}
}
