// Shows: texture references of CUDA before 12: three template arguments, attributes as members.
// From: X-022, X-023, X-073, X-111 of the guides, X-201 of the article, X-233 of the textbook.
// Try next: rotation_object.cu, which does the same with an object.
#include "../device_array.h"

texture<float, 2, cudaReadModeElementType> plane;
texture<float> line; // one dimension, and the elements as they are
texture<uchar4, cudaTextureType1D, cudaReadModeNormalizedFloat> colours;

__global__ void read(float* out, float4* outColours) {
  const int i = threadIdx.x;
  out[i] = tex1Dfetch(line, i);
  outColours[i] = tex1Dfetch(colours, i);
}

static void members() {
  plane.addressMode[0] = cudaAddressModeWrap;
  plane.addressMode[1] = cudaAddressModeMirror;
  plane.filterMode = cudaFilterModeLinear;
  plane.normalized = 1;
  plane.sRGB = 0;
  plane.maxAnisotropy = 1;
  plane.mipmapFilterMode = cudaFilterModePoint;
  plane.mipmapLevelBias = 0;
  plane.minMipmapLevelClamp = 0;
  plane.maxMipmapLevelClamp = 0;
  const textureReference& base = plane; // all of this is textureReference's
  EXPECT(base.filterMode == cudaFilterModeLinear && base.normalized == 1);
  EXPECT(base.addressMode[1] == cudaAddressModeMirror);
  EXPECT(line.filterMode == cudaFilterModePoint && line.normalized == 0);
  EXPECT(line.addressMode[0] == cudaAddressModeClamp);

  const cudaChannelFormatDesc channels = plane.channelDesc;
  EXPECT(channels.x == 32 && channels.y == 0 && channels.z == 0 && channels.w == 0);
  EXPECT(channels.f == cudaChannelFormatKindFloat);
  const cudaChannelFormatDesc bytes = cudaCreateChannelDesc<uchar4>();
  EXPECT(bytes.x == 8 && bytes.w == 8 && bytes.f == cudaChannelFormatKindUnsigned);
  const cudaChannelFormatDesc ints =
      cudaCreateChannelDesc(32, 32, 0, 0, cudaChannelFormatKindSigned);
  EXPECT(ints.y == 32 && ints.z == 0 && ints.f == cudaChannelFormatKindSigned);
}

int main() {
  members();
  const int n = 16;
  std::vector<float> values(n);
  std::vector<uchar4> pixels(n);
  for (int i = 0; i < n; ++i) {
    values[i] = 1.5f * i;
    pixels[i] = make_uchar4(i, 255, 0, 51);
  }
  DeviceArray<float> deviceValues(values), out(n);
  DeviceArray<uchar4> devicePixels(pixels);
  DeviceArray<float4> outColours(n);
  CHECK_CUDA(cudaBindTexture(nullptr, line, deviceValues, n * sizeof(float)));
  CHECK_CUDA(cudaBindTexture(nullptr, colours, devicePixels, n * sizeof(uchar4)));
  read<<<1, n>>>(out, outColours);
  EXPECT(out.values() == values);
  const std::vector<float4> seen = outColours.values();
  for (int i = 0; i < n; ++i)
    EXPECT(seen[i].x == i / 255.0f && seen[i].y == 1 && seen[i].z == 0 && seen[i].w == 0.2f);
  CHECK_CUDA(cudaUnbindTexture(line));
  CHECK_CUDA(cudaUnbindTexture(colours));
  return report();
}
