#include "cuda/device.h"
#include "primitives.h"

#include <cub/device/device_histogram.cuh>

namespace heddle::bench {
namespace {

class Histogram : public Workload {
public:
  Histogram() : storage_(storageBytes()) {}
  void run() override {
    std::size_t bytes = storageBytes();
    check(count(storage_.data(), bytes));
    finish();
  }
  std::vector<float> result() override {
    run();
    const std::vector<int> bins = bins_.read();
    return {bins.begin(), bins.end()};
  }

private:
  cudaError_t count(void* storage, std::size_t& bytes) const {
    return cub::DeviceHistogram::HistogramEven(
        storage, bytes, samples_.data(), bins_.data(), static_cast<int>(kPrimitiveBins) + 1, 0,
        static_cast<int>(kPrimitiveBins), static_cast<int>(kPrimitiveElements));
  }
  std::size_t storageBytes() const {
    std::size_t bytes = 0;
    check(count(nullptr, bytes));
    return bytes;
  }

  Buffer<std::uint8_t> samples_{randomBytes(kPrimitiveElements, 1)};
  Buffer<int> bins_{kPrimitiveBins};
  Buffer<std::uint8_t> storage_;
};

} // namespace

std::unique_ptr<Workload> makePrimitiveHistogram() {
  return std::make_unique<Histogram>();
}

} // namespace heddle::bench
