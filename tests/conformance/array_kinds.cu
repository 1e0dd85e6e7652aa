// R-280 R-282 R-283 R-284 R-285: layered, cubemap and mipmapped arrays as memory: their extents,
// and copies of layers, faces and levels.
#include <vector>

#include "check.h"

namespace {

void copyIn(cudaArray_t array, const std::vector<float>& values, cudaExtent extent) {
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(values.data()), extent.width * sizeof(float),
                                    extent.width, extent.height);
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  CUDA_CHECK(cudaMemcpy3D(&copy));
}

void copyOut(std::vector<float>& values, cudaArray_t array, cudaPos from, cudaExtent extent) {
  cudaMemcpy3DParms copy = {};
  copy.srcArray = array;
  copy.srcPos = from;
  copy.dstPtr =
      make_cudaPitchedPtr(values.data(), extent.width * sizeof(float), extent.width, extent.height);
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  CUDA_CHECK(cudaMemcpy3D(&copy));
}

std::vector<float> counted(size_t count, float start) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = start + static_cast<float>(i);
  return values;
}

void check(cudaExtent created, unsigned flags, cudaExtent copied) {
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CUDA_CHECK(cudaMalloc3DArray(&array, &desc, created, flags));
  cudaExtent extent;
  unsigned foundFlags;
  CUDA_CHECK(cudaArrayGetInfo(nullptr, &extent, &foundFlags, array));
  EXPECT_EQ(extent.width, created.width);
  EXPECT_EQ(extent.height, created.height);
  EXPECT_EQ(extent.depth, created.depth);
  EXPECT_EQ(foundFlags, flags);
  const size_t slice = copied.width * copied.height;
  const std::vector<float> values = counted(slice * copied.depth, 1);
  copyIn(array, values, copied);
  // The last layer or face alone.
  std::vector<float> last(slice);
  copyOut(last, array, make_cudaPos(0, 0, copied.depth - 1),
          make_cudaExtent(copied.width, copied.height, 1));
  for (size_t i = 0; i < slice; ++i)
    EXPECT_EQ_AT(i, last[i], values[slice * (copied.depth - 1) + i]);
  CUDA_CHECK(cudaFreeArray(array));
}

void mipmapped() {
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmapped;
  CUDA_CHECK(cudaMallocMipmappedArray(&mipmapped, &desc, make_cudaExtent(32, 20, 0), 4));
  for (unsigned level = 0; level < 4; ++level) {
    cudaArray_t array;
    cudaExtent extent;
    CUDA_CHECK(cudaGetMipmappedArrayLevel(&array, mipmapped, level));
    CUDA_CHECK(cudaArrayGetInfo(nullptr, &extent, nullptr, array));
    EXPECT_EQ_AT(level, extent.width, 32u >> level);
    EXPECT_EQ_AT(level, extent.height, 20u >> level);
    EXPECT_EQ_AT(level, extent.depth, 0);
    copyIn(array, counted(extent.width * extent.height, 1000.0f * level),
           make_cudaExtent(extent.width, extent.height, 1));
  }
  for (unsigned level = 0; level < 4; ++level) {
    cudaArray_t array;
    CUDA_CHECK(cudaGetMipmappedArrayLevel(&array, mipmapped, level));
    const size_t width = 32u >> level, height = 20u >> level;
    std::vector<float> back(width * height);
    copyOut(back, array, make_cudaPos(0, 0, 0), make_cudaExtent(width, height, 1));
    for (size_t i = 0; i < back.size(); ++i)
      EXPECT_EQ_AT(i, back[i], 1000.0f * level + i);
  }
  cudaArray_t beyond;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGetMipmappedArrayLevel(&beyond, mipmapped, 4));
  CUDA_CHECK(cudaFreeMipmappedArray(mipmapped));
}

} // namespace

int main() {
  check(make_cudaExtent(16, 0, 3), cudaArrayLayered, make_cudaExtent(16, 1, 3));
  check(make_cudaExtent(16, 8, 3), cudaArrayLayered, make_cudaExtent(16, 8, 3));
  check(make_cudaExtent(8, 8, 6), cudaArrayCubemap, make_cudaExtent(8, 8, 6));
  check(make_cudaExtent(8, 8, 12), cudaArrayCubemap | cudaArrayLayered, make_cudaExtent(8, 8, 12));
  check(make_cudaExtent(16, 8, 0), cudaArraySurfaceLoadStore, make_cudaExtent(16, 8, 1));
  check(make_cudaExtent(16, 8, 0), cudaArrayTextureGather, make_cudaExtent(16, 8, 1));
  mipmapped();
  return ok();
}
