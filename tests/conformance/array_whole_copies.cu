// R-286 R-292 R-297 L-234 L-235: copies of a whole array by the functions of old, which programs
// still call; the channel descriptions of 16-bit floats, and their conversions in a kernel; and
// both read modes of a texture.
#include "check.h"

#include <cuda_fp16.h>

__global__ void fetch(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1D<float>(texture, threadIdx.x + 0.5f);
}
__global__ void fetchBytes(cudaTextureObject_t texture, unsigned* out) {
  out[threadIdx.x] = tex1D<unsigned char>(texture, threadIdx.x + 0.5f);
}

__global__ void convert(const float* in, unsigned short* bits, float* back) {
  const __half value = __float2half_rn(in[threadIdx.x]);
  bits[threadIdx.x] = __half_as_ushort(value);
  back[threadIdx.x] = __half2float(value);
}

static cudaTextureObject_t textureOf(cudaArray_t array, cudaTextureReadMode mode) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = cudaAddressModeClamp;
  description.readMode = mode;
  cudaTextureObject_t texture;
  CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

static void copies() {
  const int n = 16;
  const size_t bytes = n * sizeof(float);
  float in[n], out[n] = {}, again[n] = {};
  for (int i = 0; i < n; ++i)
    in[i] = 1.5f * i;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t first, second;
  CUDA_CHECK(cudaMallocArray(&first, &format, n, 1));
  CUDA_CHECK(cudaMallocArray(&second, &format, n, 1));
  CUDA_CHECK(cudaMemcpyToArray(first, 0, 0, in, bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpyArrayToArray(second, 0, 0, first, 0, 0, bytes, cudaMemcpyDeviceToDevice));
  CUDA_CHECK(cudaMemcpyFromArray(out, second, 0, 0, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    EXPECT_EQ_AT(i, out[i], 1.5f * i);

  // From the second element on, in a stream.
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  const size_t step = sizeof(float);
  CUDA_CHECK(
      cudaMemcpyToArrayAsync(second, step, 0, in, bytes - step, cudaMemcpyHostToDevice, stream));
  CUDA_CHECK(cudaMemcpyFromArrayAsync(again, second, 0, 0, bytes, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  for (int i = 0; i < n; ++i)
    EXPECT_EQ_AT(i, again[i], i ? 1.5f * (i - 1) : 0.0f);
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaFreeArray(first));
  CUDA_CHECK(cudaFreeArray(second));
}

static void expectHalf(cudaChannelFormatDesc format, int components) {
  const int bits[] = {format.x, format.y, format.z, format.w};
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ_AT(i, bits[i], i < components ? 16 : 0);
  CHECK(format.f == cudaChannelFormatKindFloat);
}

static void halves() {
  expectHalf(cudaCreateChannelDescHalf(), 1);
  expectHalf(cudaCreateChannelDescHalf1(), 1);
  expectHalf(cudaCreateChannelDescHalf2(), 2);
  expectHalf(cudaCreateChannelDescHalf4(), 4);

  // A kernel reads 16-bit floats as float.
  const __half in[] = {__float2half_rn(0.5f), __float2half_rn(-3), __float2half_rn(1024)};
  const cudaChannelFormatDesc format = cudaCreateChannelDescHalf();
  cudaArray_t array;
  CUDA_CHECK(cudaMallocArray(&array, &format, 3, 1));
  CUDA_CHECK(cudaMemcpyToArray(array, 0, 0, in, sizeof in, cudaMemcpyHostToDevice));
  const cudaTextureObject_t texture = textureOf(array, cudaReadModeElementType);
  Buffer<float> out(3);
  fetch<<<1, 3>>>(texture, out.device());
  out.download();
  EXPECT_EQ(out[0], 0.5f);
  EXPECT_EQ(out[1], -3.0f);
  EXPECT_EQ(out[2], 1024.0f);
  CUDA_CHECK(cudaDestroyTextureObject(texture));
  CUDA_CHECK(cudaFreeArray(array));
}

static void conversions() {
  const float values[] = {1, -2, 65504, 1e6f, 2049}; // the last lies between two 16-bit floats
  const unsigned short expected[] = {0x3c00, 0xc000, 0x7bff, 0x7c00, 0x6800};
  Buffer<float> in(5), back(5);
  Buffer<unsigned short> bits(5);
  for (int i = 0; i < 5; ++i)
    in[i] = values[i];
  in.upload();
  convert<<<1, 5>>>(in.device(), bits.device(), back.device());
  bits.download();
  back.download();
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ_AT(i, bits[i], expected[i]);
  EXPECT_EQ(back[2], 65504.0f);
  EXPECT_EQ(back[4], 2048.0f);
}

static void readModes() {
  const unsigned char in[] = {0, 51, 255};
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
  cudaArray_t array;
  CUDA_CHECK(cudaMallocArray(&array, &format, 3, 1));
  CUDA_CHECK(cudaMemcpyToArray(array, 0, 0, in, sizeof in, cudaMemcpyHostToDevice));
  cudaTextureObject_t texture = textureOf(array, cudaReadModeElementType);
  Buffer<unsigned> bytes(3);
  fetchBytes<<<1, 3>>>(texture, bytes.device());
  bytes.download();
  CUDA_CHECK(cudaDestroyTextureObject(texture));
  texture = textureOf(array, cudaReadModeNormalizedFloat);
  Buffer<float> numbers(3);
  fetch<<<1, 3>>>(texture, numbers.device());
  numbers.download();
  CUDA_CHECK(cudaDestroyTextureObject(texture));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ_AT(i, bytes[i], in[i]);
  EXPECT_EQ(numbers[0], 0.0f);
  CHECK(numbers[1] > 0.1999f && numbers[1] < 0.2001f);
  EXPECT_EQ(numbers[2], 1.0f);
  CUDA_CHECK(cudaFreeArray(array));
}

int main() {
  copies();
  halves();
  conversions();
  readModes();
  return ok();
}
