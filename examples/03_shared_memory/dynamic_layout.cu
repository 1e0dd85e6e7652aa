// Shows: three arrays in one piece of dynamic shared memory, where static arrays would lie.
// From: X-159 of the guide.
// Try next: the order int, float, short, which needs no thought of alignment.
#include "../device_array.h"

struct Seen {
  unsigned shortsAt, floatsAt, intsAt;
  int mistakes;
};

__global__ void partition(Seen* seen) {
  extern __shared__ float memory[];
  short* shorts = reinterpret_cast<short*>(memory);       // 128 of them
  float* floats = reinterpret_cast<float*>(&shorts[128]); // 64
  int* ints = reinterpret_cast<int*>(&floats[64]);        // 256
  const int i = threadIdx.x;
  if (i < 128)
    shorts[i] = static_cast<short>(-i);
  if (i < 64)
    floats[i] = i + 0.5f;
  ints[i] = 1000000 + i;
  __syncthreads();
  // Nobody's element has been overwritten by another array's.
  int mistakes = ints[255 - i] != 1000255 - i;
  if (i < 128)
    mistakes += shorts[127 - i] != i - 127;
  if (i < 64)
    mistakes += floats[63 - i] != 63.5f - i;
  mistakes = __syncthreads_count(mistakes);
  auto* begin = reinterpret_cast<char*>(memory);
  if (i == 0)
    *seen = {static_cast<unsigned>(reinterpret_cast<char*>(shorts) - begin),
             static_cast<unsigned>(reinterpret_cast<char*>(floats) - begin),
             static_cast<unsigned>(reinterpret_cast<char*>(ints) - begin), mistakes};
}

int main() {
  DeviceArray<Seen> device(1);
  partition<<<1, 256, 256 + 256 + 1024>>>(device);
  const Seen seen = device.values()[0];
  EXPECT(seen.shortsAt == 0 && seen.floatsAt == 256 && seen.intsAt == 512);
  EXPECT(seen.mistakes == 0);
  return report();
}
