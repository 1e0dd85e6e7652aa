// Many values of each thread, of many types and a local array, live across barriers. Row L-090.
#include "check.h"

__global__ void run(long long* out) {
  __shared__ int tile[96];
  int t = threadIdx.x;
  char c = static_cast<char>(t);
  short s = static_cast<short>(t * 300);
  double d = t * 0.5;
  float f = t + 0.25f;
  long long l = static_cast<long long>(t) << 35;
  bool odd = t & 1;
  int local[5];
  for (int i = 0; i < 5; ++i)
    local[i] = t * i;
  const int* p = odd ? &tile[t] : &tile[95 - t];
  tile[t] = t + 1000;
  __syncthreads();
  local[t % 5] += *p;
  float4 v = make_float4(f, f + 1, f + 2, f + 3);
  __syncthreads();
  tile[t] = local[(t + 1) % 5] + c;
  __syncthreads();
  long long sum = tile[(t + 7) % 96] + s + static_cast<long long>(d * 2) +
                  static_cast<long long>(v.w * 4) + l + odd;
  for (int i = 0; i < 5; ++i)
    sum = sum * 3 + local[i];
  out[t] = sum;
}

int main() {
  Buffer<long long> out(96);
  run<<<1, 96>>>(out.device());
  out.download();
  int local[96][5], tile[96];
  for (int t = 0; t < 96; ++t) {
    for (int i = 0; i < 5; ++i)
      local[t][i] = t * i;
    local[t][t % 5] += (t & 1 ? t : 95 - t) + 1000;
    tile[t] = local[t][(t + 1) % 5] + t;
  }
  for (int t = 0; t < 96; ++t) {
    long long sum = tile[(t + 7) % 96] + t * 300 + t + (4 * t + 13) +
                    (static_cast<long long>(t) << 35) + (t & 1);
    for (int i = 0; i < 5; ++i)
      sum = sum * 3 + local[t][i];
    EXPECT_EQ_AT(t, out[t], sum);
  }
  return ok();
}
