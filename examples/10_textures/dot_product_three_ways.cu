// Shows: the dot product of vectors in textures: both in arrays, one in linear memory, both there.
// From: T-028, homework of the textbook.
// Try next: sizes up to the largest width of an array, and compare the times.
#include "texture_object.h"

// How a vector is read: tex1D for arrays, tex1Dfetch for linear memory.
struct InArray {
  static __device__ float read(cudaTextureObject_t t, int i) { return tex1D<float>(t, i + 0.5f); }
};
struct InMemory {
  static __device__ float read(cudaTextureObject_t t, int i) { return tex1Dfetch<float>(t, i); }
};

template <class A, class B>
__global__ void dot(cudaTextureObject_t a, cudaTextureObject_t b, int n, float* partial) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += A::read(a, i) * B::read(b, i);
  partial[threadIdx.x] = sum;
}

template <class A, class B>
double product(cudaTextureObject_t a, cudaTextureObject_t b, int n, const char* name) {
  DeviceArray<float> partial(128);
  cudaEvent_t start, stop;
  CHECK_CUDA(cudaEventCreate(&start));
  CHECK_CUDA(cudaEventCreate(&stop));
  CHECK_CUDA(cudaEventRecord(start));
  dot<A, B><<<1, 128>>>(a, b, n, static_cast<float*>(partial));
  CHECK_CUDA(cudaEventRecord(stop));
  double sum = 0;
  for (float value : partial.values())
    sum += value;
  float milliseconds = -1;
  CHECK_CUDA(cudaEventElapsedTime(&milliseconds, start, stop));
  std::printf("%5d elements, %-22s %.3f ms\n", n, name, milliseconds);
  EXPECT(milliseconds >= 0);
  CHECK_CUDA(cudaEventDestroy(start));
  CHECK_CUDA(cudaEventDestroy(stop));
  return sum;
}

int main() {
  int widest = 0;
  CHECK_CUDA(cudaDeviceGetAttribute(&widest, cudaDevAttrMaxTexture1DWidth, 0));
  for (int n : {100, 1000, 10000}) {
    EXPECT(n <= widest);
    std::vector<float> a(n), b(n);
    double expected = 0;
    for (int i = 0; i < n; ++i) {
      a[i] = static_cast<float>(i % 13);
      b[i] = static_cast<float>(i % 9 - 4);
      expected += a[i] * b[i];
    }
    const DeviceArray<float> memoryA(a), memoryB(b);
    cudaArray_t arrays[] = {filledArray(a, make_cudaExtent(n, 0, 0)),
                            filledArray(b, make_cudaExtent(n, 0, 0))};
    const cudaTextureObject_t textures[] = {textureOf(arrays[0], {}), textureOf(arrays[1], {}),
                                            linearTexture<float>(memoryA, n),
                                            linearTexture<float>(memoryB, n)};
    EXPECT((product<InArray, InArray>(textures[0], textures[1], n, "both in arrays")) == expected);
    EXPECT((product<InArray, InMemory>(textures[0], textures[3], n, "one in an array")) ==
           expected);
    EXPECT((product<InMemory, InMemory>(textures[2], textures[3], n, "both in linear memory")) ==
           expected);
    for (cudaTextureObject_t texture : textures)
      CHECK_CUDA(cudaDestroyTextureObject(texture));
    for (cudaArray_t array : arrays)
      CHECK_CUDA(cudaFreeArray(array));
  }
  return report();
}
