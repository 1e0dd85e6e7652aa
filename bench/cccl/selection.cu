#include "cuda/device.h"
#include "primitives.h"

#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/unique.h>

namespace heddle::bench {
namespace {

struct IsOdd {
  __host__ __device__ bool operator()(std::uint32_t value) const { return value % 2 != 0; }
};

// Both copy what they choose of the input to the beginning of the output.
class Selection : public Workload {
public:
  explicit Selection(const std::vector<std::uint32_t>& input) : in_(input) {}
  std::vector<float> result() override {
    run();
    std::vector<std::uint32_t> chosen = out_.read();
    chosen.resize(static_cast<std::size_t>(end_ - out_.data()));
    return hashes(chosen);
  }

protected:
  Buffer<std::uint32_t> in_;
  Buffer<std::uint32_t> out_{kPrimitiveElements};
  std::uint32_t* end_ = nullptr;
};

class Select : public Selection {
public:
  Select() : Selection(randomIntegers(1)) {}
  void run() override {
    end_ = thrust::copy_if(thrust::device, in_.data(), in_.data() + kPrimitiveElements, out_.data(),
                           IsOdd());
    finish();
  }
};

class Unique : public Selection {
public:
  Unique() : Selection(keysInRuns()) {}
  void run() override {
    end_ = thrust::unique_copy(thrust::device, in_.data(), in_.data() + kPrimitiveElements,
                               out_.data());
    finish();
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
