// A matrix of floats, row after row, that kernels take by value, and what both products share.
#pragma once

#include <vector>

#include "../example.h"

// Elements of a part of a matrix are `stride` apart from row to row, as those of the whole.
struct Matrix {
  int width, height, stride;
  float* elements;
};

inline Matrix deviceMatrix(int width, int height, const float* values) {
  Matrix matrix = {width, height, width, nullptr};
  const size_t bytes = sizeof(float) * width * height;
  CHECK_CUDA(cudaMalloc(&matrix.elements, bytes));
  if (values)
    CHECK_CUDA(cudaMemcpy(matrix.elements, values, bytes, cudaMemcpyHostToDevice));
  return matrix;
}

// Multiplies with the kernel's launch on small whole numbers, for which every order of summation
// gives the same float, and compares with the product of the host.
template <class Launch> void checkProduct(int height, int inner, int width, Launch launch) {
  std::vector<float> a(height * inner), b(inner * width), c(height * width);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<float>(static_cast<int>(i % 7) - 3);
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<float>(static_cast<int>(i % 5) - 2);
  const Matrix deviceA = deviceMatrix(inner, height, a.data());
  const Matrix deviceB = deviceMatrix(width, inner, b.data());
  const Matrix deviceC = deviceMatrix(width, height, nullptr);
  launch(deviceA, deviceB, deviceC);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(
      cudaMemcpy(c.data(), deviceC.elements, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      float sum = 0;
      for (int k = 0; k < inner; ++k)
        sum += a[row * inner + k] * b[k * width + column];
      EXPECT(c[row * width + column] == sum);
    }
  }
  std::printf("%d x %d times %d x %d, c[1][1] = %g\n", height, inner, inner, width, c[width + 1]);
  for (const Matrix& matrix : {deviceA, deviceB, deviceC})
    CHECK_CUDA(cudaFree(matrix.elements));
}
