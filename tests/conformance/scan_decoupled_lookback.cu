// A scan over the grid in one pass: each block publishes its sum, and a warp looks back over those
// of earlier blocks, with votes and shuffles in the polling loop. Rows L-087, L-089, L-342.
#include "check.h"

constexpr int kThreads = 128;
constexpr unsigned kSum = 1, kPrefix = 2;

__global__ void scan(const unsigned* in, unsigned* out, unsigned long long* states, int* ticket) {
  __shared__ unsigned values[kThreads];
  __shared__ unsigned before;
  __shared__ int tile;
  if (threadIdx.x == 0)
    tile = atomicAdd(ticket, 1);
  __syncthreads();
  const int me = tile * kThreads + threadIdx.x;
  values[threadIdx.x] = in[me];
  __syncthreads();
  for (int step = 1; step < kThreads; step *= 2) {
    const unsigned other = threadIdx.x >= step ? values[threadIdx.x - step] : 0;
    __syncthreads();
    values[threadIdx.x] += other;
    __syncthreads();
  }
  const unsigned sum = values[kThreads - 1];
  if (threadIdx.x < 32) {
    const unsigned lane = threadIdx.x;
    if (lane == 0) {
      const unsigned long long kind = tile == 0 ? kPrefix : kSum;
      atomicExch(&states[tile], kind << 32 | sum);
    }
    unsigned prefix = 0;
    for (int first = tile - 1; first >= 0; first -= 32) {
      const int place = first - static_cast<int>(lane);
      unsigned long long state;
      do {
        state = place >= 0 ? *static_cast<volatile unsigned long long*>(&states[place])
                           : static_cast<unsigned long long>(kPrefix) << 32;
      } while (__any_sync(~0u, (state >> 32) == 0));
      const unsigned done = __ballot_sync(~0u, (state >> 32) == kPrefix);
      const unsigned last = done ? __ffs(done) - 1 : 31;
      unsigned part = lane <= last ? static_cast<unsigned>(state) : 0;
      for (int offset = 16; offset > 0; offset /= 2)
        part += __shfl_down_sync(~0u, part, offset);
      prefix += __shfl_sync(~0u, part, 0);
      if (done)
        break;
    }
    if (lane == 0) {
      before = prefix;
      if (tile > 0)
        atomicExch(&states[tile], static_cast<unsigned long long>(kPrefix) << 32 | (prefix + sum));
    }
  }
  __syncthreads();
  out[me] = before + values[threadIdx.x];
}

int main() {
  for (int tiles : {1, 2, 33, 500}) {
    Buffer<unsigned> in(tiles * kThreads), out(tiles * kThreads);
    Buffer<unsigned long long> states(tiles);
    Buffer<int> ticket(1);
    for (int i = 0; i < tiles * kThreads; ++i)
      in[i] = i * 2654435761u >> 20;
    in.upload();
    scan<<<tiles, kThreads>>>(in.device(), out.device(), states.device(), ticket.device());
    out.download();
    unsigned sum = 0;
    for (int i = 0; i < tiles * kThreads; ++i) {
      sum += in[i];
      EXPECT_EQ_AT(i, out[i], sum);
    }
  }
  return ok();
}
