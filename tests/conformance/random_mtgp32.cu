// curand_kernel.h: MTGP32 gives the sequence of its authors' recursion, and cuRAND's, for all sets
// of parameters, for blocks of any size and with chosen places; numbers with a discrete
// distribution come out of its tables; Poisson numbers of MTGP32 and Sobol32 are the distribution's
// inverse.
#include "check.h"
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>
#include <math.h>
#include <vector>

// One generator, word after word.
class Reference {
public:
  Reference(const mtgp32_params_fast_t& set, unsigned seed) : set_(set), words_(351) {
    unsigned hidden = set.tbl[4] ^ (set.tbl[8] << 16), fill = hidden;
    fill += fill >> 16;
    fill += fill >> 8;
    for (unsigned& word : words_)
      word = (fill & 0xff) * 0x01010101u;
    words_[0] = seed;
    words_[1] = hidden;
    for (unsigned i = 1; i < 351; ++i)
      words_[i] ^= 1812433253u * (words_[i - 1] ^ (words_[i - 1] >> 30)) + i;
  }
  unsigned operator()() {
    const size_t i = words_.size() - 351;
    unsigned x = (words_[i] & set_.mask) ^ words_[i + 1];
    x ^= x << set_.sh1;
    unsigned y = x ^ (words_[i + set_.pos] >> set_.sh2);
    unsigned r = y ^ set_.tbl[y & 15];
    unsigned t = words_[i + set_.pos - 1];
    t ^= t >> 16;
    t ^= t >> 8;
    words_.push_back(r);
    return r ^ set_.tmp_tbl[t & 15];
  }

private:
  mtgp32_params_fast_t set_;
  std::vector<unsigned> words_;
};

__global__ void bits(curandStateMtgp32* s, unsigned* out, int n) {
  for (int i = 0; i < n; ++i)
    out[(blockIdx.x * n + i) * blockDim.x + threadIdx.x] = curand(&s[blockIdx.x]);
}
__global__ void places(curandStateMtgp32* s, unsigned* out) {
  out[threadIdx.x] =
      curand_mtgp32_specific(s, (unsigned char)threadIdx.x, (unsigned char)blockDim.x);
}
__global__ void rows(curandStateMtgp32* s, unsigned* out) {
  out[threadIdx.y * blockDim.x + threadIdx.x] = curand(s);
}
__global__ void floats(curandStateMtgp32* s, float* out) {
  out[threadIdx.x] = curand_uniform(s);
}
__global__ void poisson(curandStateMtgp32* s, double lambda, unsigned* out) {
  out[threadIdx.x] = curand_poisson(s, lambda);
}
__global__ void poissonOfSobol(const unsigned* vectors, double lambda, unsigned* out) {
  curandStateSobol32 s;
  curand_init((unsigned*)vectors, threadIdx.x * 8, &s);
  out[threadIdx.x] = curand_poisson(&s, lambda);
}
template <class State>
__global__ void discrete(curandDiscreteDistribution_t table, unsigned* out, unsigned* plain) {
  State s, same;
  curand_init(1234, threadIdx.x, 0, &s);
  same = s;
  for (int i = 0; i < 4; ++i) {
    out[threadIdx.x * 4 + i] = curand_discrete(&s, table);
    plain[threadIdx.x * 4 + i] = curand(&same);
  }
}
__global__ void discrete4(curandDiscreteDistribution_t table, unsigned* out, unsigned* plain) {
  curandStatePhilox4_32_10_t s, same;
  curand_init(1234, threadIdx.x, 1, &s);
  same = s;
  const uint4 a = curand_discrete4(&s, table), b = curand4(&same);
  *(uint4*)(out + threadIdx.x * 4) = a;
  *(uint4*)(plain + threadIdx.x * 4) = b;
}

double uniform(unsigned x) {
  return x * 2.3283064365386963e-10 + 2.3283064365386963e-10;
}

// The least k for which the sum of the probabilities from 0 to k is at least u; -1 where that is
// too near to call.
int inversePoisson(double u, double lambda) {
  double sum = 0;
  for (int k = 0;; ++k) {
    sum += exp(k * log(lambda) - lambda - lgamma(k + 1.0));
    if (fabs(sum - u) < 1e-9)
      return -1;
    if (sum > u)
      return k;
  }
}
void checkPoisson(unsigned x, double lambda, unsigned result) {
  const int expected = inversePoisson(x * 2.3283064365386963e-10 + 1.1641532182693481e-10, lambda);
  if (expected >= 0)
    EXPECT_EQ(result, (unsigned)expected);
}

void mtgp32() {
  curandStateMtgp32* s;
  mtgp32_kernel_params* k;
  CUDA_CHECK(cudaMalloc(&s, 200 * sizeof *s));
  CUDA_CHECK(cudaMalloc(&k, sizeof *k));
  CHECK(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, k) == CURAND_STATUS_SUCCESS);
  const unsigned long long seed = 0x300000004ull;
  CHECK(curandMakeMTGP32KernelState(s, mtgp32dc_params_fast_11213, k, 200, seed) ==
        CURAND_STATUS_SUCCESS);
  std::vector<Reference> expected;
  for (unsigned i = 0; i < 200; ++i)
    expected.emplace_back(mtgp32dc_params_fast_11213[i], (4u ^ 3u) + i + 1);

  Buffer<unsigned> out(200 * 64);
  bits<<<3, 256>>>(s, out.device(), 9);
  out.download();
  for (int i = 0; i < 3 * 256 * 9; ++i)
    EXPECT_EQ_AT(i, out[i], expected[i / (256 * 9)]());
  bits<<<200, 37>>>(s, out.device(), 1);
  out.download();
  for (int i = 0; i < 200 * 37; ++i)
    EXPECT_EQ_AT(i, out[i], expected[i / 37]());
  for (int n = 32; n <= 128; n *= 2) {
    places<<<1, n>>>(s + 3, out.device());
    out.download();
    for (int i = 0; i < n; ++i)
      EXPECT_EQ_AT(i, out[i], expected[3]());
  }
  rows<<<1, dim3(16, 8)>>>(s + 4, out.device());
  out.download();
  for (int i = 0; i < 128; ++i)
    EXPECT_EQ_AT(i, out[i], expected[4]());

  Buffer<float> uniforms(64);
  floats<<<1, 64>>>(s + 5, uniforms.device());
  uniforms.download();
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ_AT(i, uniforms[i], fmaf((float)expected[5](), 2.3283064e-10f, 2.3283064e-10f / 2.0f));
  for (double lambda : {0.5, 12.0, 90.0, 640.0}) {
    poisson<<<1, 64>>>(s + 6, lambda, out.device());
    out.download();
    for (int i = 0; i < 64; ++i)
      checkPoisson(expected[6](), lambda, out[i]);
  }

  // As cuRAND gives it on an H200.
  CHECK(curandMakeMTGP32KernelState(s, mtgp32dc_params_fast_11213, k, 1, 1234) ==
        CURAND_STATUS_SUCCESS);
  bits<<<1, 256>>>(s, out.device(), 1);
  out.download();
  const unsigned first[] = {2501053709u, 1991185121u, 2644103708u, 4279383218u,
                            507727339u,  1147552652u, 3969019870u, 3075667776u};
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ_AT(i, out[i], first[i]);
  CUDA_CHECK(cudaFree(s));
  CUDA_CHECK(cudaFree(k));
}

void sobol() {
  Buffer<unsigned> vectors(32), out(64);
  for (int i = 0; i < 32; ++i)
    vectors[i] = 0x80000000u >> i;
  vectors.upload();
  for (double lambda : {3.0, 200.0}) {
    poissonOfSobol<<<1, 64>>>(vectors.device(), lambda, out.device());
    out.download();
    for (unsigned t = 0; t < 64; ++t) {
      const unsigned gray = (t * 8) ^ (t * 8 >> 1);
      unsigned x = 0;
      for (int bit = 0; bit < 32; ++bit)
        if (gray >> bit & 1)
          x ^= 0x80000000u >> bit;
      checkPoisson(x, lambda, out[t]);
    }
  }
}

// A table in memory that both sides read: 5 bars, values from 10 on.
struct Tables {
  curandDiscreteDistribution_st distribution;
  curandDistributionM2Shift_st shift;
  curandHistogramM2_st histogram;
  double V[5];
  unsigned K[5];
};

template <class Launch> void checkDiscrete(Tables* tables, Launch launch) {
  Buffer<unsigned> out(128), plain(128);
  launch(&tables->distribution, out.device(), plain.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  out.download();
  plain.download();
  for (int i = 0; i < 128; ++i) {
    const double u = uniform(plain[i]);
    const int bar = (int)(5 * u);
    EXPECT_EQ_AT(i, out[i], 10 + (u < tables->V[bar] ? (unsigned)bar : tables->K[bar]));
  }
}

void tables() {
  static_assert(sizeof(curandDiscreteDistribution_st) == 48 &&
                    sizeof(curandDistributionM2Shift_st) == 32 &&
                    sizeof(curandHistogramM2_st) == 40,
                "");
  Tables* t;
  CUDA_CHECK(cudaMallocManaged(&t, sizeof *t));
  const double V[5] = {0.1, 0.4, 0.45, 0.8, 0.9};
  const unsigned K[5] = {4, 3, 0, 1, 2};
  for (int i = 0; i < 5; ++i) {
    t->V[i] = V[i];
    t->K[i] = K[i];
  }
  t->histogram = {t->V, t->V, t->K, t->K, 0};
  t->shift = {&t->histogram, &t->histogram, 10, 5, 0};
  t->distribution = {&t->distribution, &t->shift, &t->shift, 1.5, 2.0, CURAND_M2, 0};
  checkDiscrete(t, [](curandDiscreteDistribution_t d, unsigned* out, unsigned* plain) {
    discrete<curandStateXORWOW><<<1, 32>>>(d, out, plain);
  });
  checkDiscrete(t, [](curandDiscreteDistribution_t d, unsigned* out, unsigned* plain) {
    discrete<curandStateMRG32k3a><<<1, 32>>>(d, out, plain);
  });
  checkDiscrete(t, [](curandDiscreteDistribution_t d, unsigned* out, unsigned* plain) {
    discrete<curandStatePhilox4_32_10_t><<<1, 32>>>(d, out, plain);
  });
  checkDiscrete(t, [](curandDiscreteDistribution_t d, unsigned* out, unsigned* plain) {
    discrete4<<<1, 32>>>(d, out, plain);
  });

  // Rounded normal numbers; the expected ones are cuRAND's on an H200.
  t->distribution.method = CURAND_DISCRETE_GAUSS;
  t->distribution.mean = 5000;
  t->distribution.stddev = sqrt(5000.0);
  Buffer<unsigned> out(128), plain(128);
  const unsigned expected[4][8] = {{5025, 4912, 4928, 5017, 4994, 4973, 4808, 5061},
                                   {4974, 4958, 5124, 4879, 4878, 4936, 4975, 4938},
                                   {4962, 5011, 5071, 5130, 5038, 5099, 4984, 4905},
                                   {4921, 4916, 5015, 5000, 5009, 5049, 5130, 5069}};
  for (int generator = 0; generator < 4; ++generator) {
    auto kernel = generator == 0   ? discrete<curandStateXORWOW>
                  : generator == 1 ? discrete<curandStateMRG32k3a>
                  : generator == 2 ? discrete<curandStatePhilox4_32_10_t>
                                   : discrete4;
    kernel<<<1, 32>>>(&t->distribution, out.device(), plain.device());
    out.download();
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ_AT(generator * 10 + i, out[i], expected[generator][i]);
  }
  CUDA_CHECK(cudaFree(t));
}

int main() {
  mtgp32();
  sobol();
  tables();
  return ok();
}
