// R-063 R-084 R-277 R-278 R-279 R-280 R-281 R-287 R-288 R-289 R-290 R-291 R-293: arrays of one, two
// and three dimensions keep what is copied into them, from and to every kind of memory.
#include <vector>

#include "check.h"

namespace {

void twoDimensions() {
  const size_t width = 37, height = 11;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float2>();
  EXPECT_EQ(desc.x, 32);
  EXPECT_EQ(desc.y, 32);
  EXPECT_EQ(desc.z, 0);
  EXPECT_EQ(desc.f, cudaChannelFormatKindFloat);
  cudaArray_t array, other;
  CUDA_CHECK(cudaMallocArray(&array, &desc, width, height));
  CUDA_CHECK(cudaMallocArray(&other, &desc, width, height));

  cudaChannelFormatDesc found;
  cudaExtent extent;
  unsigned flags = 77;
  CUDA_CHECK(cudaArrayGetInfo(&found, &extent, &flags, array));
  EXPECT_EQ(found.x, 32);
  EXPECT_EQ(found.y, 32);
  EXPECT_EQ(found.w, 0);
  EXPECT_EQ(found.f, cudaChannelFormatKindFloat);
  EXPECT_EQ(extent.width, width);
  EXPECT_EQ(extent.height, height);
  EXPECT_EQ(extent.depth, 0);
  EXPECT_EQ(flags, 0);
  CUDA_CHECK(cudaGetChannelDesc(&found, array));
  EXPECT_EQ(found.f, cudaChannelFormatKindFloat);

  std::vector<float2> values(width * height), back(width * height);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = make_float2(i, i + 0.5f);
  const size_t row = width * sizeof(float2);
  CUDA_CHECK(
      cudaMemcpy2DToArray(array, 0, 0, values.data(), row, row, height, cudaMemcpyHostToDevice));
  CUDA_CHECK(
      cudaMemcpy2DFromArray(back.data(), row, array, 0, 0, row, height, cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ_AT(i, back[i].y, values[i].y);

  // A rectangle inside, from array to array.
  CUDA_CHECK(cudaMemcpy2DArrayToArray(other, 0, 0, array, 0, 0, row, height));
  CUDA_CHECK(
      cudaMemcpy2DArrayToArray(other, 3 * sizeof(float2), 2, array, 0, 0, 5 * sizeof(float2), 4));
  float2 part[4][6];
  CUDA_CHECK(cudaMemcpy2DFromArray(part, sizeof part[0], other, 2 * sizeof(float2), 2,
                                   sizeof part[0], 4, cudaMemcpyDeviceToHost));
  for (int y = 0; y < 4; ++y) {
    EXPECT_EQ_AT(y, part[y][0].x, static_cast<float>((y + 2) * width + 2));
    for (int x = 1; x < 6; ++x)
      EXPECT_EQ_AT(x, part[y][x].x, static_cast<float>(y * width + x - 1));
  }

  // Pitched device memory, and a stream.
  float2* pitched;
  size_t pitch;
  CUDA_CHECK(cudaMallocPitch(reinterpret_cast<void**>(&pitched), &pitch, row, height));
  CUDA_CHECK(cudaMemcpy2D(pitched, pitch, values.data(), row, row, height, cudaMemcpyDefault));
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaMemcpy2DToArrayAsync(other, 0, 0, pitched, pitch, row, height,
                                      cudaMemcpyDeviceToDevice, stream));
  CUDA_CHECK(cudaMemcpy2DFromArrayAsync(back.data(), row, other, 0, 0, row, height,
                                        cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ_AT(i, back[i].x, values[i].x);

  // Past the edges.
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy2DToArray(array, 0, 1, values.data(), row, row,
                                                         height, cudaMemcpyHostToDevice));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy2DToArray(array, 8, 0, values.data(), row, row,
                                                         height, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaFree(pitched));
  CUDA_CHECK(cudaFreeArray(array));
  CUDA_CHECK(cudaFreeArray(other));
}

void threeDimensions() {
  const cudaExtent extent = make_cudaExtent(9, 5, 4);
  cudaChannelFormatDesc desc = cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindUnsigned);
  cudaArray_t array;
  CUDA_CHECK(cudaMalloc3DArray(&array, &desc, extent));
  std::vector<unsigned short> values(9 * 5 * 4), back(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<unsigned short>(i * 3);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(values.data(), 9 * 2, 9, 5);
  copy.dstArray = array;
  copy.extent = extent; // elements, where an array takes part
  copy.kind = cudaMemcpyHostToDevice;
  CUDA_CHECK(cudaMemcpy3D(&copy));

  // Out through 3-D linear memory, part of it.
  cudaPitchedPtr linear;
  CUDA_CHECK(cudaMalloc3D(&linear, make_cudaExtent(9 * 2, 5, 4)));
  CUDA_CHECK(cudaMemset3D(linear, 0, make_cudaExtent(9 * 2, 5, 4)));
  cudaMemcpy3DParms out = {};
  out.srcArray = array;
  out.srcPos = make_cudaPos(2, 1, 1);
  out.dstPtr = linear;
  out.dstPos = make_cudaPos(4, 2, 0); // elements, where an array takes part
  out.extent = make_cudaExtent(5, 3, 3);
  out.kind = cudaMemcpyDeviceToDevice;
  CUDA_CHECK(cudaMemcpy3D(&out));
  cudaMemcpy3DParms home = {};
  home.srcPtr = linear;
  home.dstPtr = make_cudaPitchedPtr(back.data(), 9 * 2, 9, 5);
  home.extent = make_cudaExtent(9 * 2, 5, 4);
  home.kind = cudaMemcpyDeviceToHost;
  CUDA_CHECK(cudaMemcpy3D(&home));
  for (int z = 0; z < 4; ++z)
    for (int y = 0; y < 5; ++y)
      for (int x = 0; x < 9; ++x) {
        const bool inside = x >= 4 && y >= 2 && z < 3;
        const int from = ((z + 1) * 5 + y - 2 + 1) * 9 + x - 4 + 2;
        EXPECT_EQ_AT((z * 5 + y) * 9 + x, back[(z * 5 + y) * 9 + x],
                     static_cast<unsigned short>(inside ? from * 3 : 0));
      }
  CUDA_CHECK(cudaFree(linear.ptr));
  CUDA_CHECK(cudaFreeArray(array));
}

void oneDimension() {
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
  EXPECT_EQ(desc.f, cudaChannelFormatKindSigned);
  cudaArray_t array;
  CUDA_CHECK(cudaMallocArray(&array, &desc, 1000));
  cudaExtent extent;
  CUDA_CHECK(cudaArrayGetInfo(nullptr, &extent, nullptr, array));
  EXPECT_EQ(extent.width, 1000);
  EXPECT_EQ(extent.height, 0);
  std::vector<int> values(1000), back(1000);
  for (int i = 0; i < 1000; ++i)
    values[i] = -i;
  CUDA_CHECK(
      cudaMemcpy2DToArray(array, 0, 0, values.data(), 4000, 4000, 1, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy2DFromArray(back.data(), 400, array, 400, 0, 400, 1, cudaMemcpyDefault));
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ_AT(i, back[i], -100 - i);
  CUDA_CHECK(cudaFreeArray(array));
}

void refused() {
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaChannelFormatDesc three = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &three, 8, 8) != cudaSuccess);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMallocArray(nullptr, &desc, 8, 8));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMallocArray(&array, &desc, 1u << 30, 8));
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaMalloc3DArray(&array, &desc, make_cudaExtent(8, 8, 5), cudaArrayCubemap));
  CUDA_CHECK(cudaFreeArray(nullptr));
  cudaGetLastError();
}

} // namespace

int main() {
  twoDimensions();
  threeDimensions();
  oneDimension();
  refused();
  return ok();
}
