// char, short and their unsigned forms: promotion, wrapping on store, sign extension on load.
// Row H-162.
#include "check.h"

struct Cells {
  signed char c;
  unsigned char uc;
  short s;
  unsigned short us;
  bool b;
};

__host__ __device__ inline Cells step(Cells in, int i) {
  Cells out;
  out.c = static_cast<signed char>(in.c * 3 + i);
  out.uc = static_cast<unsigned char>(in.uc - i);
  out.s = static_cast<short>(in.s * in.c);
  out.us = static_cast<unsigned short>(in.us + in.s);
  out.b = in.c > in.uc || (in.s ^ i) < 0;
  out.c ^= static_cast<signed char>(in.s >> 3);
  out.uc |= static_cast<unsigned char>(in.us >> 9);
  out.us = static_cast<unsigned short>(out.us << 1 | out.b);
  return out;
}

__global__ void run(Cells* cells, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; ++r)
    cells[i] = step(cells[i], i + r);
}

int main() {
  const int n = 130, rounds = 10;
  Buffer<Cells> cells(n);
  Cells want[n];
  for (int i = 0; i < n; ++i)
    want[i] =
        cells[i] = {static_cast<signed char>(i * 5), static_cast<unsigned char>(i * 7),
                    static_cast<short>(i * 999), static_cast<unsigned short>(i * 1234), i % 2 == 0};
  cells.upload();
  run<<<2, 65>>>(cells.device(), rounds);
  cells.download();
  for (int i = 0; i < n; ++i) {
    for (int r = 0; r < rounds; ++r)
      want[i] = step(want[i], i + r);
    EXPECT_EQ_AT(i, cells[i].c, want[i].c);
    EXPECT_EQ_AT(i, cells[i].uc, want[i].uc);
    EXPECT_EQ_AT(i, cells[i].s, want[i].s);
    EXPECT_EQ_AT(i, cells[i].us, want[i].us);
    EXPECT_EQ_AT(i, cells[i].b, want[i].b);
  }
  return ok();
}
