// The product of matrices of bytes, each of which stands for a number: its distance from an offset,
// times a factor.
#include "cublas/matrix_products.h"

using namespace heddle::cublas;

namespace {

// Reads a byte as the number that it stands for, which is its distance from `bias`.
struct Bytes {
  Matrix<const unsigned char> matrix;
  bool isTransposed;
  std::int64_t bias;

  Bytes(const unsigned char* address, cublasOperation_t operation, std::int64_t rows,
        std::int64_t columns, std::int64_t ld, int bias)
      : matrix{address, operation == CUBLAS_OP_N ? rows : columns,
               operation == CUBLAS_OP_N ? columns : rows, ld},
        isTransposed(operation != CUBLAS_OP_N), bias(bias) {}
  std::int64_t at(std::int64_t row, std::int64_t column) const {
    return *(isTransposed ? matrix.at(column, row) : matrix.at(row, column)) - bias;
  }
};

// Makes a byte of a sum of products: (sum + bias) * factor / 2^shift, rounded to the nearest byte.
// The shift counts modulo 32, because it does on a GPU.
struct Scaling {
  std::int64_t bias, factor;
  int shift;

  unsigned char operator()(std::int64_t sum) const {
    const int places = shift & 31;
    const std::int64_t half = places == 0 ? 0 : std::int64_t{1} << (places - 1);
    return static_cast<unsigned char>(
        std::clamp<std::int64_t>(((sum + bias) * factor + half) >> places, 0, 255));
  }
};

} // namespace

cublasStatus_t cublasUint8gemmBias(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, cublasOperation_t transc, int m, int n,
                                   int k, const unsigned char* matrixA, int biasA, int lda,
                                   const unsigned char* matrixB, int biasB, int ldb,
                                   unsigned char* matrixC, int biasC, int ldc, int factor,
                                   int shift) {
  const Bytes a(matrixA, transa, m, k, lda, biasA), b(matrixB, transb, k, n, ldb, biasB);
  const bool isTransposed = transc != CUBLAS_OP_N;
  const Matrix<unsigned char> c{matrixC, isTransposed ? n : m, isTransposed ? m : n, ldc};
  const Scaling scaled{biasC, factor, shift};
  const Arguments valid = check({isOperation(transa), isOperation(transb), isOperation(transc),
                                 m >= 0, n >= 0, k >= 0, lda >= atLeastOne(a.matrix.rows),
                                 ldb >= atLeastOne(b.matrix.rows), ldc >= atLeastOne(c.rows)});
  return call(handle, "cublasUint8gemmBias", valid, [=] {
    if (m == 0 || n == 0)
      return CUBLAS_STATUS_SUCCESS;
    return launchRanges(handle, "cublasUint8gemmBias", n, product(m, n, k), [=](Range columns) {
      if (!canRead(a.matrix, b.matrix) || !canWrite(c))
        return false;
      for (std::int64_t column = columns.begin; column < columns.end; ++column)
        for (std::int64_t row = 0; row < m; ++row) {
          std::int64_t sum = 0;
          for (std::int64_t i = 0; i < k; ++i)
            sum += a.at(row, i) * b.at(i, column);
          *(isTransposed ? c.at(column, row) : c.at(row, column)) = scaled(sum);
        }
      return true;
    });
  });
}
