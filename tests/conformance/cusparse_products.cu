// cuSPARSE: products of sparse matrices with vectors, dense and sparse matrices, and of dense
// matrices at the places of a sparse one, in all types, formats, operations and orders.

// nvcc: -lcusparse
#include "cusparse_check.h"

using namespace conformance;

static cusparseHandle_t handle;

template <class T> struct Factors {
  T alpha = fromNumber<T>({2, kIsComplex<T> ? 1.0 : 0.0}), beta = fromNumber<T>(0.5);
};

template <class T>
void withVector(cusparseFormat_t format, cusparseOperation_t operation, int base) {
  const Csr<T> a = sparse<T>(19, 14, 3 + base, base);
  const bool isPlain = operation == kPlain;
  const int rows = isPlain ? a.rows : a.columns, columns = isPlain ? a.columns : a.rows;
  DeviceMatrix<T> matrix(a, format);
  Both<T> x(smallNumbers<T>(columns, 5)), y(smallNumbers<T>(rows, 6));
  cusparseDnVecDescr_t vecX, vecY;
  CUSPARSE_CHECK(cusparseCreateDnVec(&vecX, columns, x.device, kType<T>));
  CUSPARSE_CHECK(cusparseCreateDnVec(&vecY, rows, y.device, kType<T>));
  const Factors<T> f;
  size_t size = 0;
  CUSPARSE_CHECK(cusparseSpMV_bufferSize(handle, operation, &f.alpha, matrix.descriptor, vecX,
                                         &f.beta, vecY, kType<T>, CUSPARSE_SPMV_ALG_DEFAULT,
                                         &size));
  Scratch scratch(size);
  CUSPARSE_CHECK(cusparseSpMV(handle, operation, &f.alpha, matrix.descriptor, vecX, &f.beta, vecY,
                              kType<T>, CUSPARSE_SPMV_ALG_DEFAULT, scratch.device));
  const std::vector<T> result = y.download();
  for (int i = 0; i < rows; ++i) {
    Number sum = 0;
    for (int j = 0; j < columns; ++j)
      sum += a.at(operation, i, j) * number(x.host[j]);
    CHECK(isNear(result[i], number(f.alpha) * sum + number(f.beta) * number(y.host[i]),
                 sparseTolerance<T>()));
  }
  cusparseDestroyDnVec(vecX);
  cusparseDestroyDnVec(vecY);
}

// A dense matrix in one of the orders, with a leading dimension above its size.
template <class T> struct DeviceDense {
  int rows, columns, ld;
  bool isByRow;
  Both<T> values;
  cusparseDnMatDescr_t descriptor = nullptr;

  DeviceDense(int rows, int columns, bool isByRow, unsigned seed)
      : rows(rows), columns(columns), ld((isByRow ? columns : rows) + 2), isByRow(isByRow),
        values(smallNumbers<T>(static_cast<size_t>(ld) * (isByRow ? rows : columns), seed)) {
    CUSPARSE_CHECK(cusparseCreateDnMat(&descriptor, rows, columns, ld, values.device, kType<T>,
                                       isByRow ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL));
  }
  ~DeviceDense() { cusparseDestroyDnMat(descriptor); }
  size_t place(int row, int column) const {
    return isByRow ? static_cast<size_t>(row) * ld + column
                   : row + static_cast<size_t>(column) * ld;
  }
  Number at(cusparseOperation_t operation, int row, int column) const {
    const Number x =
        number(values.host[operation == kPlain ? place(row, column) : place(column, row)]);
    return operation == kAdjoint ? std::conj(x) : x;
  }
};

template <class T>
void withMatrix(cusparseFormat_t format, cusparseOperation_t opA, cusparseOperation_t opB,
                bool isByRowB, bool isByRowC) {
  const Csr<T> a = sparse<T>(17, 12, 8);
  const int rows = opA == kPlain ? a.rows : a.columns, inner = opA == kPlain ? a.columns : a.rows;
  const int columns = 9;
  DeviceMatrix<T> matrix(a, format);
  DeviceDense<T> b(opB == kPlain ? inner : columns, opB == kPlain ? columns : inner, isByRowB, 2);
  DeviceDense<T> c(rows, columns, isByRowC, 4);
  const Factors<T> f;
  size_t size = 0;
  CUSPARSE_CHECK(cusparseSpMM_bufferSize(handle, opA, opB, &f.alpha, matrix.descriptor,
                                         b.descriptor, &f.beta, c.descriptor, kType<T>,
                                         CUSPARSE_SPMM_ALG_DEFAULT, &size));
  Scratch scratch(size);
  CUSPARSE_CHECK(cusparseSpMM(handle, opA, opB, &f.alpha, matrix.descriptor, b.descriptor, &f.beta,
                              c.descriptor, kType<T>, CUSPARSE_SPMM_ALG_DEFAULT, scratch.device));
  const std::vector<T> result = c.values.download();
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      Number sum = 0;
      for (int k = 0; k < inner; ++k)
        sum += a.at(opA, i, k) * b.at(opB, k, j);
      CHECK(isNear(result[c.place(i, j)],
                   number(f.alpha) * sum + number(f.beta) * c.at(kPlain, i, j),
                   sparseTolerance<T>()));
    }
}

template <class T>
void sampled(cusparseOperation_t opA, cusparseOperation_t opB, bool isByRowA, bool isByRowB) {
  const Csr<T> c = sparse<T>(13, 11, 21);
  const int inner = 10;
  DeviceMatrix<T> matrix(c);
  DeviceDense<T> a(opA == kPlain ? c.rows : inner, opA == kPlain ? inner : c.rows, isByRowA, 2);
  DeviceDense<T> b(opB == kPlain ? inner : c.columns, opB == kPlain ? c.columns : inner, isByRowB,
                   3);
  const Factors<T> f;
  size_t size = 0;
  CUSPARSE_CHECK(cusparseSDDMM_bufferSize(handle, opA, opB, &f.alpha, a.descriptor, b.descriptor,
                                          &f.beta, matrix.descriptor, kType<T>,
                                          CUSPARSE_SDDMM_ALG_DEFAULT, &size));
  Scratch scratch(size);
  CUSPARSE_CHECK(cusparseSDDMM(handle, opA, opB, &f.alpha, a.descriptor, b.descriptor, &f.beta,
                               matrix.descriptor, kType<T>, CUSPARSE_SDDMM_ALG_DEFAULT,
                               scratch.device));
  const std::vector<T> result = matrix.values.download();
  for (int i = 0; i < c.rows; ++i)
    for (int entry = c.offsets[i]; entry < c.offsets[i + 1]; ++entry) {
      Number sum = 0;
      for (int k = 0; k < inner; ++k)
        sum += a.at(opA, i, k) * b.at(opB, k, c.indices[entry]);
      CHECK(isNear(result[entry], number(f.alpha) * sum + number(f.beta) * number(c.values[entry]),
                   sparseTolerance<T>()));
    }
}

// The result as a matrix; its columns need not ascend.
template <class T>
void expectProduct(const Csr<T>& a, const Csr<T>& b, const Csr<T>& c, Number alpha) {
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < b.columns; ++j) {
      Number sum = 0;
      for (int k = 0; k < a.columns; ++k)
        sum += a.at(i, k) * b.at(k, j);
      CHECK(std::abs(c.at(i, j) - alpha * sum) <= sparseTolerance<T>() * (1 + std::abs(sum)));
    }
}
// How many elements of the product have a pair of factors.
template <class T> int structuralEntries(const Csr<T>& a, const Csr<T>& b) {
  int count = 0;
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < b.columns; ++j) {
      bool isThere = false;
      for (int entry = a.offsets[i]; entry < a.offsets[i + 1]; ++entry)
        for (int other = b.offsets[a.indices[entry]]; other < b.offsets[a.indices[entry] + 1];
             ++other)
          isThere |= b.indices[other] == j;
      count += isThere;
    }
  return count;
}

template <class T> struct EmptyResult {
  Both<int> offsets;
  cusparseSpMatDescr_t descriptor = nullptr;
  EmptyResult(int rows, int columns) : offsets(std::vector<int>(rows + 1)) {
    CUSPARSE_CHECK(cusparseCreateCsr(&descriptor, rows, columns, 0, offsets.device, nullptr,
                                     nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_BASE_ZERO, kType<T>));
  }
  ~EmptyResult() { cusparseDestroySpMat(descriptor); }
  int nnz() const {
    int64_t rows, columns, count;
    CUSPARSE_CHECK(cusparseSpMatGetSize(descriptor, &rows, &columns, &count));
    return static_cast<int>(count);
  }
};

template <class T> void sparseTimesSparse() {
  const Csr<T> a = sparse<T>(18, 15, 31), b = sparse<T>(15, 21, 32);
  DeviceMatrix<T> matA(a), matB(b);
  EmptyResult<T> c(a.rows, b.columns);
  const T alpha = fromNumber<T>({2, kIsComplex<T> ? 1.0 : 0.0}), beta = fromNumber<T>(0);
  cusparseSpGEMMDescr_t descr;
  CUSPARSE_CHECK(cusparseSpGEMM_createDescr(&descr));
  size_t size1 = 0, size2 = 0;
  const auto estimate = [&](void* buffer) {
    CUSPARSE_CHECK(cusparseSpGEMM_workEstimation(handle, kPlain, kPlain, &alpha, matA.descriptor,
                                                 matB.descriptor, &beta, c.descriptor, kType<T>,
                                                 CUSPARSE_SPGEMM_DEFAULT, descr, &size1, buffer));
  };
  const auto compute = [&](void* buffer) {
    CUSPARSE_CHECK(cusparseSpGEMM_compute(handle, kPlain, kPlain, &alpha, matA.descriptor,
                                          matB.descriptor, &beta, c.descriptor, kType<T>,
                                          CUSPARSE_SPGEMM_DEFAULT, descr, &size2, buffer));
  };
  estimate(nullptr);
  Scratch scratch1(size1);
  estimate(scratch1.device);
  compute(nullptr);
  Scratch scratch2(size2);
  compute(scratch2.device);
  const int count = c.nnz();
  EXPECT_EQ(count, structuralEntries(a, b));
  Both<int> columns((std::vector<int>(count)));
  Both<T> values((std::vector<T>(count)));
  CUSPARSE_CHECK(
      cusparseCsrSetPointers(c.descriptor, c.offsets.device, columns.device, values.device));
  CUSPARSE_CHECK(cusparseSpGEMM_copy(handle, kPlain, kPlain, &alpha, matA.descriptor,
                                     matB.descriptor, &beta, c.descriptor, kType<T>,
                                     CUSPARSE_SPGEMM_DEFAULT, descr));
  Csr<T> result(a.rows, b.columns);
  result.offsets = c.offsets.download();
  result.indices = columns.download();
  result.values = values.download();
  expectProduct(a, b, result, number(alpha));
  CUSPARSE_CHECK(cusparseSpGEMM_destroyDescr(descr));
}

// The pattern once, the values twice.
template <class T> void patternUsedAgain() {
  const Csr<T> a = sparse<T>(18, 15, 41), b = sparse<T>(15, 21, 42);
  DeviceMatrix<T> matA(a), matB(b);
  EmptyResult<T> c(a.rows, b.columns);
  const auto alg = CUSPARSE_SPGEMM_DEFAULT;
  cusparseSpGEMMDescr_t descr;
  CUSPARSE_CHECK(cusparseSpGEMM_createDescr(&descr));
  size_t size1 = 0, size2 = 0, size3 = 0, size4 = 0, size5 = 0;
  CUSPARSE_CHECK(cusparseSpGEMMreuse_workEstimation(handle, kPlain, kPlain, matA.descriptor,
                                                    matB.descriptor, c.descriptor, alg, descr,
                                                    &size1, nullptr));
  Scratch scratch1(size1);
  CUSPARSE_CHECK(cusparseSpGEMMreuse_workEstimation(handle, kPlain, kPlain, matA.descriptor,
                                                    matB.descriptor, c.descriptor, alg, descr,
                                                    &size1, scratch1.device));
  const auto nnz = [&](void* buffer2, void* buffer3, void* buffer4) {
    CUSPARSE_CHECK(cusparseSpGEMMreuse_nnz(handle, kPlain, kPlain, matA.descriptor, matB.descriptor,
                                           c.descriptor, alg, descr, &size2, buffer2, &size3,
                                           buffer3, &size4, buffer4));
  };
  nnz(nullptr, nullptr, nullptr);
  Scratch scratch2(size2), scratch3(size3), scratch4(size4);
  nnz(scratch2.device, scratch3.device, scratch4.device);
  const int count = c.nnz();
  EXPECT_EQ(count, structuralEntries(a, b));
  Both<int> columns((std::vector<int>(count)));
  Both<T> values((std::vector<T>(count)));
  CUSPARSE_CHECK(
      cusparseCsrSetPointers(c.descriptor, c.offsets.device, columns.device, values.device));
  const auto copy = [&](void* buffer) {
    CUSPARSE_CHECK(cusparseSpGEMMreuse_copy(handle, kPlain, kPlain, matA.descriptor,
                                            matB.descriptor, c.descriptor, alg, descr, &size5,
                                            buffer));
  };
  copy(nullptr);
  Scratch scratch5(size5);
  copy(scratch5.device);
  for (double factor : {1.0, 3.0}) {
    const T alpha = fromNumber<T>(factor), beta = fromNumber<T>(0);
    CUSPARSE_CHECK(cusparseSpGEMMreuse_compute(handle, kPlain, kPlain, &alpha, matA.descriptor,
                                               matB.descriptor, &beta, c.descriptor, kType<T>, alg,
                                               descr));
    Csr<T> result(a.rows, b.columns);
    result.offsets = c.offsets.download();
    result.indices = columns.download();
    result.values = values.download();
    expectProduct(a, b, result, factor);
  }
  CUSPARSE_CHECK(cusparseSpGEMM_destroyDescr(descr));
}

template <class T> void allOfType() {
  for (auto operation : {kPlain, kTranspose, kAdjoint}) {
    if (operation == kAdjoint && !kIsComplex<T>)
      continue;
    for (auto format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO}) {
      withVector<T>(format, operation, 0);
      withVector<T>(format, operation, 1);
      for (bool isByRowB : {false, true})
        for (bool isByRowC : {false, true}) {
          withMatrix<T>(format, operation, kPlain, isByRowB, isByRowC);
          withMatrix<T>(format, operation, kTranspose, isByRowB, isByRowC);
        }
    }
  }
  for (bool isByRowA : {false, true})
    for (bool isByRowB : {false, true})
      for (auto opA : {kPlain, kTranspose})
        for (auto opB : {kPlain, kTranspose})
          sampled<T>(opA, opB, isByRowA, isByRowB);
  sparseTimesSparse<T>();
  patternUsedAgain<T>();
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
