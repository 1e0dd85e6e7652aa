// L-263 L-264 L-265 L-266 L-267 L-274 L-275 L-276 L-277 L-278 L-279 L-280 L-281 L-282 R-296 R-305
// R-306: which texel a coordinate means: tex1D, tex2D and tex3D of arrays and of pitched memory,
// point sampled, with each addressing mode, in texels and in fractions.
#include <math.h>

#include "texture.h"

using namespace conformance;

namespace {

constexpr int kWidth = 8, kHeight = 4, kDepth = 2, kSteps = 97;

__global__ void read1D(cudaTextureObject_t texture, float first, float step, float* out) {
  out[threadIdx.x] = tex1D<float>(texture, first + step * threadIdx.x);
}
__global__ void read2D(cudaTextureObject_t texture, float first, float step, float y, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, first + step * threadIdx.x, y);
}
__global__ void read3D(cudaTextureObject_t texture, float first, float step, float y, float z,
                       float* out) {
  out[threadIdx.x] = tex3D<float>(texture, first + step * threadIdx.x, y, z);
}

// The texel of a coordinate in texels, by the rules of the guide; -1 outside.
int texelOf(float x, int size, cudaTextureAddressMode mode) {
  const int i = static_cast<int>(floorf(x));
  if (i >= 0 && i < size)
    return i;
  const int period = ((i % (2 * size)) + 2 * size) % (2 * size);
  switch (mode) {
  case cudaAddressModeWrap:
    return period % size;
  case cudaAddressModeMirror:
    return period < size ? period : 2 * size - 1 - period;
  case cudaAddressModeBorder:
    return -1;
  default:
    return i < 0 ? 0 : size - 1;
  }
}

} // namespace

int main() {
  std::vector<float> values(kWidth * kHeight * kDepth);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(i + 1);
  const cudaArray_t array1D = arrayOf(values, make_cudaExtent(kWidth, 0, 0));
  const cudaArray_t arrayWide = arrayOf(values, make_cudaExtent(kWidth, 1, 0)); // of height 1
  const cudaArray_t array2D = arrayOf(values, make_cudaExtent(kWidth, kHeight, 0));
  const cudaArray_t array3D = arrayOf(values, make_cudaExtent(kWidth, kHeight, kDepth));
  Buffer<float> out(kSteps);
  // Quarters and three quarters of texels, from a texture before the first to one behind the last.
  const float first = -kWidth + 0.25f, step = 0.25f;
  for (bool normalized : {false, true})
    for (cudaTextureAddressMode mode : {cudaAddressModeClamp, cudaAddressModeBorder,
                                        cudaAddressModeWrap, cudaAddressModeMirror}) {
      const bool repeats = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
      if (repeats && !normalized)
        continue;
      const float sx = normalized ? 1.0f / kWidth : 1, sy = normalized ? 1.0f / kHeight : 1,
                  sz = normalized ? 1.0f / kDepth : 1;
      const cudaTextureDesc desc = sampler(cudaFilterModePoint, normalized, mode);
      const auto expect = [&](int row) {
        CUDA_CHECK(cudaDeviceSynchronize());
        out.download();
        for (int i = 0; i < kSteps; ++i) {
          const int texel = texelOf(first + step * i, kWidth, mode);
          EXPECT_EQ_AT(i, out[i], texel < 0 || row < 0 ? 0.0f : values[row * kWidth + texel]);
        }
      };
      for (cudaArray_t array : {array1D, arrayWide}) {
        const cudaTextureObject_t texture = textureOf(array, desc);
        read1D<<<1, kSteps>>>(texture, first * sx, step * sx, out.device());
        expect(0);
        CUDA_CHECK(cudaDestroyTextureObject(texture));
      }
      const cudaTextureObject_t texture2D = textureOf(array2D, desc);
      const cudaTextureObject_t texture3D = textureOf(array3D, desc);
      for (float y : {0.5f, 3.25f, -0.75f, 5.5f}) {
        const int row = texelOf(y, kHeight, mode);
        read2D<<<1, kSteps>>>(texture2D, first * sx, step * sx, y * sy, out.device());
        expect(row);
        read3D<<<1, kSteps>>>(texture3D, first * sx, step * sx, y * sy, 1.5f * sz, out.device());
        expect(row < 0 ? -1 : kHeight + row);
      }
      CUDA_CHECK(cudaDestroyTextureObject(texture2D));
      CUDA_CHECK(cudaDestroyTextureObject(texture3D));
    }

  // Pitched memory.
  void* memory;
  size_t pitch;
  CUDA_CHECK(cudaMallocPitch(&memory, &pitch, kWidth * sizeof(float), kHeight));
  CUDA_CHECK(cudaMemcpy2D(memory, pitch, values.data(), kWidth * sizeof(float),
                          kWidth * sizeof(float), kHeight, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = memory;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = kWidth;
  resource.res.pitch2D.height = kHeight;
  resource.res.pitch2D.pitchInBytes = pitch;
  const cudaTextureDesc desc = sampler();
  cudaTextureObject_t texture;
  CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
  read2D<<<1, kSteps>>>(texture, first, step, 2.5f, out.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  out.download();
  for (int i = 0; i < kSteps; ++i)
    EXPECT_EQ_AT(i, out[i],
                 values[2 * kWidth + texelOf(first + step * i, kWidth, cudaAddressModeClamp)]);
  puts("ok");
}
