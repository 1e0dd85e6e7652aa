// Shows: 5000 values of linear memory, copied by a kernel that reads them through a texture.
// From: X-235 of the textbook.
// Try next: cudaBindTexture with fewer bytes: the rest reads as zero.
#include <string>

#include "../captured_output.h"
#include "../device_array.h"

const int n = 5000;

texture<float, 1, cudaReadModeElementType> line;

__global__ void copy(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = tex1Dfetch(line, i);
}

int main() {
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i)
    values[i] = 0.1f * i;
  DeviceArray<float> deviceValues(values), out(n);
  CHECK_CUDA(cudaBindTexture(nullptr, line, deviceValues, n * sizeof(float)));
  copy<<<(n + 255) / 256, 256>>>(out);
  const std::vector<float> copied = out.values();
  const std::string text = capturedOutput([&] {
    int differences = 0;
    for (int i = 0; i < n; ++i)
      differences += copied[i] != values[i];
    std::printf(differences == 0 ? "Массивы совпали \n" : "%d\n", differences);
  });
  EXPECT(text == "Массивы совпали \n"); // "the arrays are equal", in the textbook's language
  CHECK_CUDA(cudaUnbindTexture(line));
  return report();
}
