// cuSPARSE: triangular systems with vectors and matrices, incomplete factors, and systems with
// three and five diagonals, in all types. Results are put back into the equations.

// nvcc: -lcusparse
#include "cusparse_check.h"

using namespace conformance;

static cusparseHandle_t handle;

// The element of op(A) for a triangle of A.
template <class T>
Number triangular(const Csr<T>& a, cusparseFillMode_t fill, bool isUnit,
                  cusparseOperation_t operation, int row, int column) {
  if (row == column && isUnit)
    return 1;
  const int storedRow = operation == kPlain ? row : column;
  const int storedColumn = operation == kPlain ? column : row;
  if (fill == CUSPARSE_FILL_MODE_LOWER ? storedColumn > storedRow : storedColumn < storedRow)
    return 0;
  return a.at(operation, row, column);
}

template <class T>
void setTriangle(cusparseSpMatDescr_t matrix, cusparseFillMode_t fill, bool isUnit) {
  cusparseDiagType_t diagonal = isUnit ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT;
  CUSPARSE_CHECK(cusparseSpMatSetAttribute(matrix, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
  CUSPARSE_CHECK(
      cusparseSpMatSetAttribute(matrix, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
}

// Results of unit triangles grow, so what is compared is relative to them.
template <class T>
void expectSolution(const Csr<T>& a, cusparseFillMode_t fill, bool isUnit,
                    cusparseOperation_t operation, const std::vector<Number>& x,
                    const std::vector<Number>& right) {
  for (int i = 0; i < a.rows; ++i) {
    Number sum = 0;
    double size = 1;
    for (int j = 0; j < a.rows; ++j) {
      const Number product = triangular(a, fill, isUnit, operation, i, j) * x[j];
      sum += product;
      size += std::abs(product);
    }
    CHECK(std::abs(sum - right[i]) <= sparseTolerance<T>() * size);
  }
}

template <class T>
void solveVector(cusparseFillMode_t fill, bool isUnit, cusparseOperation_t operation) {
  const int n = 14;
  const Csr<T> a = sparse<T>(n, n, 5, 0, 8);
  DeviceMatrix<T> matrix(a);
  setTriangle<T>(matrix.descriptor, fill, isUnit);
  Both<T> x(smallNumbers<T>(n, 3)), y((std::vector<T>(n)));
  cusparseDnVecDescr_t vecX, vecY;
  CUSPARSE_CHECK(cusparseCreateDnVec(&vecX, n, x.device, kType<T>));
  CUSPARSE_CHECK(cusparseCreateDnVec(&vecY, n, y.device, kType<T>));
  const T alpha = fromNumber<T>(2);
  cusparseSpSVDescr_t descr;
  CUSPARSE_CHECK(cusparseSpSV_createDescr(&descr));
  size_t size = 0;
  CUSPARSE_CHECK(cusparseSpSV_bufferSize(handle, operation, &alpha, matrix.descriptor, vecX, vecY,
                                         kType<T>, CUSPARSE_SPSV_ALG_DEFAULT, descr, &size));
  Scratch scratch(size);
  CUSPARSE_CHECK(cusparseSpSV_analysis(handle, operation, &alpha, matrix.descriptor, vecX, vecY,
                                       kType<T>, CUSPARSE_SPSV_ALG_DEFAULT, descr, scratch.device));
  const auto solveAndCheck = [&](const Csr<T>& values) {
    CUSPARSE_CHECK(cusparseSpSV_solve(handle, operation, &alpha, matrix.descriptor, vecX, vecY,
                                      kType<T>, CUSPARSE_SPSV_ALG_DEFAULT, descr));
    std::vector<Number> solution, right;
    for (T each : y.download())
      solution.push_back(number(each));
    for (T each : x.host)
      right.push_back(2.0 * number(each));
    expectSolution(values, fill, isUnit, operation, solution, right);
  };
  solveAndCheck(a);
  // The same pattern with other values.
  Csr<T> other = a;
  for (size_t i = 0; i < other.values.size(); ++i)
    other.values[i] = fromNumber<T>(number(a.values[i]) * 2.0);
  Both<T> values(other.values);
  CUSPARSE_CHECK(
      cusparseSpSV_updateMatrix(handle, descr, values.device, CUSPARSE_SPSV_UPDATE_GENERAL));
  solveAndCheck(other);
  CUSPARSE_CHECK(cusparseSpSV_destroyDescr(descr));
  cusparseDestroyDnVec(vecX);
  cusparseDestroyDnVec(vecY);
}

template <class T>
void solveMatrix(cusparseFillMode_t fill, cusparseOperation_t opA, cusparseOperation_t opB) {
  const int n = 13, sides = 5;
  const Csr<T> a = sparse<T>(n, n, 9, 0, 8);
  DeviceMatrix<T> matrix(a);
  setTriangle<T>(matrix.descriptor, fill, false);
  const bool isPlain = opB == kPlain;
  const int ldb = isPlain ? n : sides;
  Both<T> b(smallNumbers<T>(n * sides, 3)), c((std::vector<T>(n * sides)));
  cusparseDnMatDescr_t matB, matC;
  CUSPARSE_CHECK(cusparseCreateDnMat(&matB, isPlain ? n : sides, isPlain ? sides : n, ldb, b.device,
                                     kType<T>, CUSPARSE_ORDER_COL));
  CUSPARSE_CHECK(cusparseCreateDnMat(&matC, n, sides, n, c.device, kType<T>, CUSPARSE_ORDER_COL));
  const T alpha = fromNumber<T>(2);
  cusparseSpSMDescr_t descr;
  CUSPARSE_CHECK(cusparseSpSM_createDescr(&descr));
  size_t size = 0;
  CUSPARSE_CHECK(cusparseSpSM_bufferSize(handle, opA, opB, &alpha, matrix.descriptor, matB, matC,
                                         kType<T>, CUSPARSE_SPSM_ALG_DEFAULT, descr, &size));
  Scratch scratch(size);
  CUSPARSE_CHECK(cusparseSpSM_analysis(handle, opA, opB, &alpha, matrix.descriptor, matB, matC,
                                       kType<T>, CUSPARSE_SPSM_ALG_DEFAULT, descr, scratch.device));
  CUSPARSE_CHECK(cusparseSpSM_solve(handle, opA, opB, &alpha, matrix.descriptor, matB, matC,
                                    kType<T>, CUSPARSE_SPSM_ALG_DEFAULT, descr));
  const std::vector<T> result = c.download();
  for (int side = 0; side < sides; ++side) {
    std::vector<Number> solution, right;
    for (int i = 0; i < n; ++i) {
      solution.push_back(number(result[i + side * n]));
      right.push_back(2.0 * number(b.host[isPlain ? i + side * ldb : side + i * ldb]));
    }
    expectSolution(a, fill, false, opA, solution, right);
  }
  CUSPARSE_CHECK(cusparseSpSM_destroyDescr(descr));
  cusparseDestroyDnMat(matB);
  cusparseDestroyDnMat(matC);
}

template <class T> struct Older;
#define OLDER(T, S)                                                                                \
  template <> struct Older<T> {                                                                    \
    static constexpr auto iluSize = cusparse##S##csrilu02_bufferSize;                              \
    static constexpr auto iluAnalysis = cusparse##S##csrilu02_analysis;                            \
    static constexpr auto ilu = cusparse##S##csrilu02;                                             \
    static constexpr auto icSize = cusparse##S##csric02_bufferSize;                                \
    static constexpr auto icAnalysis = cusparse##S##csric02_analysis;                              \
    static constexpr auto ic = cusparse##S##csric02;                                               \
    static constexpr auto gtsvSize = cusparse##S##gtsv2_bufferSizeExt;                             \
    static constexpr auto gtsv = cusparse##S##gtsv2;                                               \
    static constexpr auto plainSize = cusparse##S##gtsv2_nopivot_bufferSizeExt;                    \
    static constexpr auto plain = cusparse##S##gtsv2_nopivot;                                      \
    static constexpr auto stridedSize = cusparse##S##gtsv2StridedBatch_bufferSizeExt;              \
    static constexpr auto strided = cusparse##S##gtsv2StridedBatch;                                \
    static constexpr auto interleavedSize = cusparse##S##gtsvInterleavedBatch_bufferSizeExt;       \
    static constexpr auto interleaved = cusparse##S##gtsvInterleavedBatch;                         \
    static constexpr auto pentaSize = cusparse##S##gpsvInterleavedBatch_bufferSizeExt;             \
    static constexpr auto penta = cusparse##S##gpsvInterleavedBatch;                               \
  }
OLDER(float, S);
OLDER(double, D);
OLDER(cuComplex, C);
OLDER(cuDoubleComplex, Z);
#undef OLDER

// The product of the incomplete factors is the matrix at the places that it has.
template <class T> void incompleteLu() {
  using O = Older<T>;
  const int n = 15;
  const Csr<T> a = sparse<T>(n, n, 17, 1, 20);
  Both<int> offsets(a.offsets), columns(a.indices);
  Both<T> values(a.values);
  cusparseMatDescr_t descr;
  csrilu02Info_t info;
  CUSPARSE_CHECK(cusparseCreateMatDescr(&descr));
  CUSPARSE_CHECK(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ONE));
  CUSPARSE_CHECK(cusparseCreateCsrilu02Info(&info));
  int size = 0, position = 7;
  const auto policy = CUSPARSE_SOLVE_POLICY_USE_LEVEL;
  CUSPARSE_CHECK(O::iluSize(handle, n, a.nnz(), descr, values.device, offsets.device,
                            columns.device, info, &size));
  Scratch scratch(size);
  CUSPARSE_CHECK(O::iluAnalysis(handle, n, a.nnz(), descr, values.device, offsets.device,
                                columns.device, info, policy, scratch.device));
  CUSPARSE_CHECK(cusparseXcsrilu02_zeroPivot(handle, info, &position));
  EXPECT_EQ(position, -1);
  CUSPARSE_CHECK(O::ilu(handle, n, a.nnz(), descr, values.device, offsets.device, columns.device,
                        info, policy, scratch.device));
  CUSPARSE_CHECK(cusparseXcsrilu02_zeroPivot(handle, info, &position));
  EXPECT_EQ(position, -1);
  Csr<T> factors = a;
  factors.values = values.download();
  for (int i = 0; i < n; ++i)
    for (int entry = a.offsets[i] - 1; entry < a.offsets[i + 1] - 1; ++entry) {
      const int j = a.indices[entry] - 1;
      Number sum = 0;
      for (int k = 0; k <= i && k <= j; ++k)
        sum += (k == i ? Number(1) : factors.at(i, k)) * factors.at(k, j);
      CHECK(isNear(a.values[entry], sum, sparseTolerance<T>()));
    }
  CUSPARSE_CHECK(cusparseDestroyCsrilu02Info(info));
  CUSPARSE_CHECK(cusparseDestroyMatDescr(descr));
}

// A tridiagonal Hermitian matrix has no fill, so its incomplete factor is the factor.
template <class T> void incompleteCholesky() {
  using O = Older<T>;
  const int n = 12;
  Csr<T> a(n, n);
  a.offsets.push_back(0);
  for (int i = 0; i < n; ++i) {
    for (int j = i - 1; j <= i; ++j)
      if (j >= 0) {
        a.indices.push_back(j);
        a.values.push_back(
            fromNumber<T>(i == j ? Number(8 + i) : Number(1, kIsComplex<T> ? 2 : 0)));
      }
    a.offsets.push_back(a.nnz());
  }
  Both<int> offsets(a.offsets), columns(a.indices);
  Both<T> values(a.values);
  cusparseMatDescr_t descr;
  csric02Info_t info;
  CUSPARSE_CHECK(cusparseCreateMatDescr(&descr));
  CUSPARSE_CHECK(cusparseCreateCsric02Info(&info));
  int size = 0, position = 7;
  const auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
  CUSPARSE_CHECK(O::icSize(handle, n, a.nnz(), descr, values.device, offsets.device, columns.device,
                           info, &size));
  Scratch scratch(size);
  CUSPARSE_CHECK(O::icAnalysis(handle, n, a.nnz(), descr, values.device, offsets.device,
                               columns.device, info, policy, scratch.device));
  CUSPARSE_CHECK(O::ic(handle, n, a.nnz(), descr, values.device, offsets.device, columns.device,
                       info, policy, scratch.device));
  CUSPARSE_CHECK(cusparseXcsric02_zeroPivot(handle, info, &position));
  EXPECT_EQ(position, -1);
  Csr<T> factor = a;
  factor.values = values.download();
  for (int i = 0; i < n; ++i)
    for (int entry = a.offsets[i]; entry < a.offsets[i + 1]; ++entry) {
      const int j = a.indices[entry];
      Number sum = 0;
      for (int k = 0; k <= j; ++k)
        sum += factor.at(i, k) * std::conj(factor.at(j, k));
      CHECK(isNear(a.values[entry], sum, sparseTolerance<T>()));
    }
  CUSPARSE_CHECK(cusparseDestroyCsric02Info(info));
  CUSPARSE_CHECK(cusparseDestroyMatDescr(descr));
}

// Diagonals of a system: small numbers beside a heavy middle one. What is outside of the matrix is
// zero.
template <class T> std::vector<T> diagonal(int n, int offset, unsigned seed) {
  std::vector<T> values = smallNumbers<T>(n, seed);
  for (int i = 0; i < n; ++i)
    if (offset == 0)
      values[i] = fromNumber<T>(9.0 + i % 3);
    else if (i + offset < 0 || i + offset >= n)
      values[i] = fromNumber<T>(0);
  return values;
}

template <class T>
void expectBandSolution(const std::vector<std::vector<T>>& diagonals, const std::vector<T>& x,
                        const std::vector<T>& right) {
  const int n = static_cast<int>(x.size()), width = static_cast<int>(diagonals.size()) / 2;
  for (int i = 0; i < n; ++i) {
    Number sum = 0;
    for (int offset = -width; offset <= width; ++offset)
      if (i + offset >= 0 && i + offset < n)
        sum += number(diagonals[offset + width][i]) * number(x[i + offset]);
    CHECK(isNear(right[i], sum, sparseTolerance<T>()));
  }
}
template <class T> std::vector<T> part(const std::vector<T>& all, size_t begin, size_t count) {
  return {all.begin() + begin, all.begin() + begin + count};
}
// Every `step`th element.
template <class T> std::vector<T> every(const std::vector<T>& all, size_t first, size_t step) {
  std::vector<T> result;
  for (size_t i = first; i < all.size(); i += step)
    result.push_back(all[i]);
  return result;
}

template <class T> void threeDiagonals() {
  using O = Older<T>;
  const int n = 16, sides = 3, ld = 18;
  const std::vector<std::vector<T>> diagonals = {diagonal<T>(n, -1, 1), diagonal<T>(n, 0, 2),
                                                 diagonal<T>(n, 1, 3)};
  Both<T> dl(diagonals[0]), d(diagonals[1]), du(diagonals[2]);
  for (bool isPlain : {false, true}) {
    Both<T> b(smallNumbers<T>(ld * sides, 4));
    size_t size = 0;
    CUSPARSE_CHECK((isPlain ? O::plainSize : O::gtsvSize)(handle, n, sides, dl.device, d.device,
                                                          du.device, b.device, ld, &size));
    Scratch scratch(size);
    CUSPARSE_CHECK((isPlain ? O::plain : O::gtsv)(handle, n, sides, dl.device, d.device, du.device,
                                                  b.device, ld, scratch.device));
    const std::vector<T> result = b.download();
    for (int side = 0; side < sides; ++side)
      expectBandSolution(diagonals, part(result, side * ld, n), part(b.host, side * ld, n));
  }
}

template <class T> void batches() {
  using O = Older<T>;
  const int n = 16, count = 4;
  const std::vector<std::vector<T>> one = {diagonal<T>(n, -2, 1), diagonal<T>(n, -1, 2),
                                           diagonal<T>(n, 0, 3), diagonal<T>(n, 1, 4),
                                           diagonal<T>(n, 2, 5)};
  const std::vector<std::vector<T>> three = {one[1], one[2], one[3]};
  std::vector<std::vector<T>> behind(5), beside(5);
  for (int k = 0; k < 5; ++k) {
    for (int g = 0; g < count; ++g)
      behind[k].insert(behind[k].end(), one[k].begin(), one[k].end());
    for (int i = 0; i < n; ++i)
      beside[k].insert(beside[k].end(), count, one[k][i]);
  }
  size_t size = 0;
  {
    Both<T> dl(behind[1]), d(behind[2]), du(behind[3]), x(smallNumbers<T>(n * count, 9));
    CUSPARSE_CHECK(
        O::stridedSize(handle, n, dl.device, d.device, du.device, x.device, count, n, &size));
    Scratch scratch(size);
    CUSPARSE_CHECK(
        O::strided(handle, n, dl.device, d.device, du.device, x.device, count, n, scratch.device));
    const std::vector<T> result = x.download();
    for (int g = 0; g < count; ++g)
      expectBandSolution(three, part(result, g * n, n), part(x.host, g * n, n));
  }
  for (int algorithm = 0; algorithm < 3; ++algorithm) {
    Both<T> dl(beside[1]), d(beside[2]), du(beside[3]), x(smallNumbers<T>(n * count, 9));
    CUSPARSE_CHECK(O::interleavedSize(handle, algorithm, n, dl.device, d.device, du.device,
                                      x.device, count, &size));
    Scratch scratch(size);
    CUSPARSE_CHECK(O::interleaved(handle, algorithm, n, dl.device, d.device, du.device, x.device,
                                  count, scratch.device));
    const std::vector<T> result = x.download();
    for (int g = 0; g < count; ++g)
      expectBandSolution(three, every(result, g, count), every(x.host, g, count));
  }
  Both<T> ds(beside[0]), dl(beside[1]), d(beside[2]), du(beside[3]), dw(beside[4]);
  Both<T> x(smallNumbers<T>(n * count, 9));
  CUSPARSE_CHECK(O::pentaSize(handle, 0, n, ds.device, dl.device, d.device, du.device, dw.device,
                              x.device, count, &size));
  Scratch scratch(size);
  CUSPARSE_CHECK(O::penta(handle, 0, n, ds.device, dl.device, d.device, du.device, dw.device,
                          x.device, count, scratch.device));
  const std::vector<T> result = x.download();
  for (int g = 0; g < count; ++g)
    expectBandSolution(one, every(result, g, count), every(x.host, g, count));
}

template <class T> void allOfType() {
  for (auto fill : {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER})
    for (auto operation : {kPlain, kTranspose, kAdjoint}) {
      if (operation == kAdjoint && !kIsComplex<T>)
        continue;
      solveVector<T>(fill, false, operation);
      solveVector<T>(fill, true, operation);
      solveMatrix<T>(fill, operation, kPlain);
      solveMatrix<T>(fill, operation, kTranspose);
    }
  incompleteLu<T>();
  incompleteCholesky<T>();
  threeDiagonals<T>();
  batches<T>();
}

int main() {
  CUSPARSE_CHECK(cusparseCreate(&handle));
  allOfType<float>();
  allOfType<double>();
  allOfType<cuComplex>();
  allOfType<cuDoubleComplex>();
  CUSPARSE_CHECK(cusparseDestroy(handle));
  return ok();
}
