// Shows: a block of two dimensions over a matrix of fixed size; an int and a dim3 in one launch.
// From: X-002, X-091 of the guides.
// Try next: 33 x 33 elements, and what cudaGetLastError says; then matrix_add.cu.
#include "../device_array.h"

const int size = 32;

__global__ void add(const float a[size][size], const float b[size][size], float c[size][size]) {
  int column = threadIdx.x, row = threadIdx.y;
  c[row][column] = a[row][column] + b[row][column];
}

int main() {
  std::vector<float> a(size * size), b(size * size);
  for (int i = 0; i < size * size; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(i % size);
  }
  DeviceArray<float> deviceA(a), deviceB(b), deviceC(size * size);
  const int blocks = 1;
  const dim3 threads(size, size);
  using Row = float[size];
  add<<<blocks, threads>>>(reinterpret_cast<Row*>(static_cast<float*>(deviceA)),
                           reinterpret_cast<Row*>(static_cast<float*>(deviceB)),
                           reinterpret_cast<Row*>(static_cast<float*>(deviceC)));
  const std::vector<float> c = deviceC.values();
  for (int i = 0; i < size * size; ++i)
    EXPECT(c[i] == a[i] + b[i]);
  std::printf("%d x %d elements in one block\n", size, size);
  return report();
}
