// Shows: ten values of a CUDA array of one dimension, read through a texture and printed.
// From: X-234 of the textbook.
// Try next: places between the values, with cudaFilterModeLinear.
#include <string>

#include "../captured_output.h"
#include "../example.h"

const int n = 10;

texture<float, 1, cudaReadModeElementType> line;

__global__ void read(float* out) {
  const int i = threadIdx.x;
  out[i] = tex1D(line, static_cast<float>(i));
}

static void program() {
  float values[n], back[n], *out;
  for (int i = 0; i < n; ++i)
    values[i] = 2.0f * i;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  CHECK_CUDA(cudaMallocArray(&array, &format, n, 1));
  CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, values, sizeof values, sizeof values, 1,
                                 cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaBindTextureToArray(line, array));
  CHECK_CUDA(cudaMalloc(&out, sizeof back));
  read<<<1, n>>>(out);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost));
  for (float value : back)
    std::printf("%f\n", value);
  CHECK_CUDA(cudaUnbindTexture(line));
  CHECK_CUDA(cudaFreeArray(array));
  CHECK_CUDA(cudaFree(out));
}

int main() {
  const std::string text = capturedOutput(program);
  std::string expected;
  for (int i = 0; i < n; ++i)
    expected += std::to_string(2 * i) + ".000000\n";
  EXPECT(text == expected);
  return report();
}
