// L-251 L-252 L-253 L-254 L-255 L-256 L-257 L-258 L-259 L-273 L-274 L-303 L-304 L-307 R-294 R-298
// R-299 R-300 R-301 R-302 R-308 R-309 R-310 X-022 X-023 X-030 X-031 X-032: texture and surface
// references, which CUDA had until version 11: declared at file scope, bound to linear memory,
// pitched memory and arrays, with attributes that the program changes between launches.
#include "check.h"

#include <vector>

using namespace conformance;

texture<float> line;
texture<uchar4, 1, cudaReadModeNormalizedFloat> colours;
texture<float, cudaTextureType2D, cudaReadModeElementType> image;
texture<int, 3> volume;
texture<float, cudaTextureType2DLayered> layers;
texture<float, cudaTextureTypeCubemap> cube;
static texture<unsigned short, 2> numbers(0, cudaFilterModePoint, cudaAddressModeBorder);
surface<void, cudaSurfaceType2D> output;
surface<void> lineOutput;

namespace {

constexpr int kWidth = 8, kHeight = 4;

__device__ float half(float x) {
  return tex1Dfetch(line, static_cast<int>(x)) / 2;
}

__global__ void readLinear(float* out, float4* outColours) {
  const int i = threadIdx.x;
  out[i] = half(i) + tex1Dfetch(line, i) / 2;
  outColours[i] = tex1Dfetch(colours, i);
}
__global__ void readImage(float x, float y, float* out) {
  *out = tex2D(image, x, y);
}
__global__ void readNumbers(unsigned short* out) {
  out[threadIdx.x] = tex2D(numbers, threadIdx.x - 1 + 0.5f, 1.5f);
}
__global__ void readRest(float* out) {
  out[0] = tex3D(volume, 1.5f, 1.5f, 1.5f);
  out[1] = tex2DLayered(layers, 2.5f, 1.5f, 1);
  out[2] = texCubemap(cube, 0.0f, 0.0f, -1.0f);
}
__global__ void write() {
  const int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite(static_cast<float>(x + 10 * y), output, x * 4, y);
  if (y == 0)
    surf1Dwrite(surf1Dread<float>(lineOutput, x * 4) + 1, lineOutput, x * 4);
}

template <class T> cudaArray_t filled(cudaExtent extent, unsigned flags, float first) {
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
  cudaArray_t array;
  CUDA_CHECK(cudaMalloc3DArray(&array, &desc, extent, flags));
  cudaMemcpy3DParms copy = {};
  copy.extent = make_cudaExtent(extent.width, extent.height ? extent.height : 1,
                                extent.depth ? extent.depth : 1);
  std::vector<T> values(copy.extent.width * copy.extent.height * copy.extent.depth);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<T>(first + i);
  copy.srcPtr = make_cudaPitchedPtr(values.data(), extent.width * sizeof(T), extent.width,
                                    copy.extent.height);
  copy.dstArray = array;
  copy.kind = cudaMemcpyHostToDevice;
  CUDA_CHECK(cudaMemcpy3D(&copy));
  return array;
}

float imageAt(float x, float y) {
  Buffer<float> out(1);
  readImage<<<1, 1>>>(x, y, out.device());
  out.download();
  return out[0];
}

} // namespace

int main() {
  // Linear memory, with and without a size; zero beyond the end.
  Buffer<float> values(kWidth), out(32);
  Buffer<uchar4> bytes(kWidth);
  Buffer<float4> fractions(32);
  for (int i = 0; i < kWidth; ++i) {
    values[i] = 3.0f * i;
    bytes[i] = make_uchar4(i, 255, 0, 51);
  }
  values.upload();
  bytes.upload();
  size_t offset = 77;
  CUDA_CHECK(cudaBindTexture(&offset, line, values.device(), kWidth * sizeof(float)));
  EXPECT_EQ(offset, size_t{0});
  CUDA_CHECK(cudaBindTexture(nullptr, colours, bytes.device()));
  readLinear<<<1, 32>>>(out.device(), fractions.device());
  out.download();
  fractions.download();
  for (int i = 0; i < kWidth; ++i) {
    EXPECT_EQ_AT(i, out[i], 3.0f * i);
    EXPECT_EQ_AT(i, fractions[i].x, i / 255.0f);
    EXPECT_EQ_AT(i, fractions[i].w, 0.2f);
  }
  EXPECT_EQ(out[kWidth], 0.0f);
  CUDA_CHECK(cudaGetTextureAlignmentOffset(&offset, line));
  EXPECT_EQ(offset, size_t{0});
  // An address inside: the offset says where its texture begins.
  CUDA_CHECK(cudaBindTexture(&offset, line, values.device() + 2, 4 * sizeof(float)));
  EXPECT_EQ(offset, 2 * sizeof(float));
  CUDA_CHECK(cudaUnbindTexture(line));

  // An array, with attributes that change after it was bound.
  const cudaArray_t array = filled<float>(make_cudaExtent(kWidth, kHeight, 0), 0, 0);
  const cudaChannelFormatDesc channels = image.channelDesc;
  EXPECT_EQ(channels.x, 32);
  EXPECT_EQ(static_cast<int>(channels.f), static_cast<int>(cudaChannelFormatKindFloat));
  CUDA_CHECK(cudaBindTextureToArray(image, array, channels));
  EXPECT_EQ(imageAt(2.75f, 1.5f), 10.0f);
  EXPECT_EQ(imageAt(-3, 9), 24.0f);
  image.filterMode = cudaFilterModeLinear;
  EXPECT_EQ(imageAt(2.75f, 1.5f), 10.25f);
  image.normalized = 1;
  image.addressMode[0] = image.addressMode[1] = cudaAddressModeWrap;
  EXPECT_EQ(imageAt(1 + 2.75f / kWidth, -1 + 1.5f / kHeight), 10.25f);
  image.filterMode = cudaFilterModePoint;
  image.addressMode[0] = cudaAddressModeMirror;
  EXPECT_EQ(imageAt(-0.5f / kWidth, 0.5f / kHeight), 0.0f);
  image.normalized = 0;
  // The same through the reference that a symbol stands for, to pitched memory.
  void* pitched;
  size_t pitch;
  CUDA_CHECK(cudaMallocPitch(&pitched, &pitch, kWidth * sizeof(float), kHeight));
  std::vector<float> rows(kWidth * kHeight, 5);
  CUDA_CHECK(cudaMemcpy2D(pitched, pitch, rows.data(), kWidth * 4, kWidth * 4, kHeight,
                          cudaMemcpyHostToDevice));
  const textureReference* reference = nullptr;
  CUDA_CHECK(cudaGetTextureReference(&reference, &image));
  CHECK(reference == &image);
  const textureReference* named = nullptr;
  CUDA_CHECK(cudaGetTextureReference(&named, "image"));
  CHECK(named == &image);
  CUDA_CHECK(cudaBindTexture2D(&offset, reference, pitched, &channels, kWidth, kHeight, pitch));
  EXPECT_EQ(imageAt(3.5f, 2.5f), 5.0f);
  CUDA_CHECK(cudaUnbindTexture(image));

  // What is bound may be freed first; then the reference takes another array, or none.
  const cudaArray_t early = filled<float>(make_cudaExtent(kWidth, kHeight, 0), 0, 50);
  CUDA_CHECK(cudaBindTextureToArray(image, early));
  EXPECT_EQ(imageAt(2.5f, 1.5f), 60.0f);
  CUDA_CHECK(cudaFreeArray(early));
  const cudaArray_t late = filled<float>(make_cudaExtent(kWidth, kHeight, 0), 0, 70);
  CUDA_CHECK(cudaBindTextureToArray(image, late));
  EXPECT_EQ(imageAt(2.5f, 1.5f), 80.0f);
  CUDA_CHECK(cudaFreeArray(late));
  CUDA_CHECK(cudaUnbindTexture(image));

  Buffer<unsigned short> shorts(kWidth + 2);
  CUDA_CHECK(cudaBindTextureToArray(
      numbers, filled<unsigned short>(make_cudaExtent(kWidth, kHeight, 0), 0, 100)));
  readNumbers<<<1, kWidth + 2>>>(shorts.device());
  shorts.download();
  for (int i = 0; i < kWidth + 2; ++i)
    EXPECT_EQ_AT(i, shorts[i], i == 0 || i > kWidth ? 0 : 100 + kWidth + i - 1);

  CUDA_CHECK(cudaBindTextureToArray(volume, filled<int>(make_cudaExtent(4, 4, 2), 0, 0)));
  CUDA_CHECK(
      cudaBindTextureToArray(layers, filled<float>(make_cudaExtent(4, 4, 3), cudaArrayLayered, 0)));
  cube.normalized = 1;
  CUDA_CHECK(
      cudaBindTextureToArray(cube, filled<float>(make_cudaExtent(1, 1, 6), cudaArrayCubemap, 0)));
  readRest<<<1, 1>>>(out.device());
  out.download();
  EXPECT_EQ(out[1], 16.0f + 4 + 2);
  EXPECT_EQ(out[2], 5.0f);

  // Surfaces.
  const cudaArray_t target =
      filled<float>(make_cudaExtent(kWidth, kHeight, 0), cudaArraySurfaceLoadStore, 0);
  const cudaArray_t row =
      filled<float>(make_cudaExtent(kWidth, 0, 0), cudaArraySurfaceLoadStore, 50);
  const surfaceReference* surfaceOutput = nullptr;
  CUDA_CHECK(cudaGetSurfaceReference(&surfaceOutput, &output));
  CUDA_CHECK(cudaBindSurfaceToArray(surfaceOutput, target, &channels));
  CUDA_CHECK(cudaBindSurfaceToArray(lineOutput, row));
  write<<<1, dim3(kWidth, kHeight)>>>();
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaMemcpy2DFromArray(rows.data(), kWidth * 4, target, 0, 0, kWidth * 4, kHeight,
                                   cudaMemcpyDeviceToHost));
  for (int i = 0; i < kWidth * kHeight; ++i)
    EXPECT_EQ_AT(i, rows[i], i % kWidth + 10.0f * (i / kWidth));
  CUDA_CHECK(cudaMemcpy2DFromArray(rows.data(), kWidth * 4, row, 0, 0, kWidth * 4, 1,
                                   cudaMemcpyDeviceToHost));
  for (int i = 0; i < kWidth; ++i)
    EXPECT_EQ_AT(i, rows[i], 51.0f + i);
  puts("ok");
}
