#include "primitives.h"

#include <execution>

namespace heddle::bench {
namespace {

// Both copy what they choose of the input to the beginning of the output.
class Selection : public Workload {
public:
  explicit Selection(std::vector<std::uint32_t> input) : in_(std::move(input)) {}
  std::vector<float> result() override {
    run();
    return hashes({out_.begin(), end_});
  }

protected:
  std::vector<std::uint32_t> in_;
  std::vector<std::uint32_t> out_ = std::vector<std::uint32_t>(kPrimitiveElements);
  std::vector<std::uint32_t>::iterator end_;
};

class Select : public Selection {
public:
  Select() : Selection(randomIntegers(1)) {}
  void run() override {
    end_ = std::copy_if(std::execution::par, in_.begin(), in_.end(), out_.begin(),
                        [](std::uint32_t value) { return value % 2 != 0; });
  }
};

class Unique : public Selection {
public:
  Unique() : Selection(keysInRuns()) {}
  void run() override {
    end_ = std::unique_copy(std::execution::par, in_.begin(), in_.end(), out_.begin());
  }
};

} // namespace

std::unique_ptr<Workload> makeSelect() {
  return std::make_unique<Select>();
}
std::unique_ptr<Workload> makeUnique() {
  return std::make_unique<Unique>();
}

} // namespace heddle::bench
