#include "primitives.h"

#include <execution>

namespace heddle::bench {
namespace {

class Sort : public Workload {
public:
  void reset() override { keys_ = input_; }
  void run() override { std::sort(std::execution::par, keys_.begin(), keys_.end()); }
  std::vector<float> result() override {
    run();
    return hashes(keys_);
  }

private:
  std::vector<std::uint32_t> input_ = randomIntegers(1);
  std::vector<std::uint32_t> keys_ = input_;
};

// The C++ library sorts no two ranges at once, so key and value lie side by side.
class SortByKey : public Workload {
public:
  SortByKey() {
    const std::vector<std::uint32_t> keys = randomIntegers(1);
    const std::vector<std::uint32_t> values = randomIntegers(2);
    for (std::size_t i = 0; i < kPrimitiveElements; ++i) {
      input_[i] = {keys[i], values[i]};
    }
  }
  void reset() override { pairs_ = input_; }
  void run() override {
    std::stable_sort(std::execution::par, pairs_.begin(), pairs_.end(),
                     [](const Pair& a, const Pair& b) { return a.key < b.key; });
  }
  std::vector<float> result() override {
    run();
    std::vector<std::uint32_t> keys, values;
    for (const Pair& pair : pairs_) {
      keys.push_back(pair.key);
      values.push_back(pair.value);
    }
    return hashesOfBoth(keys, values);
  }

private:
  struct Pair {
    std::uint32_t key, value;
  };
  std::vector<Pair> input_ = std::vector<Pair>(kPrimitiveElements);
  std::vector<Pair> pairs_;
};

} // namespace

std::unique_ptr<Workload> makeSort() {
  return std::make_unique<Sort>();
}
std::unique_ptr<Workload> makeSortByKey() {
  return std::make_unique<SortByKey>();
}

} // namespace heddle::bench
