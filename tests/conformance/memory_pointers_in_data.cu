// Device pointers stored in device memory: a table of rows and a linked list built by the host.
// Row R-066.
#include "check.h"

struct Item {
  int value;
  Item* next;
};

__global__ void walk(int* const* rows, const int* lengths, Item* list, int* out) {
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < lengths[t]; ++i)
    sum += rows[t][i];
  for (Item* item = list; item; item = item->next)
    if (item->value % (t + 1) == 0)
      sum += 10000;
  out[t] = sum;
}

int main() {
  const int n = 20;
  Buffer<int*> rows(n);
  Buffer<int> lengths(n), out(n);
  for (int r = 0; r < n; ++r) {
    int length = lengths[r] = r * 3 % 7 + 1;
    int host[8];
    for (int i = 0; i < length; ++i)
      host[i] = r * 10 + i;
    CUDA_CHECK(cudaMalloc(&rows[r], length * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(rows[r], host, length * sizeof(int), cudaMemcpyHostToDevice));
  }
  rows.upload();
  lengths.upload();
  Item* list = nullptr;
  for (int i = 1; i <= 30; ++i) {
    Item item = {i, list};
    CUDA_CHECK(cudaMalloc(&list, sizeof(Item)));
    CUDA_CHECK(cudaMemcpy(list, &item, sizeof item, cudaMemcpyHostToDevice));
  }
  walk<<<1, n>>>(rows.device(), lengths.device(), list, out.device());
  out.download();
  for (int r = 0; r < n; ++r) {
    int length = r * 3 % 7 + 1;
    EXPECT_EQ_AT(r, out[r], r * 10 * length + length * (length - 1) / 2 + 30 / (r + 1) * 10000);
  }
  return ok();
}
