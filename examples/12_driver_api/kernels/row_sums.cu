// Sums of the rows of pitched memory.
extern "C" __global__ void sumRows(const float* data, unsigned long long pitch, int width,
                                   int height, float* sums) {
  for (int row = threadIdx.x; row < height; row += blockDim.x) {
    auto* begin = reinterpret_cast<const float*>(reinterpret_cast<const char*>(data) + row * pitch);
    float sum = 0;
    for (int column = 0; column < width; ++column)
      sum += begin[column];
    sums[row] = sum;
  }
}
