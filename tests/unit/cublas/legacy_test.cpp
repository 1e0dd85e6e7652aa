// The interface of cublas.h, which has no handles.
#include "cublas.h"

#include <gtest/gtest.h>
#include <vector>

namespace heddle::cublas_test {
namespace {

TEST(CublasLegacy, ProductsAndSums) {
  ASSERT_EQ(cublasInit(), CUBLAS_STATUS_SUCCESS);
  double *a = nullptr, *c = nullptr;
  ASSERT_EQ(cublasAlloc(4, sizeof(double), reinterpret_cast<void**>(&a)), CUBLAS_STATUS_SUCCESS);
  ASSERT_EQ(cublasAlloc(4, sizeof(double), reinterpret_cast<void**>(&c)), CUBLAS_STATUS_SUCCESS);
  const double values[] = {1, 2, 3, 4};
  EXPECT_EQ(cublasSetMatrix(2, 2, sizeof(double), values, 2, a, 2), CUBLAS_STATUS_SUCCESS);
  cublasDgemm('N', 't', 2, 2, 2, 1.0, a, 2, a, 2, 0.0, c, 2);
  cublasDscal(4, 2.0, c, 1);
  EXPECT_EQ(cublasGetError(), CUBLAS_STATUS_SUCCESS);
  std::vector<double> result(4);
  EXPECT_EQ(cublasGetVector(4, sizeof(double), c, 1, result.data(), 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(result, (std::vector<double>{20, 28, 28, 40}));
  EXPECT_EQ(cublasDasum(4, a, 1), 10);
  EXPECT_EQ(cublasIdamax(4, a, 1), 4);
  cublasDtrmm('L', 'U', 'N', 'U', 2, 2, 1.0, a, 2, c, 2);
  EXPECT_EQ(cublasGetVector(4, sizeof(double), c, 1, result.data(), 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(result, (std::vector<double>{104, 28, 148, 40}));
  EXPECT_EQ(cublasFree(a), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasFree(c), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasShutdown(), CUBLAS_STATUS_SUCCESS);
}

// The first failure is kept until the program asks for it.
TEST(CublasLegacy, WrongLetters) {
  cublasSgemm('X', 'N', 1, 1, 1, 1.0f, nullptr, 1, nullptr, 1, 0.0f, nullptr, 1);
  cublasSscal(0, 1.0f, nullptr, 1);
  EXPECT_EQ(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(cublasGetError(), CUBLAS_STATUS_SUCCESS);
}

} // namespace
} // namespace heddle::cublas_test
