#include "cublaslt/problem.h"

#include "trace/message.h"

#include <string>
#include <utility>

namespace heddle::cublaslt {

namespace {

using cublas::Activation;
using cublas::BiasGradient;
using cublas::GemmEpilogue;

cublasStatus_t refuse(const char* what) {
  trace::reportNotSupported(std::string("cublasLtMatmul with ") + what);
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

bool isFloat8(cudaDataType type) {
  return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2;
}
bool isFloat16(cudaDataType type) {
  return type == CUDA_R_16F || type == CUDA_R_16BF;
}

// The types of a product with single precision sums.
bool areSingleTypes(cudaDataType a, cudaDataType b, cudaDataType c, cudaDataType d) {
  if (isFloat8(a) && isFloat8(b))
    return (isFloat16(c) || c == CUDA_R_32F) && (d == c || (isFloat8(d) && isFloat16(c)));
  if (a != b || c != d)
    return false;
  if (a == CUDA_R_32F || a == CUDA_R_8I)
    return d == CUDA_R_32F;
  return isFloat16(a) && (d == a || d == CUDA_R_32F);
}

// The type that a product is summed up in, as cublas::Gemm has it. False when there is none.
bool findComputeType(const MatmulDesc& descriptor, cudaDataType a, cudaDataType b, cudaDataType c,
                     cudaDataType d, cudaDataType& computeType) {
  const auto scale = static_cast<cudaDataType>(descriptor.scaleType);
  const auto areAll = [&](cudaDataType type) {
    return a == type && b == type && c == type && d == type;
  };
  switch (static_cast<cublasComputeType_t>(descriptor.computeType)) {
  case CUBLAS_COMPUTE_16F:
  case CUBLAS_COMPUTE_16F_PEDANTIC:
    computeType = CUDA_R_32F;
    return scale == CUDA_R_16F && areAll(CUDA_R_16F);
  case CUBLAS_COMPUTE_32F:
  case CUBLAS_COMPUTE_32F_PEDANTIC:
  case CUBLAS_COMPUTE_32F_FAST_16F:
  case CUBLAS_COMPUTE_32F_FAST_16BF:
  case CUBLAS_COMPUTE_32F_FAST_TF32:
  case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
    computeType = scale;
    return (scale == CUDA_R_32F && areSingleTypes(a, b, c, d)) ||
           (scale == CUDA_C_32F && areAll(CUDA_C_32F));
  case CUBLAS_COMPUTE_64F:
  case CUBLAS_COMPUTE_64F_PEDANTIC:
  case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
    computeType = scale;
    return (scale == CUDA_R_64F || scale == CUDA_C_64F) && areAll(scale);
  case CUBLAS_COMPUTE_32I:
  case CUBLAS_COMPUTE_32I_PEDANTIC:
    computeType = CUDA_R_32I;
    return a == CUDA_R_8I && b == CUDA_R_8I && c == d &&
           (scale == CUDA_R_32I ? d == CUDA_R_32I : scale == CUDA_R_32F && d == CUDA_R_8I);
  }
  return false;
}

// A layout in column-major order.
struct Columns {
  cublas::GemmOperand operand;
  std::int64_t rows, columns;
  bool isTransposed;
};
cublasStatus_t readLayout(const MatrixLayout& layout, Columns& columns) {
  if (layout.order != CUBLASLT_ORDER_COL && layout.order != CUBLASLT_ORDER_ROW)
    return refuse("tiled orders of matrices");
  const auto rows = static_cast<std::int64_t>(layout.rows),
             count = static_cast<std::int64_t>(layout.columns);
  columns.isTransposed = layout.order == CUBLASLT_ORDER_ROW;
  columns.rows = columns.isTransposed ? count : rows;
  columns.columns = columns.isTransposed ? rows : count;
  columns.operand = {static_cast<cudaDataType>(layout.type), nullptr, layout.ld,
                     layout.batchStride};
  return layout.ld < columns.rows ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
}

// The operation on a matrix that was read as its transposed one. The conjugate alone has no
// operation.
bool turn(cublasOperation_t& operation, bool isComplex) {
  if (operation == CUBLAS_OP_C && isComplex)
    return false;
  operation = operation == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
  return true;
}

bool readEpilogue(std::uint32_t number, Activation& activation, BiasGradient& gradient,
                  bool& hasBias) {
  hasBias = false;
  gradient = BiasGradient::None;
  activation = Activation::None;
  switch (static_cast<cublasLtEpilogue_t>(number)) {
  case CUBLASLT_EPILOGUE_DEFAULT:
    return true;
  case CUBLASLT_EPILOGUE_BIAS:
    hasBias = true;
    return true;
  case CUBLASLT_EPILOGUE_RELU_BIAS:
  case CUBLASLT_EPILOGUE_RELU_AUX_BIAS:
    hasBias = true;
    [[fallthrough]];
  case CUBLASLT_EPILOGUE_RELU:
  case CUBLASLT_EPILOGUE_RELU_AUX:
    activation = Activation::Relu;
    return true;
  case CUBLASLT_EPILOGUE_GELU_BIAS:
  case CUBLASLT_EPILOGUE_GELU_AUX_BIAS:
    hasBias = true;
    [[fallthrough]];
  case CUBLASLT_EPILOGUE_GELU:
  case CUBLASLT_EPILOGUE_GELU_AUX:
    activation = Activation::Gelu;
    return true;
  case CUBLASLT_EPILOGUE_DRELU_BGRAD:
    gradient = BiasGradient::Result;
    [[fallthrough]];
  case CUBLASLT_EPILOGUE_DRELU:
    activation = Activation::ReluGradient;
    return true;
  case CUBLASLT_EPILOGUE_DGELU_BGRAD:
    gradient = BiasGradient::Result;
    [[fallthrough]];
  case CUBLASLT_EPILOGUE_DGELU:
    activation = Activation::GeluGradient;
    return true;
  case CUBLASLT_EPILOGUE_BGRADA:
    gradient = BiasGradient::OperandA;
    return true;
  case CUBLASLT_EPILOGUE_BGRADB:
    gradient = BiasGradient::OperandB;
    return true;
  }
  return false;
}

// The bit of the epilogues that have an auxiliary matrix.
constexpr std::uint32_t kAuxiliary = 128;

cublasStatus_t makeEpilogue(const MatmulDesc& descriptor, Problem& problem) {
  auto epilogue = std::make_shared<GemmEpilogue>();
  bool hasBias = false;
  if (!readEpilogue(descriptor.epilogue, epilogue->activation, epilogue->biasGradient, hasBias))
    return CUBLAS_STATUS_INVALID_VALUE;
  const cudaDataType typeD = problem.gemm.d.type;
  const auto typeOf = [](std::int32_t type, cudaDataType other) {
    return type == kTypeOfResult ? other : static_cast<cudaDataType>(type);
  };
  if (hasBias || epilogue->biasGradient != BiasGradient::None) {
    epilogue->bias = descriptor.bias;
    // A bias of 8-bit floats would be useless, so that of the other matrix is taken there.
    epilogue->biasType = typeOf(descriptor.biasType, isFloat8(typeD) ? problem.gemm.c.type : typeD);
    epilogue->biasStride = descriptor.biasStride;
    if (!descriptor.bias)
      return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (descriptor.epilogue & kAuxiliary) {
    epilogue->auxiliary = descriptor.auxiliary;
    epilogue->auxiliaryType = typeOf(descriptor.auxiliaryType, typeD);
    epilogue->auxiliaryLd = descriptor.auxiliaryLd;
    epilogue->auxiliaryStride = descriptor.auxiliaryStride;
    if (!descriptor.auxiliary || descriptor.auxiliaryLd <= 0)
      return CUBLAS_STATUS_INVALID_VALUE;
  }
  epilogue->isTransposed = problem.isTransposed;
  if (problem.isTransposed) {
    if (epilogue->biasGradient == BiasGradient::OperandA)
      epilogue->biasGradient = BiasGradient::OperandB;
    else if (epilogue->biasGradient == BiasGradient::OperandB)
      epilogue->biasGradient = BiasGradient::OperandA;
  }
  const auto factor = [](const void* pointer) { return static_cast<const float*>(pointer); };
  epilogue->scaleA = factor(descriptor.scaleA);
  epilogue->scaleB = factor(descriptor.scaleB);
  epilogue->scaleC = factor(descriptor.scaleC);
  epilogue->scaleD = factor(descriptor.scaleD);
  epilogue->largest = static_cast<float*>(descriptor.largestD);
  const bool hasFactors = descriptor.scaleA || descriptor.scaleB || descriptor.scaleC ||
                          descriptor.scaleD || descriptor.largestD;
  if (descriptor.epilogue == CUBLASLT_EPILOGUE_DEFAULT && !hasFactors)
    return CUBLAS_STATUS_SUCCESS;
  if (problem.gemm.scaleType != CUDA_R_32F && problem.gemm.scaleType != CUDA_R_64F &&
      problem.gemm.scaleType != CUDA_R_16F)
    return refuse("an epilogue of complex numbers or integers");
  problem.epilogue = std::move(epilogue);
  return CUBLAS_STATUS_SUCCESS;
}

// Settings that Heddle does not know.
cublasStatus_t checkSettings(const MatmulDesc& descriptor) {
  if (descriptor.pointerMode != CUBLASLT_POINTER_MODE_HOST &&
      descriptor.pointerMode != CUBLASLT_POINTER_MODE_DEVICE)
    return refuse("vectors of factors");
  if (descriptor.operationC != CUBLAS_OP_N || descriptor.fillMode != CUBLAS_FILL_MODE_FULL)
    return refuse("a transposed C or a triangle of the result");
  // NVIDIA's library refuses to sum the rows of a transposed A, and the columns of a B that is not
  // transposed. Programs may rely on the status to choose another way.
  if ((descriptor.epilogue == CUBLASLT_EPILOGUE_BGRADA && descriptor.operationA != CUBLAS_OP_N) ||
      (descriptor.epilogue == CUBLASLT_EPILOGUE_BGRADB && descriptor.operationB == CUBLAS_OP_N))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  for (const std::int32_t mode :
       {descriptor.scaleModeA, descriptor.scaleModeB, descriptor.scaleModeC, descriptor.scaleModeD,
        descriptor.auxiliaryScaleMode, descriptor.outputScaleModeD})
    if (mode != CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F)
      return refuse("scaling factors of blocks and vectors");
  if (descriptor.auxiliaryScale || descriptor.auxiliaryLargest || descriptor.outputScaleD)
    return refuse("scaling factors of the auxiliary matrix");
  return CUBLAS_STATUS_SUCCESS;
}

} // namespace

cublasStatus_t makeProblem(const MatmulDesc& descriptor, const MatrixLayout& a,
                           const MatrixLayout& b, const MatrixLayout& c, const MatrixLayout& d,
                           Problem& problem) {
  Columns left{}, right{}, old{}, result{};
  for (const auto& [layout, columns] :
       {std::pair(&a, &left), std::pair(&b, &right), std::pair(&c, &old), std::pair(&d, &result)})
    if (const cublasStatus_t status = readLayout(*layout, *columns);
        status != CUBLAS_STATUS_SUCCESS)
      return status;
  if (const cublasStatus_t status = checkSettings(descriptor); status != CUBLAS_STATUS_SUCCESS)
    return status;
  cudaDataType computeType{};
  if (!findComputeType(descriptor, left.operand.type, right.operand.type, old.operand.type,
                       result.operand.type, computeType))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  auto operationA = static_cast<cublasOperation_t>(descriptor.operationA);
  auto operationB = static_cast<cublasOperation_t>(descriptor.operationB);
  const bool isComplex = computeType == CUDA_C_32F || computeType == CUDA_C_64F;
  problem.isTransposed = result.isTransposed;
  if (left.isTransposed != result.isTransposed && !turn(operationA, isComplex))
    return refuse("a conjugated matrix in row-major order");
  if (right.isTransposed != result.isTransposed && !turn(operationB, isComplex))
    return refuse("a conjugated matrix in row-major order");
  if (result.isTransposed) {
    std::swap(left, right);
    std::swap(operationA, operationB);
  }
  const bool isPlainA = operationA == CUBLAS_OP_N, isPlainB = operationB == CUBLAS_OP_N;
  const std::int64_t k = isPlainA ? left.columns : left.rows;
  const bool fits = (isPlainA ? left.rows : left.columns) == result.rows &&
                    (isPlainB ? right.columns : right.rows) == result.columns &&
                    (isPlainB ? right.rows : right.columns) == k && old.rows == result.rows &&
                    old.columns == result.columns && old.isTransposed == result.isTransposed &&
                    a.batchCount == d.batchCount && b.batchCount == d.batchCount &&
                    c.batchCount == d.batchCount;
  problem.gemm = {operationA,
                  operationB,
                  result.rows,
                  result.columns,
                  k,
                  d.batchCount,
                  left.operand,
                  right.operand,
                  old.operand,
                  result.operand,
                  {},
                  {},
                  static_cast<cudaDataType>(descriptor.scaleType),
                  computeType,
                  nullptr};
  if (!fits || checkGemm(problem.gemm) == cublas::Arguments::Invalid)
    return CUBLAS_STATUS_INVALID_VALUE;
  return checkGemm(problem.gemm) == cublas::Arguments::TooLarge
             ? cublas::refuseSizes("cublasLtMatmul")
             : makeEpilogue(descriptor, problem);
}

} // namespace heddle::cublaslt
