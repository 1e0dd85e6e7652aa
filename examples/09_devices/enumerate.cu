// Shows: which devices there are, and their compute capability.
// From: X-017, X-066, X-106 of the guides, X-204 of the textbook.
// Try next: HEDDLE_PROFILE=gtx480; CUDA_VISIBLE_DEVICES.
#include <string>

#include "../captured_output.h"
#include "../example.h"

int main() {
  int count = 0;
  CHECK_CUDA(cudaGetDeviceCount(&count));
  EXPECT(count >= 1);
  const std::string text = capturedOutput([&] {
    for (int device = 0; device < count; ++device) {
      cudaDeviceProp properties;
      CHECK_CUDA(cudaGetDeviceProperties(&properties, device));
      std::printf("Device %d has compute capability %d.%d.\n", device, properties.major,
                  properties.minor);
    }
  });
  for (int device = 0; device < count; ++device) {
    int major = 0, minor = 0; // the other way to ask
    CHECK_CUDA(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    CHECK_CUDA(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    EXPECT(occurrences(text, "Device " + std::to_string(device) + " has compute capability " +
                                 std::to_string(major) + "." + std::to_string(minor) + ".\n") == 1);
  }
  EXPECT(occurrences(text, "\n") == count);
  return report();
}
