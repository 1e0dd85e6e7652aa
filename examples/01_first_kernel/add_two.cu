// Shows: two is added to every element of an array of two dimensions.
// From: T-004, a lab of the textbook.
// Try next: the same for three dimensions.
#include "../device_array.h"

__global__ void addTwo(int* data, int columns, int rows) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < columns && row < rows)
    data[row * columns + column] += 2;
}

int main() {
  const int columns = 45, rows = 30;
  std::vector<int> data(columns * rows);
  for (int i = 0; i < columns * rows; ++i)
    data[i] = i * 3;
  DeviceArray<int> deviceData(data);
  const dim3 block(16, 16), grid((columns + 15) / 16, (rows + 15) / 16);
  addTwo<<<grid, block>>>(deviceData, columns, rows);
  for (int& value : data)
    value += 2;
  EXPECT(deviceData.values() == data);
  return report();
}
