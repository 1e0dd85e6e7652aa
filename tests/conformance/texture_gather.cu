// L-272 L-287 L-288 R-285: tex2Dgather: one component of the four texels that linear filtering
// would use, counted against the clock from the lower left; coordinates have eight bits of
// fraction.
#include "texture.h"

using namespace conformance;

namespace {

__global__ void gatherBytes(cudaTextureObject_t texture, uchar4* out) {
  out[0] = tex2Dgather<uchar4>(texture, 1.0f, 1.0f, 0);
  out[1] = tex2Dgather<uchar4>(texture, 1.0f, 1.0f, 1);
  out[2] = tex2Dgather<uchar4>(texture, 1.0f, 1.0f, 2);
  out[3] = tex2Dgather<uchar4>(texture, 1.0f, 1.0f, 3);
}
__global__ void gatherFloats(cudaTextureObject_t texture, float x, float4* out) {
  *out = tex2Dgather<float4>(texture, x, 0.5f);
}

} // namespace

int main() {
  // Rows from the lower one: (i, j) and (i+1, j), then (i, j+1) and (i+1, j+1).
  const std::vector<uchar4> texels = {make_uchar4(251, 22, 30, 250), make_uchar4(249, 16, 37, 253),
                                      make_uchar4(253, 20, 31, 255), make_uchar4(250, 25, 29, 254)};
  Buffer<uchar4> bytes(4);
  gatherBytes<<<1, 1>>>(
      textureOf(arrayOf(texels, make_cudaExtent(2, 2, 0), cudaArrayTextureGather), sampler()),
      bytes.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  bytes.download();
  const int expected[4][4] = {
      {253, 250, 249, 251}, {20, 25, 16, 22}, {31, 29, 37, 30}, {255, 254, 253, 250}};
  for (int component = 0; component < 4; ++component) {
    EXPECT_EQ_AT(component, bytes[component].x, expected[component][0]);
    EXPECT_EQ_AT(component, bytes[component].y, expected[component][1]);
    EXPECT_EQ_AT(component, bytes[component].z, expected[component][2]);
    EXPECT_EQ_AT(component, bytes[component].w, expected[component][3]);
  }

  std::vector<float> values(8 * 8);
  for (int i = 0; i < 64; ++i)
    values[i] = static_cast<float>(i);
  const cudaTextureObject_t texture =
      textureOf(arrayOf(values, make_cudaExtent(8, 8, 0), cudaArrayTextureGather), sampler());
  Buffer<float4> out(1);
  const struct {
    float x, left;
  } places[] = {{2.49f, 1}, {2.49805f, 2}, {2.5f, 2}};
  for (const auto& place : places) {
    gatherFloats<<<1, 1>>>(texture, place.x, out.device());
    CUDA_CHECK(cudaDeviceSynchronize());
    out.download();
    EXPECT_EQ(out[0].w, place.left);
    EXPECT_EQ(out[0].z, place.left + 1);
    EXPECT_EQ(out[0].x, place.left + 8);
    EXPECT_EQ(out[0].y, place.left + 9);
  }
  puts("ok");
}
