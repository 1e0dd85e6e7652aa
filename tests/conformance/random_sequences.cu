// curand_kernel.h: the generators give cuRAND's sequences bit by bit, from any seed, subsequence
// and offset; normal, log-normal and Poisson numbers have their distributions.
#include "check.h"
#include <curand_kernel.h>
#include <math.h>
#include <string.h>

// Hashes of the sequences, for XORWOW, MRG32k3a and Philox.
const unsigned long long golden[20][3] = {
    {0xfee5a6b31280bdaeull, 0xa763cb9181bd23f3ull, 0x6a32d3c506685553ull},
    {0x44fb985279097cafull, 0x1acc301dc5939285ull, 0xd73951ae8577ce99ull},
    {0xb703c054c26a02e2ull, 0xc57fdee764b60c1bull, 0x5486b2aab21aac81ull},
    {0xbe7ca1582834ecb3ull, 0xa7967ae5b82c3612ull, 0xafe09cb9b1cf9032ull},
    {0xb6f42c03b30a3e99ull, 0x0481633e2ebf58e0ull, 0xaac202d1c63a8d69ull},
    {0xf26ddfa72132a59bull, 0xb6bcfec73fd6be12ull, 0x1dd5874be9eb0ddbull},
    {0xbaa31dd4e8ead467ull, 0xc4a58f37a15e2cc3ull, 0xb1892357ea88ad64ull},
    {0x98ee672e18de2a63ull, 0xbd99e49757f3e50bull, 0xb608da9911a8b236ull},
    {0xe8f163be01b42610ull, 0x33696481c844f17dull, 0xb0dce1c1a94f6acfull},
    {0xa2457c44fa7ca3eeull, 0x5ee1d6bb26a2d5e1ull, 0xfb5e94920955e3f5ull},
    {0xec0f2cd9c7e20ff1ull, 0x330d9c8aa4a2827eull, 0xb4557507059b4df7ull},
    {0x37e9d7d93ab3a696ull, 0xd40f2750258fd450ull, 0xe0a5a3fdb7b5f913ull},
    {0xc7fe965565ef5b97ull, 0x2cb93e292447023dull, 0x36e08701275958c8ull},
    {0xb11ca57ad37bdb9cull, 0x415d1bf704d71944ull, 0x462468daa918a73eull},
    {0x300b2da84010f54full, 0xe74e105f5cdac371ull, 0xe8880436297f8f06ull},
    {0x87f315b90669ff03ull, 0x7c9132ca36be7961ull, 0xd9667108be5f6972ull},
    {0xfc0420f4d0e52fc5ull, 0xca88653d722eb73eull, 0xfd77ab165ea94ffcull},
    {0x2fe613e01ae7cd78ull, 0xc6224c59d88c1006ull, 0x7f3a6d8745d6108aull},
    {0xbf572ac5cb966e6cull, 0xa2d83ff14a1e5782ull, 0x624494debd689be7ull},
    {0xd667739463f78506ull, 0x984cdf1879d0a4c6ull, 0x0884f4cdabde3918ull}};
const unsigned long long goldenSobol = 0x857929ce19d4e364ull;

struct Hash {
  unsigned long long value;
  __device__ Hash() : value(1469598103934665603ull) {}
  template <class T> __device__ void operator()(T x) {
    unsigned long long bits = 0;
    memcpy(&bits, &x, sizeof x);
    value = (value ^ bits) * 1099511628211ull;
  }
};

template <class State>
__device__ unsigned long long sequence(unsigned long long seed, unsigned long long subsequence,
                                       unsigned long long offset) {
  State state;
  curand_init(seed, subsequence, offset, &state);
  Hash hash;
  for (int i = 0; i < 20; ++i)
    hash(curand(&state));
  for (int i = 0; i < 5; ++i) {
    hash(curand_uniform(&state));
    hash(curand_uniform_double(&state));
  }
  skipahead(12345678901ull, &state);
  hash(curand(&state));
  skipahead_sequence(3, &state);
  hash(curand(&state));
  return hash.value;
}

__global__ void sequences(unsigned long long* out) {
  const unsigned long long seeds[] = {0, 1, 1234, 0x123456789abcdefull, ~0ull};
  const unsigned long long subsequences[] = {0, 1, 1000003ull, 0x0000800100000005ull};
  int i = threadIdx.x, a = i / 4, b = i % 4;
  unsigned long long offset =
      (b * 7 + a) * 1000003ull * (b == 3 ? 1000000007ull : 1) + (b == 0 ? 0 : a);
  out[3 * i] = sequence<curandStateXORWOW_t>(seeds[a], subsequences[b], offset);
  out[3 * i + 1] = sequence<curandStateMRG32k3a_t>(seeds[a], subsequences[b], offset);
  out[3 * i + 2] = sequence<curandStatePhilox4_32_10_t>(seeds[a], subsequences[b], offset);
}

__global__ void quasirandom(unsigned long long* out, unsigned* vectors32,
                            unsigned long long* vectors64) {
  Hash hash;
  {
    curandStateSobol32_t state;
    curand_init(vectors32, 77, &state);
    for (int i = 0; i < 40; ++i)
      hash(curand(&state));
    hash(curand_uniform(&state));
    hash(curand_uniform_double(&state));
  }
  {
    curandStateScrambledSobol32_t state;
    curand_init(vectors32, 999u, 5u, &state);
    for (int i = 0; i < 40; ++i)
      hash(curand(&state));
  }
  {
    curandStateSobol64_t state;
    curand_init(vectors64, 77ull, &state);
    for (int i = 0; i < 40; ++i)
      hash(curand(&state));
    hash(curand_uniform(&state));
    hash(curand_uniform_double(&state));
  }
  {
    curandStateScrambledSobol64_t state;
    curand_init(vectors64, 999ull, 5ull, &state);
    for (int i = 0; i < 40; ++i)
      hash(curand(&state));
  }
  curandStatePhilox4_32_10_t state;
  curand_init(5, 6, 7, &state);
  for (int i = 0; i < 3; ++i) {
    uint4 x = curand4(&state);
    hash(x.x);
    hash(x.y);
    hash(x.z);
    hash(x.w);
    float4 f = curand_uniform4(&state);
    hash(f.x);
    hash(f.w);
    double2 d = curand_uniform2_double(&state);
    hash(d.x);
    hash(d.y);
    hash(curand(&state));
  }
  *out = hash.value;
}

const int columns = 6, threads = 4096, draws = 16;

template <class State> __global__ void distributions(double* out) {
  State state;
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(99, t, 0, &state);
  for (int i = 0; i < draws; ++i) {
    double* o = out + (t * draws + i) * columns;
    o[0] = curand_normal(&state);
    o[1] = curand_normal_double(&state);
    o[2] = log(curand_log_normal(&state, 0.5f, 0.25f));
    o[3] = log(curand_log_normal_double(&state, -1.0, 2.0));
    o[4] = curand_poisson(&state, 3.5);
    o[5] = curand_poisson(&state, 5000.0);
  }
}

template <class State> void testDistributions() {
  const double means[columns] = {0, 0, 0.5, -1, 3.5, 5000};
  const double deviations[columns] = {1, 1, 0.25, 2, sqrt(3.5), sqrt(5000.0)};
  Buffer<double> out(threads * draws * columns);
  distributions<State><<<threads / 128, 128>>>(out.device());
  out.download();
  const int n = threads * draws;
  for (int k = 0; k < columns; ++k) {
    double sum = 0, squares = 0;
    for (int i = 0; i < n; ++i) {
      double x = (out[i * columns + k] - means[k]) / deviations[k];
      sum += x;
      squares += x * x;
    }
    // Six standard deviations of the mean and of the variance.
    CHECK(fabs(sum / n) < 6 / sqrt(1.0 * n));
    CHECK(fabs(squares / n - 1) < 6 * sqrt(2.4 / n));
  }
}

int main() {
  Buffer<unsigned long long> out(60);
  sequences<<<1, 20>>>(out.device());
  out.download();
  for (int i = 0; i < 60; ++i)
    EXPECT_EQ_AT(i, out[i], golden[i / 3][i % 3]);

  Buffer<unsigned> vectors32(32);
  Buffer<unsigned long long> vectors64(64);
  for (int i = 0; i < 32; ++i)
    vectors32[i] = 0x9e3779b9u * (i + 1);
  for (int i = 0; i < 64; ++i)
    vectors64[i] = 0x9e3779b97f4a7c15ull * (i + 1);
  vectors32.upload();
  vectors64.upload();
  quasirandom<<<1, 1>>>(out.device(), vectors32.device(), vectors64.device());
  out.download();
  EXPECT_EQ(out[0], goldenSobol);

  testDistributions<curandStateXORWOW_t>();
  testDistributions<curandStatePhilox4_32_10_t>();
  testDistributions<curandStateMRG32k3a_t>();
  return ok();
}
