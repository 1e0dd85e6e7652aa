// Fills memory with random numbers in cuRAND's order. Each generator has many sequences, from which
// it takes numbers in turn: XORWOW and MRG32k3a one, or one pair of normal numbers, from each
// sequence, Philox four, MTGP32 256, and MT19937 eight.
#include "discrete.h"
#include "generator.h"
#include "samplers.cuh"
#include "sobol.h"

#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

#include <algorithm>
#include <type_traits>

namespace heddle::curand {

namespace {

constexpr unsigned kBlock = 256;
constexpr unsigned kMtgpSteps =
    8; // how many times a launch takes kBlock numbers from each sequence
// With CURAND_ORDERING_PSEUDO_SEEDED, the seeds of neighbouring sequences differ by this.
constexpr unsigned long long kSeedStep = 3133713;
// Kernels loop over what is more than this many blocks.
constexpr std::size_t kMaxBlocks = 1u << 16;

unsigned blocksFor(std::size_t items) {
  return static_cast<unsigned>(std::min<std::size_t>((items + kBlock - 1) / kBlock, kMaxBlocks));
}

// How many sequences the generator has.
unsigned sequenceCount(curandRngType_t type, curandOrdering_t ordering) {
  const bool legacy = ordering == CURAND_ORDERING_PSEUDO_LEGACY;
  switch (type) {
  case CURAND_RNG_PSEUDO_XORWOW:
    return 4096;
  case CURAND_RNG_PSEUDO_MRG32K3A:
    return legacy ? 4096 : 81920;
  case CURAND_RNG_PSEUDO_MTGP32:
    return legacy ? 64 : 192;
  case CURAND_RNG_PSEUDO_PHILOX4_32_10:
    return 65536;
  default:
    return 1;
  }
}

curandStatus_t toStatus(cudaError_t error) {
  switch (error) {
  case cudaSuccess:
    return CURAND_STATUS_SUCCESS;
  case cudaErrorMemoryAllocation:
    return CURAND_STATUS_ALLOCATION_FAILED;
  default:
    return CURAND_STATUS_LAUNCH_FAILURE;
  }
}
curandStatus_t launched() {
  return toStatus(cudaGetLastError());
}

template <class State>
__global__ void seedAll(State* states, unsigned threads, unsigned long long seed,
                        unsigned long long offset, bool seeds) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= threads)
    return;
  // The numbers before the offset were taken from the sequences in turn, beginning with the first.
  const unsigned long long drawn = offset / threads + (t < offset % threads);
  curand_init(seeds ? seed + t * kSeedStep : seed, seeds ? 0 : t, drawn, &states[t]);
}

template <class State, class Sampler>
__global__ void fillInTurn(State* states, unsigned threads, unsigned next, std::size_t groups,
                           typename Sampler::Value* out, Sampler sampler) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  std::size_t group = t >= next ? t - next : t + threads - next;
  if (t >= threads || group >= groups)
    return;
  State state = states[t];
  for (; group < groups; group += threads)
    sampler.sample(&state, out + group * Sampler::kGroup);
  states[t] = state;
}

template <class Sampler>
__global__ void fillPhilox(unsigned long long seed, unsigned threads, unsigned long long position,
                           std::size_t count, typename Sampler::Value* out, Sampler sampler) {
  const unsigned long long end = position + count;
  for (unsigned long long group = position / 4 + blockIdx.x * blockDim.x + threadIdx.x;
       group * 4 < end; group += gridDim.x * blockDim.x) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, group % threads, group / threads * 4 * Sampler::kDraws, &state);
    typename Sampler::Value values[4];
    sampler.sample4(&state, values);
    for (int i = 0; i < 4; ++i) {
      const unsigned long long at = group * 4 + i;
      if (at >= position && at < end)
        out[at - position] = values[i];
    }
  }
}

__global__ void fillMtgp(curandStateMtgp32_t* states, unsigned* out) {
  for (unsigned step = 0; step < kMtgpSteps; ++step)
    out[(step * gridDim.x + blockIdx.x) * kBlock + threadIdx.x] = ::curand(&states[blockIdx.x]);
}

template <class Sampler>
__global__ void transform(const unsigned* raw, std::size_t count, typename Sampler::Value* out,
                          Sampler sampler) {
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x)
    out[i] = sampler.fromBits(raw[i]);
}

// Fills `out` dimension by dimension. The direction vectors of each dimension are followed by the
// constant that it is scrambled with.
template <class Word, class Sampler>
__global__ void fillSobolPoints(const Word* vectors, unsigned long long position, std::size_t count,
                                typename Sampler::Value* out, Sampler sampler) {
  constexpr unsigned bits = 8 * sizeof(Word);
  vectors += blockIdx.y * (bits + 1);
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x) {
    const Word index = static_cast<Word>(position + i);
    Word value = vectors[bits];
    unsigned bit = 0;
    for (Word gray = index ^ (index >> 1); gray != 0; gray >>= 1, ++bit)
      if (gray & 1)
        value ^= vectors[bit];
    out[blockIdx.y * count + i] = sampler.fromBits(value);
  }
}

} // namespace

} // namespace heddle::curand

using namespace heddle::curand;

curandGenerator_st::curandGenerator_st(curandRngType_t type, bool onHost)
    : type(type), onHost(onHost),
      ordering(type >= CURAND_RNG_QUASI_SOBOL32 ? CURAND_ORDERING_QUASI_DEFAULT
                                                : CURAND_ORDERING_PSEUDO_DEFAULT) {}

template <class State> curandStatus_t curandGenerator_st::seedStates() {
  if (cudaError_t error = states_.reserve(threads_ * sizeof(State)))
    return toStatus(error);
  seedAll<<<blocksFor(threads_), kBlock, 0, stream>>>(
      states_.as<State>(), threads_, seedValue, offset, ordering == CURAND_ORDERING_PSEUDO_SEEDED);
  position_ = offset % threads_;
  return launched();
}

curandStatus_t curandGenerator_st::seedMtgp() {
  const std::size_t states = threads_ * sizeof(curandStateMtgp32_t);
  if (cudaError_t error = states_.reserve(states + sizeof(mtgp32_kernel_params_t)))
    return toStatus(error);
  auto* parameters = reinterpret_cast<mtgp32_kernel_params_t*>(states_.as<char>() + states);
  if (curandStatus_t status = curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, parameters))
    return status;
  return curandMakeMTGP32KernelState(states_.as<curandStateMtgp32_t>(), mtgp32dc_params_fast_11213,
                                     parameters, static_cast<int>(threads_), seedValue);
}

curandStatus_t curandGenerator_st::seedSobol() {
  const auto upload = [&](auto word) {
    using Word = decltype(word);
    constexpr unsigned bits = 8 * sizeof(Word);
    const bool scrambled =
        type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
    const Word* vectors = scrambled ? ScrambledSobolTables<Word>::get().vectors()
                                    : SobolTables<Word>::get().vectors();
    std::vector<Word> table;
    for (unsigned d = 0; d < dimensions; ++d) {
      table.insert(table.end(), vectors + d * bits, vectors + (d + 1) * bits);
      table.push_back(scrambled ? ScrambledSobolTables<Word>::get().constants()[d] : 0);
    }
    cudaError_t error = states_.reserve(table.size() * sizeof(Word));
    if (!error)
      error = cudaMemcpyAsync(states_.as<Word>(), table.data(), table.size() * sizeof(Word),
                              cudaMemcpyHostToDevice, stream);
    return toStatus(error);
  };
  position_ = offset;
  return is64Bit() ? upload(0ull) : upload(0u);
}

curandStatus_t curandGenerator_st::seed() {
  threads_ = sequenceCount(type, ordering);
  position_ = begin_ = offset;
  rawBegin_ = rawEnd_ = 0;
  curandStatus_t status = CURAND_STATUS_SUCCESS;
  if (isQuasirandom())
    status = seedSobol();
  else if (type == CURAND_RNG_PSEUDO_XORWOW)
    status = seedStates<curandStateXORWOW_t>();
  else if (type == CURAND_RNG_PSEUDO_MRG32K3A)
    status = seedStates<curandStateMRG32k3a_t>();
  else if (type == CURAND_RNG_PSEUDO_MTGP32)
    status = seedMtgp();
  else if (type == CURAND_RNG_PSEUDO_MT19937)
    status = toStatus(twisters_.seed(static_cast<unsigned>(seedValue), stream));
  seeded_ = status == CURAND_STATUS_SUCCESS;
  return status;
}

// Returns some of the next numbers of MTGP32 or MT19937, at most `wanted`.
curandStatus_t curandGenerator_st::takeRaw(std::size_t wanted, const unsigned** numbers,
                                           std::size_t* count) {
  if (type == CURAND_RNG_PSEUDO_MT19937)
    return toStatus(twisters_.take(wanted, stream, numbers, count));
  if (rawBegin_ == rawEnd_) {
    rawBegin_ = 0;
    rawEnd_ = std::size_t{threads_} * kBlock * kMtgpSteps;
    if (cudaError_t error = raw_.reserve(rawEnd_ * sizeof(unsigned)))
      return toStatus(error);
    fillMtgp<<<threads_, kBlock, 0, stream>>>(states_.as<curandStateMtgp32_t>(),
                                              raw_.as<unsigned>());
  }
  *numbers = raw_.as<unsigned>() + rawBegin_;
  *count = std::min(wanted, rawEnd_ - rawBegin_);
  rawBegin_ += *count;
  return launched();
}

template <class Sampler>
curandStatus_t curandGenerator_st::fillFromRaw(void* out, std::size_t count, Sampler sampler) {
  auto* to = static_cast<typename Sampler::Value*>(out);
  while (count != 0) {
    const unsigned* numbers = nullptr;
    std::size_t part = 0;
    if (curandStatus_t status = takeRaw(count, &numbers, &part))
      return status;
    transform<<<blocksFor(part), kBlock, 0, stream>>>(numbers, part, to, sampler);
    if (curandStatus_t status = launched())
      return status;
    to += part;
    count -= part;
  }
  return CURAND_STATUS_SUCCESS;
}

template <class Sampler>
curandStatus_t curandGenerator_st::fillSobol(void* out, std::size_t count, Sampler sampler) {
  auto* to = static_cast<typename Sampler::Value*>(out);
  const std::size_t each = count / dimensions;
  const dim3 grid(blocksFor(each), dimensions);
  if (is64Bit())
    fillSobolPoints<<<grid, kBlock, 0, stream>>>(states_.as<unsigned long long>(), position_, each,
                                                 to, sampler);
  else if constexpr (!std::is_same_v<Sampler, Bits64>)
    fillSobolPoints<<<grid, kBlock, 0, stream>>>(states_.as<unsigned>(), position_, each, to,
                                                 sampler);
  position_ += each;
  offset += each;
  return launched();
}

template <class Sampler>
curandStatus_t curandGenerator_st::fill(void* out, std::size_t count, Sampler sampler) {
  if (isQuasirandom())
    return fillSobol(out, count, sampler);
  if constexpr (!std::is_same_v<Sampler, Bits64>) {
    auto* to = static_cast<typename Sampler::Value*>(out);
    const auto inTurn = [&](auto* states) {
      const std::size_t groups = count / Sampler::kGroup;
      fillInTurn<<<blocksFor(threads_), kBlock, 0, stream>>>(
          states, threads_, static_cast<unsigned>(position_), groups, to, sampler);
      position_ = (position_ + groups) % threads_;
      offset += groups;
      return launched();
    };
    switch (type) {
    case CURAND_RNG_PSEUDO_XORWOW:
      return inTurn(states_.as<curandStateXORWOW_t>());
    case CURAND_RNG_PSEUDO_MRG32K3A:
      return inTurn(states_.as<curandStateMRG32k3a_t>());
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
      fillPhilox<<<blocksFor(count / 4 + 2), kBlock, 0, stream>>>(seedValue, threads_, position_,
                                                                  count, to, sampler);
      position_ += count;
      offset = begin_ + (position_ - begin_) / 4; // cuRAND counts groups of four here
      return launched();
    default:
      return fillFromRaw(out, count, sampler);
    }
  }
  return CURAND_STATUS_TYPE_ERROR;
}

// Chooses the sampler that cuRAND uses for the mean: a table for small means, inversion, or normal
// numbers for large ones.
template <class Action>
curandStatus_t curandGenerator_st::withPoissonSampler(double mean, Action action) {
  double tableBelow = 2000, normalFrom = 2000;
  if (is64Bit()) {
    tableBelow = 0;
  } else if (isQuasirandom() || type == CURAND_RNG_PSEUDO_MTGP32) {
    tableBelow = isQuasirandom() ? 10 : 32;
    normalFrom = 8000;
  }
  if (mean >= normalFrom)
    return action(PoissonFromNormal{mean});
  if (mean < tableBelow) {
    if (curandStatus_t status = table_.make(mean))
      return status;
    return action(PoissonFromTable{{}, table_.get()->M2});
  }
  if (curandStatus_t status = sums_.make(mean, stream))
    return status;
  return action(PoissonByInversion{{}, sums_.first(), sums_.count(), sums_.data()});
}

template <class Action>
curandStatus_t curandGenerator_st::withSampler(Distribution distribution, Parameters p,
                                               Action action) {
  const float mean = static_cast<float>(p.mean), deviation = static_cast<float>(p.deviation);
  switch (distribution) {
  case Distribution::Bits:
    return action(Bits{});
  case Distribution::Bits64:
    return action(Bits64{});
  case Distribution::Uniform:
    return action(Uniform{{}, type == CURAND_RNG_PSEUDO_MT19937});
  case Distribution::UniformDouble:
    return action(UniformDouble{{},
                                type == CURAND_RNG_PSEUDO_MT19937 ? CURAND_2POW32_INV_DOUBLE / 2
                                                                  : CURAND_2POW32_INV_DOUBLE});
  case Distribution::Normal:
    return action(Normal<false>{mean, deviation});
  case Distribution::NormalDouble:
    return action(NormalDouble<false>{p.mean, p.deviation});
  case Distribution::LogNormal:
    return action(Normal<true>{mean, deviation});
  case Distribution::LogNormalDouble:
    return action(NormalDouble<true>{p.mean, p.deviation});
  case Distribution::Poisson:
    return withPoissonSampler(p.mean, action);
  }
  return CURAND_STATUS_INTERNAL_ERROR;
}

curandStatus_t curandGenerator_st::generate(Distribution distribution, void* out, std::size_t count,
                                            Parameters parameters) {
  if (!seeded_)
    if (curandStatus_t status = seed())
      return status;
  if (count == 0)
    return CURAND_STATUS_SUCCESS;
  return withSampler(distribution, parameters, [&](auto sampler) {
    if (!onHost)
      return fill(out, count, sampler);
    const std::size_t bytes = count * sizeof(typename decltype(sampler)::Value);
    if (cudaError_t error = scratch_.reserve(bytes))
      return toStatus(error);
    if (curandStatus_t status = fill(scratch_.as<void>(), count, sampler))
      return status;
    cudaError_t error =
        cudaMemcpyAsync(out, scratch_.as<void>(), bytes, cudaMemcpyDeviceToHost, stream);
    return toStatus(error ? error : cudaStreamSynchronize(stream));
  });
}
