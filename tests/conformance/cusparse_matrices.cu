// cuSPARSE: the older functions that convert, sort, add, count and prune matrices, and products of
// matrices of blocks.

// nvcc: -lcusparse
#include "cusparse_check.h"
#include <algorithm>

using namespace conformance;

static cusparseHandle_t handle;
static cusparseMatDescr_t descr;

template <class T> struct Older;
#define OLDER(T, S)                                                                                \
  template <> struct Older<T> {                                                                    \
    static constexpr auto addSize = cusparse##S##csrgeam2_bufferSizeExt;                           \
    static constexpr auto add = cusparse##S##csrgeam2;                                             \
    static constexpr auto nnz = cusparse##S##nnz;                                                  \
    static constexpr auto toBlocks = cusparse##S##csr2bsr;                                         \
    static constexpr auto fromBlocks = cusparse##S##bsr2csr;                                       \
    static constexpr auto bsrmv = cusparse##S##bsrmv;                                              \
    static constexpr auto bsrmm = cusparse##S##bsrmm;                                              \
  }
OLDER(float, S);
OLDER(double, D);
OLDER(cuComplex, C);
OLDER(cuDoubleComplex, Z);
#undef OLDER

template <class T> bool isSame(const T& a, const T& b) {
  return number(a) == number(b);
}
template <class T> bool areSame(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), isSame<T>);
}

template <class T> void transposed() {
  const Csr<T> a = sparse<T>(13, 17, 3);
  Both<int> offsets(a.offsets), columns(a.indices);
  Both<T> values(a.values);
  Both<int> colOffsets(std::vector<int>(a.columns + 1)), rows(std::vector<int>(a.nnz()));
  Both<T> result((std::vector<T>(a.nnz())));
  size_t size = 0;
  const auto base = CUSPARSE_INDEX_BASE_ZERO;
  CUSPARSE_CHECK(cusparseCsr2cscEx2_bufferSize(
      handle, a.rows, a.columns, a.nnz(), values.device, offsets.device, columns.device,
      result.device, colOffsets.device, rows.device, kType<T>, CUSPARSE_ACTION_NUMERIC, base,
      CUSPARSE_CSR2CSC_ALG1, &size));
  Scratch scratch(size);
  CUSPARSE_CHECK(
      cusparseCsr2cscEx2(handle, a.rows, a.columns, a.nnz(), values.device, offsets.device,
                         columns.device, result.device, colOffsets.device, rows.device, kType<T>,
                         CUSPARSE_ACTION_NUMERIC, base, CUSPARSE_CSR2CSC_ALG1, scratch.device));
  CHECK(colOffsets.download() == DeviceMatrix<T>::offsetsOf(a, CUSPARSE_FORMAT_CSC));
  CHECK(rows.download() == DeviceMatrix<T>::indicesOf(a, CUSPARSE_FORMAT_CSC));
  CHECK(areSame(result.download(), DeviceMatrix<T>::valuesOf(a, CUSPARSE_FORMAT_CSC)));
}

template <class T> void sum() {
  const Csr<T> a = sparse<T>(12, 15, 3), b = sparse<T>(12, 15, 4);
  DeviceMatrix<T> matA(a), matB(b);
  const T alpha = fromNumber<T>(2), beta = fromNumber<T>(-3);
  Both<int> offsets(std::vector<int>(a.rows + 1));
  size_t size = 0;
  CUSPARSE_CHECK(Older<T>::addSize(
      handle, a.rows, a.columns, &alpha, descr, a.nnz(), matA.values.device, matA.offsets.device,
      matA.indices.device, &beta, descr, b.nnz(), matB.values.device, matB.offsets.device,
      matB.indices.device, descr, nullptr, offsets.device, nullptr, &size));
  Scratch scratch(size);
  int total = -1;
  CUSPARSE_CHECK(cusparseXcsrgeam2Nnz(handle, a.rows, a.columns, descr, a.nnz(),
                                      matA.offsets.device, matA.indices.device, descr, b.nnz(),
                                      matB.offsets.device, matB.indices.device, descr,
                                      offsets.device, &total, scratch.device));
  int expected = 0;
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.columns; ++j) {
      const auto has = [&](const Csr<T>& m) {
        return std::find(m.indices.begin() + m.offsets[i], m.indices.begin() + m.offsets[i + 1],
                         j) != m.indices.begin() + m.offsets[i + 1];
      };
      expected += has(a) || has(b);
    }
  EXPECT_EQ(total, expected);
  Both<int> columns((std::vector<int>(total)));
  Both<T> values((std::vector<T>(total)));
  CUSPARSE_CHECK(Older<T>::add(
      handle, a.rows, a.columns, &alpha, descr, a.nnz(), matA.values.device, matA.offsets.device,
      matA.indices.device, &beta, descr, b.nnz(), matB.values.device, matB.offsets.device,
      matB.indices.device, descr, values.device, offsets.device, columns.device, scratch.device));
  Csr<T> c(a.rows, a.columns);
  c.offsets = offsets.download();
  c.indices = columns.download();
  c.values = values.download();
  EXPECT_EQ(c.offsets.back(), total);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.columns; ++j)
      CHECK(c.at(i, j) == 2.0 * a.at(i, j) - 3.0 * b.at(i, j));
}

template <class T> void counted() {
  const int m = 9, n = 7, ld = 11;
  Both<T> a(smallNumbers<T>(ld * n, 5));
  Both<int> perRow(std::vector<int>(m, -1)), perColumn(std::vector<int>(n, -1));
  int total = -1, expected = 0;
  std::vector<int> rows(m), columns(n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      if (number(a.host[i + j * ld]) != 0.0) {
        ++rows[i];
        ++columns[j];
        ++expected;
      }
  CUSPARSE_CHECK(Older<T>::nnz(handle, CUSPARSE_DIRECTION_ROW, m, n, descr, a.device, ld,
                               perRow.device, &total));
  EXPECT_EQ(total, expected);
  CHECK(perRow.download() == rows);
  CUSPARSE_CHECK(Older<T>::nnz(handle, CUSPARSE_DIRECTION_COLUMN, m, n, descr, a.device, ld,
                               perColumn.device, &total));
  EXPECT_EQ(total, expected);
  CHECK(perColumn.download() == columns);
}

// To blocks, and back to the elements of the blocks; products with the matrix of blocks.
template <class T> void blocks(cusparseDirection_t direction) {
  const int block = 3, mb = 5, nb = 4;
  const Csr<T> a = sparse<T>(mb * block, nb * block, 9);
  DeviceMatrix<T> matrix(a);
  Both<int> offsets(std::vector<int>(mb + 1));
  int count = -1;
  CUSPARSE_CHECK(cusparseXcsr2bsrNnz(handle, direction, a.rows, a.columns, descr,
                                     matrix.offsets.device, matrix.indices.device, block, descr,
                                     offsets.device, &count));
  Both<int> columns((std::vector<int>(count)));
  Both<T> values((std::vector<T>(count * block * block)));
  CUSPARSE_CHECK(Older<T>::toBlocks(
      handle, direction, a.rows, a.columns, descr, matrix.values.device, matrix.offsets.device,
      matrix.indices.device, block, descr, values.device, offsets.device, columns.device));
  EXPECT_EQ(offsets.download()[mb], count);

  const int elements = count * block * block;
  Both<int> rowOffsets(std::vector<int>(a.rows + 1)), elementColumns((std::vector<int>(elements)));
  Both<T> elementValues((std::vector<T>(elements)));
  CUSPARSE_CHECK(Older<T>::fromBlocks(
      handle, direction, mb, nb, descr, values.device, offsets.device, columns.device, block, descr,
      elementValues.device, rowOffsets.device, elementColumns.device));
  Csr<T> again(a.rows, a.columns);
  again.offsets = rowOffsets.download();
  again.indices = elementColumns.download();
  again.values = elementValues.download();
  EXPECT_EQ(again.offsets.back(), elements);
  CHECK(denseOf(again) == denseOf(a));

  const T alpha = fromNumber<T>(2), beta = fromNumber<T>(0.5);
  Both<T> x(smallNumbers<T>(a.columns, 5)), y(smallNumbers<T>(a.rows, 6));
  CUSPARSE_CHECK(Older<T>::bsrmv(handle, direction, kPlain, mb, nb, count, &alpha, descr,
                                 values.device, offsets.device, columns.device, block, x.device,
                                 &beta, y.device));
  const std::vector<T> product = y.download();
  for (int i = 0; i < a.rows; ++i) {
    Number sum = 0;
    for (int j = 0; j < a.columns; ++j)
      sum += a.at(i, j) * number(x.host[j]);
    CHECK(isNear(product[i], 2.0 * sum + 0.5 * number(y.host[i]), sparseTolerance<T>()));
  }
  const int sides = 4;
  Both<T> b(smallNumbers<T>(a.columns * sides, 7)), c(smallNumbers<T>(a.rows * sides, 8));
  CUSPARSE_CHECK(Older<T>::bsrmm(handle, direction, kPlain, kPlain, mb, sides, nb, count, &alpha,
                                 descr, values.device, offsets.device, columns.device, block,
                                 b.device, a.columns, &beta, c.device, a.rows));
  const std::vector<T> products = c.download();
  for (int side = 0; side < sides; ++side)
    for (int i = 0; i < a.rows; ++i) {
      Number sum = 0;
      for (int j = 0; j < a.columns; ++j)
        sum += a.at(i, j) * number(b.host[j + side * a.columns]);
      const int place = i + side * a.rows;
      CHECK(isNear(products[place], 2.0 * sum + 0.5 * number(c.host[place]), sparseTolerance<T>()));
    }
}

void sorted() {
  const int m = 6, n = 8;
  const Csr<float> a = sparse<float>(m, n, 12);
  // The columns of each row the other way round.
  std::vector<int> reversed = a.indices, identity;
  for (int i = 0; i < m; ++i)
    std::reverse(reversed.begin() + a.offsets[i], reversed.begin() + a.offsets[i + 1]);
  Both<int> offsets(a.offsets), columns(reversed), p(std::vector<int>(a.nnz(), -1));
  for (int i = 0; i < a.nnz(); ++i)
    identity.push_back(i);
  CUSPARSE_CHECK(cusparseCreateIdentityPermutation(handle, a.nnz(), p.device));
  CHECK(p.download() == identity);
  size_t size = 0;
  CUSPARSE_CHECK(
      cusparseXcsrsort_bufferSizeExt(handle, m, n, a.nnz(), offsets.device, columns.device, &size));
  Scratch scratch(size);
  CUSPARSE_CHECK(cusparseXcsrsort(handle, m, n, a.nnz(), descr, offsets.device, columns.device,
                                  p.device, scratch.device));
  CHECK(columns.download() == a.indices);
  const std::vector<int> order = p.download();
  for (int i = 0; i < a.nnz(); ++i)
    EXPECT_EQ_AT(i, reversed[order[i]], a.indices[i]);

  const std::vector<int> rows = DeviceMatrix<float>::offsetsOf(a, CUSPARSE_FORMAT_COO);
  std::vector<int> backRows(rows.rbegin(), rows.rend()),
      backColumns(a.indices.rbegin(), a.indices.rend());
  Both<int> cooRows(backRows), cooColumns(backColumns), q(identity);
  CUSPARSE_CHECK(cusparseXcoosort_bufferSizeExt(handle, m, n, a.nnz(), cooRows.device,
                                                cooColumns.device, &size));
  Scratch scratchOfCoo(size);
  CUSPARSE_CHECK(cusparseXcoosortByRow(handle, m, n, a.nnz(), cooRows.device, cooColumns.device,
                                       q.device, scratchOfCoo.device));
  CHECK(cooRows.download() == rows);
  const std::vector<int> coo = q.download(), found = cooColumns.download();
  for (int i = 0; i < a.nnz(); ++i) {
    EXPECT_EQ_AT(i, backRows[coo[i]], rows[i]);
    EXPECT_EQ_AT(i, backColumns[coo[i]], found[i]);
  }
}

void pruned() {
  const int m = 9, n = 7;
  Both<float> a(smallNumbers<float>(m * n, 5));
  const float threshold = 1;
  Both<int> offsets(std::vector<int>(m + 1));
  size_t size = 0;
  CUSPARSE_CHECK(cusparseSpruneDense2csr_bufferSizeExt(handle, m, n, a.device, m, &threshold, descr,
                                                       nullptr, offsets.device, nullptr, &size));
  Scratch scratch(size);
  int total = -1;
  CUSPARSE_CHECK(cusparseSpruneDense2csrNnz(handle, m, n, a.device, m, &threshold, descr,
                                            offsets.device, &total, scratch.device));
  Both<int> columns((std::vector<int>(total)));
  Both<float> values((std::vector<float>(total)));
  CUSPARSE_CHECK(cusparseSpruneDense2csr(handle, m, n, a.device, m, &threshold, descr,
                                         values.device, offsets.device, columns.device,
                                         scratch.device));
  Csr<float> result(m, n);
  result.offsets = offsets.download();
  result.indices = columns.download();
  result.values = values.download();
  int expected = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      const float value = a.host[i + j * m];
      const bool stays = fabsf(value) > threshold;
      expected += stays;
      CHECK(result.at(i, j) == (stays ? Number(value) : Number(0)));
    }
  EXPECT_EQ(total, expected);
}

template <class T> void allOfType() {
  transposed<T>();
  sum<T>();
  counted<T>();
  blocks<T>(CUSPARSE_DIRECTION_ROW);
  blocks<T>(CUSPARSE_DIRECTION_COLUMN);
}

int main() {
  CUSPARSE_CHECK(cusparseCreate(&handle));
  CUSPARSE_CHECK(cusparseCreateMatDescr(&descr));
  EXPECT_EQ(cusparseGetMatType(descr), CUSPARSE_MATRIX_TYPE_GENERAL);
  EXPECT_EQ(cusparseGetMatIndexBase(descr), CUSPARSE_INDEX_BASE_ZERO);
  allOfType<float>();
  allOfType<double>();
  allOfType<cuComplex>();
  allOfType<cuDoubleComplex>();
  sorted();
  pruned();
  CUSPARSE_CHECK(cusparseDestroyMatDescr(descr));
  CUSPARSE_CHECK(cusparseDestroy(handle));
  return ok();
}
