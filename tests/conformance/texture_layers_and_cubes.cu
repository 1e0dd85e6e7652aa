// L-253 L-254 L-268 L-269 L-270 L-271 L-292 L-293 L-294 L-295 L-296 L-297 L-298 L-299 L-300:
// layered textures, whose layers are not filtered into each other, and cubemaps, with the face and
// the place on it that a direction means.
#include "texture.h"

using namespace conformance;

namespace {

constexpr int kSize = 4, kLayers = 3;

__global__ void layers(cudaTextureObject_t lines, cudaTextureObject_t images, float* out) {
  const int layer = threadIdx.x;
  out[2 * layer] = tex1DLayered<float>(lines, 1.5f, layer);
  out[2 * layer + 1] = tex2DLayered<float>(images, 2.0f, 1.5f, layer);
}

struct Direction {
  float x, y, z;
};

__global__ void cubes(cudaTextureObject_t one, cudaTextureObject_t many,
                      const Direction* directions, float* out) {
  const Direction d = directions[threadIdx.x];
  out[2 * threadIdx.x] = texCubemap<float>(one, d.x, d.y, d.z);
  out[2 * threadIdx.x + 1] = texCubemapLayered<float>(many, d.x, d.y, d.z, 1);
}

// By the table of the guide.
int texelOf(Direction d) {
  const float ax = d.x < 0 ? -d.x : d.x, ay = d.y < 0 ? -d.y : d.y, az = d.z < 0 ? -d.z : d.z;
  int face;
  float m, s, t;
  if (ax > ay && ax > az) {
    face = d.x > 0 ? 0 : 1;
    m = ax, s = d.x > 0 ? -d.z : d.z, t = -d.y;
  } else if (ay > az) {
    face = d.y > 0 ? 2 : 3;
    m = ay, s = d.x, t = d.y > 0 ? d.z : -d.z;
  } else {
    face = d.z > 0 ? 4 : 5;
    m = az, s = d.z > 0 ? d.x : -d.x, t = -d.y;
  }
  const int i = static_cast<int>((s / m + 1) / 2 * kSize),
            j = static_cast<int>((t / m + 1) / 2 * kSize);
  return (face * kSize + j) * kSize + i;
}

} // namespace

int main() {
  std::vector<float> values(2 * 6 * kSize * kSize);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(i);
  const cudaTextureDesc linear = sampler(cudaFilterModeLinear);
  Buffer<float> out(64);
  layers<<<1, kLayers>>>(
      textureOf(arrayOf(values, make_cudaExtent(kSize, 0, kLayers), cudaArrayLayered), linear),
      textureOf(arrayOf(values, make_cudaExtent(kSize, kSize, kLayers), cudaArrayLayered), linear),
      out.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  out.download();
  for (int layer = 0; layer < kLayers; ++layer) {
    EXPECT_EQ_AT(layer, out[2 * layer], layer * kSize + 1.0f);
    EXPECT_EQ_AT(layer, out[2 * layer + 1], (layer * kSize + 1) * kSize + 1.5f);
  }

  // Every face, its middle and its quarters, and directions of any length.
  std::vector<Direction> directions;
  for (int face = 0; face < 6; ++face)
    for (float a : {-0.6f, 0.3f})
      for (float b : {-0.2f, 0.7f}) {
        const float m = (face % 2 ? -1.0f : 1.0f) * 2;
        directions.push_back(face < 2   ? Direction{m, 2 * a, 2 * b}
                             : face < 4 ? Direction{2 * a, m, 2 * b}
                                        : Direction{2 * a, 2 * b, m});
      }
  Buffer<Direction> deviceDirections(directions.size());
  for (size_t i = 0; i < directions.size(); ++i)
    deviceDirections[i] = directions[i];
  deviceDirections.upload();
  const cudaTextureDesc point = sampler(cudaFilterModePoint, true);
  cubes<<<1, directions.size()>>>(
      textureOf(arrayOf(values, make_cudaExtent(kSize, kSize, 6), cudaArrayCubemap), point),
      textureOf(
          arrayOf(values, make_cudaExtent(kSize, kSize, 12), cudaArrayCubemap | cudaArrayLayered),
          point),
      deviceDirections.device(), out.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  out.download();
  for (size_t i = 0; i < directions.size(); ++i) {
    EXPECT_EQ_AT(i, out[2 * i], static_cast<float>(texelOf(directions[i])));
    EXPECT_EQ_AT(i, out[2 * i + 1], static_cast<float>(texelOf(directions[i]) + 6 * kSize * kSize));
  }
  puts("ok");
}
