// Triangular systems with one right side, a vector, or with many, the columns of a matrix. The
// analysis sorts the entries of the triangle by rows and copies their values; solutions use the
// copy, whose values the program can replace.
#include "cusparse/descriptor_functions.h"
#include "cusparse/handles.h"
#include "cusparse/launch.h"
#include "cusparse/triangle.h"

#include <any>
#include <cstdint>

// The triangle is a std::shared_ptr<Triangle<T>>, and nothing before the analysis.
struct cusparseSpSVDescr {
  std::any triangle;
  cudaDataType type = CUDA_R_32F;
};
struct cusparseSpSMDescr {
  std::any triangle;
  cudaDataType type = CUDA_R_32F;
};

namespace {

using namespace heddle::cusparse;

constexpr size_t kBufferBytes = 16;

template <class T, class Descriptor> std::shared_ptr<Triangle<T>> triangleOf(Descriptor* descr) {
  const auto* found = std::any_cast<std::shared_ptr<Triangle<T>>>(&descr->triangle);
  return found ? *found : nullptr;
}

bool isSolvable(const cusparseSpMatDescr& matrix) {
  return matrix.format == CUSPARSE_FORMAT_CSR || matrix.format == CUSPARSE_FORMAT_COO ||
         matrix.format == CUSPARSE_FORMAT_SLICED_ELLPACK;
}

// The arguments of the three stages. action.operator()<T>() gets the type of all operands.
template <class Right, class Solution, class Descriptor> struct SystemArguments {
  Call handle;
  cusparseOperation_t opA;
  const void* alpha;
  cusparseConstSpMatDescr_t matA;
  const Right* right;
  const Solution* solution;
  cudaDataType computeType;
  Descriptor* descr;

  template <class Action> cusparseStatus_t check(bool areOthersRight, Action action) const {
    const auto body = [&] {
      if (!areOthersRight || !alpha || !isOperationOf(opA, matA->valueType) ||
          matA->rows != matA->cols || !isValueType(computeType))
        return CUSPARSE_STATUS_INVALID_VALUE;
      const auto isOfOtherType = [&](const auto* operand) {
        return operand && operand->valueType != computeType;
      };
      if (!isSolvable(*matA) || isOfOtherType(matA) || isOfOtherType(right) ||
          isOfOtherType(solution))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
      return withValueType(computeType, action);
    };
    return withObjects(handle, body, matA, descr);
  }
  template <class T> cusparseStatus_t analyse() const {
    auto triangle = std::make_shared<Triangle<T>>();
    descr->triangle = triangle;
    descr->type = computeType;
    const SparseMatrix<T> a(*matA, opA);
    const bool isUpper =
        (matA->fillMode == CUSPARSE_FILL_MODE_UPPER) == (opA == CUSPARSE_OPERATION_NON_TRANSPOSE);
    const bool isUnit = matA->diagType == CUSPARSE_DIAG_TYPE_UNIT;
    const bool isConjugate = opA == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    return launchWhole(
        *handle, [=] { return a.isThere(false); },
        [=] { return triangle->build(a, isUpper, isUnit, isConjugate); });
  }
};

using VectorSystem = SystemArguments<cusparseDnVecDescr, cusparseDnVecDescr, cusparseSpSVDescr>;
using MatrixSystem = SystemArguments<cusparseDnMatDescr, cusparseDnMatDescr, cusparseSpSMDescr>;

// What is there only for its shape may be missing before the system is solved: both vectors, and
// the matrix of solutions.
enum class Stage : std::uint8_t { Preparation, Solution };

bool fits(const VectorSystem& system, Stage stage) {
  const auto isRight = [&](const cusparseDnVecDescr* vector) {
    if (!vector)
      return stage == Stage::Preparation;
    return exist(vector) && vector->size == system.matA->rows;
  };
  return exist(system.matA) && isRight(system.right) && isRight(system.solution);
}
bool fits(const MatrixSystem& system, cusparseOperation_t opB, Stage stage) {
  if (!exist(system.matA, system.right) || !isOperation(opB))
    return false;
  const bool isPlain = opB == CUSPARSE_OPERATION_NON_TRANSPOSE;
  if ((isPlain ? system.right->rows : system.right->cols) != system.matA->rows)
    return false;
  if (!system.solution)
    return stage == Stage::Preparation;
  return exist(system.solution) && system.solution->rows == system.matA->rows &&
         (isPlain ? system.right->cols : system.right->rows) == system.solution->cols;
}

bool isKnown(cusparseSpSVAlg_t algorithm) {
  return algorithm == CUSPARSE_SPSV_ALG_DEFAULT;
}
bool isKnown(cusparseSpSMAlg_t algorithm) {
  return algorithm == CUSPARSE_SPSM_ALG_DEFAULT;
}

template <class System>
cusparseStatus_t answerBufferSize(const System& system, bool areOthersRight, size_t* bufferSize) {
  return system.check(areOthersRight && bufferSize, [=]<class>() {
    *bufferSize = kBufferBytes;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

template <class Descriptor>
cusparseStatus_t update(Call handle, Descriptor* descr, const void* values, bool isKnownPart,
                        bool isDiagonal) {
  const auto body = [&] {
    if (!values || !isKnownPart)
      return CUSPARSE_STATUS_INVALID_VALUE;
    return withValueType(descr->type, [&]<class T>() {
      const auto triangle = triangleOf<T>(descr);
      if (!triangle)
        return CUSPARSE_STATUS_INVALID_VALUE;
      const auto* from = static_cast<const T*>(values);
      return launchWhole(
          *handle,
          [=] {
            return isAccessible(from, isDiagonal ? triangle->size() : triangle->valueCount(),
                                sizeof(T), false);
          },
          [=] {
            triangle->setValues(from, isDiagonal);
            return true;
          });
    });
  };
  return withObjects(handle, body, descr);
}

} // namespace

extern "C" {

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t* descr) {
  return create(descr, cusparseSpSVDescr{}, true);
}
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr) {
  return destroy(descr);
}
cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
                                         const void* alpha, cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
                                         cudaDataType computeType, cusparseSpSVAlg_t alg,
                                         cusparseSpSVDescr_t spsvDescr, size_t* bufferSize) {
  const VectorSystem system{handle, opA, alpha, matA, vecX, vecY, computeType, spsvDescr};
  return answerBufferSize(system, isKnown(alg) && fits(system, Stage::Preparation), bufferSize);
}
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t opA,
                                       const void* alpha, cusparseConstSpMatDescr_t matA,
                                       cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
                                       cudaDataType computeType, cusparseSpSVAlg_t alg,
                                       cusparseSpSVDescr_t spsvDescr, void*) {
  const VectorSystem system{handle, opA, alpha, matA, vecX, vecY, computeType, spsvDescr};
  return system.check(isKnown(alg) && fits(system, Stage::Preparation),
                      [&]<class T>() { return system.analyse<T>(); });
}
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t opA,
                                    const void* alpha, cusparseConstSpMatDescr_t matA,
                                    cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
                                    cudaDataType computeType, cusparseSpSVAlg_t alg,
                                    cusparseSpSVDescr_t spsvDescr) {
  const VectorSystem system{handle, opA, alpha, matA, vecX, vecY, computeType, spsvDescr};
  return system.check(isKnown(alg) && fits(system, Stage::Solution), [&]<class T>() {
    const auto triangle = triangleOf<T>(spsvDescr);
    if (!triangle)
      return CUSPARSE_STATUS_NOT_INITIALIZED;
    const DenseVector<T> x(*vecX), y(*vecY);
    const Scalar<T> factor(alpha, handle->pointerMode);
    return launchWhole(
        *handle, [=] { return x.isThere(false) && y.isThere(true); },
        [=] {
          const auto scale = factor.read();
          if (!scale || triangle->size() != y.size)
            return false;
          for (std::int64_t i = 0; i < y.size; ++i)
            y.data[i] = multiply(*scale, x.data[i]);
          triangle->solve(y.data);
          return true;
        });
  });
}
cusparseStatus_t cusparseSpSV_updateMatrix(cusparseHandle_t handle, cusparseSpSVDescr_t spsvDescr,
                                           void* newValues, cusparseSpSVUpdate_t updatePart) {
  const bool isDiagonal = updatePart == CUSPARSE_SPSV_UPDATE_DIAGONAL;
  return update(handle, spsvDescr, newValues,
                isDiagonal || updatePart == CUSPARSE_SPSV_UPDATE_GENERAL, isDiagonal);
}

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t* descr) {
  return create(descr, cusparseSpSMDescr{}, true);
}
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr) {
  return destroy(descr);
}
cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
                                         cusparseOperation_t opB, const void* alpha,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
                                         cudaDataType computeType, cusparseSpSMAlg_t alg,
                                         cusparseSpSMDescr_t spsmDescr, size_t* bufferSize) {
  const MatrixSystem system{handle, opA, alpha, matA, matB, matC, computeType, spsmDescr};
  return answerBufferSize(system, isKnown(alg) && fits(system, opB, Stage::Preparation),
                          bufferSize);
}
cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t opA,
                                       cusparseOperation_t opB, const void* alpha,
                                       cusparseConstSpMatDescr_t matA,
                                       cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
                                       cudaDataType computeType, cusparseSpSMAlg_t alg,
                                       cusparseSpSMDescr_t spsmDescr, void*) {
  const MatrixSystem system{handle, opA, alpha, matA, matB, matC, computeType, spsmDescr};
  return system.check(isKnown(alg) && fits(system, opB, Stage::Preparation),
                      [&]<class T>() { return system.analyse<T>(); });
}
cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t opA,
                                    cusparseOperation_t opB, const void* alpha,
                                    cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
                                    cusparseDnMatDescr_t matC, cudaDataType computeType,
                                    cusparseSpSMAlg_t alg, cusparseSpSMDescr_t spsmDescr) {
  const MatrixSystem system{handle, opA, alpha, matA, matB, matC, computeType, spsmDescr};
  return system.check(isKnown(alg) && fits(system, opB, Stage::Solution), [&]<class T>() {
    const auto triangle = triangleOf<T>(spsmDescr);
    if (!triangle)
      return CUSPARSE_STATUS_NOT_INITIALIZED;
    const DenseMatrix<T> b(*matB, opB), c(*matC);
    const Scalar<T> factor(alpha, handle->pointerMode);
    return launchParts(
        *handle, c.cols, 1, [=] { return b.isThere(false) && c.isThere(true); },
        [=](std::int64_t begin, std::int64_t end) {
          const auto scale = factor.read();
          if (!scale || triangle->size() != c.rows)
            return false;
          std::vector<T> column(static_cast<std::size_t>(c.rows));
          for (std::int64_t j = begin; j < end; ++j) {
            for (std::int64_t i = 0; i < c.rows; ++i)
              column[static_cast<std::size_t>(i)] = multiply(*scale, b.template read<T>(i, j));
            triangle->solve(column.data());
            for (std::int64_t i = 0; i < c.rows; ++i)
              c.at(i, j) = column[static_cast<std::size_t>(i)];
          }
          return true;
        });
  });
}
cusparseStatus_t cusparseSpSM_updateMatrix(cusparseHandle_t handle, cusparseSpSMDescr_t spsmDescr,
                                           void* newValues, cusparseSpSMUpdate_t updatePart) {
  const bool isDiagonal = updatePart == CUSPARSE_SPSM_UPDATE_DIAGONAL;
  return update(handle, spsmDescr, newValues,
                isDiagonal || updatePart == CUSPARSE_SPSM_UPDATE_GENERAL, isDiagonal);
}
}
