// cublasLtMatrixTransform: C = alpha op(A) + beta op(B), between orders and types.
#include "cublas/elements.h"
#include "cublaslt/descriptors.h"
#include "cublaslt/log.h"
#include "trace/message.h"

#include <cstring>

using namespace heddle::cublaslt;
using namespace heddle::cublas;

namespace {

// A matrix of the program: element (row, column) of each of its batch.
struct View {
  cudaDataType type;
  const char* address;
  std::int64_t rows, columns, ld, stride;
  bool isRowMajor;

  View(const MatrixLayout& layout, const void* address)
      : type(static_cast<cudaDataType>(layout.type)), address(static_cast<const char*>(address)),
        rows(static_cast<std::int64_t>(layout.rows)),
        columns(static_cast<std::int64_t>(layout.columns)), ld(layout.ld),
        stride(layout.batchStride), isRowMajor(layout.order == CUBLASLT_ORDER_ROW) {}

  const char* at(std::int64_t index, std::int64_t row, std::int64_t column) const {
    const std::int64_t place =
        index * stride + (isRowMajor ? row * ld + column : column * ld + row);
    return address + place * static_cast<std::int64_t>(bytesOf(type));
  }
  bool isAccessible(std::int64_t index, bool isWritten) const {
    const std::size_t bytes = bytesOf(type);
    const auto inner = static_cast<std::size_t>(isRowMajor ? columns : rows);
    const auto outer = static_cast<std::size_t>(isRowMajor ? rows : columns);
    return heddle::library::isAccessible(
        {at(index, 0, 0), inner * bytes, static_cast<std::size_t>(ld) * bytes, outer}, isWritten);
  }
  bool isValid() const { return ld >= (isRowMajor ? columns : rows) && bytesOf(type) != 0; }
};

template <class V> struct Term {
  View view;
  cublasOperation_t operation;
  V factor;

  V at(std::int64_t index, std::int64_t row, std::int64_t column) const {
    if (factor == V(0))
      return V(0);
    if (operation != CUBLAS_OP_N)
      std::swap(row, column);
    V value{};
    visitType(view.type, [&](auto tag) {
      using E = typename decltype(tag)::Type;
      value = convert<V>(*reinterpret_cast<const E*>(view.at(index, row, column)));
    });
    return multiply(factor, operation == CUBLAS_OP_C ? conjugate(value) : value);
  }
  bool isAccessible(std::int64_t index) const {
    return factor == V(0) || view.isAccessible(index, false);
  }
};

// A factor of the scale type, which has the layout of V.
template <class V> struct Factor {
  V value{};
  const V* device = nullptr;

  Factor(const MatrixTransformDesc& descriptor, const void* pointer) {
    if (descriptor.pointerMode == CUBLASLT_POINTER_MODE_DEVICE)
      device = static_cast<const V*>(pointer);
    else if (pointer)
      std::memcpy(&value, pointer, sizeof value);
  }
  bool load(V& to) const {
    if (device && !heddle::library::isAccessible({device, sizeof(V), sizeof(V), 1}, false))
      return false;
    to = device ? *device : value;
    return true;
  }
};

template <class V>
cublasStatus_t transform(const MatrixTransformDesc& descriptor, const void* alpha, const View& a,
                         const void* beta, const View& b, const View& c, std::int64_t batch,
                         cudaStream_t stream) {
  const Factor<V> first(descriptor, alpha), second(descriptor, beta);
  const auto operationA = static_cast<cublasOperation_t>(descriptor.operationA),
             operationB = static_cast<cublasOperation_t>(descriptor.operationB);
  const auto work = [=](void*, std::uint64_t begin, std::uint64_t end) {
    Term<V> left{a, operationA, {}}, right{b, operationB, {}};
    if (!first.load(left.factor) || !second.load(right.factor))
      return false;
    for (auto index = static_cast<std::int64_t>(begin); index < static_cast<std::int64_t>(end);
         ++index) {
      if (!left.isAccessible(index) || !right.isAccessible(index) || !c.isAccessible(index, true))
        return false;
      for (std::int64_t column = 0; column < c.columns; ++column)
        for (std::int64_t row = 0; row < c.rows; ++row)
          visitType(c.type, [&](auto tag) {
            using E = typename decltype(tag)::Type;
            auto* to = reinterpret_cast<E*>(const_cast<char*>(c.at(index, row, column)));
            *to = convert<E>(left.at(index, row, column) + right.at(index, row, column));
          });
    }
    return true;
  };
  return toStatus(heddle::library::launch(stream, "cublasLtMatrixTransform",
                                          static_cast<std::uint64_t>(batch), work));
}

cublasStatus_t chooseTransform(const MatrixTransformDesc& descriptor, const void* alpha,
                               const View& a, const void* beta, const View& b, const View& c,
                               std::int64_t batch, cudaStream_t stream) {
  switch (static_cast<cudaDataType>(descriptor.scaleType)) {
  case CUDA_R_32F:
    return transform<float>(descriptor, alpha, a, beta, b, c, batch, stream);
  case CUDA_R_64F:
    return transform<double>(descriptor, alpha, a, beta, b, c, batch, stream);
  case CUDA_C_32F:
    return transform<std::complex<float>>(descriptor, alpha, a, beta, b, c, batch, stream);
  case CUDA_C_64F:
    return transform<std::complex<double>>(descriptor, alpha, a, beta, b, c, batch, stream);
  default:
    heddle::trace::reportNotSupported("cublasLtMatrixTransform with other scale types than floats");
    return CUBLAS_STATUS_NOT_SUPPORTED;
  }
}

bool fits(const View& operand, std::int32_t operation, const View& c) {
  const bool isPlain = operation == CUBLAS_OP_N;
  return operand.isValid() && (isPlain ? operand.rows : operand.columns) == c.rows &&
         (isPlain ? operand.columns : operand.rows) == c.columns;
}
bool isSimple(const MatrixLayout& layout) {
  return (layout.order == CUBLASLT_ORDER_COL || layout.order == CUBLASLT_ORDER_ROW) &&
         layout.batchMode == CUBLASLT_BATCH_MODE_STRIDED;
}

} // namespace

// B may be left out, when beta is zero.
cublasStatus_t cublasLtMatrixTransform(cublasLtHandle_t handle,
                                       cublasLtMatrixTransformDesc_t descriptor, const void* alpha,
                                       const void* matrixA, cublasLtMatrixLayout_t layoutA,
                                       const void* beta, const void* matrixB,
                                       cublasLtMatrixLayout_t layoutB, void* matrixC,
                                       cublasLtMatrixLayout_t layoutC, cudaStream_t stream) {
  return logged("cublasLtMatrixTransform", [&]() -> cublasStatus_t {
    if (!handle)
      return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!descriptor || !alpha || !layoutA || !layoutC || (matrixB && (!layoutB || !beta)))
      return CUBLAS_STATUS_INVALID_VALUE;
    const MatrixLayout &a = contentOf(*layoutA), &c = contentOf(*layoutC);
    const MatrixLayout& b = matrixB ? contentOf(*layoutB) : a;
    if (!isSimple(a) || !isSimple(b) || !isSimple(c)) {
      heddle::trace::reportNotSupported("cublasLtMatrixTransform with tiled orders of matrices");
      return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    const MatrixTransformDesc& settings = contentOf(*descriptor);
    const View from(a, matrixA), other(b, matrixB), to(c, matrixC);
    if (!to.isValid() || !fits(from, settings.operationA, to) ||
        (matrixB && !fits(other, settings.operationB, to)) || a.batchCount != c.batchCount)
      return CUBLAS_STATUS_INVALID_VALUE;
    if (c.rows == 0 || c.columns == 0 || c.batchCount == 0)
      return CUBLAS_STATUS_SUCCESS;
    MatrixTransformDesc chosen = settings;
    // Without B its factor counts as a zero of the host.
    static constexpr double kZero[2] = {};
    if (!matrixB && settings.pointerMode == CUBLASLT_POINTER_MODE_HOST)
      beta = kZero;
    return chooseTransform(chosen, alpha, from, beta, other, to, c.batchCount, stream);
  });
}
