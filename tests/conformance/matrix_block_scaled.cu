// mma of narrow floats with a scale for each row of A and each column of B, and ldmatrix that
// widens 4-bit elements, as inline PTX for the architecture that has them.
// nvcc: -gencode arch=compute_120a,code=sm_120a
#include <stdint.h>

#include "check.h"

// All elements of A and B are 1; the scales are powers of two.
__global__ void scaled(float* out) {
  const unsigned lane = threadIdx.x, ones = 0x38383838; // e4m3
  // Bytes 1 of lanes 4g + 2 and 4g + 3 are those of rows g and g + 8, byte 2 of lane 4g of column
  // g.
  const unsigned row = lane / 4 + 8 * (lane & 1);
  const unsigned scaleA = (127 + row % 4) << 8, scaleB = (127 - lane / 4 % 2) << 16;
  float d[4];
  asm volatile("mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X"
               ".f32.e4m3.e4m3.f32.ue8m0 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, "
               "{%5, %5, %5, %5}, %6, {1, 1}, %7, {2, 0};"
               : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
               : "r"(ones), "f"(0.5f), "r"(scaleA), "r"(scaleB));
  for (int i = 0; i < 4; ++i)
    out[(lane / 4 + 8 * (i / 2)) * 8 + lane % 4 * 2 + i % 2] = d[i];
}

// Rows of sixteen elements of 4 bits, in sixteen bytes.
__global__ void widened(uint32_t* out) {
  __shared__ __align__(16) uint8_t rows[8][16];
  for (unsigned i = threadIdx.x; i < 128; i += 32)
    rows[i / 16][i % 16] = uint8_t(i * 29);
  __syncwarp();
  const unsigned address = unsigned(__cvta_generic_to_shared(rows[threadIdx.x % 8]));
  uint32_t word;
  asm volatile("ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64 {%0}, [%1];"
               : "=r"(word)
               : "r"(address));
  out[threadIdx.x] = word;
}

int main() {
  Buffer<float> product(128);
  scaled<<<1, 32>>>(product.device());
  product.download();
  for (int i = 0; i < 128; ++i) {
    const int row = i / 8, column = i % 8;
    EXPECT_EQ_AT(i, product[i], 0.5f + 32.0f * float(1 << row % 4) / float(1 << column % 2));
  }
  Buffer<uint32_t> words(32);
  widened<<<1, 32>>>(words.device());
  words.download();
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < 4; ++i) {
      const int column = lane % 4 * 4 + i;
      const int byte = uint8_t((lane / 4 * 16 + column / 2) * 29);
      EXPECT_EQ_AT(lane, words[lane] >> (8 * i) & 0xff, unsigned(byte >> (4 * (column % 2)) & 15));
    }
  return ok();
}
