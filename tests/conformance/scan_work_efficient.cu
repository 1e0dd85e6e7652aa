// Exclusive scan with an up-sweep and a down-sweep in shared memory, over several blocks with a
// second level. Rows L-090, L-030.
#include "check.h"

__global__ void scanBlocks(const int* in, int* out, int* totals, int n) {
  extern __shared__ int tile[];
  int t = threadIdx.x, size = 2 * blockDim.x, base = blockIdx.x * size, offset = 1;
  tile[2 * t] = base + 2 * t < n ? in[base + 2 * t] : 0;
  tile[2 * t + 1] = base + 2 * t + 1 < n ? in[base + 2 * t + 1] : 0;
  for (int d = size / 2; d > 0; d /= 2) {
    __syncthreads();
    if (t < d)
      tile[offset * (2 * t + 2) - 1] += tile[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0) {
    if (totals)
      totals[blockIdx.x] = tile[size - 1];
    tile[size - 1] = 0;
  }
  for (int d = 1; d < size; d *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      int v = tile[a];
      tile[a] = tile[b];
      tile[b] += v;
    }
  }
  __syncthreads();
  if (base + 2 * t < n)
    out[base + 2 * t] = tile[2 * t];
  if (base + 2 * t + 1 < n)
    out[base + 2 * t + 1] = tile[2 * t + 1];
}

__global__ void addOffsets(int* out, const int* offsets, int n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] += offsets[i / size];
}

int main() {
  const int threads = 64, size = 2 * threads, n = 3001, blocks = (n + size - 1) / size;
  Buffer<int> in(n), out(n), totals(blocks), offsets(blocks);
  for (int i = 0; i < n; ++i)
    in[i] = i * 31 % 17 - 6;
  in.upload();
  scanBlocks<<<blocks, threads, size * sizeof(int)>>>(in.device(), out.device(), totals.device(),
                                                      n);
  scanBlocks<<<1, threads, size * sizeof(int)>>>(totals.device(), offsets.device(), nullptr,
                                                 blocks);
  addOffsets<<<(n + 99) / 100, 100>>>(out.device(), offsets.device(), n, size);
  out.download();
  for (int i = 0, sum = 0; i < n; sum += in[i++])
    EXPECT_EQ_AT(i, out[i], sum);
  return ok();
}
