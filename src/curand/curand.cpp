// The entry points of libcurand. They check their arguments; generator.cu makes the numbers.
#include "discrete.h"
#include "generator.h"
#include "guarded.h"
#include "sobol.h"

#include <memory>
#include <mutex>
#include <unordered_set>

namespace {

using heddle::curand::Distribution;
using heddle::curand::guarded;
using heddle::curand::kLargestPoissonMean;
using heddle::curand::kSobolDimensions;
using heddle::curand::Parameters;
using heddle::curand::ScrambledSobolTables;
using heddle::curand::SobolTables;

// The generators that exist. Handles are looked up here, so that an invalid one is an error and
// does not crash the program.
class Generators {
public:
  static Generators& get() {
    static auto* generators =
        new Generators; // never destroyed, since static objects may hold generators
    return *generators;
  }
  void add(curandGenerator_t generator) {
    std::lock_guard lock(mutex_);
    all_.insert(generator);
  }
  bool has(curandGenerator_t generator) {
    std::lock_guard lock(mutex_);
    return all_.count(generator) != 0;
  }
  bool remove(curandGenerator_t generator) {
    std::lock_guard lock(mutex_);
    return all_.erase(generator) != 0;
  }

private:
  std::mutex mutex_;
  std::unordered_set<curandGenerator_t> all_;
};

curandRngType_t resolveDefault(curandRngType_t type) {
  if (type == CURAND_RNG_PSEUDO_DEFAULT)
    return CURAND_RNG_PSEUDO_XORWOW;
  return type == CURAND_RNG_QUASI_DEFAULT ? CURAND_RNG_QUASI_SOBOL32 : type;
}

bool isKnown(curandRngType_t type) {
  switch (type) {
  case CURAND_RNG_PSEUDO_XORWOW:
  case CURAND_RNG_PSEUDO_MRG32K3A:
  case CURAND_RNG_PSEUDO_MTGP32:
  case CURAND_RNG_PSEUDO_MT19937:
  case CURAND_RNG_PSEUDO_PHILOX4_32_10:
  case CURAND_RNG_QUASI_SOBOL32:
  case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
  case CURAND_RNG_QUASI_SOBOL64:
  case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
    return true;
  default:
    return false;
  }
}

bool hasOrdering(const curandGenerator_st& generator, curandOrdering_t order) {
  if (generator.isQuasirandom())
    return order == CURAND_ORDERING_QUASI_DEFAULT;
  switch (order) {
  case CURAND_ORDERING_PSEUDO_BEST:
  case CURAND_ORDERING_PSEUDO_DEFAULT:
  case CURAND_ORDERING_PSEUDO_LEGACY:
    return true;
  // The order may depend on the device. Ours has the default one.
  case CURAND_ORDERING_PSEUDO_DYNAMIC:
    return generator.type != CURAND_RNG_PSEUDO_MT19937 && !generator.onHost;
  case CURAND_ORDERING_PSEUDO_SEEDED:
    return generator.type == CURAND_RNG_PSEUDO_XORWOW;
  default:
    return false;
  }
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool onHost) {
  if (!generator)
    return CURAND_STATUS_NOT_INITIALIZED;
  type = resolveDefault(type);
  if (!isKnown(type))
    return CURAND_STATUS_TYPE_ERROR;
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0)
    return CURAND_STATUS_INITIALIZATION_FAILED;
  return guarded([&] {
    auto made = std::make_unique<curandGenerator_st>(type, onHost);
    Generators::get().add(made.get());
    *generator = made.release();
    return CURAND_STATUS_SUCCESS;
  });
}

curandStatus_t generate(curandGenerator_t generator, Distribution distribution, void* out,
                        size_t count, Parameters parameters = {}) {
  if (!Generators::get().has(generator))
    return CURAND_STATUS_NOT_INITIALIZED;
  if ((distribution == Distribution::Bits && generator->is64Bit()) ||
      (distribution == Distribution::Bits64 && !generator->is64Bit()))
    return CURAND_STATUS_TYPE_ERROR;
  const bool normal =
      distribution >= Distribution::Normal && distribution <= Distribution::LogNormalDouble;
  if (generator->isQuasirandom() ? count % generator->dimensions != 0
                                 : normal && generator->hasPairs() && count % 2 != 0)
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  return guarded([&] { return generator->generate(distribution, out, count, parameters); });
}

} // namespace

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (!Generators::get().remove(generator))
    return CURAND_STATUS_NOT_INITIALIZED;
  cudaStreamSynchronize(generator->stream);
  delete generator;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int* version) {
  if (!version)
    return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
  if (!value)
    return CURAND_STATUS_OUT_OF_RANGE;
  switch (type) {
  case MAJOR_VERSION:
    *value = CURAND_VER_MAJOR;
    return CURAND_STATUS_SUCCESS;
  case MINOR_VERSION:
    *value = CURAND_VER_MINOR;
    return CURAND_STATUS_SUCCESS;
  case PATCH_LEVEL:
    *value = CURAND_VER_PATCH;
    return CURAND_STATUS_SUCCESS;
  default:
    return CURAND_STATUS_OUT_OF_RANGE;
  }
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (!Generators::get().has(generator))
    return CURAND_STATUS_NOT_INITIALIZED;
  // Kernels in the old stream may still use the generator's memory.
  cudaStreamSynchronize(generator->stream);
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
  if (!Generators::get().has(generator))
    return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->isQuasirandom())
    return CURAND_STATUS_TYPE_ERROR;
  generator->seedValue = seed;
  generator->restart();
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (!Generators::get().has(generator))
    return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->type == CURAND_RNG_PSEUDO_MTGP32 || generator->type == CURAND_RNG_PSEUDO_MT19937)
    return CURAND_STATUS_TYPE_ERROR;
  generator->offset = offset;
  generator->restart();
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (!Generators::get().has(generator))
    return CURAND_STATUS_NOT_INITIALIZED;
  if (!hasOrdering(*generator, order))
    return CURAND_STATUS_OUT_OF_RANGE;
  generator->ordering = order;
  generator->restart();
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned dimensions) {
  if (!Generators::get().has(generator))
    return CURAND_STATUS_NOT_INITIALIZED;
  if (!generator->isQuasirandom())
    return CURAND_STATUS_TYPE_ERROR;
  if (dimensions == 0 || dimensions > kSobolDimensions)
    return CURAND_STATUS_OUT_OF_RANGE;
  generator->dimensions = dimensions;
  generator->restart();
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  if (!Generators::get().has(generator))
    return CURAND_STATUS_NOT_INITIALIZED;
  return guarded([&] { return generator->seed(); });
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* out, size_t count) {
  return generate(generator, Distribution::Bits, out, count);
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* out,
                                      size_t count) {
  return generate(generator, Distribution::Bits64, out, count);
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* out, size_t count) {
  return generate(generator, Distribution::Uniform, out, count);
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* out, size_t count) {
  return generate(generator, Distribution::UniformDouble, out, count);
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* out, size_t count,
                                    float mean, float deviation) {
  return generate(generator, Distribution::Normal, out, count, {mean, deviation});
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* out, size_t count,
                                          double mean, double deviation) {
  return generate(generator, Distribution::NormalDouble, out, count, {mean, deviation});
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* out, size_t count,
                                       float mean, float deviation) {
  return generate(generator, Distribution::LogNormal, out, count, {mean, deviation});
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* out, size_t count,
                                             double mean, double deviation) {
  return generate(generator, Distribution::LogNormalDouble, out, count, {mean, deviation});
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* out, size_t count,
                                     double mean) {
  if (!(mean > 0 && mean <= kLargestPoissonMean))
    return CURAND_STATUS_OUT_OF_RANGE;
  return generate(generator, Distribution::Poisson, out, count, {mean, 0});
}
curandStatus_t curandGeneratePoissonMethod(curandGenerator_t generator, unsigned* out, size_t count,
                                           double mean, curandMethod_t) {
  return curandGeneratePoisson(generator, out, count, mean);
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t* vectors[],
                                           curandDirectionVectorSet_t set) {
  if (!vectors || (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6 &&
                   set != CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6))
    return CURAND_STATUS_OUT_OF_RANGE;
  return guarded([&] {
    *vectors = reinterpret_cast<curandDirectionVectors32_t*>(
        set == CURAND_DIRECTION_VECTORS_32_JOEKUO6
            ? SobolTables<unsigned>::get().vectors()
            : ScrambledSobolTables<unsigned>::get().vectors());
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandGetScrambleConstants32(unsigned** constants) {
  if (!constants)
    return CURAND_STATUS_OUT_OF_RANGE;
  return guarded([&] {
    *constants = ScrambledSobolTables<unsigned>::get().constants();
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t* vectors[],
                                           curandDirectionVectorSet_t set) {
  if (!vectors || (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6 &&
                   set != CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6))
    return CURAND_STATUS_OUT_OF_RANGE;
  return guarded([&] {
    *vectors = reinterpret_cast<curandDirectionVectors64_t*>(
        set == CURAND_DIRECTION_VECTORS_64_JOEKUO6
            ? SobolTables<unsigned long long>::get().vectors()
            : ScrambledSobolTables<unsigned long long>::get().vectors());
    return CURAND_STATUS_SUCCESS;
  });
}
curandStatus_t curandGetScrambleConstants64(unsigned long long** constants) {
  if (!constants)
    return CURAND_STATUS_OUT_OF_RANGE;
  return guarded([&] {
    *constants = ScrambledSobolTables<unsigned long long>::get().constants();
    return CURAND_STATUS_SUCCESS;
  });
}
}
