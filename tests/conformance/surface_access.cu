// H-047 L-301 L-305 L-306 L-308 L-309 L-310 L-311 L-312 L-313 L-314 L-315 L-316 R-284 R-311 R-312:
// surfaces of every kind are written by one kernel and read by the next, through surfaces and
// textures; x counts bytes; what lies out of range is clamped, or zero and not written.
#include "texture.h"

using namespace conformance;

namespace {

constexpr int kWidth = 8, kHeight = 4, kDepth = 3;

struct Surfaces {
  cudaSurfaceObject_t line, image, volume, lines, images, cube, cubes;
};

__global__ void fill(Surfaces s) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  const float value = x + 10 * y + 100 * z;
  const int bytes = x * sizeof(float);
  if (y == 0 && z == 0)
    surf1Dwrite(value, s.line, bytes);
  if (z == 0)
    surf2Dwrite(value, s.image, bytes, y);
  surf3Dwrite(value, s.volume, bytes, y, z);
  if (y == 0)
    surf1DLayeredwrite(value, s.lines, bytes, z);
  surf2DLayeredwrite(value, s.images, bytes, y, z);
  if (x < kHeight) {
    surfCubemapwrite(value, s.cube, bytes, y, z);
    surfCubemapLayeredwrite(value, s.cubes, bytes, y, 6 + z);
  }
}

__global__ void read(Surfaces s, cudaTextureObject_t image, int* wrong) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  const float value = x + 10 * y + 100 * z;
  const int bytes = x * sizeof(float);
  const auto expect = [&](float found, float wanted) {
    if (found != wanted)
      atomicAdd(wrong, 1);
  };
  expect(surf1Dread<float>(s.line, bytes), x);
  expect(surf2Dread<float>(s.image, bytes, y), x + 10 * y);
  expect(tex2D<float>(image, x + 0.5f, y + 0.5f), x + 10 * y);
  expect(surf3Dread<float>(s.volume, bytes, y, z), value);
  expect(surf1DLayeredread<float>(s.lines, bytes, z), x + 100 * z);
  float found;
  surf2DLayeredread(&found, s.images, bytes, y, z);
  expect(found, value);
  if (x < kHeight) {
    expect(surfCubemapread<float>(s.cube, bytes, y, z), value);
    expect(surfCubemapLayeredread<float>(s.cubes, bytes, y, 6 + z), value);
  }
}

__global__ void readOutside(cudaSurfaceObject_t image, float* out) {
  out[0] = surf2Dread<float>(image, kWidth * 4, 1, cudaBoundaryModeClamp);
  out[1] = surf2Dread<float>(image, -4, 1, cudaBoundaryModeClamp);
  out[2] = surf2Dread<float>(image, 8, kHeight, cudaBoundaryModeClamp);
  out[3] = surf2Dread<float>(image, 8, -7, cudaBoundaryModeClamp);
  out[4] = surf2Dread<float>(image, kWidth * 4, 1, cudaBoundaryModeZero);
  out[5] = surf2Dread<float>(image, -4, 1, cudaBoundaryModeZero);
  out[6] = surf2Dread<float>(image, 8, kHeight, cudaBoundaryModeZero);
  out[7] = surf2Dread<float>(image, 8, 1, cudaBoundaryModeZero);
}
__global__ void writeOutside(cudaSurfaceObject_t image) {
  surf2Dwrite(-1.0f, image, kWidth * 4, 2, cudaBoundaryModeZero);
  surf2Dwrite(-2.0f, image, 0, -1, cudaBoundaryModeZero);
  surf2Dwrite(-3.0f, image, kWidth * 4 + 20, 3, cudaBoundaryModeClamp);
}

__global__ void vectors(cudaSurfaceObject_t surface, uchar4* out) {
  surf2Dwrite(make_uchar4(1, 2, 3, 4), surface, 4, 0);
  surf2Dwrite(static_cast<unsigned char>(9), surface, 10, 0);
  out[0] = surf2Dread<uchar4>(surface, 4, 0);
  out[1] = surf2Dread<uchar4>(surface, 8, 0);
}

} // namespace

int main() {
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  const auto make = [&](cudaExtent extent, unsigned flags) {
    cudaArray_t array;
    CUDA_CHECK(cudaMalloc3DArray(&array, &desc, extent, flags | cudaArraySurfaceLoadStore));
    return array;
  };
  const cudaArray_t image = make(make_cudaExtent(kWidth, kHeight, 0), 0);
  Surfaces s = {
      surfaceOf(make(make_cudaExtent(kWidth, 0, 0), 0)),
      surfaceOf(image),
      surfaceOf(make(make_cudaExtent(kWidth, kHeight, kDepth), 0)),
      surfaceOf(make(make_cudaExtent(kWidth, 0, kDepth), cudaArrayLayered)),
      surfaceOf(make(make_cudaExtent(kWidth, kHeight, kDepth), cudaArrayLayered)),
      surfaceOf(make(make_cudaExtent(kHeight, kHeight, 6), cudaArrayCubemap)),
      surfaceOf(make(make_cudaExtent(kHeight, kHeight, 12), cudaArrayCubemap | cudaArrayLayered))};
  Buffer<int> wrong(1);
  wrong[0] = 0;
  wrong.upload();
  fill<<<1, dim3(kWidth, kHeight, kDepth)>>>(s);
  read<<<1, dim3(kWidth, kHeight, kDepth)>>>(s, textureOf(image, sampler()), wrong.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  wrong.download();
  EXPECT_EQ(wrong[0], 0);

  Buffer<float> out(8);
  readOutside<<<1, 1>>>(s.image, out.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  out.download();
  const float expected[] = {17, 10, 32, 2, 0, 0, 0, 12};
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ_AT(i, out[i], expected[i]);
  writeOutside<<<1, 1>>>(s.image);
  CUDA_CHECK(cudaDeviceSynchronize());
  std::vector<float> values(kWidth * kHeight);
  CUDA_CHECK(cudaMemcpy2DFromArray(values.data(), kWidth * 4, image, 0, 0, kWidth * 4, kHeight,
                                   cudaMemcpyDeviceToHost));
  for (int i = 0; i < kWidth * kHeight; ++i)
    EXPECT_EQ_AT(i, values[i],
                 i == kWidth * kHeight - 1 ? -3.0f : i % kWidth + 10.0f * (i / kWidth));

  const cudaArray_t bytes = arrayOf(std::vector<uchar4>(4, make_uchar4(5, 6, 7, 8)),
                                    make_cudaExtent(4, 1, 0), cudaArraySurfaceLoadStore);
  Buffer<uchar4> quads(2);
  vectors<<<1, 1>>>(surfaceOf(bytes), quads.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  quads.download();
  EXPECT_EQ(quads[0].z, 3);
  EXPECT_EQ(quads[1].x, 5);
  EXPECT_EQ(quads[1].z, 9);
  puts("ok");
}
