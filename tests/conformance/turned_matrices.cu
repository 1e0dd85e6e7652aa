// Matrices turned by blocks of many shapes: by stores far from each other, by loads far from each
// other, through shared memory with and without gaps between rows, and with edges that no block
// fills. The thread below stores, or loads, the element beside.
#include "check.h"

#include <vector>

__device__ unsigned column() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
__device__ unsigned row() {
  return blockIdx.y * blockDim.y + threadIdx.y;
}

template <typename T>
__global__ void storeColumns(const T* in, T* out, unsigned width, unsigned height) {
  unsigned x = column(), y = row();
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x];
}

template <typename T> __global__ void loadColumns(const T* in, T* out, int width, int height) {
  int x = column(), y = row();
  if (x < height && y < width)
    out[y * height + x] = in[x * width + y];
}

// Without edges, by pointers of 64 bits, and each thread several rows.
template <typename T>
__global__ void storeStrips(const T* in, T* out, std::size_t width, std::size_t height) {
  const T* from = in + row() * width + column();
  T* to = out + column() * height + row();
  for (unsigned strip = 0; strip < height; strip += gridDim.y * blockDim.y)
    to[strip] = from[strip * width];
}

template <typename T, int kGap> __global__ void turnTiles(const T* in, T* out, unsigned width) {
  extern __shared__ double memory[];
  T* tile = reinterpret_cast<T*>(memory);
  unsigned pitch = blockDim.x + kGap;
  tile[threadIdx.y * pitch + threadIdx.x] = in[row() * width + column()];
  __syncthreads();
  unsigned height = gridDim.y * blockDim.y;
  if (blockDim.x == blockDim.y) {
    unsigned x = blockIdx.y * blockDim.y + threadIdx.x;
    unsigned y = blockIdx.x * blockDim.x + threadIdx.y;
    out[y * height + x] = tile[threadIdx.x * pitch + threadIdx.y];
  } else {
    out[column() * height + row()] = tile[threadIdx.y * pitch + threadIdx.x];
  }
}

template <typename T> class Matrix {
public:
  Matrix(unsigned width, unsigned height) : width_(width), height_(height) {
    std::vector<T> elements(width * height);
    for (unsigned i = 0; i < elements.size(); ++i)
      elements[i] = T(i * 3 + 1);
    CUDA_CHECK(cudaMalloc(&in_, bytes()));
    CUDA_CHECK(cudaMalloc(&out_, bytes()));
    CUDA_CHECK(cudaMemcpy(in_, elements.data(), bytes(), cudaMemcpyHostToDevice));
  }
  ~Matrix() {
    CUDA_CHECK(cudaFree(in_));
    CUDA_CHECK(cudaFree(out_));
  }

  // How many elements are not where they should be, after `turn` has run.
  template <typename Turn> int mistakes(Turn turn) {
    CUDA_CHECK(cudaMemset(out_, 0, bytes()));
    turn(in_, out_);
    CUDA_CHECK(cudaGetLastError());
    std::vector<T> turned(width_ * height_);
    CUDA_CHECK(cudaMemcpy(turned.data(), out_, bytes(), cudaMemcpyDeviceToHost));
    int count = 0;
    for (unsigned y = 0; y < height_; ++y)
      for (unsigned x = 0; x < width_; ++x)
        count += turned[x * height_ + y] != T((y * width_ + x) * 3 + 1);
    return count;
  }

private:
  std::size_t bytes() const { return sizeof(T) * width_ * height_; }

  unsigned width_, height_;
  T* in_ = nullptr;
  T* out_ = nullptr;
};

template <typename T> void turnWithBlocksOf(unsigned x, unsigned y) {
  dim3 block(x, y);
  unsigned width = 3 * x, height = 5 * y;
  Matrix<T> whole(width, height), edges(width - 1, height - 1);
  dim3 grid(3, 5);
  EXPECT_EQ(whole.mistakes([&](const T* in, T* out) {
    storeColumns<<<grid, block>>>(in, out, width, height);
  }),
            0);
  EXPECT_EQ(edges.mistakes([&](const T* in, T* out) {
    storeColumns<<<grid, block>>>(in, out, width - 1, height - 1);
  }),
            0);
  dim3 turnedGrid((height + x - 1) / x, (width + y - 1) / y);
  EXPECT_EQ(whole.mistakes([&](const T* in, T* out) {
    loadColumns<<<turnedGrid, block>>>(in, out, int(width), int(height));
  }),
            0);
  EXPECT_EQ(edges.mistakes([&](const T* in, T* out) {
    loadColumns<<<turnedGrid, block>>>(in, out, int(width - 1), int(height - 1));
  }),
            0);
  EXPECT_EQ(whole.mistakes([&](const T* in, T* out) {
    storeStrips<<<dim3(3, 1), block>>>(in, out, width, height);
  }),
            0);
  std::size_t tile = sizeof(T) * (x + 1) * y;
  EXPECT_EQ(whole.mistakes([&](const T* in, T* out) {
    turnTiles<T, 0><<<grid, block, tile>>>(in, out, width);
  }),
            0);
  EXPECT_EQ(whole.mistakes([&](const T* in, T* out) {
    turnTiles<T, 1><<<grid, block, tile>>>(in, out, width);
  }),
            0);
}

int main() {
  const unsigned shapes[][2] = {{32, 8},  {16, 16}, {32, 32}, {8, 8},  {64, 4}, {32, 4},
                                {16, 12}, {32, 16}, {4, 32},  {17, 8}, {32, 3}, {16, 32}};
  for (auto& shape : shapes) {
    turnWithBlocksOf<float>(shape[0], shape[1]);
    turnWithBlocksOf<int>(shape[0], shape[1]);
    turnWithBlocksOf<double>(shape[0], shape[1]);
    turnWithBlocksOf<short>(shape[0], shape[1]);
  }
  return ok();
}
