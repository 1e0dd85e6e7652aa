// The ranks of digits as a radix sort finds them: lanes with the same digit have the last of them
// count all in shared memory, which then tells the others what was there before. The lanes are
// found by eight bits of the digit; where it has more, only the last lane's counter counts.
#include "check.h"

constexpr unsigned kItems = 5, kWarps = 3, kThreads = kWarps * 32, kCounters = 1024;

__device__ unsigned lanesWithSameByte(unsigned digit) {
  unsigned same = 0xffffffff;
#pragma unroll
  for (int bit = 0; bit < 8; ++bit) {
    bool isSet = digit >> bit & 1;
    unsigned lanes = __ballot_sync(0xffffffff, isSet);
    same &= isSet ? lanes : ~lanes;
  }
  return same;
}

__global__ void rank(const unsigned* values, unsigned shift, unsigned mask, unsigned* ranks,
                     unsigned* counts) {
  __shared__ unsigned counters[kWarps][kCounters];
  unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned upToThis = 0xffffffffu >> (31 - lane);
  for (unsigned i = lane; i < kCounters; i += 32)
    counters[warp][i] = 0;
  __syncwarp();
#pragma unroll
  for (unsigned item = 0; item < kItems; ++item) {
    unsigned digit = values[item * kThreads + threadIdx.x] >> shift & mask;
    unsigned peers = lanesWithSameByte(digit);
    int last = 31 - __clz(peers);
    unsigned rank = __popc(peers & upToThis), before = 0;
    if (lane == last)
      before = atomicAdd(&counters[warp][digit], rank);
    before = __shfl_sync(0xffffffff, before, last);
    ranks[item * kThreads + threadIdx.x] = before + rank;
  }
  __syncwarp();
  for (unsigned i = lane; i < kCounters; i += 32)
    counts[warp * kCounters + i] = counters[warp][i];
}

// The same with match, the count of all lanes, and the number of those before a lane.
__global__ void rankByMatch(const unsigned* values, unsigned shift, unsigned mask, unsigned* ranks,
                            unsigned* counts) {
  __shared__ unsigned counters[kWarps][kCounters];
  unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (unsigned i = lane; i < kCounters; i += 32)
    counters[warp][i] = 0;
  __syncwarp();
  for (unsigned item = 0; item < kItems; ++item) {
    unsigned digit = values[item * kThreads + threadIdx.x] >> shift & mask;
    unsigned peers = __match_any_sync(0xffffffff, digit & 255);
    int last = 31 - __clz(peers);
    unsigned before = 0;
    if (lane == last)
      before = atomicAdd(&counters[warp][digit], __popc(peers));
    before = __shfl_sync(0xffffffff, before, last);
    ranks[item * kThreads + threadIdx.x] = before + __popc(peers & ((1u << lane) - 1)) + 1;
  }
  __syncwarp();
  for (unsigned i = lane; i < kCounters; i += 32)
    counts[warp * kCounters + i] = counters[warp][i];
}

struct Expected {
  unsigned ranks[kItems * kThreads];
  unsigned counts[kWarps * kCounters];
};

void expect(const unsigned* values, unsigned shift, unsigned mask, Expected& result) {
  result = {};
  for (unsigned warp = 0; warp < kWarps; ++warp) {
    unsigned* counts = result.counts + warp * kCounters;
    for (unsigned item = 0; item < kItems; ++item) {
      const unsigned first = item * kThreads + warp * 32;
      unsigned added[kCounters] = {};
      for (unsigned lane = 0; lane < 32; ++lane) {
        unsigned rank = 0, digitOfLast = 0, digit = values[first + lane] >> shift & mask;
        for (unsigned other = 0; other < 32; ++other) {
          unsigned digitOfOther = values[first + other] >> shift & mask;
          if (digitOfOther % 256 != digit % 256)
            continue;
          rank += other <= lane;
          digitOfLast = digitOfOther;
        }
        result.ranks[first + lane] = counts[digitOfLast] + rank;
        added[digitOfLast] = rank > added[digitOfLast] ? rank : added[digitOfLast];
      }
      for (unsigned i = 0; i < kCounters; ++i)
        counts[i] += added[i];
    }
  }
}

int main() {
  Buffer<unsigned> values(kItems * kThreads);
  Buffer<unsigned> ranks(kItems * kThreads);
  Buffer<unsigned> counts(kWarps * kCounters);
  unsigned random = 1;
  for (unsigned i = 0; i < kItems * kThreads; ++i) {
    random = random * 1664525 + 1013904223;
    values[i] = i % 4 == 0 ? (random >> 28) << 8 | 5 : random >> 6;
  }
  values.upload();
  static Expected expected;
  for (unsigned mask : {7u, 255u, 1023u})
    for (unsigned shift : {0u, 3u, 8u})
      for (bool byMatch : {false, true}) {
        auto kernel = byMatch ? rankByMatch : rank;
        kernel<<<1, kThreads>>>(values.device(), shift, mask, ranks.device(), counts.device());
        ranks.download();
        counts.download();
        expect(values.host(), shift, mask, expected);
        for (unsigned i = 0; i < kItems * kThreads; ++i)
          EXPECT_EQ_AT(i, ranks[i], expected.ranks[i]);
        for (unsigned i = 0; i < kWarps * kCounters; ++i)
          EXPECT_EQ_AT(i, counts[i], expected.counts[i]);
      }
  return ok();
}
