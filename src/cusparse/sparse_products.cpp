// Products of two sparse matrices. The rows of the result are computed when the program asks for
// them, since the program allocates the memory for the result afterwards.
#include "cusparse/descriptor_functions.h"
#include "cusparse/handles.h"
#include "cusparse/launch.h"
#include "cusparse/product_types.h"
#include "cusparse/sparse_matrix.h"

#include <algorithm>
#include <any>
#include <vector>

namespace heddle::cusparse {

// Some rows of a product, one behind the other.
template <class C> struct ProductRows {
  std::vector<std::int64_t> lengths, columns;
  std::vector<C> values;
  std::int64_t products = 0;
};
template <class C> struct SparseProduct {
  std::vector<ProductRows<C>> parts;

  std::int64_t entryCount() const {
    std::int64_t count = 0;
    for (const auto& part : parts)
      count += static_cast<std::int64_t>(part.columns.size());
    return count;
  }
  std::int64_t productCount() const {
    std::int64_t count = 0;
    for (const auto& part : parts)
      count += part.products;
    return count;
  }
};

} // namespace heddle::cusparse

struct cusparseSpGEMMDescr {
  std::any product; // a std::shared_ptr<SparseProduct<C>>, for the type C that is computed with
  std::int64_t productCount = 0;
};

namespace {

using namespace heddle::cusparse;

constexpr std::int64_t kRowsPerPart = 64;
// The answer to questions for buffers. None is used, but a program that asks again with a null
// pointer asks for the size once more, so it has to get memory.
constexpr size_t kBufferBytes = 16;

constexpr bool isAlgorithm(cusparseSpGEMMAlg_t algorithm) {
  return algorithm >= CUSPARSE_SPGEMM_DEFAULT && algorithm <= CUSPARSE_SPGEMM_ALG3;
}

// The types of the matrices, and of the computation.
using SparseProductTypes =
    ProductTypeList<OneType<float>, OneType<double>, OneType<std::complex<float>>,
                    OneType<std::complex<double>>, ProductTypes<Half, Half, Half, float>,
                    ProductTypes<Bfloat16, Bfloat16, Bfloat16, float>>;

// The entries of one row of a product, by ascending columns. False for an index outside.
template <class T, class C> class RowProduct {
public:
  struct Entry {
    std::int64_t column;
    std::size_t number; // in the order in which the products are made
    C value;
  };
  RowProduct(const SparseMatrix<T>& a, const SparseMatrix<T>& b) : a_(a), b_(b) {}

  bool compute(std::int64_t row) {
    products_.clear();
    bool isRight = true;
    isRight &= a_.visitLine(row, [&](auto, std::int64_t inner, const T& left) {
      const C factor = convert<C>(left);
      isRight &= b_.visitLine(inner, [&](auto, std::int64_t col, const T& right) {
        products_.push_back({col, products_.size(), multiply(factor, convert<C>(right))});
      });
    });
    if (!isRight)
      return false;
    productCount_ = static_cast<std::int64_t>(products_.size());
    // Equal columns stay in their order, so that a sum is the same each time.
    std::sort(products_.begin(), products_.end(), [](const Entry& x, const Entry& y) {
      return x.column != y.column ? x.column < y.column : x.number < y.number;
    });
    std::size_t count = 0;
    for (const Entry& entry : products_)
      if (count > 0 && products_[count - 1].column == entry.column)
        products_[count - 1].value += entry.value;
      else
        products_[count++] = entry;
    products_.resize(count);
    return true;
  }
  const std::vector<Entry>& entries() const { return products_; }
  std::int64_t productCount() const { return productCount_; }

private:
  SparseMatrix<T> a_, b_;
  std::vector<Entry> products_;
  std::int64_t productCount_ = 0;
};

// The arguments that all stages have.
struct SparseProductArguments {
  Call handle;
  cusparseOperation_t opA, opB;
  cusparseConstSpMatDescr_t matA, matB;
  cusparseSpMatDescr_t matC;
  cudaDataType computeType;
  cusparseSpGEMMDescr_t descr;

  // action.operator()<T, C>() gets the types.
  template <class Action> cusparseStatus_t check(bool areOthersRight, Action action) const {
    const auto body = [&] {
      if (!areOthersRight || !isOperation(opA) || !isOperation(opB) || matA->cols != matB->rows ||
          matC->rows != matA->rows || matC->cols != matB->cols)
        return CUSPARSE_STATUS_INVALID_VALUE;
      if (opA != CUSPARSE_OPERATION_NON_TRANSPOSE || opB != CUSPARSE_OPERATION_NON_TRANSPOSE ||
          matA->format != CUSPARSE_FORMAT_CSR || matB->format != CUSPARSE_FORMAT_CSR ||
          matC->format != CUSPARSE_FORMAT_CSR || matA->isTriangle || matB->isTriangle ||
          matC->isTriangle)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
      return SparseProductTypes::find(
          matA->valueType, matB->valueType, matC->valueType, computeType, [&]<class Types>() {
            return action.template operator()<typename Types::First, typename Types::Compute>();
          });
    };
    return withObjects(handle, body, matA, matB, matC, descr);
  }
};

template <class C> std::shared_ptr<SparseProduct<C>> productOf(cusparseSpGEMMDescr_t descr) {
  const auto* found = std::any_cast<std::shared_ptr<SparseProduct<C>>>(&descr->product);
  return found ? *found : nullptr;
}

// Computes the product and waits for it, because the program needs the number of its entries.
template <class T, class C>
cusparseStatus_t computeProduct(const SparseProductArguments& arguments) {
  const SparseMatrix<T> a(*arguments.matA), b(*arguments.matB);
  const auto product = std::make_shared<SparseProduct<C>>();
  const std::int64_t rows = a.rows();
  product->parts.resize(static_cast<std::size_t>((rows + kRowsPerPart - 1) / kRowsPerPart));
  const cusparseStatus_t launched = launchParts(
      *arguments.handle, rows, kRowsPerPart, [=] { return a.isThere(false) && b.isThere(false); },
      [=](std::int64_t begin, std::int64_t end) {
        RowProduct<T, C> row(a, b);
        for (std::int64_t at = begin; at < end; ++at) {
          auto& part = product->parts[static_cast<std::size_t>(at / kRowsPerPart)];
          if (!row.compute(at))
            return false;
          part.lengths.push_back(static_cast<std::int64_t>(row.entries().size()));
          part.products += row.productCount();
          for (const auto& entry : row.entries()) {
            part.columns.push_back(entry.column);
            part.values.push_back(entry.value);
          }
        }
        return true;
      });
  if (launched != CUSPARSE_STATUS_SUCCESS)
    return launched;
  const cusparseStatus_t done = statusOf(cudaStreamSynchronize(arguments.handle->stream));
  if (done == CUSPARSE_STATUS_SUCCESS) {
    arguments.descr->product = product;
    arguments.descr->productCount = product->productCount();
    arguments.matC->nnz = product->entryCount();
  }
  return done;
}

// The result, as it is written: its arrays must have room for all entries of the product.
struct ResultArrays {
  cusparseSpMatDescr matrix;

  WritableIndices offsets() const { return {matrix.offsets, matrix.offsetType, matrix.base}; }
  WritableIndices columns() const { return {matrix.indices, matrix.indexType, matrix.base}; }
  bool isThere(std::int64_t entries, std::size_t valueBytes) const {
    return matrix.nnz == entries &&
           isAccessible(matrix.offsets, matrix.rows + 1, indexBytes(matrix.offsetType), true) &&
           isAccessible(matrix.indices, entries, indexBytes(matrix.indexType), true) &&
           (valueBytes == 0 || isAccessible(matrix.values, entries, valueBytes, true));
  }
};

// Writes the pattern of the product, and calls setValue(entry, value) for each entry.
template <class C, class SetValue>
void writeProduct(const SparseProduct<C>& product, const ResultArrays& result, SetValue setValue) {
  std::int64_t row = 0, entry = 0;
  result.offsets().set(0, 0);
  for (const auto& part : product.parts) {
    std::size_t at = 0;
    for (const std::int64_t length : part.lengths) {
      for (std::int64_t i = 0; i < length; ++i, ++at, ++entry) {
        result.columns().set(entry, part.columns[at]);
        setValue(entry, part.values[at]);
      }
      result.offsets().set(++row, entry);
    }
  }
}

template <class T, class C> void setScaled(T& to, C alpha, C value, C beta) {
  const C scaled = multiply(alpha, value);
  to = convert<T>(beta == C(0) ? scaled : scaled + multiply(beta, convert<C>(to)));
}

template <class T, class C>
cusparseStatus_t copyProduct(const SparseProductArguments& arguments, const void* alpha,
                             const void* beta) {
  const auto product = productOf<C>(arguments.descr);
  if (!product)
    return CUSPARSE_STATUS_INVALID_VALUE;
  const ResultArrays result{*arguments.matC};
  const Scalar<C> factor(alpha, arguments.handle->pointerMode),
      old(beta, arguments.handle->pointerMode);
  return launchWhole(
      *arguments.handle, [=] { return result.isThere(product->entryCount(), sizeof(T)); },
      [=] {
        const auto a = factor.read(), b = old.read();
        if (!a || !b)
          return false;
        auto* values = static_cast<T*>(result.matrix.values);
        writeProduct(*product, result, [&](std::int64_t entry, const C& value) {
          setScaled(values[entry], *a, value, *b);
        });
        return true;
      });
}

template <class C> cusparseStatus_t copyPattern(const SparseProductArguments& arguments) {
  const auto product = productOf<C>(arguments.descr);
  if (!product)
    return CUSPARSE_STATUS_INVALID_VALUE;
  const ResultArrays result{*arguments.matC};
  return launchWhole(
      *arguments.handle, [=] { return result.isThere(product->entryCount(), 0); },
      [=] {
        writeProduct(*product, result, [](auto, const C&) {});
        return true;
      });
}

// Values for a pattern that was copied before.
template <class T, class C>
cusparseStatus_t computeValues(const SparseProductArguments& arguments, const void* alpha,
                               const void* beta) {
  const SparseMatrix<T> a(*arguments.matA), b(*arguments.matB), c(*arguments.matC);
  const Scalar<C> factor(alpha, arguments.handle->pointerMode),
      old(beta, arguments.handle->pointerMode);
  return launchParts(
      *arguments.handle, a.rows(), kRowsPerPart,
      [=] { return a.isThere(false) && b.isThere(false) && c.isThere(true); },
      [=](std::int64_t begin, std::int64_t end) {
        const auto scale = factor.read(), kept = old.read();
        if (!scale || !kept)
          return false;
        RowProduct<T, C> row(a, b);
        for (std::int64_t at = begin; at < end; ++at) {
          if (!row.compute(at))
            return false;
          auto next = row.entries().begin();
          if (!c.visitLine(at, [&](auto, std::int64_t col, T& value) {
                const bool isThere = next != row.entries().end() && next->column == col;
                setScaled(value, *scale, isThere ? (next++)->value : C{}, *kept);
              }))
            return false;
        }
        return true;
      });
}

// The stages that only ask for buffers, or get one that is not used.
cusparseStatus_t answerBuffer(const SparseProductArguments& arguments, bool areOthersRight,
                              size_t* size, const void* buffer) {
  return arguments.check(areOthersRight && size, [&]<class, class>() {
    if (!buffer)
      *size = kBufferBytes;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

} // namespace

extern "C" {

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t* descr) {
  return create(descr, cusparseSpGEMMDescr{}, true);
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr) {
  return destroy(descr);
}
cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t spgemmDescr,
                                               int64_t* numProducts) {
  return ask(spgemmDescr, [&] { *numProducts = spgemmDescr->productCount; }, numProducts);
}

// With a buffer, this already computes the product: the program may ask how many products of
// elements there are.
cusparseStatus_t cusparseSpGEMM_workEstimation(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha,
    cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, const void* beta,
    cusparseSpMatDescr_t matC, cudaDataType computeType, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t spgemmDescr, size_t* bufferSize1, void* externalBuffer1) {
  const SparseProductArguments arguments{handle, opA,  opB,         matA,
                                         matB,   matC, computeType, spgemmDescr};
  return arguments.check(isAlgorithm(alg) && alpha && beta && (bufferSize1 || externalBuffer1),
                         [&]<class T, class C>() {
                           if (externalBuffer1)
                             return computeProduct<T, C>(arguments);
                           *bufferSize1 = kBufferBytes;
                           return CUSPARSE_STATUS_SUCCESS;
                         });
}
cusparseStatus_t
cusparseSpGEMM_estimateMemory(cusparseHandle_t handle, cusparseOperation_t opA,
                              cusparseOperation_t opB, const void* alpha,
                              cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB,
                              const void* beta, cusparseSpMatDescr_t matC, cudaDataType computeType,
                              cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr, float,
                              size_t* bufferSize3, void* externalBuffer3, size_t* bufferSize2) {
  const cusparseStatus_t status =
      answerBuffer({handle, opA, opB, matA, matB, matC, computeType, spgemmDescr},
                   (alg == CUSPARSE_SPGEMM_ALG2 || alg == CUSPARSE_SPGEMM_ALG3) && alpha && beta,
                   bufferSize3, externalBuffer3);
  if (status == CUSPARSE_STATUS_SUCCESS && bufferSize2)
    *bufferSize2 = kBufferBytes;
  return status;
}
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t opA,
                                        cusparseOperation_t opB, const void* alpha,
                                        cusparseConstSpMatDescr_t matA,
                                        cusparseConstSpMatDescr_t matB, const void* beta,
                                        cusparseSpMatDescr_t matC, cudaDataType computeType,
                                        cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr,
                                        size_t* bufferSize2, void* externalBuffer2) {
  const SparseProductArguments arguments{handle, opA,  opB,         matA,
                                         matB,   matC, computeType, spgemmDescr};
  return arguments.check(isAlgorithm(alg) && alpha && beta && bufferSize2, [&]<class T, class C>() {
    if (!externalBuffer2) {
      *bufferSize2 = kBufferBytes;
      return CUSPARSE_STATUS_SUCCESS;
    }
    const auto product = productOf<C>(spgemmDescr);
    if (!product)
      return CUSPARSE_STATUS_INVALID_VALUE;
    matC->nnz = product->entryCount();
    return CUSPARSE_STATUS_SUCCESS;
  });
}
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t opA,
                                     cusparseOperation_t opB, const void* alpha,
                                     cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB,
                                     const void* beta, cusparseSpMatDescr_t matC,
                                     cudaDataType computeType, cusparseSpGEMMAlg_t alg,
                                     cusparseSpGEMMDescr_t spgemmDescr) {
  const SparseProductArguments arguments{handle, opA,  opB,         matA,
                                         matB,   matC, computeType, spgemmDescr};
  return arguments.check(isAlgorithm(alg) && alpha && beta, [&]<class T, class C>() {
    return copyProduct<T, C>(arguments, alpha, beta);
  });
}

cusparseStatus_t
cusparseSpGEMMreuse_workEstimation(cusparseHandle_t handle, cusparseOperation_t opA,
                                   cusparseOperation_t opB, cusparseConstSpMatDescr_t matA,
                                   cusparseConstSpMatDescr_t matB, cusparseSpMatDescr_t matC,
                                   cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr,
                                   size_t* bufferSize1, void* externalBuffer1) {
  const cudaDataType type = exist(matC) ? matC->valueType : CUDA_R_32F;
  return answerBuffer({handle, opA, opB, matA, matB, matC, type, spgemmDescr}, isAlgorithm(alg),
                      bufferSize1, externalBuffer1);
}
cusparseStatus_t cusparseSpGEMMreuse_nnz(cusparseHandle_t handle, cusparseOperation_t opA,
                                         cusparseOperation_t opB, cusparseConstSpMatDescr_t matA,
                                         cusparseConstSpMatDescr_t matB, cusparseSpMatDescr_t matC,
                                         cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr,
                                         size_t* bufferSize2, void* externalBuffer2,
                                         size_t* bufferSize3, void* externalBuffer3,
                                         size_t* bufferSize4, void* externalBuffer4) {
  const cudaDataType type = exist(matC) ? matC->valueType : CUDA_R_32F;
  const SparseProductArguments arguments{handle, opA, opB, matA, matB, matC, type, spgemmDescr};
  return arguments.check(isAlgorithm(alg) && bufferSize2 && bufferSize3 && bufferSize4,
                         [&]<class T, class C>() {
                           if (externalBuffer2 && externalBuffer3 && externalBuffer4)
                             return computeProduct<T, C>(arguments);
                           *bufferSize2 = *bufferSize3 = *bufferSize4 = kBufferBytes;
                           return CUSPARSE_STATUS_SUCCESS;
                         });
}
cusparseStatus_t cusparseSpGEMMreuse_copy(cusparseHandle_t handle, cusparseOperation_t opA,
                                          cusparseOperation_t opB, cusparseConstSpMatDescr_t matA,
                                          cusparseConstSpMatDescr_t matB, cusparseSpMatDescr_t matC,
                                          cusparseSpGEMMAlg_t alg,
                                          cusparseSpGEMMDescr_t spgemmDescr, size_t* bufferSize5,
                                          void* externalBuffer5) {
  const cudaDataType type = exist(matC) ? matC->valueType : CUDA_R_32F;
  const SparseProductArguments arguments{handle, opA, opB, matA, matB, matC, type, spgemmDescr};
  return arguments.check(isAlgorithm(alg) && bufferSize5, [&]<class T, class C>() {
    if (externalBuffer5)
      return copyPattern<C>(arguments);
    *bufferSize5 = kBufferBytes;
    return CUSPARSE_STATUS_SUCCESS;
  });
}
cusparseStatus_t cusparseSpGEMMreuse_compute(cusparseHandle_t handle, cusparseOperation_t opA,
                                             cusparseOperation_t opB, const void* alpha,
                                             cusparseConstSpMatDescr_t matA,
                                             cusparseConstSpMatDescr_t matB, const void* beta,
                                             cusparseSpMatDescr_t matC, cudaDataType computeType,
                                             cusparseSpGEMMAlg_t alg,
                                             cusparseSpGEMMDescr_t spgemmDescr) {
  const SparseProductArguments arguments{handle, opA,  opB,         matA,
                                         matB,   matC, computeType, spgemmDescr};
  return arguments.check(isAlgorithm(alg) && alpha && beta, [&]<class T, class C>() {
    return computeValues<T, C>(arguments, alpha, beta);
  });
}
}
