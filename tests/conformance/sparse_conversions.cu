// cuSPARSE: dense matrices from sparse ones and sparse ones from dense ones, and operations of a
// sparse and a dense vector.

// nvcc: -lcusparse
#include "sparse.h"

using namespace sparse;

const int rows = 19, cols = 31;

template <class T> void checkSparseToDense(cusparseHandle_t handle, cusparseFormat_t format) {
  const std::vector<T> dense = matrix<T>(rows, cols, 11);
  const Matrix<T, int> a(dense, rows, cols, format, 1);
  const Device<T> out(std::vector<T>(dense.size(), T(5)));
  cusparseDnMatDescr_t b;
  SPARSE_CHECK(
      cusparseCreateDnMat(&b, rows, cols, cols, out.data, TypeOf<T>::type, CUSPARSE_ORDER_ROW));
  size_t bytes = 0;
  SPARSE_CHECK(cusparseSparseToDense_bufferSize(handle, a.descriptor, b,
                                                CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &bytes));
  const Workspace buffer(bytes);
  SPARSE_CHECK(cusparseSparseToDense(handle, a.descriptor, b, CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
                                     buffer.data));
  CHECK(out.read() == dense);
  SPARSE_CHECK(cusparseDestroyDnMat(b));
}

template <class T> void checkDenseToSparse(cusparseHandle_t handle) {
  const std::vector<T> dense = matrix<T>(rows, cols, 13);
  const Entries<T, int> expected(dense, rows, cols, CUSPARSE_FORMAT_CSR, 0);
  const Device<T> in(dense);
  const Device<int> offsets(std::vector<int>(rows + 1, -1));
  cusparseDnMatDescr_t a;
  cusparseSpMatDescr_t b;
  SPARSE_CHECK(
      cusparseCreateDnMat(&a, rows, cols, cols, in.data, TypeOf<T>::type, CUSPARSE_ORDER_ROW));
  SPARSE_CHECK(cusparseCreateCsr(&b, rows, cols, 0, offsets.data, nullptr, nullptr,
                                 CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                 TypeOf<T>::type));
  size_t bytes = 0;
  const auto alg = CUSPARSE_DENSETOSPARSE_ALG_DEFAULT;
  SPARSE_CHECK(cusparseDenseToSparse_bufferSize(handle, a, b, alg, &bytes));
  const Workspace buffer(bytes);
  SPARSE_CHECK(cusparseDenseToSparse_analysis(handle, a, b, alg, buffer.data));
  int64_t m, n, nnz;
  SPARSE_CHECK(cusparseSpMatGetSize(b, &m, &n, &nnz));
  EXPECT_EQ(nnz, (int64_t)expected.values.size());
  const Device<int> indices{std::vector<int>(size_t(nnz))};
  const Device<T> values{std::vector<T>(size_t(nnz))};
  SPARSE_CHECK(cusparseCsrSetPointers(b, offsets.data, indices.data, values.data));
  SPARSE_CHECK(cusparseDenseToSparse_convert(handle, a, b, alg, buffer.data));
  CHECK(offsets.read() == expected.offsets);
  CHECK(indices.read() == expected.indices);
  CHECK(values.read() == expected.values);
  SPARSE_CHECK(cusparseDestroyDnMat(a));
  SPARSE_CHECK(cusparseDestroySpMat(b));
}

void checkVectors(cusparseHandle_t handle) {
  const std::vector<int> places = {1, 4, 5, 9};
  const std::vector<float> sparseValues = {2, -3, 5, 7}, denseValues = numbers<float>(12, 17);
  const Device<int> indices(places);
  const Device<float> x(sparseValues), y(denseValues);
  cusparseSpVecDescr_t vx;
  cusparseDnVecDescr_t vy;
  SPARSE_CHECK(cusparseCreateSpVec(&vx, 12, 4, indices.data, x.data, CUSPARSE_INDEX_32I,
                                   CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  SPARSE_CHECK(cusparseCreateDnVec(&vy, 12, y.data, CUDA_R_32F));

  // y = 2 x - 3 y, then x = y at the places of x.
  const float alpha = 2, beta = -3;
  SPARSE_CHECK(cusparseAxpby(handle, &alpha, vx, &beta, vy));
  std::vector<float> expected = denseValues;
  for (float& value : expected)
    value *= beta;
  for (size_t i = 0; i < places.size(); ++i)
    expected[size_t(places[i])] += alpha * sparseValues[i];
  CHECK(y.read() == expected);
  SPARSE_CHECK(cusparseGather(handle, vy, vx));
  const std::vector<float> gathered = x.read();
  float dot = 0;
  for (size_t i = 0; i < places.size(); ++i) {
    EXPECT_EQ_AT(i, gathered[i], expected[size_t(places[i])]);
    dot += gathered[i] * gathered[i];
  }
  float result = 0;
  size_t bytes = 0;
  const cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  SPARSE_CHECK(cusparseSpVV_bufferSize(handle, op, vx, vy, &result, CUDA_R_32F, &bytes));
  const Workspace buffer(bytes);
  SPARSE_CHECK(cusparseSpVV(handle, op, vx, vy, &result, CUDA_R_32F, buffer.data));
  EXPECT_EQ(result, dot);
  CUDA_CHECK(cudaMemset(y.data, 0, 12 * sizeof(float)));
  SPARSE_CHECK(cusparseScatter(handle, vx, vy));
  const std::vector<float> scattered = y.read();
  EXPECT_EQ(scattered[4], gathered[1]);
  EXPECT_EQ(scattered[3], 0.0f);
  SPARSE_CHECK(cusparseDestroySpVec(vx));
  SPARSE_CHECK(cusparseDestroyDnVec(vy));
}

int main() {
  cusparseHandle_t handle;
  SPARSE_CHECK(cusparseCreate(&handle));
  for (const cusparseFormat_t format :
       {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO}) {
    checkSparseToDense<float>(handle, format);
    checkSparseToDense<std::complex<double>>(handle, format);
  }
  checkDenseToSparse<float>(handle);
  checkDenseToSparse<double>(handle);
  checkVectors(handle);
  SPARSE_CHECK(cusparseDestroy(handle));
  puts("ok");
}
