// libcusparse: what its functions answer to wrong arguments, and how its work is ordered. The
// results of operations are in tests/conformance.
#include "cusparse.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

template <class T> T* onDevice(const std::vector<T>& host) {
  T* device = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&device), host.size() * sizeof(T));
  cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}

// The matrix {{1, 0, 2}, {0, 3, 0}} and vectors for a product with it.
class Cusparse : public testing::Test {
protected:
  void SetUp() override { ASSERT_EQ(cusparseCreate(&handle_), CUSPARSE_STATUS_SUCCESS); }
  void TearDown() override {
    EXPECT_EQ(cusparseDestroySpMat(matrix_), CUSPARSE_STATUS_SUCCESS);
    EXPECT_EQ(cusparseDestroyDnVec(x_), CUSPARSE_STATUS_SUCCESS);
    EXPECT_EQ(cusparseDestroyDnVec(y_), CUSPARSE_STATUS_SUCCESS);
    EXPECT_EQ(cusparseDestroy(handle_), CUSPARSE_STATUS_SUCCESS);
  }
  void makeOperands(std::vector<int> columns) {
    offsets_ = onDevice<int>({0, 2, 3});
    columns_ = onDevice(columns);
    values_ = onDevice<float>({1, 2, 3});
    result_ = onDevice<float>({10, 20});
    cusparseCreateCsr(&matrix_, 2, 3, 3, offsets_, columns_, values_, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateDnVec(&x_, 3, onDevice<float>({1, 10, 100}), CUDA_R_32F);
    cusparseCreateDnVec(&y_, 2, result_, CUDA_R_32F);
  }
  cusparseStatus_t multiply(const void* alpha, const void* beta) {
    return cusparseSpMV(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, matrix_, x_, beta, y_,
                        CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr);
  }
  std::vector<float> result() const {
    std::vector<float> host(2);
    cudaMemcpy(host.data(), result_, 2 * sizeof(float), cudaMemcpyDeviceToHost);
    return host;
  }

  cusparseHandle_t handle_ = nullptr;
  cusparseSpMatDescr_t matrix_ = nullptr;
  cusparseDnVecDescr_t x_ = nullptr, y_ = nullptr;
  int* offsets_ = nullptr;
  int* columns_ = nullptr;
  float* values_ = nullptr;
  float* result_ = nullptr;
};

TEST_F(Cusparse, FactorsOfTheHostAndOfTheDevice) {
  makeOperands({0, 2, 1});
  const float alpha = 2, beta = 1;
  ASSERT_EQ(multiply(&alpha, &beta), CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(result(), (std::vector<float>{412, 80}));
  const float* factors = onDevice<float>({1, 0});
  ASSERT_EQ(cusparseSetPointerMode(handle_, CUSPARSE_POINTER_MODE_DEVICE), CUSPARSE_STATUS_SUCCESS);
  ASSERT_EQ(multiply(factors, factors + 1), CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(result(), (std::vector<float>{201, 30}));
}

TEST_F(Cusparse, IsCapturedIntoAGraph) {
  makeOperands({0, 2, 1});
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaStreamCreate(&stream);
  cusparseSetStream(handle_, stream);
  const float alpha = 1, beta = 1;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  EXPECT_EQ(multiply(&alpha, &beta), CUSPARSE_STATUS_SUCCESS);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(result(), (std::vector<float>{10, 20}));
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  cudaGraphLaunch(executable, stream);
  cudaGraphLaunch(executable, stream);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(result(), (std::vector<float>{412, 80}));
}

TEST_F(Cusparse, ArgumentsThatAreWrong) {
  makeOperands({0, 2, 1});
  const float one = 1;
  const auto op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const auto alg = CUSPARSE_SPMV_ALG_DEFAULT;
  EXPECT_EQ(cusparseCreate(nullptr), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(multiply(nullptr, &one), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusparseSpMV(nullptr, op, &one, matrix_, x_, &one, y_, CUDA_R_32F, alg, nullptr),
            CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusparseSpMV(handle_, op, &one, nullptr, x_, &one, y_, CUDA_R_32F, alg, nullptr),
            CUSPARSE_STATUS_INVALID_VALUE);
  // The vectors are exchanged, so that their sizes do not fit.
  EXPECT_EQ(cusparseSpMV(handle_, op, &one, matrix_, y_, &one, x_, CUDA_R_32F, alg, nullptr),
            CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusparseSpMV(handle_, op, &one, matrix_, x_, &one, y_, CUDA_R_64F, alg, nullptr),
            CUSPARSE_STATUS_NOT_SUPPORTED);
  cusparseDnMatDescr_t dense = nullptr;
  EXPECT_EQ(cusparseCreateDnMat(&dense, 4, 2, 3, values_, CUDA_R_32F, CUSPARSE_ORDER_COL),
            CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_STREQ(cusparseGetErrorName(CUSPARSE_STATUS_ZERO_PIVOT), "CUSPARSE_STATUS_ZERO_PIVOT");
}

// The statuses are those of an H200.
TEST_F(Cusparse, DescriptorsThatAreWrong) {
  makeOperands({0, 2, 1});
  const auto base = CUSPARSE_INDEX_BASE_ZERO;
  cusparseSpMatDescr_t made = nullptr;
  const auto create = [&](int64_t nnz, cusparseIndexType_t offsets, cusparseIndexType_t columns,
                          cudaDataType type) {
    return cusparseCreateCsr(&made, 2, 3, nnz, offsets_, columns_, values_, offsets, columns, base,
                             type);
  };
  const auto narrow = CUSPARSE_INDEX_32I, wide = CUSPARSE_INDEX_64I;
  EXPECT_EQ(create(7, narrow, narrow, CUDA_R_32F), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(create(3, wide, narrow, CUDA_R_32F), CUSPARSE_STATUS_NOT_SUPPORTED);
  EXPECT_EQ(create(3, narrow, narrow, CUDA_R_8U), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusparseCreateBsr(&made, 2, 2, 1, 2, 3, offsets_, columns_, values_, narrow, narrow,
                              base, CUDA_R_32F, CUSPARSE_ORDER_ROW),
            CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(
      cusparseCreateBlockedEll(&made, 4, 4, 2, 3, columns_, values_, narrow, base, CUDA_R_32F),
      CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusparseCsrSetStridedBatch(matrix_, 2, 2, 3), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusparseCsrSetStridedBatch(matrix_, 2, 0, 3), CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(cusparseCooSetStridedBatch(matrix_, 2, 3), CUSPARSE_STATUS_INVALID_VALUE);
  const float one = 1;
  size_t size = 1;
  const auto ask = [&](cusparseOperation_t operation, cusparseSpMVAlg_t alg) {
    return cusparseSpMV_bufferSize(handle_, operation, &one, matrix_, x_, &one, y_, CUDA_R_32F, alg,
                                   &size);
  };
  const auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
  EXPECT_EQ(ask(plain, CUSPARSE_SPMV_CSR_ALG2), CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(ask(plain, CUSPARSE_SPMV_COO_ALG1), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(ask(CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, CUSPARSE_SPMV_ALG_DEFAULT),
            CUSPARSE_STATUS_INVALID_VALUE);
  // A matrix that the program has called a triangle is one for systems only.
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  EXPECT_EQ(cusparseSpMatSetAttribute(matrix_, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill),
            CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(ask(plain, CUSPARSE_SPMV_ALG_DEFAULT), CUSPARSE_STATUS_NOT_SUPPORTED);
}

// The matrix {{2, 0}, {1, 4}} and a right side.
TEST_F(Cusparse, SolutionsAreCapturedIntoAGraph) {
  int* offsets = onDevice<int>({0, 1, 3});
  int* columns = onDevice<int>({0, 0, 1});
  result_ = onDevice<float>({0, 0});
  cusparseCreateCsr(&matrix_, 2, 2, 3, offsets, columns, onDevice<float>({2, 1, 4}),
                    CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  cusparseCreateDnVec(&x_, 2, onDevice<float>({2, 9}), CUDA_R_32F);
  cusparseCreateDnVec(&y_, 2, result_, CUDA_R_32F);
  cusparseSpSVDescr_t descr = nullptr;
  ASSERT_EQ(cusparseSpSV_createDescr(&descr), CUSPARSE_STATUS_SUCCESS);
  const float alpha = 1;
  const auto op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const auto alg = CUSPARSE_SPSV_ALG_DEFAULT;
  EXPECT_EQ(cusparseSpSV_solve(handle_, op, &alpha, matrix_, x_, y_, CUDA_R_32F, alg, descr),
            CUSPARSE_STATUS_NOT_INITIALIZED);
  ASSERT_EQ(
      cusparseSpSV_analysis(handle_, op, &alpha, matrix_, x_, y_, CUDA_R_32F, alg, descr, nullptr),
      CUSPARSE_STATUS_SUCCESS);
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaDeviceSynchronize();
  cudaStreamCreate(&stream);
  cusparseSetStream(handle_, stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  EXPECT_EQ(cusparseSpSV_solve(handle_, op, &alpha, matrix_, x_, y_, CUDA_R_32F, alg, descr),
            CUSPARSE_STATUS_SUCCESS);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(result(), (std::vector<float>{0, 0}));
  // The graph keeps the analysed triangle, whatever becomes of its descriptor.
  EXPECT_EQ(cusparseSpSV_destroyDescr(descr), CUSPARSE_STATUS_SUCCESS);
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  cudaGraphLaunch(executable, stream);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(result(), (std::vector<float>{1, 2}));
}

TEST_F(Cusparse, OlderFunctionsWithArgumentsThatAreWrong) {
  makeOperands({0, 2, 1});
  cusparseMatDescr_t general = nullptr, triangular = nullptr;
  ASSERT_EQ(cusparseCreateMatDescr(&general), CUSPARSE_STATUS_SUCCESS);
  ASSERT_EQ(cusparseCreateMatDescr(&triangular), CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(cusparseSetMatType(triangular, CUSPARSE_MATRIX_TYPE_TRIANGULAR),
            CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(cusparseGetMatType(triangular), CUSPARSE_MATRIX_TYPE_TRIANGULAR);
  EXPECT_EQ(cusparseSetMatType(general, static_cast<cusparseMatrixType_t>(9)),
            CUSPARSE_STATUS_INVALID_VALUE);
  int total = -1;
  int* perRow = onDevice<int>({0, 0});
  const auto count = [&](cusparseMatDescr_t descr, int ld) {
    return cusparseSnnz(handle_, CUSPARSE_DIRECTION_ROW, 2, 1, descr, result_, ld, perRow, &total);
  };
  EXPECT_EQ(count(general, 2), CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(total, 2);
  EXPECT_EQ(count(general, 1), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(count(nullptr, 2), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(count(triangular, 2), CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
  EXPECT_EQ(cusparseDestroyMatDescr(general), CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(cusparseDestroyMatDescr(triangular), CUSPARSE_STATUS_SUCCESS);
}

// The last line of the log. The callback of the API has no pointer of the program's.
std::string lastLine;
void keepLine(int level, const char* function, const char* message) {
  lastLine = std::to_string(level) + " " + function + " " + message;
}

TEST_F(Cusparse, CallsAreLoggedByTheirNames) {
  EXPECT_EQ(cusparseLoggerSetLevel(6), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusparseLoggerOpenFile("/no/such/folder/log"), CUSPARSE_STATUS_INVALID_VALUE);
  ASSERT_EQ(cusparseLoggerSetCallback(keepLine), CUSPARSE_STATUS_SUCCESS);
  makeOperands({0, 2, 1});
  EXPECT_EQ(lastLine, "");
  ASSERT_EQ(cusparseLoggerSetLevel(5), CUSPARSE_STATUS_SUCCESS);
  const float one = 1;
  multiply(&one, nullptr);
  EXPECT_EQ(lastLine, "5 cusparseSpMV CUSPARSE_STATUS_INVALID_VALUE");
  std::size_t bytes = 0;
  cusparseDgtsv2_bufferSizeExt(handle_, 3, 1, nullptr, nullptr, nullptr, nullptr, 3, &bytes);
  EXPECT_EQ(lastLine, "5 cusparseDgtsv2_bufferSizeExt CUSPARSE_STATUS_SUCCESS");
  ASSERT_EQ(cusparseLoggerSetLevel(0), CUSPARSE_STATUS_SUCCESS);
  lastLine.clear();
  multiply(&one, &one);
  EXPECT_EQ(lastLine, "");
  ASSERT_EQ(cusparseLoggerSetMask(16), CUSPARSE_STATUS_SUCCESS);
  multiply(&one, &one);
  EXPECT_EQ(lastLine, "5 cusparseSpMV CUSPARSE_STATUS_SUCCESS");
  ASSERT_EQ(cusparseLoggerSetMask(0), CUSPARSE_STATUS_SUCCESS);
  ASSERT_EQ(cusparseLoggerSetCallback(nullptr), CUSPARSE_STATUS_SUCCESS);
}

// An index outside of the matrix ends the context with an error, and not the process.
TEST_F(Cusparse, IndicesOutside) {
  makeOperands({0, 1 << 30, 1});
  const float one = 1;
  EXPECT_EQ(multiply(&one, &one), CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  cudaDeviceReset();
}

// The product of a matrix that has rows with 0 to 40 entries with a vector. All numbers are small
// integers, so that sums are exact in any order.
template <class T, class Index>
void checkRowsOfAllLengths(cudaDataType type, cusparseIndexType_t indexType, int base) {
  constexpr int kRows = 41 * 5, kColumns = 97;
  std::vector<Index> offsets{static_cast<Index>(base)};
  std::vector<Index> indices;
  std::vector<T> values, x(kColumns), y(kRows, 3), wanted;
  for (int column = 0; column < kColumns; ++column)
    x[static_cast<std::size_t>(column)] = static_cast<T>(column % 11 - 5);
  for (int row = 0; row < kRows; ++row) {
    T sum = 0;
    for (int k = 0; k < row * 7 % 41; ++k) {
      const int column = (row * 31 + k * 13) % kColumns;
      indices.push_back(static_cast<Index>(column + base));
      values.push_back(static_cast<T>(k % 9 - 3));
      sum += values.back() * x[static_cast<std::size_t>(column)];
    }
    offsets.push_back(static_cast<Index>(static_cast<int>(indices.size()) + base));
    wanted.push_back(2 * sum + 3 * 4);
  }
  cusparseHandle_t handle;
  cusparseSpMatDescr_t matrix;
  cusparseDnVecDescr_t vecX, vecY;
  cusparseCreate(&handle);
  T* const result = onDevice(y);
  cusparseCreateCsr(&matrix, kRows, kColumns, static_cast<std::int64_t>(indices.size()),
                    onDevice(offsets), onDevice(indices), onDevice(values), indexType, indexType,
                    base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO, type);
  cusparseCreateDnVec(&vecX, kColumns, onDevice(x), type);
  cusparseCreateDnVec(&vecY, kRows, result, type);
  const T alpha = 2, beta = 4;
  ASSERT_EQ(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, vecX, &beta,
                         vecY, type, CUSPARSE_SPMV_ALG_DEFAULT, nullptr),
            CUSPARSE_STATUS_SUCCESS);
  ASSERT_EQ(cudaMemcpy(y.data(), result, kRows * sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(y, wanted) << "base " << base;
  cusparseDestroyDnVec(vecY);
  cusparseDestroyDnVec(vecX);
  cusparseDestroySpMat(matrix);
  cusparseDestroy(handle);
}
TEST(CusparseRow, RowsOfAllLengths) {
  constexpr auto k32 = CUSPARSE_INDEX_32I, k64 = CUSPARSE_INDEX_64I;
  for (const int base : {0, 1}) {
    checkRowsOfAllLengths<float, int>(CUDA_R_32F, k32, base);
    checkRowsOfAllLengths<double, int>(CUDA_R_64F, k32, base);
    checkRowsOfAllLengths<float, std::int64_t>(CUDA_R_32F, k64, base);
    checkRowsOfAllLengths<double, std::int64_t>(CUDA_R_64F, k64, base);
  }
}

// Indices are compared eight at a time, and the rest by a mask or four and one at a time: a row of
// 13 entries has all of these.
TEST(CusparseRow, IndexOutsideAtEachPlace) {
  constexpr int kEntries = 13;
  for (const int wrong : {-1, kEntries})
    for (int place = 0; place < kEntries; ++place) {
      std::vector<int> columns(kEntries);
      for (int k = 0; k < kEntries; ++k)
        columns[static_cast<std::size_t>(k)] = k == place ? wrong : k;
      const std::vector<float> ones(kEntries, 1);
      cusparseHandle_t handle;
      cusparseSpMatDescr_t matrix;
      cusparseDnVecDescr_t x, y;
      cusparseCreate(&handle);
      cusparseCreateCsr(&matrix, 1, kEntries, kEntries, onDevice<int>({0, kEntries}),
                        onDevice(columns), onDevice(ones), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                        CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
      cusparseCreateDnVec(&x, kEntries, onDevice(ones), CUDA_R_32F);
      cusparseCreateDnVec(&y, 1, onDevice<float>({0}), CUDA_R_32F);
      const float one = 1;
      EXPECT_EQ(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, x, &one, y,
                             CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr),
                CUSPARSE_STATUS_SUCCESS);
      EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress) << wrong << " at " << place;
      cusparseDestroyDnVec(y);
      cusparseDestroyDnVec(x);
      cusparseDestroySpMat(matrix);
      cusparseDestroy(handle);
      cudaDeviceReset();
    }
}

// Before an analysis there is no pivot to ask for, and sizes of buffers are those of some entries.
TEST(CusparseFactors, BeforeTheAnalysis) {
  cusparseHandle_t handle;
  csrilu02Info_t info;
  cusparseMatDescr_t descr;
  cusparseCreate(&handle);
  cusparseCreateCsrilu02Info(&info);
  cusparseCreateMatDescr(&descr);
  int position = 0, size = 0;
  EXPECT_EQ(cusparseXcsrilu02_zeroPivot(handle, info, &position), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusparseScsrilu02_numericBoost(handle, info, 1, nullptr, nullptr),
            CUSPARSE_STATUS_INTERNAL_ERROR);
  int* const offsets = onDevice<int>({0, 1});
  float* const values = onDevice<float>({1});
  EXPECT_EQ(
      cusparseScsrilu02_bufferSize(handle, 1, 1, descr, values, offsets, offsets, info, &size),
      CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(
      cusparseScsrilu02_bufferSize(handle, 1, 0, descr, values, offsets, offsets, info, &size),
      CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusparseXcoo2csr(nullptr, offsets, 1, 1, offsets, CUSPARSE_INDEX_BASE_ZERO),
            CUSPARSE_STATUS_NOT_INITIALIZED);
  cusparseDestroyMatDescr(descr);
  cusparseDestroyCsrilu02Info(info);
  cusparseDestroy(handle);
}

} // namespace
