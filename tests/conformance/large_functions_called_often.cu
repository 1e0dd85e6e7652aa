// Long functions that are called from many places, under divergence: in branches, in loops that
// threads leave at different times, from each other, with early returns, with results, with arrays
// of the caller and with shared memory. Together they are far more code than the functions alone.
// rows: L-018
#include "check.h"

struct Digest {
  unsigned word[8];
};

__host__ __device__ inline unsigned turn(unsigned x, int n) {
  return (x << n) | (x >> (32 - n));
}

// About two thousand instructions when unrolled; 0 when the state says so.
__host__ __device__ __noinline__ unsigned mix(unsigned* state, const unsigned* data, int stop) {
  if (state[0] % 13 == unsigned(stop)) {
    state[1] ^= 0x5bd1e995u;
    return 0;
  }
  unsigned a = state[0], b = state[1], c = state[2], d = state[3];
  unsigned e = state[4], f = state[5], g = state[6], h = state[7];
#pragma unroll
  for (int round = 0; round < 64; ++round) {
    unsigned s = turn(e, 7) ^ turn(e, 21) ^ turn(e, 12);
    unsigned t = h + s + ((e & f) ^ (~e & g)) + data[round % 8] + 0x9e3779b9u * unsigned(round + 1);
    unsigned u = (turn(a, 10) ^ turn(a, 19) ^ turn(a, 30)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t;
    d = c;
    c = b;
    b = a;
    a = t + u;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
  return a | 1;
}

// Calls the other one itself, with a loop whose length differs between threads.
__host__ __device__ __noinline__ unsigned long long mixAgain(unsigned* state, const unsigned* data,
                                                             unsigned times) {
  unsigned long long sum = 0;
  for (unsigned i = 0; i < times; ++i) {
    unsigned copy[8];
    for (int k = 0; k < 8; ++k)
      copy[k] = state[k] + i;
    unsigned result = mix(copy, data, int(i) + 2);
    if (result == 0) {
      state[7] ^= copy[1];
      continue;
    }
    sum = sum * 31 + result;
    if (sum % 7 == 3)
      return sum + mix(state, copy, 5);
  }
  return sum ^ mix(state, data, 3);
}

__host__ __device__ inline void work(unsigned thread, const unsigned* data, const unsigned* table,
                                     Digest& out) {
  unsigned state[8];
  for (int k = 0; k < 8; ++k)
    state[k] = thread * 2654435761u + unsigned(k);
  unsigned long long sum = 0;
  if (thread % 3 == 0)
    sum += mix(state, data, 1);
  else if (thread % 3 == 1)
    sum += mix(state, data + 8, 2);
  else
    sum += mixAgain(state, data, thread % 5);
  if (state[0] & 1)
    sum ^= mix(state, table, 4) + mix(state, data, 6);
  for (unsigned i = 0; i < thread % 4; ++i) {
    sum += mixAgain(state, table, i + 1);
    if (sum % 5 == 0)
      break;
    sum ^= mix(state, data, 7);
  }
  if (thread == 77)
    sum += mix(state, state, 8);
  switch (state[2] % 4) {
  case 0:
    sum += mix(state, data, 9);
    break;
  case 1:
    sum -= mix(state, table, 10);
    [[fallthrough]];
  case 2:
    sum ^= mixAgain(state, data, 2);
    break;
  default:
    state[3] ^= 1;
  }
  sum += mix(state, data, 11) + mix(state, table, 12) + mix(state, data + 8, 1);
  for (int k = 0; k < 8; ++k)
    out.word[k] = state[k] ^ unsigned(sum >> (k * 4));
}

__global__ void kernel(const unsigned* data, Digest* out, unsigned count) {
  __shared__ unsigned table[8];
  if (threadIdx.x < 8)
    table[threadIdx.x] = data[threadIdx.x] * 3;
  __syncthreads();
  unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread < count)
    work(thread, data, table, out[thread]);
}

int main() {
  const unsigned count = 200;
  Buffer<unsigned> data(16);
  Buffer<Digest> out(count);
  unsigned table[8];
  for (unsigned i = 0; i < 16; ++i)
    data[i] = i * 0x01000193u + 7;
  for (unsigned i = 0; i < 8; ++i)
    table[i] = data[i] * 3;
  data.upload();
  kernel<<<2, 100>>>(data.device(), out.device(), count - 3);
  out.download();
  for (unsigned thread = 0; thread < count; ++thread) {
    Digest expected = {};
    if (thread < count - 3)
      work(thread, data.host(), table, expected);
    for (int k = 0; k < 8; ++k)
      EXPECT_EQ_AT(thread, out[thread].word[k], expected.word[k]);
  }
  return ok();
}
