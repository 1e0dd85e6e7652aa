// R-303 R-305 R-306: what a texture or surface object was made of can be asked, and a view shows
// some of an array's layers or levels, in another format of the same size.
#include <string.h>

#include "texture.h"

using namespace conformance;

namespace {

__global__ void read(cudaTextureObject_t texture, unsigned* out) {
  out[threadIdx.x] = tex2DLayered<unsigned>(texture, 1.5f, 0.5f, threadIdx.x);
}

} // namespace

int main() {
  std::vector<float> values(4 * 2 * 5);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(i);
  const cudaArray_t array =
      arrayOf(values, make_cudaExtent(4, 2, 5), cudaArrayLayered | cudaArraySurfaceLoadStore);
  cudaTextureDesc desc = sampler(cudaFilterModeLinear, true, cudaAddressModeBorder);
  desc.maxAnisotropy = 4;
  desc.mipmapLevelBias = 0.25f;
  const cudaTextureObject_t texture = textureOf(array, desc);
  cudaResourceDesc resource;
  CUDA_CHECK(cudaGetTextureObjectResourceDesc(&resource, texture));
  EXPECT_EQ(static_cast<int>(resource.resType), static_cast<int>(cudaResourceTypeArray));
  CHECK(resource.res.array.array == array);
  cudaTextureDesc found;
  CUDA_CHECK(cudaGetTextureObjectTextureDesc(&found, texture));
  EXPECT_EQ(static_cast<int>(found.addressMode[1]), static_cast<int>(cudaAddressModeBorder));
  EXPECT_EQ(static_cast<int>(found.filterMode), static_cast<int>(cudaFilterModeLinear));
  EXPECT_EQ(static_cast<int>(found.readMode), static_cast<int>(cudaReadModeElementType));
  EXPECT_EQ(found.normalizedCoords, 1);
  EXPECT_EQ(found.maxAnisotropy, 4u);
  EXPECT_EQ(found.mipmapLevelBias, 0.25f);
  CUDA_CHECK(cudaDestroyTextureObject(texture));

  const cudaSurfaceObject_t surface = surfaceOf(array);
  CUDA_CHECK(cudaGetSurfaceObjectResourceDesc(&resource, surface));
  CHECK(resource.res.array.array == array);
  CUDA_CHECK(cudaDestroySurfaceObject(surface));

  // Layers 2 to 4, as integers.
  cudaResourceViewDesc view = {};
  view.format = cudaResViewFormatUnsignedInt1;
  view.width = 4;
  view.height = 2;
  view.depth = 5;
  view.firstLayer = 2;
  view.lastLayer = 4;
  resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  desc = sampler();
  cudaTextureObject_t seen;
  CUDA_CHECK(cudaCreateTextureObject(&seen, &resource, &desc, &view));
  cudaResourceViewDesc asked;
  CUDA_CHECK(cudaGetTextureObjectResourceViewDesc(&asked, seen));
  EXPECT_EQ(asked.firstLayer, 2u);
  EXPECT_EQ(static_cast<int>(asked.format), static_cast<int>(cudaResViewFormatUnsignedInt1));
  Buffer<unsigned> out(3);
  read<<<1, 3>>>(seen, out.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  out.download();
  for (int layer = 0; layer < 3; ++layer) {
    const float value = values[(layer + 2) * 8 + 1];
    unsigned bits;
    memcpy(&bits, &value, sizeof bits);
    EXPECT_EQ_AT(layer, out[layer], bits);
  }
  puts("ok");
}
