// libcublasLt: descriptors and algorithms, row-major order, and 8-bit floats with scaling factors.
// Other products are in tests/conformance/cublaslt_matmul.cu.
#include "cublasLt.h"
#include "device_array.h"

#include <cstdint>

namespace heddle::cublas_test {
namespace {

class CublasLt : public testing::Test {
protected:
  CublasLt() { EXPECT_EQ(cublasLtCreate(&handle), CUBLAS_STATUS_SUCCESS); }
  ~CublasLt() override { EXPECT_EQ(cublasLtDestroy(handle), CUBLAS_STATUS_SUCCESS); }
  cublasLtHandle_t handle = nullptr;
};

// A layout that the test holds itself.
struct Layout {
  cublasLtMatrixLayoutOpaque_t content;
  Layout(cudaDataType type, int rows, int columns, cublasLtOrder_t order = CUBLASLT_ORDER_COL) {
    const int ld = order == CUBLASLT_ORDER_COL ? rows : columns;
    const std::int32_t value = order;
    EXPECT_EQ(cublasLtMatrixLayoutInit(&content, type, rows, columns, ld), CUBLAS_STATUS_SUCCESS);
    EXPECT_EQ(cublasLtMatrixLayoutSetAttribute(&content, CUBLASLT_MATRIX_LAYOUT_ORDER, &value,
                                               sizeof value),
              CUBLAS_STATUS_SUCCESS);
  }
};
struct Operation {
  cublasLtMatmulDescOpaque_t content;
  Operation() {
    EXPECT_EQ(cublasLtMatmulDescInit(&content, CUBLAS_COMPUTE_32F, CUDA_R_32F),
              CUBLAS_STATUS_SUCCESS);
  }
  template <class T> void set(cublasLtMatmulDescAttributes_t attribute, T value) {
    EXPECT_EQ(cublasLtMatmulDescSetAttribute(&content, attribute, &value, sizeof value),
              CUBLAS_STATUS_SUCCESS);
  }
};

TEST_F(CublasLt, AttributesAreKept) {
  Layout layout(CUDA_R_16F, 5, 3);
  std::uint64_t rows = 0;
  std::size_t size = 0;
  EXPECT_EQ(cublasLtMatrixLayoutGetAttribute(&layout.content, CUBLASLT_MATRIX_LAYOUT_ROWS, &rows,
                                             sizeof rows, &size),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(rows, 5u);
  EXPECT_EQ(size, sizeof rows);
  EXPECT_EQ(
      cublasLtMatrixLayoutSetAttribute(&layout.content, CUBLASLT_MATRIX_LAYOUT_ROWS, &rows, 3),
      CUBLAS_STATUS_INVALID_VALUE);
}

TEST_F(CublasLt, DescriptorsThatDoNotFit) {
  Operation operation;
  Layout a(CUDA_R_32F, 4, 3), b(CUDA_R_32F, 2, 5), c(CUDA_R_32F, 4, 5), halves(CUDA_R_16F, 3, 5);
  cublasLtMatmulPreferenceOpaque_t preference;
  ASSERT_EQ(cublasLtMatmulPreferenceInit(&preference), CUBLAS_STATUS_SUCCESS);
  cublasLtMatmulHeuristicResult_t result;
  int count = 7;
  const auto ask = [&](Layout& right) {
    return cublasLtMatmulAlgoGetHeuristic(handle, &operation.content, &a.content, &right.content,
                                          &c.content, &c.content, &preference, 1, &result, &count);
  };
  EXPECT_EQ(ask(b), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(count, 0);
  EXPECT_EQ(ask(halves), CUBLAS_STATUS_NOT_SUPPORTED);
}

TEST_F(CublasLt, RowMajorOrder) {
  Operation operation;
  const std::vector<float> left = numbers<float>(4 * 3, 1), right = numbers<float>(3 * 5, 2),
                           bias = numbers<float>(4, 3);
  const DeviceArray<float> a(left), b(right), d(std::vector<float>(4 * 5)), added(bias);
  // A and D in row-major order, B in column-major order; the bias goes along the rows.
  Layout layoutA(CUDA_R_32F, 4, 3, CUBLASLT_ORDER_ROW), layoutB(CUDA_R_32F, 3, 5),
      layoutD(CUDA_R_32F, 4, 5, CUBLASLT_ORDER_ROW);
  operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
  operation.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, added.get());
  const float one = 1, zero = 0;
  ASSERT_EQ(cublasLtMatmul(handle, &operation.content, &one, a.get(), &layoutA.content, b.get(),
                           &layoutB.content, &zero, d.get(), &layoutD.content, d.get(),
                           &layoutD.content, nullptr, nullptr, 0, nullptr),
            CUBLAS_STATUS_SUCCESS);
  const std::vector<float> actual = d.values();
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 5; ++j) {
      float sum = bias[i];
      for (std::size_t l = 0; l < 3; ++l)
        sum += left[i * 3 + l] * right[l + j * 3];
      EXPECT_EQ(actual[i * 5 + j], sum) << i << " " << j;
    }
}

// 0x38 is 1 in E4M3, and 0x40 is 2.
TEST_F(CublasLt, Float8WithFactors) {
  Operation operation;
  const DeviceArray<std::uint8_t> a(std::vector<std::uint8_t>(16 * 16, 0x38)),
      b(std::vector<std::uint8_t>(16 * 16, 0x40));
  const DeviceArray<std::uint16_t> d(std::vector<std::uint16_t>(16 * 16));
  const DeviceArray<float> factorA({0.5f}), factorB({4});
  Layout operand(CUDA_R_8F_E4M3, 16, 16), result(CUDA_R_16BF, 16, 16);
  operation.set(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
  operation.set(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, factorA.get());
  operation.set(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, factorB.get());
  const float one = 1, zero = 0;
  ASSERT_EQ(cublasLtMatmul(handle, &operation.content, &one, a.get(), &operand.content, b.get(),
                           &operand.content, &zero, d.get(), &result.content, d.get(),
                           &result.content, nullptr, nullptr, 0, nullptr),
            CUBLAS_STATUS_SUCCESS);
  // 16 * 1 * 2 * 0.5 * 4 = 64, which is 0x4280 in bfloat16.
  EXPECT_EQ(d.values(), std::vector<std::uint16_t>(16 * 16, 0x4280));
}

} // namespace
} // namespace heddle::cublas_test
