// Shows that device code cannot reach the host's memory through the device runtime either: a copy,
// a fill or an answer of the runtime at a wrong address is error 700 and harms nothing, with
// protection keys and without.
// nvcc: -rdc=true -lcudadevrt
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

enum Way { CopyTo, CopyFrom, CopyRowsTo, Fill, Answer, WayCount };
static const char* const kWayNames[] = {"copy to", "copy from", "copy of rows to", "fill of",
                                        "answer at"};

__global__ void reach(int way, char* host, char* device) {
  switch (way) {
  case CopyTo:
    cudaMemcpyAsync(host, device, 64, cudaMemcpyDeviceToDevice, 0);
    break;
  case CopyFrom:
    cudaMemcpyAsync(device, host, 64, cudaMemcpyDeviceToDevice, 0);
    break;
  case CopyRowsTo:
    cudaMemcpy2DAsync(host, 32, device, 32, 16, 4, cudaMemcpyDeviceToDevice, 0);
    break;
  case Fill:
    cudaMemsetAsync(host, 0x5a, 64, 0);
    break;
  case Answer:
    cudaMalloc(reinterpret_cast<void**>(host), 64);
    break;
  }
}

static char inStatic[64];

static bool isUnharmed(const char* data) {
  return std::all_of(data, data + 64, [](char c) { return c == 7; });
}

int main() {
  std::vector<char> onHeap(64);
  char onStack[64];
  char* const places[] = {onHeap.data(), onStack, inStatic};
  int failures = 0;
  for (char* place : places)
    for (int way = 0; way < WayCount; ++way) {
      std::memset(place, 7, 64);
      char* device = nullptr;
      cudaMalloc(&device, 64);
      // The runtime's functions work with the right addresses.
      reach<<<1, 1>>>(way, device, device);
      const cudaError_t right = cudaDeviceSynchronize();
      reach<<<1, 1>>>(way, place, device);
      const cudaError_t wrong = cudaDeviceSynchronize();
      if (right != cudaSuccess || wrong != cudaErrorIllegalAddress || !isUnharmed(place)) {
        ++failures;
        std::printf("%s %p: %s, then %s; data %s\n", kWayNames[way], static_cast<void*>(place),
                    cudaGetErrorName(right), cudaGetErrorName(wrong),
                    isUnharmed(place) ? "unharmed" : "HARMED");
      }
      cudaDeviceReset();
    }
  std::printf("%d failures\n", failures);
  return failures;
}
