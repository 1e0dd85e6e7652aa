// Shows: what a card can do: multiprocessors, memory, clocks, and the bandwidth that follows.
// From: T-001, a lab of the textbook.
// Try next: measure the bandwidth with a kernel that copies, and compare.
// env: HEDDLE_PROFILE=940m
#include <cmath>

#include "../example.h"

static int attribute(cudaDeviceAttr which) {
  int value = -1;
  CHECK_CUDA(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

int main() {
  cudaDeviceProp properties;
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  const double clock = attribute(cudaDevAttrClockRate) / 1e3;             // MHz
  const double memoryClock = attribute(cudaDevAttrMemoryClockRate) / 1e3; // MHz
  const int bus = properties.memoryBusWidth;
  // Two transfers in a cycle, as all memories with double data rate.
  const double bandwidth = 2 * memoryClock * 1e6 * bus / 8 / 1e9;
  std::printf("%s: %d multiprocessors at %.0f MHz, %zu MB of memory at %.0f MHz over %d bits: "
              "%.1f GB/s\n",
              properties.name, properties.multiProcessorCount, clock,
              properties.totalGlobalMem >> 20, memoryClock, bus, bandwidth);
  EXPECT(properties.multiProcessorCount > 0 && clock > 0 && memoryClock > 0 && bus > 0);
  EXPECT(bus % 8 == 0);
  if (std::getenv("HEDDLE_PROFILE")) { // a real card has its own values
    EXPECT(properties.multiProcessorCount == 3 && clock == 1176 && bus == 64);
    EXPECT(std::fabs(bandwidth - 16.0) < 0.1);
  }
  return report();
}
