// cublasUint8gemmBias. What is expected has been recorded on an H200.
#include "device_array.h"

#include <vector>

namespace heddle::cublas_test {
namespace {

constexpr int kSize = 4;
using Bytes = std::vector<unsigned char>;

struct Product {
  cublasOperation_t a = CUBLAS_OP_N, b = CUBLAS_OP_N, c = CUBLAS_OP_N;
  int m = 1, n = 1, k = 1;
  int biasA = 0, biasB = 0, biasC = 0, factor = 1, shift = 0;
};

// The whole matrix C, whose elements are 77 before.
Bytes multiply(const Product& product, const Bytes& a, const Bytes& b) {
  const Handle handle;
  const DeviceArray<unsigned char> matrixA(a), matrixB(b), matrixC(Bytes(kSize * kSize, 77));
  EXPECT_EQ(cublasUint8gemmBias(handle, product.a, product.b, product.c, product.m, product.n,
                                product.k, matrixA.get(), product.biasA, kSize, matrixB.get(),
                                product.biasB, kSize, matrixC.get(), product.biasC, kSize,
                                product.factor, product.shift),
            CUBLAS_STATUS_SUCCESS);
  return matrixC.values();
}

TEST(CublasUint8, BiasesAndScaling) {
  const auto one = [](int a, int b, const Product& product) {
    return multiply(product, Bytes(kSize * kSize, static_cast<unsigned char>(a)),
                    Bytes(kSize * kSize, static_cast<unsigned char>(b)))[0];
  };
  EXPECT_EQ(one(10, 3, {}), 30);
  // Biases of factors are subtracted, that of the result is added before it is scaled.
  EXPECT_EQ(one(10, 3, {.biasA = 1}), 27);
  EXPECT_EQ(one(10, 3, {.biasB = 1}), 20);
  EXPECT_EQ(one(10, 3, {.biasA = -1, .biasB = -1}), 44);
  EXPECT_EQ(one(10, 3, {.biasC = 7, .shift = 2}), 9);
  // Halves are rounded up.
  EXPECT_EQ(one(10, 3, {.shift = 2}), 8);
  EXPECT_EQ(one(10, 3, {.factor = 3, .shift = 2}), 23);
  EXPECT_EQ(one(10, 3, {.shift = 3}), 4);
  EXPECT_EQ(one(10, 3, {.biasA = -20, .biasC = 60, .shift = 3}), 19);
  // Results are bytes, but what is between has more bits than 32.
  EXPECT_EQ(one(10, 3, {.biasC = -40}), 0);
  EXPECT_EQ(one(10, 3, {.factor = -1}), 0);
  EXPECT_EQ(one(200, 100, {}), 255);
  EXPECT_EQ(one(200, 100, {.shift = 8}), 78);
  EXPECT_EQ(one(200, 100, {.factor = 1000000, .shift = 27}), 149);
  // Shifts count modulo 32.
  EXPECT_EQ(one(10, 3, {.shift = 33}), 15);
  EXPECT_EQ(one(10, 3, {.shift = -1}), 0);
}

TEST(CublasUint8, Transposes) {
  Bytes a, b;
  for (int i = 0; i < kSize * kSize; ++i) {
    a.push_back(static_cast<unsigned char>(i));
    b.push_back(static_cast<unsigned char>(3 * i % 7));
  }
  const auto n = CUBLAS_OP_N, t = CUBLAS_OP_T;
  const auto whole = [&](cublasOperation_t opA, cublasOperation_t opB, cublasOperation_t opC) {
    return multiply({.a = opA, .b = opB, .c = opC, .m = 4, .n = 4, .k = 4, .shift = 2}, a, b);
  };
  EXPECT_EQ(whole(n, n, n), (Bytes{21, 24, 27, 29, 9, 12, 14, 17, 25, 29, 33, 37, 13, 15, 17, 19}));
  EXPECT_EQ(whole(t, n, n), (Bytes{5, 16, 27, 38, 2, 12, 22, 32, 6, 22, 38, 54, 3, 11, 19, 27}));
  EXPECT_EQ(whole(n, t, n), (Bytes{14, 16, 19, 21, 25, 29, 32, 36, 8, 11, 14, 17, 19, 22, 24, 27}));
  EXPECT_EQ(whole(t, t, t), (Bytes{4, 6, 2, 5, 13, 20, 14, 15, 22, 34, 26, 25, 31, 48, 38, 35}));
  const Bytes part = multiply({.c = t, .m = 3, .n = 2, .k = 4, .shift = 2}, a, b);
  EXPECT_EQ(part, (Bytes{21, 9, 77, 77, 24, 12, 77, 77, 27, 14, 77, 77, 77, 77, 77, 77}));
  const Bytes biases =
      multiply({.m = 4, .n = 4, .k = 4, .biasA = 2, .biasB = 1, .biasC = 3, .shift = 2}, a, b);
  EXPECT_EQ(biases, (Bytes{12, 14, 16, 18, 1, 2, 4, 5, 14, 17, 20, 23, 6, 7, 8, 9}));
}

TEST(CublasUint8, InvalidArguments) {
  const Handle handle;
  const DeviceArray<unsigned char> bytes(Bytes(kSize * kSize, 0));
  const auto call = [&](cublasHandle_t on, cublasOperation_t c, int m, int lda, int ldc) {
    return cublasUint8gemmBias(on, CUBLAS_OP_N, CUBLAS_OP_N, c, m, 2, 2, bytes.get(), 0, lda,
                               bytes.get(), 0, 2, bytes.get(), 0, ldc, 1, 0);
  };
  EXPECT_EQ(call(handle, CUBLAS_OP_N, 2, 2, 2), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(call(handle, CUBLAS_OP_N, 0, 2, 2), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(call(nullptr, CUBLAS_OP_N, 2, 2, 2), CUBLAS_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(call(handle, static_cast<cublasOperation_t>(777), 2, 2, 2),
            CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(call(handle, CUBLAS_OP_N, -1, 2, 2), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(call(handle, CUBLAS_OP_N, 2, 1, 2), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(call(handle, CUBLAS_OP_N, 2, 2, 1), CUBLAS_STATUS_INVALID_VALUE);
}

} // namespace
} // namespace heddle::cublas_test
