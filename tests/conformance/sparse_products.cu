// cuSPARSE: products of a sparse matrix with a vector and with a matrix, of all formats, operations
// and types; and a product of matrices at the places of a sparse one. All numbers are small
// integers, so the results are exact.

// nvcc: -lcusparse
#include "sparse.h"

using namespace sparse;

const int rows = 37, cols = 23, columns = 5;

// Element (row, col) of the matrix, of its transpose or of its conjugate transpose.
template <class T>
T element(const std::vector<T>& dense, cusparseOperation_t op, int row, int col) {
  if (op == CUSPARSE_OPERATION_NON_TRANSPOSE)
    return dense[size_t(row * cols + col)];
  const T value = dense[size_t(col * cols + row)];
  return op == CUSPARSE_OPERATION_TRANSPOSE ? value : conjugate(value);
}

template <class T, class I>
void checkVector(cusparseHandle_t handle, cusparseFormat_t format, cusparseOperation_t op,
                 int base) {
  const bool transposed = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const int m = transposed ? cols : rows, n = transposed ? rows : cols;
  const std::vector<T> dense = matrix<T>(rows, cols, 3), x = numbers<T>(size_t(n), 5),
                       y = numbers<T>(size_t(m), 7);
  const Matrix<T, I> a(dense, rows, cols, format, base);
  const Device<T> dx(x), dy(y);
  cusparseDnVecDescr_t vx, vy;
  SPARSE_CHECK(cusparseCreateDnVec(&vx, n, dx.data, TypeOf<T>::type));
  SPARSE_CHECK(cusparseCreateDnVec(&vy, m, dy.data, TypeOf<T>::type));
  const T alpha = T(2), beta = T(-3);
  size_t bytes = 0;
  SPARSE_CHECK(cusparseSpMV_bufferSize(handle, op, &alpha, a.descriptor, vx, &beta, vy,
                                       TypeOf<T>::type, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  const Workspace buffer(bytes);
  SPARSE_CHECK(cusparseSpMV(handle, op, &alpha, a.descriptor, vx, &beta, vy, TypeOf<T>::type,
                            CUSPARSE_SPMV_ALG_DEFAULT, buffer.data));
  const std::vector<T> result = dy.read();
  for (int i = 0; i < m; ++i) {
    T sum = T(0);
    for (int k = 0; k < n; ++k)
      sum += element(dense, op, i, k) * x[size_t(k)];
    CHECK(result[size_t(i)] == alpha * sum + beta * y[size_t(i)]);
  }
  SPARSE_CHECK(cusparseDestroyDnVec(vx));
  SPARSE_CHECK(cusparseDestroyDnVec(vy));
}

template <class T, class I>
void checkMatrix(cusparseHandle_t handle, cusparseFormat_t format, cusparseOperation_t op,
                 cusparseOrder_t order) {
  const bool transposed = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const int m = transposed ? cols : rows, n = transposed ? rows : cols;
  const bool byRow = order == CUSPARSE_ORDER_ROW;
  const std::vector<T> dense = matrix<T>(rows, cols, 3), b = numbers<T>(size_t(n * columns), 5),
                       c = numbers<T>(size_t(m * columns), 7);
  const Matrix<T, I> a(dense, rows, cols, format, 0);
  const Device<T> db(b), dc(c);
  cusparseDnMatDescr_t mb, mc;
  SPARSE_CHECK(
      cusparseCreateDnMat(&mb, n, columns, byRow ? columns : n, db.data, TypeOf<T>::type, order));
  SPARSE_CHECK(
      cusparseCreateDnMat(&mc, m, columns, byRow ? columns : m, dc.data, TypeOf<T>::type, order));
  const T alpha = T(3), beta = T(2);
  size_t bytes = 0;
  SPARSE_CHECK(cusparseSpMM_bufferSize(handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha,
                                       a.descriptor, mb, &beta, mc, TypeOf<T>::type,
                                       CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
  const Workspace buffer(bytes);
  SPARSE_CHECK(cusparseSpMM(handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a.descriptor, mb,
                            &beta, mc, TypeOf<T>::type, CUSPARSE_SPMM_ALG_DEFAULT, buffer.data));
  const std::vector<T> result = dc.read();
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < columns; ++j) {
      T sum = T(0);
      for (int k = 0; k < n; ++k)
        sum += element(dense, op, i, k) * b[size_t(byRow ? k * columns + j : j * n + k)];
      const size_t at = size_t(byRow ? i * columns + j : j * m + i);
      CHECK(result[at] == alpha * sum + beta * c[at]);
    }
  SPARSE_CHECK(cusparseDestroyDnMat(mb));
  SPARSE_CHECK(cusparseDestroyDnMat(mc));
}

template <class T> void checkSampled(cusparseHandle_t handle) {
  const std::vector<T> dense = matrix<T>(rows, cols, 3), a = numbers<T>(size_t(rows * columns), 5),
                       b = numbers<T>(size_t(columns * cols), 7);
  const Matrix<T, int> c(dense, rows, cols, CUSPARSE_FORMAT_CSR, 0);
  const Device<T> da(a), db(b);
  cusparseDnMatDescr_t ma, mb;
  SPARSE_CHECK(cusparseCreateDnMat(&ma, rows, columns, columns, da.data, TypeOf<T>::type,
                                   CUSPARSE_ORDER_ROW));
  SPARSE_CHECK(
      cusparseCreateDnMat(&mb, columns, cols, cols, db.data, TypeOf<T>::type, CUSPARSE_ORDER_ROW));
  const T alpha = T(1), beta = T(2);
  size_t bytes = 0;
  const cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  SPARSE_CHECK(cusparseSDDMM_bufferSize(handle, op, op, &alpha, ma, mb, &beta, c.descriptor,
                                        TypeOf<T>::type, CUSPARSE_SDDMM_ALG_DEFAULT, &bytes));
  const Workspace buffer(bytes);
  SPARSE_CHECK(cusparseSDDMM(handle, op, op, &alpha, ma, mb, &beta, c.descriptor, TypeOf<T>::type,
                             CUSPARSE_SDDMM_ALG_DEFAULT, buffer.data));
  const std::vector<T> result = c.values.read();
  size_t entry = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) {
      const T before = dense[size_t(i * cols + j)];
      if (before == T(0))
        continue;
      T sum = T(0);
      for (int k = 0; k < columns; ++k)
        sum += a[size_t(i * columns + k)] * b[size_t(k * cols + j)];
      CHECK(result[entry++] == alpha * sum + beta * before);
    }
  SPARSE_CHECK(cusparseDestroyDnMat(ma));
  SPARSE_CHECK(cusparseDestroyDnMat(mb));
}

template <class T> void checkAll(cusparseHandle_t handle) {
  for (const cusparseFormat_t format :
       {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO})
    for (const cusparseOperation_t op :
         {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) {
      checkVector<T, int>(handle, format, op, 0);
      checkVector<T, long long>(handle, format, op, 1);
      checkMatrix<T, int>(handle, format, op, CUSPARSE_ORDER_COL);
      checkMatrix<T, int>(handle, format, op, CUSPARSE_ORDER_ROW);
    }
}

int main() {
  cusparseHandle_t handle;
  SPARSE_CHECK(cusparseCreate(&handle));
  checkAll<float>(handle);
  checkAll<double>(handle);
  checkAll<std::complex<float>>(handle);
  checkAll<std::complex<double>>(handle);
  checkVector<std::complex<double>, int>(handle, CUSPARSE_FORMAT_CSR,
                                         CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, 0);
  checkSampled<float>(handle);
  checkSampled<double>(handle);
  SPARSE_CHECK(cusparseDestroy(handle));
  puts("ok");
}
