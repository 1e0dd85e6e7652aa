// cusolverMg on three devices: how columns are dealt out, and that systems are solved.
#include "cusolverMg.h"

#include <cstdlib>
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <vector>

namespace {

[[maybe_unused]] const bool configured = setenv("HEDDLE_DEVICES", "3", 1) == 0;

constexpr int kSize = 9, kSides = 5, kBlock = 2, kDevices = 3;

using Matrix = std::vector<double>; // in column-major order, with kSize rows

// Column c of a matrix of these devices, each of which has the memory of whole blocks.
class Dealt {
public:
  explicit Dealt(int rows = kSize) : rows_(rows) {
    for (int device = 0; device < kDevices; ++device) {
      cudaSetDevice(device);
      void* part = nullptr;
      EXPECT_EQ(cudaMalloc(&part, sizeof(double) * rows * kSize), cudaSuccess);
      parts_.push_back(part);
    }
    cudaSetDevice(0);
  }
  explicit Dealt(const Matrix& values) : Dealt() {
    for (int column = 0; column < static_cast<int>(values.size()) / kSize; ++column)
      cudaMemcpy(at<double>(column), values.data() + column * kSize, sizeof(double) * kSize,
                 cudaMemcpyHostToDevice);
  }
  ~Dealt() {
    for (void* part : parts_)
      cudaFree(part);
  }
  Dealt(const Dealt&) = delete;
  Dealt& operator=(const Dealt&) = delete;
  template <class T> T* at(int column) const {
    const int block = column / kBlock;
    return static_cast<T*>(parts_[block % kDevices]) +
           (block / kDevices * kBlock + column % kBlock) * rows_;
  }
  double value(int row, int column) const {
    double value = 0;
    cudaMemcpy(&value, at<double>(column) + row, sizeof value, cudaMemcpyDeviceToHost);
    return value;
  }
  void** get() { return parts_.data(); }

private:
  int rows_;
  std::vector<void*> parts_;
};

class CusolverMg : public testing::Test {
protected:
  void SetUp() override {
    int devices[kDevices] = {0, 1, 2};
    ASSERT_EQ(cusolverMgCreate(&handle_), CUSOLVER_STATUS_SUCCESS);
    ASSERT_EQ(cusolverMgDeviceSelect(handle_, kDevices, devices), CUSOLVER_STATUS_SUCCESS);
    ASSERT_EQ(
        cusolverMgCreateDeviceGrid(&grid_, 1, kDevices, devices, CUDALIBMG_GRID_MAPPING_COL_MAJOR),
        CUSOLVER_STATUS_SUCCESS);
    square_ = describe(kSize);
    sides_ = describe(kSides);
  }
  void TearDown() override {
    EXPECT_EQ(cusolverMgDestroyMatrixDesc(sides_), CUSOLVER_STATUS_SUCCESS);
    EXPECT_EQ(cusolverMgDestroyMatrixDesc(square_), CUSOLVER_STATUS_SUCCESS);
    EXPECT_EQ(cusolverMgDestroyGrid(grid_), CUSOLVER_STATUS_SUCCESS);
    EXPECT_EQ(cusolverMgDestroy(handle_), CUSOLVER_STATUS_SUCCESS);
  }
  cudaLibMgMatrixDesc_t describe(int columns) {
    cudaLibMgMatrixDesc_t description = nullptr;
    EXPECT_EQ(
        cusolverMgCreateMatrixDesc(&description, kSize, columns, kSize, kBlock, CUDA_R_64F, grid_),
        CUSOLVER_STATUS_SUCCESS);
    return description;
  }
  // A symmetric matrix with a heavy diagonal, and what it makes of the columns 1, 2, 3... .
  static double element(int row, int column) {
    return row == column ? 20 + row : 1.0 / (1 + row + column);
  }
  static Matrix matrix() {
    Matrix values;
    for (int column = 0; column < kSize; ++column)
      for (int row = 0; row < kSize; ++row)
        values.push_back(element(row, column));
    return values;
  }
  static Matrix rightSides() {
    Matrix values;
    for (int side = 0; side < kSides; ++side)
      for (int row = 0; row < kSize; ++row) {
        double sum = 0;
        for (int column = 0; column < kSize; ++column)
          sum += element(row, column) * (side + 1 + column);
        values.push_back(sum);
      }
    return values;
  }
  static void expectSolution(const Dealt& found) {
    for (int side = 0; side < kSides; ++side)
      for (int row = 0; row < kSize; ++row)
        EXPECT_NEAR(found.value(row, side), side + 1 + row, 1e-10);
  }

  cusolverMgHandle_t handle_ = nullptr;
  cudaLibMgGrid_t grid_ = nullptr;
  cudaLibMgMatrixDesc_t square_ = nullptr, sides_ = nullptr;
  void* work_[kDevices] = {};
};

TEST_F(CusolverMg, SolvesByCholeskyFactors) {
  Dealt a(matrix()), b(rightSides());
  int info = -1;
  ASSERT_EQ(cusolverMgPotrf(handle_, CUBLAS_FILL_MODE_LOWER, kSize, a.get(), 1, 1, square_,
                            CUDA_R_64F, work_, 1, &info),
            CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(info, 0);
  ASSERT_EQ(cusolverMgPotrs(handle_, CUBLAS_FILL_MODE_LOWER, kSize, kSides, a.get(), 1, 1, square_,
                            b.get(), 1, 1, sides_, CUDA_R_64F, work_, 1, &info),
            CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(info, 0);
  expectSolution(b);
}

TEST_F(CusolverMg, IndefiniteMatrixHasNoCholeskyFactors) {
  std::vector<double> values = matrix();
  constexpr int kWrong = 5;
  values[kWrong * kSize + kWrong] = -1e6;
  Dealt a(values);
  int info = -1;
  EXPECT_EQ(cusolverMgPotrf(handle_, CUBLAS_FILL_MODE_LOWER, kSize, a.get(), 1, 1, square_,
                            CUDA_R_64F, work_, 1, &info),
            CUSOLVER_STATUS_INTERNAL_ERROR);
  EXPECT_EQ(info, kWrong + 1);
}

TEST_F(CusolverMg, SolvesByLuFactorsWithAndWithoutPivots) {
  for (const bool hasPivots : {true, false}) {
    Dealt a(matrix()), b(rightSides()), pivots(1);
    int** const exchanges = hasPivots ? reinterpret_cast<int**>(pivots.get()) : nullptr;
    int info = -1;
    ASSERT_EQ(cusolverMgGetrf(handle_, kSize, kSize, a.get(), 1, 1, square_, exchanges, CUDA_R_64F,
                              work_, 1, &info),
              CUSOLVER_STATUS_SUCCESS);
    EXPECT_EQ(info, 0);
    // The diagonal is heavy, so that no rows are exchanged.
    if (hasPivots) {
      int last = 0;
      cudaMemcpy(&last, pivots.at<int>(kSize - 1), sizeof last, cudaMemcpyDeviceToHost);
      EXPECT_EQ(last, kSize);
    }
    ASSERT_EQ(cusolverMgGetrs(handle_, CUBLAS_OP_N, kSize, kSides, a.get(), 1, 1, square_,
                              exchanges, b.get(), 1, 1, sides_, CUDA_R_64F, work_, 1, &info),
              CUSOLVER_STATUS_SUCCESS);
    EXPECT_EQ(info, 0);
    expectSolution(b);
  }
}

TEST_F(CusolverMg, ArgumentsThatAreWrong) {
  Dealt a(matrix());
  int64_t size = 0;
  int info = 0;
  const auto sizeOf = [&](cusolverMgHandle_t handle, cublasFillMode_t uplo, int n, int row,
                          cudaLibMgMatrixDesc_t description, cudaDataType type) {
    return cusolverMgPotrf_bufferSize(handle, uplo, n, a.get(), row, 1, description, type, &size);
  };
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  EXPECT_EQ(sizeOf(handle_, lower, kSize, 1, square_, CUDA_R_64F), CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(sizeOf(nullptr, lower, kSize, 1, square_, CUDA_R_64F), CUSOLVER_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(sizeOf(handle_, CUBLAS_FILL_MODE_UPPER, kSize, 1, square_, CUDA_R_64F),
            CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(sizeOf(handle_, lower, kSize, 2, square_, CUDA_R_64F), CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(sizeOf(handle_, lower, kSize, 1, grid_, CUDA_R_64F), CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(sizeOf(handle_, lower, kSize, 1, square_, CUDA_R_32F), CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(
      cusolverMgPotrf(handle_, lower, -1, a.get(), 1, 1, square_, CUDA_R_64F, work_, 1, &info),
      CUSOLVER_STATUS_INVALID_VALUE);
}

} // namespace
