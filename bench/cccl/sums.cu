#include "cuda/device.h"
#include "primitives.h"

#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>

namespace heddle::bench {
namespace {

class InclusiveScan : public Workload {
public:
  void run() override {
    thrust::inclusive_scan(thrust::device, values_.data(), values_.data() + kPrimitiveElements,
                           sums_.data());
    finish();
  }
  std::vector<float> result() override {
    run();
    return hashes(sums_.read());
  }

private:
  Buffer<std::uint32_t> values_{randomIntegers(1)};
  Buffer<std::uint32_t> sums_{kPrimitiveElements};
};

class Reduce : public Workload {
public:
  void run() override {
    sum_ = thrust::reduce(thrust::device, values_.data(), values_.data() + kPrimitiveElements);
    finish();
  }
  std::vector<float> result() override {
    run();
    return hashes({sum_});
  }

private:
  Buffer<std::uint32_t> values_{randomIntegers(1)};
  std::uint32_t sum_ = 0;
};

class ReduceByKey : public Workload {
public:
  void run() override {
    const auto ends =
        thrust::reduce_by_key(thrust::device, keys_.data(), keys_.data() + kPrimitiveElements,
                              values_.data(), runs_.data(), sums_.data());
    count_ = static_cast<std::size_t>(ends.first - runs_.data());
    finish();
  }
  std::vector<float> result() override {
    run();
    std::vector<std::uint32_t> runs = runs_.read();
    std::vector<std::uint32_t> sums = sums_.read();
    runs.resize(count_);
    sums.resize(count_);
    return hashesOfBoth(runs, sums);
  }

private:
  Buffer<std::uint32_t> keys_{keysInRuns()};
  Buffer<std::uint32_t> values_{randomIntegers(1)};
  Buffer<std::uint32_t> runs_{kPrimitiveElements};
  Buffer<std::uint32_t> sums_{kPrimitiveElements};
  std::size_t count_ = 0;
};

} // namespace

std::unique_ptr<Workload> makeInclusiveScan() {
  return std::make_unique<InclusiveScan>();
}
std::unique_ptr<Workload> makeReduce() {
  return std::make_unique<Reduce>();
}
std::unique_ptr<Workload> makeReduceByKey() {
  return std::make_unique<ReduceByKey>();
}

} // namespace heddle::bench
