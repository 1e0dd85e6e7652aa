// Arrays of three channels of ten bits and one of two: textures read fractions, filtered as 16-bit
// integers, and surfaces the 32 bits as they are.
// nvcc: -lcuda
#include "driver.h"

#include <math.h>

constexpr int kExtent = 16;

__global__ void sample(cudaTextureObject_t texture, float4* out, float offset) {
  out[threadIdx.y * kExtent + threadIdx.x] =
      tex2D<float4>(texture, threadIdx.x + offset, threadIdx.y + offset);
}

__global__ void exchange(cudaSurfaceObject_t surface, unsigned* out) {
  const int x = threadIdx.x, y = threadIdx.y;
  out[y * kExtent + x] = surf2Dread<unsigned>(surface, 4 * x, y);
  surf2Dwrite(0x12345678u + x, surface, 4 * x, y);
}

static unsigned channel(unsigned texel, int i) {
  return i < 3 ? texel >> 10 * i & 0x3ff : texel >> 30;
}
// As a 16-bit integer, which repeats the bits.
static unsigned widened(unsigned texel, int i) {
  const unsigned value = channel(texel, i);
  return i < 3 ? value << 6 | value >> 4 : value * 0x5555;
}

static cudaTextureObject_t textureOf(CUarray array, CUfilter_mode mode) {
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUDA_TEXTURE_DESC description = {};
  for (CUaddress_mode& each : description.addressMode)
    each = CU_TR_ADDRESS_MODE_CLAMP;
  description.filterMode = mode;
  description.flags = CU_TRSF_READ_AS_INTEGER; // it has no effect on these
  CUtexObject texture;
  DRIVER_CHECK(cuTexObjectCreate(&texture, &resource, &description, nullptr));
  return texture;
}

int main() {
  usePrimaryContext();
  CUDA_ARRAY3D_DESCRIPTOR shape = {};
  shape.Width = shape.Height = kExtent;
  shape.Format = CU_AD_FORMAT_UNORM_INT_101010_2;
  shape.NumChannels = 1;
  CUarray array;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuArray3DCreate(&array, &shape));
  shape.NumChannels = 4;
  shape.Flags = CUDA_ARRAY3D_SURFACE_LDST;
  DRIVER_CHECK(cuArray3DCreate(&array, &shape));

  Buffer<unsigned> texels(kExtent * kExtent);
  for (int i = 0; i < kExtent * kExtent; ++i)
    texels[i] = i == 0 ? 0 : i == 1 ? ~0u : i * 2654435761u;
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = texels.host();
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = copy.srcPitch = 4 * kExtent;
  copy.Height = kExtent;
  DRIVER_CHECK(cuMemcpy2D(&copy));

  Buffer<float4> out(kExtent * kExtent);
  sample<<<1, dim3(kExtent, kExtent)>>>(textureOf(array, CU_TR_FILTER_MODE_POINT), out.device(),
                                        0.5f);
  out.download();
  for (int at = 0; at < kExtent * kExtent; ++at)
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ_AT(4 * at + i, (&out[at].x)[i],
                   static_cast<float>(channel(texels[at], i)) / (i < 3 ? 1023.0f : 3.0f));

  // In the middle between texels, each of the four has a quarter of the weight.
  sample<<<1, dim3(kExtent, kExtent)>>>(textureOf(array, CU_TR_FILTER_MODE_LINEAR), out.device(),
                                        1.0f);
  out.download();
  for (int y = 0; y + 1 < kExtent; ++y)
    for (int x = 0; x + 1 < kExtent; ++x)
      for (int i = 0; i < 4; ++i) {
        const int at = y * kExtent + x;
        const unsigned sum = widened(texels[at], i) + widened(texels[at + 1], i) +
                             widened(texels[at + kExtent], i) +
                             widened(texels[at + kExtent + 1], i);
        EXPECT_EQ_AT(4 * at + i, (&out[at].x)[i], floorf(sum / 4.0f + 0.5f) / 65535.0f);
      }

  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUsurfObject surface;
  DRIVER_CHECK(cuSurfObjectCreate(&surface, &resource));
  Buffer<unsigned> raw(kExtent * kExtent);
  exchange<<<1, dim3(kExtent, kExtent)>>>(surface, raw.device());
  raw.download();
  for (int at = 0; at < kExtent * kExtent; ++at)
    EXPECT_EQ_AT(at, raw[at], texels[at]);
  exchange<<<1, dim3(kExtent, kExtent)>>>(surface, raw.device());
  raw.download();
  for (int at = 0; at < kExtent * kExtent; ++at)
    EXPECT_EQ_AT(at, raw[at], 0x12345678u + at % kExtent);

  const cudaChannelFormatDesc format =
      cudaCreateChannelDesc<cudaChannelFormatKindUnsignedNormalized1010102>();
  EXPECT_EQ(format.x, 10);
  EXPECT_EQ(format.w, 2);
  cudaArray_t runtimeArray;
  CUDA_CHECK(cudaMallocArray(&runtimeArray, &format, kExtent, kExtent));
  cudaChannelFormatDesc found;
  CUDA_CHECK(cudaGetChannelDesc(&found, runtimeArray));
  EXPECT_EQ(found.x, 10);
  EXPECT_EQ(found.w, 2);
  return ok();
}
