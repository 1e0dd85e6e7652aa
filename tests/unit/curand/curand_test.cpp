// libcurand: the sequences of cuRAND, on host and device; errors; distributions.
#include "sequences.h"

#include "curand_discrete.h"

#include <cmath>
#include <gtest/gtest.h>

namespace heddle::curand_test {
namespace {

constexpr Sequence kSequences[] = {
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, 0x047237fd9efd0938ull,
     0x0702813b9e3fdbeeull, 0x783825d942990e90ull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_LEGACY, 0x047237fd9efd0938ull,
     0x0702813b9e3fdbeeull, 0x783825d942990e90ull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_SEEDED, 0x6f16be7f372b7234ull,
     0x42d38f9b93e005caull, 0x8925eb688666bc4cull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DEFAULT, 0x23614c8f4776f708ull,
     0x72bdf515edd70620ull, 0x2f1ae39fa51cdb9full},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY, 0xd6bb85434a67e769ull,
     0x2f70055f585b97cdull, 0x9390e8659b62e1f0ull},
    {CURAND_RNG_PSEUDO_MTGP32, CURAND_ORDERING_PSEUDO_DEFAULT, 0x86915895c7ff3adeull,
     0x82ae9fdf6dfcadedull, 0x074cf2fc05567418ull},
    {CURAND_RNG_PSEUDO_MTGP32, CURAND_ORDERING_PSEUDO_LEGACY, 0xceb04241af512574ull,
     0x1c635d3aa77534c0ull, 0x9daa98ed5ce715ecull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, 0xb1dbfaa1eff81fb4ull,
     0x2f2ef426d7b242c7ull, 0x60df7fd10943f8f8ull},
    {CURAND_RNG_QUASI_SOBOL32, CURAND_ORDERING_QUASI_DEFAULT, 0xdc6d224db975ef89ull,
     0x814b8a05ac17a60cull, 0xaf2a221d4abe7c82ull},
    {CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, CURAND_ORDERING_QUASI_DEFAULT, 0xcad3f1e2de6d3261ull,
     0x0da92a1a74306e76ull, 0x826d213e7f169e24ull},
    {CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, CURAND_ORDERING_QUASI_DEFAULT, 0x175ab973f5c0b908ull,
     0x0da92a1a74306e76ull, 0x571b8152071e1f3full},
    {CURAND_RNG_QUASI_SOBOL64, CURAND_ORDERING_QUASI_DEFAULT, 0xb738580d591334a9ull,
     0x814b8a05ac17a60cull, 0x45dcc282630494eeull},
};

TEST(Curand, Sequences) {
  for (const Sequence& expected : kSequences) {
    const Sequence actual = record(expected.type, expected.ordering);
    EXPECT_EQ(actual.bits, expected.bits) << expected.type << " " << expected.ordering;
    EXPECT_EQ(actual.uniform, expected.uniform) << expected.type << " " << expected.ordering;
    EXPECT_EQ(actual.uniformDouble, expected.uniformDouble)
        << expected.type << " " << expected.ordering;
  }
}

struct InTurn {
  curandRngType_t type;
  std::uint64_t all;
};
constexpr InTurn kInTurn[] = {
    {CURAND_RNG_PSEUDO_XORWOW, 0xeeee707ccbaf2dd9ull},
    {CURAND_RNG_PSEUDO_MRG32K3A, 0xea2f0e95b511df2aull},
    {CURAND_RNG_PSEUDO_MTGP32, 0xbbb325a6babc8c90ull},
    {CURAND_RNG_PSEUDO_MT19937, 0xedbd39ee3af6cfabull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, 0xa763e318b07c7a80ull},
    {CURAND_RNG_QUASI_SOBOL32, 0xfc8d460181fe90bcull},
    {CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, 0x85e66aef90ff8837ull},
    {CURAND_RNG_QUASI_SOBOL64, 0x0d735d61499b5b9aull},
    {CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, 0x917339f5a16e790full},
};

// One kind after the other, Poisson numbers among them.
TEST(Curand, KindsInTurn) {
  for (const InTurn& expected : kInTurn)
    EXPECT_EQ(recordInTurn(expected.type), expected.all) << expected.type;
}

struct Shaped {
  curandRngType_t type;
  float normal[6];           // mean 1, deviation 2
  double logNormalDouble[6]; // 0.5, 0.25
};
constexpr Shaped kShaped[] = {
    {CURAND_RNG_PSEUDO_XORWOW,
     {0.99170345f, -0.059916615f, 3.9003942f, 1.8095154f, 1.979413f, 1.999598f},
     {2.015262133426255, 1.33035934045299, 2.3153627688478, 2.194488563812052, 2.083075327918853,
      2.598258821420188}},
    {CURAND_RNG_PSEUDO_MRG32K3A,
     {-1.6382139f, -0.59771299f, 0.22712642f, 1.1148062f, 3.4558318f, 0.17377549f},
     {1.185569519041288, 1.350244721268927, 1.496891788559568, 1.672552296823003, 2.241127209174761,
      1.486942389991979}},
    {CURAND_RNG_PSEUDO_MTGP32,
     {1.4156743f, 0.81730843f, 1.5880382f, 6.3696384f, -1.3679197f, -0.24269545f},
     {1.736652295842102, 1.611496982836038, 1.774475328671689, 3.225876964502581, 1.226310470176114,
      1.411514249040783}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10,
     {0.42820728f, 1.5086857f, 2.3107679f, -0.0204494f, 2.9568191f, 3.5539973f},
     {2.339249134398763, 1.555526129108645, 1.178778313469135, 1.821404388919448, 1.64020822478449,
      1.765556187251786}},
    {CURAND_RNG_QUASI_SOBOL32,
     {3.3006988f, 1.6372788f, 3.3006988f, -1.3006988f, -1.3006988f, 3.3006988f},
     {2.198086799093995, 1.785430997142523, 2.198086799093995, 1.236658093005286, 1.236658093005286,
      2.198086799093995}},
    {CURAND_RNG_QUASI_SOBOL64,
     {3.3006988f, 1.6372788f, 3.3006988f, -1.3006988f, -1.3006988f, 3.3006988f},
     {2.198086798783227, 1.785430997005488, 2.198086798783227, 1.236658092830446, 1.236658092830446,
      2.198086798783227}},
};

TEST(Curand, NormalNumbers) {
  for (const Shaped& expected : kShaped) {
    const curandOrdering_t ordering = expected.type >= CURAND_RNG_QUASI_DEFAULT
                                          ? CURAND_ORDERING_QUASI_DEFAULT
                                          : CURAND_ORDERING_PSEUDO_DEFAULT;
    float normal[6] = {};
    curandGenerator_t generator = makeOnHost(expected.type, ordering);
    EXPECT_EQ(curandGenerateNormal(generator, normal, 6, 1, 2), CURAND_STATUS_SUCCESS);
    curandDestroyGenerator(generator);
    double logNormal[6] = {};
    generator = makeOnHost(expected.type, ordering);
    EXPECT_EQ(curandGenerateLogNormalDouble(generator, logNormal, 6, 0.5, 0.25),
              CURAND_STATUS_SUCCESS);
    curandDestroyGenerator(generator);
    for (int i = 0; i < 6; ++i) {
      EXPECT_NEAR(normal[i], expected.normal[i], 2e-6) << expected.type << " " << i;
      // MTGP32's doubles have 32 bits of randomness, shifted by half a bit.
      EXPECT_NEAR(logNormal[i], expected.logNormalDouble[i], 1e-9) << expected.type << " " << i;
    }
  }
}

// Mean and variance of many, within six of their own deviations.
template <class T>
void expectMoments(const std::vector<T>& numbers, double mean, double variance, double kurtosis,
                   curandRngType_t type) {
  double sum = 0, squares = 0;
  for (T each : numbers)
    sum += each;
  sum /= static_cast<double>(numbers.size());
  for (T each : numbers)
    squares += (each - mean) * (each - mean);
  squares /= static_cast<double>(numbers.size());
  const double n = static_cast<double>(numbers.size());
  EXPECT_NEAR(sum, mean, 6 * std::sqrt(variance / n)) << type;
  EXPECT_NEAR(squares, variance, 6 * variance * std::sqrt((kurtosis - 1) / n)) << type;
}

constexpr curandRngType_t kAll[] = {CURAND_RNG_PSEUDO_XORWOW,           CURAND_RNG_PSEUDO_MRG32K3A,
                                    CURAND_RNG_PSEUDO_MTGP32,           CURAND_RNG_PSEUDO_MT19937,
                                    CURAND_RNG_PSEUDO_PHILOX4_32_10,    CURAND_RNG_QUASI_SOBOL32,
                                    CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, CURAND_RNG_QUASI_SOBOL64,
                                    CURAND_RNG_QUASI_SCRAMBLED_SOBOL64};

TEST(Curand, DistributionsInDeviceMemory) {
  const std::size_t count = 60000;
  void* device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, count * sizeof(double)), cudaSuccess);
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  const auto fetch = [&](auto value) {
    std::vector<decltype(value)> numbers(count);
    EXPECT_EQ(cudaMemcpyAsync(numbers.data(), device, count * sizeof value, cudaMemcpyDeviceToHost,
                              stream),
              cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    return numbers;
  };
  for (curandRngType_t type : kAll) {
    curandGenerator_t generator;
    ASSERT_EQ(curandCreateGenerator(&generator, type), CURAND_STATUS_SUCCESS);
    EXPECT_EQ(curandSetStream(generator, stream), CURAND_STATUS_SUCCESS);
    EXPECT_EQ(curandGenerateUniform(generator, static_cast<float*>(device), count),
              CURAND_STATUS_SUCCESS);
    expectMoments(fetch(0.0f), 0.5, 1.0 / 12, 1.8, type);
    EXPECT_EQ(curandGenerateNormalDouble(generator, static_cast<double*>(device), count, -3, 2),
              CURAND_STATUS_SUCCESS);
    expectMoments(fetch(0.0), -3, 4, 3, type);
    EXPECT_EQ(curandGenerateLogNormal(generator, static_cast<float*>(device), count, 0, 0.25f),
              CURAND_STATUS_SUCCESS);
    expectMoments(fetch(0.0f), std::exp(1.0 / 32), (std::exp(1.0 / 16) - 1) * std::exp(1.0 / 16),
                  4.1, type);
    for (double mean : {3.5, 100.0, 5000.0}) {
      EXPECT_EQ(curandGeneratePoisson(generator, static_cast<unsigned*>(device), count, mean),
                CURAND_STATUS_SUCCESS);
      expectMoments(fetch(0u), mean, mean, 3 + 1 / mean, type);
    }
    EXPECT_EQ(curandDestroyGenerator(generator), CURAND_STATUS_SUCCESS);
  }
  cudaStreamDestroy(stream);
  cudaFree(device);
}

// The numbers of the host are those of the device, and a generator begins again where it is told
// to.
TEST(Curand, SidesAndRestarts) {
  std::vector<unsigned> here(5000), there(5000);
  unsigned* device = nullptr;
  ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&device), there.size() * sizeof *device),
            cudaSuccess);
  for (curandRngType_t type : kAll) {
    if (type >= CURAND_RNG_QUASI_SOBOL64)
      continue;
    curandGenerator_t host = nullptr, generator = nullptr;
    ASSERT_EQ(curandCreateGeneratorHost(&host, type), CURAND_STATUS_SUCCESS);
    ASSERT_EQ(curandCreateGenerator(&generator, type), CURAND_STATUS_SUCCESS);
    for (int round = 0; round < 2; ++round) {
      EXPECT_EQ(curandGenerate(host, here.data(), here.size()), CURAND_STATUS_SUCCESS);
      EXPECT_EQ(curandGenerate(generator, device, there.size()), CURAND_STATUS_SUCCESS);
      EXPECT_EQ(
          cudaMemcpy(there.data(), device, there.size() * sizeof *device, cudaMemcpyDeviceToHost),
          cudaSuccess);
      EXPECT_EQ(here, there) << type;
    }
    if (type < CURAND_RNG_QUASI_DEFAULT) {
      const std::vector<unsigned> second = here;
      curandSetPseudoRandomGeneratorSeed(host, 0);
      curandSetGeneratorOffset(host, 0); // else it goes on from where it is, if it can
      curandGenerate(host, here.data(), here.size());
      EXPECT_NE(here, second) << type;
      curandGenerate(host, here.data(), here.size());
      EXPECT_EQ(here, second) << type;
    }
    curandDestroyGenerator(host);
    curandDestroyGenerator(generator);
  }
  cudaFree(device);
}

TEST(Curand, Errors) {
  curandGenerator_t generator = nullptr;
  unsigned number[4] = {};
  float normal[4] = {};
  EXPECT_EQ(curandCreateGenerator(&generator, CURAND_RNG_TEST), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(curandGenerate(nullptr, number, 1), CURAND_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(curandDestroyGenerator(nullptr), CURAND_STATUS_NOT_INITIALIZED);
  ASSERT_EQ(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT),
            CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGenerateNormal(generator, normal, 3, 0, 1), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(generator, 2), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(curandSetGeneratorOrdering(generator, CURAND_ORDERING_QUASI_DEFAULT),
            CURAND_STATUS_OUT_OF_RANGE);
  EXPECT_EQ(curandGeneratePoisson(generator, number, 4, -1), CURAND_STATUS_OUT_OF_RANGE);
  EXPECT_EQ(curandGeneratePoisson(generator, number, 4, 400001), CURAND_STATUS_OUT_OF_RANGE);
  unsigned long long wide = 0;
  EXPECT_EQ(curandGenerateLongLong(generator, &wide, 1), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(curandDestroyGenerator(generator), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGenerate(generator, number, 1), CURAND_STATUS_NOT_INITIALIZED);

  ASSERT_EQ(curandCreateGeneratorHost(&generator, CURAND_RNG_QUASI_SOBOL64), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandSetPseudoRandomGeneratorSeed(generator, 1), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(generator, 0), CURAND_STATUS_OUT_OF_RANGE);
  EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(generator, 20001), CURAND_STATUS_OUT_OF_RANGE);
  EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(generator, 3), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGenerateUniform(generator, normal, 4), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  EXPECT_EQ(curandGenerate(generator, number, 3), CURAND_STATUS_TYPE_ERROR);
  curandDestroyGenerator(generator);
}

TEST(Curand, DirectionVectors) {
  curandDirectionVectors32_t* vectors = nullptr;
  ASSERT_EQ(curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6),
            CURAND_STATUS_SUCCESS);
  EXPECT_EQ(hash(vectors, 20000 * sizeof *vectors), 0x8d01daffe21f41cbull);
  curandDirectionVectors64_t* wide = nullptr;
  ASSERT_EQ(curandGetDirectionVectors64(&wide, CURAND_DIRECTION_VECTORS_64_JOEKUO6),
            CURAND_STATUS_SUCCESS);
  EXPECT_EQ(hash(wide, 20000 * sizeof *wide), 0xe25a718c6413d570ull);
  EXPECT_EQ(curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_64_JOEKUO6),
            CURAND_STATUS_OUT_OF_RANGE);
  ASSERT_EQ(curandGetDirectionVectors32(&vectors, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6),
            CURAND_STATUS_SUCCESS);
  EXPECT_EQ(hash(vectors, 20000 * sizeof *vectors), 0x5f97f9224ae9ace0ull);
  ASSERT_EQ(curandGetDirectionVectors64(&wide, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6),
            CURAND_STATUS_SUCCESS);
  EXPECT_EQ(hash(wide, 20000 * sizeof *wide), 0x3bc2986d93ba9ca5ull);
  unsigned* constants = nullptr;
  ASSERT_EQ(curandGetScrambleConstants32(&constants), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(hash(constants, 20000 * sizeof *constants), 0xe4e35f93a3875ec8ull);
  unsigned long long* wideConstants = nullptr;
  ASSERT_EQ(curandGetScrambleConstants64(&wideConstants), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(hash(wideConstants, 20000 * sizeof *wideConstants), 0x1cd29f8721bce663ull);
}

// The bars of the table hold the probabilities.
TEST(Curand, PoissonTable) {
  for (double mean : {0.5, 3.5, 250.0}) {
    curandDiscreteDistribution_t distribution = nullptr;
    ASSERT_EQ(curandCreatePoissonDistribution(mean, &distribution), CURAND_STATUS_SUCCESS);
    EXPECT_EQ(distribution->method, CURAND_M2);
    const curandDistributionM2Shift_st& table = *distribution->host_M2;
    std::vector<double> share(table.length);
    for (unsigned i = 0; i < table.length; ++i) {
      const double own = table.host_histogram->host_V[i] - double(i) / table.length;
      share[i] += own;
      share[table.host_histogram->host_K[i]] += 1.0 / table.length - own;
    }
    for (unsigned i = 0; i < table.length; ++i) {
      const double k = i + table.shift;
      EXPECT_NEAR(share[i], std::exp(k * std::log(mean) - mean - std::lgamma(k + 1)), 1e-12);
    }
    EXPECT_EQ(curandDestroyDistribution(distribution), CURAND_STATUS_SUCCESS);
  }
  EXPECT_EQ(curandCreatePoissonDistribution(3, nullptr), CURAND_STATUS_OUT_OF_RANGE);
}

} // namespace
} // namespace heddle::curand_test
