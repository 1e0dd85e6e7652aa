// Shows: how much memory the picture on a screen takes, which a display takes from the device.
// From: X-040 of the guide.
// Try next: 3840 x 2160.
#include <cmath>

#include "../device_array.h"

struct Mode {
  int width, height, bitsPerPixel;
};

__global__ void measure(const Mode* modes, unsigned long long* bytes) {
  const Mode mode = modes[threadIdx.x];
  bytes[threadIdx.x] = 1ull * mode.width * mode.height * mode.bitsPerPixel / 8;
}

int main() {
  const DeviceArray<Mode> modes(std::vector<Mode>{{1280, 1024, 32}, {1600, 1200, 32}});
  const DeviceArray<unsigned long long> bytes(2);
  measure<<<1, 2>>>(modes, bytes);
  const std::vector<unsigned long long> seen = bytes.values();
  std::printf("%.2f MB and %.2f MB\n", seen[0] / 1e6, seen[1] / 1e6);
  EXPECT(std::round(seen[0] / 1e4) == 524); // 5.24 MB
  EXPECT(std::round(seen[1] / 1e4) == 768); // 7.68 MB
  return report();
}
