#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
kernel void matmulNaive(global const float* a, global const float* b, global float* c, uint n) {
  uint column = get_global_id(0);
  uint row = get_global_id(1);
  if (row < n && column < n) {
    float sum = 0.0f;
    for (uint k = 0; k < n; ++k) {
      sum += a[row * n + k] * b[k * n + column];
    }
    c[row * n + column] = sum;
  }
}

kernel void matmulTiled(global const float* a, global const float* b, global float* c, uint n) {
  local float tileA[TILE][TILE];
  local float tileB[TILE][TILE];
  uint x = get_local_id(0), y = get_local_id(1);
  uint column = get_group_id(0) * TILE + x;
  uint row = get_group_id(1) * TILE + y;
  float sum = 0.0f;
  for (uint tile = 0; tile < n / TILE; ++tile) {
    tileA[y][x] = a[row * n + tile * TILE + x];
    tileB[y][x] = b[(tile * TILE + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; ++k) {
      sum += tileA[y][k] * tileB[k][x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

kernel void matmulRegisters(global const float* a, global const float* b, global float* c,
                            uint n) {
  local float tileA[DEPTH][BLOCK];
  local float tileB[DEPTH][BLOCK];
  uint thread = get_local_id(1) * ROW + get_local_id(0);
  uint rowBlock = get_group_id(1) * BLOCK, columnBlock = get_group_id(0) * BLOCK;
  float sums[THREAD][THREAD] = {{0}};
  for (uint depth = 0; depth < n; depth += DEPTH) {
    for (uint i = thread; i < BLOCK * DEPTH; i += ROW * ROW) {
      tileA[i % DEPTH][i / DEPTH] = a[(rowBlock + i / DEPTH) * n + depth + i % DEPTH];
      tileB[i / BLOCK][i % BLOCK] = b[(depth + i / BLOCK) * n + columnBlock + i % BLOCK];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < DEPTH; ++k) {
      for (uint i = 0; i < THREAD; ++i) {
        for (uint j = 0; j < THREAD; ++j) {
          sums[i][j] +=
              tileA[k][get_local_id(1) * THREAD + i] * tileB[k][get_local_id(0) * THREAD + j];
        }
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (uint i = 0; i < THREAD; ++i) {
    for (uint j = 0; j < THREAD; ++j) {
      c[(rowBlock + get_local_id(1) * THREAD + i) * n + columnBlock + get_local_id(0) * THREAD +
        j] = sums[i][j];
    }
  }
}
)cl";

constexpr std::size_t kElements = std::size_t{size::matmul} * size::matmul;

class Matmul : public Workload {
public:
  // `tile` is how many elements of a row a work-group computes, with `items` work-items.
  Matmul(const char* kernel, unsigned tile, unsigned items, unsigned depth)
      : kernel_(device_.kernel(kSource, kernel, options(tile, items, depth))), items_(items),
        rowItems_(std::size_t{size::matmul} / tile * items) {
    setArguments(kernel_, a_, b_, c_, size::matmul);
  }

  void run() override {
    device_.launch(kernel_, {rowItems_, rowItems_}, {items_, items_});
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    return device_.read<float>(c_, kElements);
  }

private:
  // The file has all kernels, of which only the one with sums in registers knows BLOCK and ROW.
  static std::string options(unsigned tile, unsigned items, unsigned depth) {
    return "-DTILE=" + std::to_string(size::matmulTile) + " -DBLOCK=" + std::to_string(tile) +
           " -DROW=" + std::to_string(items) + " -DTHREAD=" + std::to_string(size::matmulThread) +
           " -DDEPTH=" + std::to_string(depth);
  }

  Device& device_ = Device::instance();
  cl::Kernel kernel_;
  std::size_t items_, rowItems_;
  cl::Buffer a_ = device_.buffer(randomFloats(kElements, -1.0f, 1.0f, 1));
  cl::Buffer b_ = device_.buffer(randomFloats(kElements, -1.0f, 1.0f, 2));
  cl::Buffer c_ = device_.buffer<float>(kElements);
};

} // namespace

std::unique_ptr<Workload> makeMatmulNaive() {
  return std::make_unique<Matmul>("matmulNaive", size::matmulTile, size::matmulTile,
                                  size::matmulDepth);
}
std::unique_ptr<Workload> makeMatmulTiled() {
  return std::make_unique<Matmul>("matmulTiled", size::matmulTile, size::matmulTile,
                                  size::matmulDepth);
}
std::unique_ptr<Workload> makeMatmulRegisters() {
  return std::make_unique<Matmul>("matmulRegisters", size::matmulBlock,
                                  size::matmulBlock / size::matmulThread, size::matmulDepth);
}
std::unique_ptr<Workload> makeMatmulSmallBlocks() {
  return std::make_unique<Matmul>("matmulRegisters", size::matmulSmallBlock,
                                  size::matmulSmallBlock / size::matmulThread,
                                  size::matmulSmallDepth);
}

} // namespace heddle::bench
