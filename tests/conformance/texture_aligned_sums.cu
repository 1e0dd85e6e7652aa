// Linear filtering of texels that are small floating-point numbers: halves, BC6H and sRGB. The four
// texels get the exponent of the largest one that has a weight, lose what lies below its last
// place, and their sum is rounded once to a half. Alpha beside sRGB is filtered as 16-bit integers.
// nvcc: -lcuda
#include "driver.h"

#include <math.h>
#include <string.h>

constexpr int kExtent = 16;
constexpr int kSteps = 64; // positions a texel
constexpr int kSamples = 512;

__global__ void points(cudaTextureObject_t texture, float4* out) {
  out[blockIdx.x * kExtent + threadIdx.x] =
      tex2D<float4>(texture, threadIdx.x + 0.5f, blockIdx.x + 0.5f);
}

__global__ void sample(cudaTextureObject_t texture, const int2* places, float4* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = tex2D<float4>(texture, 0.5f + places[i].x / float(kSteps),
                         0.5f + places[i].y / float(kSteps));
}

static unsigned state = 1;
static unsigned randomBits() {
  state = state * 1664525 + 1013904223;
  return state >> 8;
}

struct Format {
  CUarray_format format;
  unsigned channels, flags, rowBytes, rows;
};

static CUarray arrayOf(const Format& f, const void* texels) {
  CUDA_ARRAY3D_DESCRIPTOR shape = {};
  shape.Width = shape.Height = kExtent;
  shape.Format = f.format;
  shape.NumChannels = f.channels;
  CUarray array;
  DRIVER_CHECK(cuArray3DCreate(&array, &shape));
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = texels;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = copy.srcPitch = f.rowBytes;
  copy.Height = f.rows;
  DRIVER_CHECK(cuMemcpy2D(&copy));
  return array;
}

static cudaTextureObject_t textureOf(CUarray array, const Format& f, CUfilter_mode mode) {
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUDA_TEXTURE_DESC description = {};
  for (CUaddress_mode& each : description.addressMode)
    each = CU_TR_ADDRESS_MODE_CLAMP;
  description.filterMode = mode;
  description.flags = f.flags;
  CUtexObject texture;
  DRIVER_CHECK(cuTexObjectCreate(&texture, &resource, &description, nullptr));
  return texture;
}

static int product(int a, int b) {
  return (a * b + 128) / 256;
}

// The last place of a texel, as a power of two.
static int lastPlace(float value, bool isSrgb) {
  if (!isSrgb)
    return ilogbf(value) - 14;
  constexpr float kFirst[] = {236, 484, 840, 1920, 4032, 7872, 15360};
  int place = -14;
  for (float first : kFirst)
    place += value * 16384 >= first;
  return place;
}

static float rounded(double sum) {
  if (sum == 0)
    return 0;
  const int place = ilogb(sum) - 10 < -24 ? -24 : ilogb(sum) - 10;
  return static_cast<float>(copysign(ldexp(floor(ldexp(fabs(sum), -place) + 0.5), place), sum));
}

static float channel(const float4& texel, int i) {
  return i == 0 ? texel.x : i == 1 ? texel.y : i == 2 ? texel.z : texel.w;
}

static void expectSum(int index, const float4* texels, int2 place, const float4& actual,
                      bool isSrgb) {
  const int x = place.x / kSteps, y = place.y / kSteps;
  const int fx = place.x % kSteps * (256 / kSteps), fy = place.y % kSteps * (256 / kSteps);
  const int upperRight = product(fx, fy), lowerLeft = product(256 - fx, 256 - fy);
  const int weights[] = {lowerLeft, fx - upperRight, 256 - fx - lowerLeft, upperRight};
  for (int c = 0; c < 4; ++c) {
    float values[4];
    int highest = -1000;
    for (int k = 0; k < 4; ++k) {
      const int column = x + k % 2 < kExtent ? x + k % 2 : kExtent - 1;
      const int row = y + k / 2 < kExtent ? y + k / 2 : kExtent - 1;
      values[k] = channel(texels[row * kExtent + column], c);
      if (weights[k] && values[k] != 0 && lastPlace(values[k], isSrgb) > highest)
        highest = lastPlace(values[k], isSrgb);
    }
    double sum = 0;
    for (int k = 0; k < 4; ++k)
      if (isSrgb && c == 3)
        sum += rint(values[k] * 65535.0) * weights[k];
      else
        sum += ldexp(trunc(ldexp(double(values[k]), -highest)), highest) * weights[k];
    const float expected = isSrgb && c == 3 ? static_cast<float>(floor(sum / 256 + 0.5)) / 65535.0f
                                            : rounded(sum / 256);
    EXPECT_EQ_AT(4 * index + c, channel(actual, c), expected);
  }
}

static void expectFiltered(const Format& f, const void* texels) {
  CUarray array = arrayOf(f, texels);
  Buffer<float4> single(kExtent * kExtent), filtered(kSamples);
  points<<<kExtent, kExtent>>>(textureOf(array, f, CU_TR_FILTER_MODE_POINT), single.device());
  Buffer<int2> places(kSamples);
  for (int i = 0; i < kSamples; ++i)
    places[i] = make_int2(randomBits() % (kExtent * kSteps - kSteps),
                          randomBits() % (kExtent * kSteps - kSteps));
  places.upload();
  sample<<<kSamples / 128, 128>>>(textureOf(array, f, CU_TR_FILTER_MODE_LINEAR), places.device(),
                                  filtered.device());
  single.download();
  filtered.download();
  for (int i = 0; i < kSamples; ++i)
    expectSum(i, single.host(), places[i], filtered[i], f.flags & CU_TRSF_SRGB);
  DRIVER_CHECK(cuArrayDestroy(array));
}

int main() {
  usePrimaryContext();
  static unsigned char bytes[kExtent * kExtent * 8];
  for (unsigned char& each : bytes)
    each = static_cast<unsigned char>(randomBits());
  constexpr unsigned kRow = kExtent / 4 * 16; // of blocks of 16 bytes
  expectFiltered({CU_AD_FORMAT_UNSIGNED_INT8, 4, CU_TRSF_SRGB, 4 * kExtent, kExtent}, bytes);
  expectFiltered({CU_AD_FORMAT_BC1_UNORM_SRGB, 4, CU_TRSF_SRGB, kRow / 2, kExtent / 4}, bytes);
  expectFiltered({CU_AD_FORMAT_BC2_UNORM_SRGB, 4, CU_TRSF_SRGB, kRow, kExtent / 4}, bytes);
  expectFiltered({CU_AD_FORMAT_BC3_UNORM_SRGB, 4, CU_TRSF_SRGB, kRow, kExtent / 4}, bytes);
  expectFiltered({CU_AD_FORMAT_BC7_UNORM_SRGB, 4, CU_TRSF_SRGB, kRow, kExtent / 4}, bytes);
  expectFiltered({CU_AD_FORMAT_BC6H_UF16, 3, 0, kRow, kExtent / 4}, bytes);
  expectFiltered({CU_AD_FORMAT_BC6H_SF16, 3, 0, kRow, kExtent / 4}, bytes);
  for (unsigned i = 1; i < sizeof bytes; i += 2) // no infinities among halves
    if ((bytes[i] & 0x7c) == 0x7c)
      bytes[i] ^= 4;
  expectFiltered({CU_AD_FORMAT_HALF, 4, 0, 8 * kExtent, kExtent}, bytes);
  puts("ok");
}
