// L-252 L-255 L-260 L-261 L-262 L-290 L-302 R-303 R-304 R-307 R-313: textures of linear memory:
// tex1Dfetch of floats, vectors and bytes, as they are or as fractions, and zero out of range.
#include "texture.h"

using namespace conformance;

namespace {

constexpr int kCount = 100, kThreads = 128;

template <class T> __global__ void fetch(cudaTextureObject_t texture, int first, T* out) {
  const int i = threadIdx.x;
  out[i] = tex1Dfetch<T>(texture, first + i);
}

// Another way to write the same, with the result through a pointer.
__global__ void fetchInto(cudaTextureObject_t texture, float* out) {
  tex1Dfetch(out + threadIdx.x, texture, static_cast<int>(threadIdx.x));
}

template <class T, class Result = T> struct Fetched {
  Buffer<T> values{kCount};
  Buffer<Result> results{kThreads};
  template <class Make, class Check>
  void run(cudaTextureReadMode read, int first, Make make, Check check) {
    for (int i = 0; i < kCount; ++i)
      values[i] = make(i);
    values.upload();
    cudaTextureObject_t texture = linearTextureOf(values.device(), kCount, read);
    fetch<Result><<<1, kThreads>>>(texture, first, results.device());
    CUDA_CHECK(cudaDeviceSynchronize());
    results.download();
    for (int i = 0; i < kThreads; ++i)
      check(first + i, results[i], first + i >= 0 && first + i < kCount);
    CUDA_CHECK(cudaDestroyTextureObject(texture));
  }
};

} // namespace

int main() {
  Fetched<float> floats;
  floats.run(
      cudaReadModeElementType, -14, [](int i) { return 0.5f * i + 1; },
      [](int i, float value, bool inside) {
        EXPECT_EQ_AT(i + 14, value, inside ? 0.5f * i + 1 : 0.0f);
      });
  cudaTextureObject_t texture = linearTextureOf(floats.values.device(), kCount);
  fetchInto<<<1, 64>>>(texture, floats.results.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  floats.results.download();
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ_AT(i, floats.results[i], 0.5f * i + 1);
  CUDA_CHECK(cudaDestroyTextureObject(texture));

  Fetched<int2>().run(
      cudaReadModeElementType, 0, [](int i) { return make_int2(-i, i * i); },
      [](int i, int2 value, bool inside) {
        EXPECT_EQ_AT(i, value.x, inside ? -i : 0);
        EXPECT_EQ_AT(i, value.y, inside ? i * i : 0);
      });
  Fetched<float4>().run(
      cudaReadModeElementType, 0, [](int i) { return make_float4(i, 2 * i, 3 * i, -i); },
      [](int i, float4 value, bool inside) {
        EXPECT_EQ_AT(i, value.z, inside ? 3.0f * i : 0.0f);
        EXPECT_EQ_AT(i, value.w, inside ? -1.0f * i : 0.0f);
      });
  Fetched<uchar4>().run(
      cudaReadModeElementType, 0, [](int i) { return make_uchar4(i, 255 - i, 2 * i, 7); },
      [](int i, uchar4 value, bool inside) {
        EXPECT_EQ_AT(i, value.y, inside ? 255 - i : 0);
        EXPECT_EQ_AT(i, value.w, inside ? 7 : 0);
      });
  Fetched<short>().run(
      cudaReadModeElementType, 0, [](int i) { return static_cast<short>(-300 * i); },
      [](int i, short value, bool inside) {
        EXPECT_EQ_AT(i, value, inside ? static_cast<short>(-300 * i) : 0);
      });
  // Fractions of the range: 1 for the largest value, -1 for the smallest.
  Fetched<uchar4, float4>().run(
      cudaReadModeNormalizedFloat, 0, [](int i) { return make_uchar4(i, 255 - i, 2 * i, 255); },
      [](int i, float4 value, bool inside) {
        EXPECT_EQ_AT(i, value.x, inside ? i / 255.0f : 0.0f);
        EXPECT_EQ_AT(i, value.w, inside ? 1.0f : 0.0f);
      });
  Fetched<short, float>().run(
      cudaReadModeNormalizedFloat, 0,
      [](int i) {
        return static_cast<short>(i == 0 ? -32768 : i == 1 ? 32767 : -300 * i);
      },
      [](int i, float value, bool inside) {
        const float expected = i == 0 ? -1.0f : i == 1 ? 1.0f : -300 * i / 32767.0f;
        EXPECT_EQ_AT(i, value, inside ? expected : 0.0f);
      });
  puts("ok");
}
