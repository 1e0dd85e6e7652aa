#include "workload.h"

#include <array>

namespace heddle::bench {
namespace {

class Histogram : public Workload {
public:
  void run() override {
    const std::uint8_t* bytes = bytes_.data();
    unsigned bins[size::bins] = {};
#pragma omp parallel for reduction(+ : bins)
    for (unsigned i = 0; i < size::histogram; ++i) {
      ++bins[bytes[i]];
    }
    bins_ = std::to_array(bins);
  }

  std::vector<float> result() override {
    run();
    return {bins_.begin(), bins_.end()};
  }

private:
  std::vector<std::uint8_t> bytes_ = randomBytes(size::histogram, 1);
  std::array<unsigned, size::bins> bins_{};
};

} // namespace

std::unique_ptr<Workload> makeHistogram() {
  return std::make_unique<Histogram>();
}

} // namespace heddle::bench
