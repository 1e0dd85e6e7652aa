#include "cuda/device.h"
#include "primitives.h"

#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

namespace heddle::bench {
namespace {

class Sort : public Workload {
public:
  void reset() override { keys_.write(input_); }
  void run() override {
    thrust::sort(thrust::device, keys_.data(), keys_.data() + kPrimitiveElements);
    finish();
  }
  std::vector<float> result() override {
    run();
    return hashes(keys_.read());
  }

private:
  std::vector<std::uint32_t> input_ = randomIntegers(1);
  Buffer<std::uint32_t> keys_{input_};
};

class SortByKey : public Workload {
public:
  void reset() override {
    keys_.write(keysBefore_);
    values_.write(valuesBefore_);
  }
  void run() override {
    thrust::stable_sort_by_key(thrust::device, keys_.data(), keys_.data() + kPrimitiveElements,
                               values_.data());
    finish();
  }
  std::vector<float> result() override {
    run();
    return hashesOfBoth(keys_.read(), values_.read());
  }

private:
  std::vector<std::uint32_t> keysBefore_ = randomIntegers(1);
  std::vector<std::uint32_t> valuesBefore_ = randomIntegers(2);
  Buffer<std::uint32_t> keys_{keysBefore_};
  Buffer<std::uint32_t> values_{valuesBefore_};
};

} // namespace

std::unique_ptr<Workload> makeSort() {
  return std::make_unique<Sort>();
}
std::unique_ptr<Workload> makeSortByKey() {
  return std::make_unique<SortByKey>();
}

} // namespace heddle::bench
