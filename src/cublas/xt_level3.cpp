// Level 3 of BLAS in cuBLASXt: each device computes some columns or rows of the result by the
// functions of cuBLAS.
#include "cublas/elements.h"
#include "cublas/xt.h"

using namespace heddle::cublas;

namespace heddle::cublas::xt {

namespace {

// Names the functions of cuBLAS by the type of the elements, because the templates below are
// written for any type.
template <class T> struct Functions;
#define HEDDLE_FUNCTIONS(S, T, R)                                                                  \
  template <> struct Functions<T> {                                                                \
    using Real = R;                                                                                \
    static constexpr auto gemm = cublas##S##gemm_v2_64;                                            \
    static constexpr auto syrk = cublas##S##syrk_v2_64;                                            \
    static constexpr auto syr2k = cublas##S##syr2k_v2_64;                                          \
    static constexpr auto syrkx = cublas##S##syrkx_64;                                             \
    static constexpr auto symm = cublas##S##symm_v2_64;                                            \
    static constexpr auto trsm = cublas##S##trsm_v2_64;                                            \
    static constexpr auto trmm = cublas##S##trmm_v2_64;                                            \
  };
HEDDLE_FUNCTIONS(S, float, float)
HEDDLE_FUNCTIONS(D, double, double)
HEDDLE_FUNCTIONS(C, cuComplex, float)
HEDDLE_FUNCTIONS(Z, cuDoubleComplex, double)
#undef HEDDLE_FUNCTIONS

// Names the Hermitian functions, which only complex types have.
template <class T> struct HermitianFunctions;
#define HEDDLE_FUNCTIONS(S, T)                                                                     \
  template <> struct HermitianFunctions<T> {                                                       \
    static constexpr auto herk = cublas##S##herk_v2_64;                                            \
    static constexpr auto her2k = cublas##S##her2k_v2_64;                                          \
    static constexpr auto herkx = cublas##S##herkx_64;                                             \
  };
HEDDLE_FUNCTIONS(C, cuComplex)
HEDDLE_FUNCTIONS(Z, cuDoubleComplex)
#undef HEDDLE_FUNCTIONS

float conjugate(float value) {
  return value;
}
double conjugate(double value) {
  return value;
}
cuComplex conjugate(cuComplex value) {
  return cuConjf(value);
}
cuDoubleComplex conjugate(cuDoubleComplex value) {
  return cuConj(value);
}
// Makes an element of a real factor: the Hermitian forms take real factors, and the functions that
// compute their parts take elements.
template <class T> T toElement(T value) {
  return value;
}
template <class T>
T toElement(typename Functions<T>::Real value)
  requires(!std::is_same_v<T, typename Functions<T>::Real>)
{
  return T{value, 0};
}

template <class T> struct Matrix {
  T* address;
  std::size_t ld;

  T* at(std::int64_t row, std::int64_t column) const {
    return address + row + column * static_cast<std::int64_t>(ld);
  }
  // These return where the part of op(matrix) begins that has the rows from `row` on, or the
  // columns from `column` on.
  T* row(cublasOperation_t operation, std::int64_t row) const {
    return operation == CUBLAS_OP_N ? at(row, 0) : at(0, row);
  }
  T* column(cublasOperation_t operation, std::int64_t column) const {
    return operation == CUBLAS_OP_N ? at(0, column) : at(column, 0);
  }
  std::int64_t stride() const { return static_cast<std::int64_t>(ld); }
};

bool hasRows(std::size_t ld, std::size_t rows) {
  return ld >= (rows < 1 ? 1 : rows);
}

// Shares [0, size) among the devices, unless the result is empty.
template <class Work>
cublasStatus_t compute(cublasXtHandle_t handle, const char* name, Arguments arguments, bool isEmpty,
                       std::size_t size, const Work& work) {
  return call(
      handle, name, arguments,
      [&]() -> cublasStatus_t {
        if (handle->devices.empty())
          return CUBLAS_STATUS_NOT_INITIALIZED;
        return isEmpty ? CUBLAS_STATUS_SUCCESS
                       : share(handle, static_cast<std::int64_t>(size), work);
      },
      CUBLAS_STATUS_NOT_INITIALIZED);
}

template <class T>
cublasStatus_t gemm(cublasXtHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                    std::size_t m, std::size_t n, std::size_t k, const T* alpha, Matrix<const T> a,
                    Matrix<const T> b, const T* beta, Matrix<T> c) {
  const auto valid = check({isOperation(transa), isOperation(transb), alpha != nullptr,
                            beta != nullptr, hasRows(a.ld, transa == CUBLAS_OP_N ? m : k),
                            hasRows(b.ld, transb == CUBLAS_OP_N ? k : n), hasRows(c.ld, m)});
  const bool isByRows = m > n;
  return compute(handle, "cublasXtGemm", valid, m == 0 || n == 0, isByRows ? m : n,
                 [=](cublasHandle_t blas, Range range) {
                   const auto rows = isByRows ? range : Range{0, static_cast<std::int64_t>(m)};
                   const auto columns = isByRows ? Range{0, static_cast<std::int64_t>(n)} : range;
                   return Functions<T>::gemm(blas, transa, transb, rows.size(), columns.size(),
                                             static_cast<std::int64_t>(k), alpha,
                                             a.row(transa, rows.begin), a.stride(),
                                             b.column(transb, columns.begin), b.stride(), beta,
                                             c.at(rows.begin, columns.begin), c.stride());
                 });
}

// An update of a triangle: C = alpha op(A) op(B)' + beta C, where B may be A, and for the rank 2k
// also with A and B exchanged. The Hermitian forms have real factors of some of the products.
enum class Update : std::uint8_t { RankK, Rank2k, Product };

template <class T, class Alpha, class Beta> struct RankUpdate {
  Update update;
  bool isHermitian;
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  std::int64_t n, k;
  const Alpha* alpha;
  Matrix<const T> a, b;
  const Beta* beta;
  Matrix<T> c;

  // The part of the triangle in some columns: the square at the diagonal, and the rectangle below
  // or above it.
  cublasStatus_t compute(cublasHandle_t blas, Range columns) const {
    if (const cublasStatus_t status = square(blas, columns); status != CUBLAS_STATUS_SUCCESS)
      return status;
    const Range rows =
        uplo == CUBLAS_FILL_MODE_LOWER ? Range{columns.end, n} : Range{0, columns.begin};
    return rows.size() > 0 ? rectangle(blas, rows, columns) : CUBLAS_STATUS_SUCCESS;
  }

private:
  cublasStatus_t square(cublasHandle_t blas, Range range) const {
    const T* const partA = a.row(trans, range.begin);
    T* const partC = c.at(range.begin, range.begin);
    const auto order = range.size();
    using F = Functions<T>;
    if constexpr (!std::is_same_v<Alpha, T>) {
      return HermitianFunctions<T>::herk(blas, uplo, trans, order, k, alpha, partA, a.stride(),
                                         beta, partC, c.stride());
    } else {
      const T* const partB = b.row(trans, range.begin);
      const auto apply = [&](auto function) {
        return function(blas, uplo, trans, order, k, alpha, partA, a.stride(), partB, b.stride(),
                        beta, partC, c.stride());
      };
      if constexpr (!std::is_same_v<Beta, T>)
        return update == Update::Rank2k ? apply(HermitianFunctions<T>::her2k)
                                        : apply(HermitianFunctions<T>::herkx);
      else
        return update == Update::RankK    ? F::syrk(blas, uplo, trans, order, k, alpha, partA,
                                                    a.stride(), beta, partC, c.stride())
               : update == Update::Rank2k ? apply(F::syr2k)
                                          : apply(F::syrkx);
    }
  }

  cublasStatus_t rectangle(cublasHandle_t blas, Range rows, Range columns) const {
    const T factor = toElement<T>(*alpha), first = toElement<T>(*beta), second = toElement<T>(1);
    cublasStatus_t status = multiply(blas, rows, columns, factor, a, b, first);
    if (status == CUBLAS_STATUS_SUCCESS && update == Update::Rank2k)
      status =
          multiply(blas, rows, columns, isHermitian ? conjugate(factor) : factor, b, a, second);
    return status;
  }
  cublasStatus_t multiply(cublasHandle_t blas, Range rows, Range columns, T factor,
                          Matrix<const T> left, Matrix<const T> right, T scale) const {
    const cublasOperation_t adjoint = isHermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
    return Functions<T>::gemm(blas, trans, trans == CUBLAS_OP_N ? adjoint : CUBLAS_OP_N,
                              rows.size(), columns.size(), k, &factor, left.row(trans, rows.begin),
                              left.stride(), right.row(trans, columns.begin), right.stride(),
                              &scale, c.at(rows.begin, columns.begin), c.stride());
  }
};

template <class T, class Alpha, class Beta>
cublasStatus_t updateTriangle(cublasXtHandle_t handle, const char* name,
                              const RankUpdate<T, Alpha, Beta>& update) {
  const auto rows = static_cast<std::size_t>(update.trans == CUBLAS_OP_N ? update.n : update.k);
  // A Hermitian update of the transposed matrix would not be Hermitian, nor the other way round.
  const bool isComplex = !std::is_same_v<T, typename Functions<T>::Real>;
  const cublasOperation_t excluded = update.isHermitian ? CUBLAS_OP_T : CUBLAS_OP_C;
  const auto valid = check(
      {isTriangle(update.uplo), isOperation(update.trans), !isComplex || update.trans != excluded,
       update.alpha != nullptr, update.beta != nullptr, hasRows(update.a.ld, rows),
       hasRows(update.b.ld, rows), hasRows(update.c.ld, static_cast<std::size_t>(update.n))});
  return compute(handle, name, valid, update.n == 0, static_cast<std::size_t>(update.n),
                 [&](cublasHandle_t blas, Range columns) { return update.compute(blas, columns); });
}

template <class T>
cublasStatus_t symm(cublasXtHandle_t handle, const char* name,
                    decltype(Functions<T>::symm) multiply, cublasSideMode_t side,
                    cublasFillMode_t uplo, std::size_t m, std::size_t n, const T* alpha,
                    Matrix<const T> a, Matrix<const T> b, const T* beta, Matrix<T> c) {
  const bool isLeft = side == CUBLAS_SIDE_LEFT;
  const auto valid = check({isSide(side), isTriangle(uplo), alpha != nullptr, beta != nullptr,
                            hasRows(a.ld, isLeft ? m : n), hasRows(b.ld, m), hasRows(c.ld, m)});
  return compute(
      handle, name, valid, m == 0 || n == 0, isLeft ? n : m, [=](cublasHandle_t blas, Range range) {
        const auto row = isLeft ? 0 : range.begin, column = isLeft ? range.begin : 0;
        const auto rows = isLeft ? static_cast<std::int64_t>(m) : range.size();
        const auto columns = isLeft ? range.size() : static_cast<std::int64_t>(n);
        return multiply(blas, side, uplo, rows, columns, alpha, a.address, a.stride(),
                        b.at(row, column), b.stride(), beta, c.at(row, column), c.stride());
      });
}

struct Triangle {
  cublasSideMode_t side;
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  cublasDiagType_t diag;
};

// trsm, which solves in place, and trmm, which has a result apart from its operand.
template <class T>
cublasStatus_t triangular(cublasXtHandle_t handle, const char* name, Triangle t, std::size_t m,
                          std::size_t n, const T* alpha, Matrix<const T> a, Matrix<const T> b,
                          Matrix<T> c, bool isSolved) {
  const bool isLeft = t.side == CUBLAS_SIDE_LEFT;
  const auto valid =
      check({isSide(t.side), isTriangle(t.uplo), isOperation(t.trans), isDiagonal(t.diag),
             alpha != nullptr, hasRows(a.ld, isLeft ? m : n), hasRows(b.ld, m), hasRows(c.ld, m)});
  return compute(
      handle, name, valid, m == 0 || n == 0, isLeft ? n : m, [=](cublasHandle_t blas, Range range) {
        const auto row = isLeft ? 0 : range.begin, column = isLeft ? range.begin : 0;
        const auto rows = isLeft ? static_cast<std::int64_t>(m) : range.size();
        const auto columns = isLeft ? range.size() : static_cast<std::int64_t>(n);
        T* const result = c.at(row, column);
        return isSolved ? Functions<T>::trsm(blas, t.side, t.uplo, t.trans, t.diag, rows, columns,
                                             alpha, a.address, a.stride(), result, c.stride())
                        : Functions<T>::trmm(blas, t.side, t.uplo, t.trans, t.diag, rows, columns,
                                             alpha, a.address, a.stride(), b.at(row, column),
                                             b.stride(), result, c.stride());
      });
}

// A packed triangle as a matrix whose other triangle nobody reads.
template <class T>
std::vector<T> unpack(cublasFillMode_t uplo, std::size_t order, const T* packed) {
  std::vector<T> matrix(order * order);
  for (std::size_t column = 0; column < order; ++column) {
    const std::size_t first = uplo == CUBLAS_FILL_MODE_LOWER ? column : 0;
    const std::size_t last = uplo == CUBLAS_FILL_MODE_LOWER ? order : column + 1;
    for (std::size_t row = first; row < last; ++row)
      matrix[row + column * order] = *packed++;
  }
  return matrix;
}

template <class T>
cublasStatus_t spmm(cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                    std::size_t m, std::size_t n, const T* alpha, const T* packed,
                    Matrix<const T> b, const T* beta, Matrix<T> c) {
  const std::size_t order = side == CUBLAS_SIDE_LEFT ? m : n;
  std::vector<T> matrix;
  if (const cublasStatus_t status = call(
          handle, "cublasXtSpmm", Arguments::Valid,
          [&] {
            matrix = unpack(uplo, order, packed);
            return CUBLAS_STATUS_SUCCESS;
          },
          CUBLAS_STATUS_NOT_INITIALIZED);
      status != CUBLAS_STATUS_SUCCESS)
    return status;
  return symm<T>(handle, "cublasXtSpmm", Functions<T>::symm, side, uplo, m, n, alpha,
                 Matrix<const T>{matrix.data(), order < 1 ? 1 : order}, b, beta, c);
}

std::int64_t narrow(std::size_t size) {
  return static_cast<std::int64_t>(size);
}

} // namespace

} // namespace heddle::cublas::xt

#define HEDDLE_XT_GEMM(S, T)                                                                       \
  cublasStatus_t cublasXt##S##gemm(cublasXtHandle_t handle, cublasOperation_t transa,              \
                                   cublasOperation_t transb, size_t m, size_t n, size_t k,         \
                                   const T* alpha, const T* A, size_t lda, const T* B, size_t ldb, \
                                   const T* beta, T* C, size_t ldc) {                              \
    return xt::gemm<T>(handle, transa, transb, m, n, k, alpha, {A, lda}, {B, ldb}, beta,           \
                       {C, ldc});                                                                  \
  }
#define HEDDLE_XT_SYRK(name, T, R, isHermitian)                                                    \
  cublasStatus_t cublasXt##name(cublasXtHandle_t handle, cublasFillMode_t uplo,                    \
                                cublasOperation_t trans, size_t n, size_t k, const R* alpha,       \
                                const T* A, size_t lda, const R* beta, T* C, size_t ldc) {         \
    return xt::updateTriangle<T, R, R>(handle, "cublasXt" #name,                                   \
                                       {xt::Update::RankK,                                         \
                                        isHermitian,                                               \
                                        uplo,                                                      \
                                        trans,                                                     \
                                        xt::narrow(n),                                             \
                                        xt::narrow(k),                                             \
                                        alpha,                                                     \
                                        {A, lda},                                                  \
                                        {A, lda},                                                  \
                                        beta,                                                      \
                                        {C, ldc}});                                                \
  }
#define HEDDLE_XT_SYR2K(name, T, R, update, isHermitian)                                           \
  cublasStatus_t cublasXt##name(cublasXtHandle_t handle, cublasFillMode_t uplo,                    \
                                cublasOperation_t trans, size_t n, size_t k, const T* alpha,       \
                                const T* A, size_t lda, const T* B, size_t ldb, const R* beta,     \
                                T* C, size_t ldc) {                                                \
    return xt::updateTriangle<T, T, R>(handle, "cublasXt" #name,                                   \
                                       {xt::Update::update,                                        \
                                        isHermitian,                                               \
                                        uplo,                                                      \
                                        trans,                                                     \
                                        xt::narrow(n),                                             \
                                        xt::narrow(k),                                             \
                                        alpha,                                                     \
                                        {A, lda},                                                  \
                                        {B, ldb},                                                  \
                                        beta,                                                      \
                                        {C, ldc}});                                                \
  }
#define HEDDLE_XT_SYMM(name, T)                                                                    \
  cublasStatus_t cublasXt##name(cublasXtHandle_t handle, cublasSideMode_t side,                    \
                                cublasFillMode_t uplo, size_t m, size_t n, const T* alpha,         \
                                const T* A, size_t lda, const T* B, size_t ldb, const T* beta,     \
                                T* C, size_t ldc) {                                                \
    return xt::symm<T>(handle, "cublasXt" #name, cublas##name##_v2_64, side, uplo, m, n, alpha,    \
                       {A, lda}, {B, ldb}, beta, {C, ldc});                                        \
  }
#define HEDDLE_XT_TRIANGULAR(S, T)                                                                 \
  cublasStatus_t cublasXt##S##trsm(cublasXtHandle_t handle, cublasSideMode_t side,                 \
                                   cublasFillMode_t uplo, cublasOperation_t trans,                 \
                                   cublasDiagType_t diag, size_t m, size_t n, const T* alpha,      \
                                   const T* A, size_t lda, T* B, size_t ldb) {                     \
    return xt::triangular<T>(handle, "cublasXt" #S "trsm", {side, uplo, trans, diag}, m, n, alpha, \
                             {A, lda}, {B, ldb}, {B, ldb}, true);                                  \
  }                                                                                                \
  cublasStatus_t cublasXt##S##trmm(                                                                \
      cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                       \
      cublasOperation_t trans, cublasDiagType_t diag, size_t m, size_t n, const T* alpha,          \
      const T* A, size_t lda, const T* B, size_t ldb, T* C, size_t ldc) {                          \
    return xt::triangular<T>(handle, "cublasXt" #S "trmm", {side, uplo, trans, diag}, m, n, alpha, \
                             {A, lda}, {B, ldb}, {C, ldc}, false);                                 \
  }
#define HEDDLE_XT_SPMM(S, T)                                                                       \
  cublasStatus_t cublasXt##S##spmm(                                                                \
      cublasXtHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, size_t m, size_t n,   \
      const T* alpha, const T* AP, const T* B, size_t ldb, const T* beta, T* C, size_t ldc) {      \
    return xt::spmm<T>(handle, side, uplo, m, n, alpha, AP, {B, ldb}, beta, {C, ldc});             \
  }
#define HEDDLE_XT_ALL(S, T)                                                                        \
  HEDDLE_XT_GEMM(S, T)                                                                             \
  HEDDLE_XT_SYRK(S##syrk, T, T, false)                                                             \
  HEDDLE_XT_SYR2K(S##syr2k, T, T, Rank2k, false)                                                   \
  HEDDLE_XT_SYR2K(S##syrkx, T, T, Product, false)                                                  \
  HEDDLE_XT_SYMM(S##symm, T)                                                                       \
  HEDDLE_XT_TRIANGULAR(S, T)                                                                       \
  HEDDLE_XT_SPMM(S, T)
#define HEDDLE_XT_HERMITIAN(S, T, R)                                                               \
  HEDDLE_XT_SYRK(S##herk, T, R, true)                                                              \
  HEDDLE_XT_SYR2K(S##her2k, T, R, Rank2k, true)                                                    \
  HEDDLE_XT_SYR2K(S##herkx, T, R, Product, true)                                                   \
  HEDDLE_XT_SYMM(S##hemm, T)
HEDDLE_XT_ALL(S, float)
HEDDLE_XT_ALL(D, double)
HEDDLE_XT_ALL(C, cuComplex)
HEDDLE_XT_ALL(Z, cuDoubleComplex)
HEDDLE_XT_HERMITIAN(C, cuComplex, float)
HEDDLE_XT_HERMITIAN(Z, cuDoubleComplex, double)
