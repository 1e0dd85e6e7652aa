// Kernel arguments of 4 KB in all. Rows L-084, L-387.
#include "check.h"

struct Table {
  int values[1021];
};

__global__ void pick(Table table, int* out, int scale) {
  for (int i = threadIdx.x; i < 1021; i += blockDim.x)
    out[i] = table.values[1020 - i] * scale;
}

int main() {
  static_assert(sizeof(Table) + 4 + sizeof(int*) == 4096, "4 KB with the other two parameters");
  Table table;
  for (int i = 0; i < 1021; ++i)
    table.values[i] = i * i - 500;
  Buffer<int> out(1021);
  pick<<<1, 96>>>(table, out.device(), -3);
  out.download();
  for (int i = 0; i < 1021; ++i)
    EXPECT_EQ_AT(i, out[i], -3 * ((1020 - i) * (1020 - i) - 500));
  return ok();
}
