// ldmatrix, stmatrix and movmatrix: which lane gets which elements of the 8 x 8 matrices.
// nvcc: -arch=sm_90
#include <stdint.h>

#include "check.h"

#define KERNEL(name, load, store)                                                                  \
  __global__ void name(const uint4* in, uint4* loaded, unsigned* moved, uint4* stored) {           \
    __shared__ __align__(16) uint4 s[32], t[32];                                                   \
    int lane = threadIdx.x;                                                                        \
    s[lane] = in[lane];                                                                            \
    __syncwarp();                                                                                  \
    unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(&s[lane]));                     \
    unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&t[lane]));                       \
    unsigned r[5];                                                                                 \
    asm volatile("ldmatrix.sync.aligned.m8n8.x4" load ".shared.b16 {%0,%1,%2,%3}, [%4];"           \
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])                                  \
                 : "r"(from)                                                                       \
                 : "memory");                                                                      \
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(r[4]) : "r"(r[0]));        \
    asm volatile("stmatrix.sync.aligned.m8n8.x4" store                                             \
                 ".shared.b16 [%4], {%0,%1,%2,%3};" ::"r"(r[0]),                                   \
                 "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(to)                                          \
                 : "memory");                                                                      \
    __syncwarp();                                                                                  \
    loaded[lane] = make_uint4(r[0], r[1], r[2], r[3]);                                             \
    moved[lane] = r[4];                                                                            \
    stored[lane] = t[lane];                                                                        \
  }
KERNEL(plain, "", "")
KERNEL(loadTransposed, ".trans", "")
KERNEL(storeTransposed, "", ".trans")
KERNEL(bothTransposed, ".trans", ".trans")

int main() {
  void (*kernels[])(const uint4*, uint4*, unsigned*, uint4*) = {plain, loadTransposed,
                                                                storeTransposed, bothTransposed};
  for (int k = 0; k < 4; ++k) {
    Buffer<uint16_t> in(256), loaded(256), moved(64), stored(256);
    for (int i = 0; i < 256; ++i)
      in[i] = static_cast<uint16_t>(i * 251 + 7);
    in.upload();
    kernels[k]<<<1, 32>>>(
        reinterpret_cast<uint4*>(in.device()), reinterpret_cast<uint4*>(loaded.device()),
        reinterpret_cast<unsigned*>(moved.device()), reinterpret_cast<uint4*>(stored.device()));
    loaded.download();
    moved.download();
    stored.download();
    bool load = k % 2 == 1, store = k >= 2;
    for (int lane = 0; lane < 32; ++lane)
      for (int i = 0; i < 8; ++i) {
        int row = lane / 4, column = lane % 4 * 2 + i % 2;
        int index = load ? column * 8 + row : row * 8 + column;
        int other = load ? row * 8 + column : column * 8 + row;
        EXPECT_EQ_AT(lane * 8 + i, loaded[lane * 8 + i], in[i / 2 * 64 + index]);
        if (i < 2)
          EXPECT_EQ_AT(lane * 2 + i, moved[lane * 2 + i], in[other]);
      }
    for (int i = 0; i < 256; ++i) {
      int row = i / 8 % 8, column = i % 8;
      EXPECT_EQ_AT(i, stored[i], in[i / 64 * 64 + (load != store ? column * 8 + row : i % 64)]);
    }
  }
  return ok();
}
