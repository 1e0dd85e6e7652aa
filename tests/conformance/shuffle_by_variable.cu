// Shuffles whose distance is known at run time only, the same for all lanes or not, with and
// without segments. rows: L-342
#include "check.h"

constexpr unsigned kAll = 0xffffffffu;
constexpr int kKinds = 4;

// Width: known to the compiler, or 0.
template <int Width>
__global__ void shuffle(const int* distances, int rounds, int given, int* out) {
  const int width = Width ? Width : given;
  const int lane = threadIdx.x % 32;
  for (int round = 0; round < rounds; ++round) {
    const int distance = distances[round], own = (distance + lane) % 32, value = 100 + lane;
    int* mine = out + (round * 32 + lane) * 2 * kKinds;
    mine[0] = __shfl_down_sync(kAll, value, distance, width);
    mine[1] = __shfl_up_sync(kAll, value, distance, width);
    mine[2] = __shfl_xor_sync(kAll, value, distance, width);
    mine[3] = __shfl_sync(kAll, value, distance, width);
    mine[4] = __shfl_down_sync(kAll, value, own, width);
    mine[5] = __shfl_up_sync(kAll, value, own, width);
    mine[6] = __shfl_xor_sync(kAll, value, own, width);
    mine[7] = __shfl_sync(kAll, value, own, width);
  }
}

int expected(int kind, int lane, int distance, int width) {
  const int first = lane / width * width, last = first + width - 1;
  int from = lane;
  if (kind == 0)
    from = lane + distance;
  else if (kind == 1)
    from = lane - distance;
  else if (kind == 2)
    from = lane ^ distance;
  else
    from = first + distance % width;
  const bool inside = kind == 1 ? from >= first : from <= last;
  return 100 + (inside ? from : lane);
}

int main() {
  const int rounds = 32;
  Buffer<int> distances(rounds), out(rounds * 32 * 2 * kKinds);
  for (int i = 0; i < rounds; ++i)
    distances[i] = i;
  distances.upload();
  for (int width : {32, 16, 8, 2}) {
    for (bool known : {false, true}) {
      if (known && width != 32 && width != 8)
        continue;
      auto* kernel = !known ? shuffle<0> : width == 32 ? shuffle<32> : shuffle<8>;
      kernel<<<1, 32>>>(distances.device(), rounds, width, out.device());
      out.download();
      for (int i = 0; i < rounds * 32 * 2 * kKinds; ++i) {
        const int kind = i % kKinds, lane = i / (2 * kKinds) % 32, round = i / (64 * kKinds);
        const int distance = i % (2 * kKinds) < kKinds ? round : (round + lane) % 32;
        EXPECT_EQ_AT(i, out[i], expected(kind, lane, distance, width));
      }
    }
  }
  puts("ok");
}
