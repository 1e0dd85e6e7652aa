// Breadth-first search over a graph in compressed rows, a launch a level, with an atomic work list.
// Rows L-323, L-330, H-008.
#include "check.h"

__global__ void expand(const int* rows, const int* edges, int* distance, const int* frontier,
                       int size, int* next, int* nextSize, int level) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
    int node = frontier[i];
    for (int e = rows[node]; e < rows[node + 1]; ++e) {
      int to = edges[e];
      if (atomicCAS(&distance[to], -1, level) == -1)
        next[atomicAdd(nextSize, 1)] = to;
    }
  }
}

int main() {
  const int n = 900, degree = 3;
  Buffer<int> rows(n + 1), edges(n * degree), distance(n), a(n), b(n), size(1);
  int count = 0;
  for (int i = 0; i < n; ++i) {
    rows[i] = count;
    for (int d = 0; d < i % (degree + 1); ++d)
      edges[count++] = (i * (d + 2) + 7 * d + 1) % n;
    distance[i] = -1;
  }
  rows[n] = count;
  distance[1] = 0;
  a[0] = 1;
  rows.upload();
  edges.upload();
  distance.upload();
  a.upload();
  int want[n];
  for (int i = 0; i < n; ++i)
    want[i] = distance[i];
  int frontier = 1;
  bool swapped = false;
  for (int level = 1; frontier > 0; ++level) {
    CUDA_CHECK(cudaMemset(size.device(), 0, sizeof(int)));
    expand<<<3, 64>>>(rows.device(), edges.device(), distance.device(),
                      swapped ? b.device() : a.device(), frontier,
                      swapped ? a.device() : b.device(), size.device(), level);
    size.download();
    frontier = size[0];
    swapped = !swapped;
    for (int i = 0; i < n; ++i)
      if (want[i] == level - 1)
        for (int e = rows[i]; e < rows[i + 1]; ++e)
          if (want[edges[e]] == -1)
            want[edges[e]] = level;
  }
  distance.download();
  int reached = 0;
  for (int i = 0; i < n; ++i) {
    EXPECT_EQ_AT(i, distance[i], want[i]);
    reached += want[i] > 0;
  }
  CHECK(reached > 20);
  return ok();
}
