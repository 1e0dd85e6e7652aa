#include "kernels.h"
#include "openmp/buffer.h"

#include <array>

namespace heddle::bench {
namespace {

class Histogram : public Workload {
public:
  // Neighbouring bytes count in different tables, so that one increment need not wait for the
  // store of the last.
  void run() override {
    constexpr unsigned kTables = 4;
    const std::uint8_t* bytes = bytes_.data();
    unsigned counts[kTables][size::bins] = {};
#pragma omp parallel for reduction(+ : counts)
    for (unsigned i = 0; i < size::histogram; i += kTables) {
      for (unsigned table = 0; table < kTables; ++table) {
        ++counts[table][bytes[i + table]];
      }
    }
    bins_ = {};
    for (const auto& table : counts) {
      for (unsigned bin = 0; bin < size::bins; ++bin) {
        bins_[bin] += table[bin];
      }
    }
  }

  std::vector<float> result() override {
    run();
    return {bins_.begin(), bins_.end()};
  }

private:
  Buffer<std::uint8_t> bytes_{randomBytes(size::histogram, 1)};
  std::array<unsigned, size::bins> bins_{};
};

} // namespace

std::unique_ptr<Workload> makeHistogram() {
  return std::make_unique<Histogram>();
}

} // namespace heddle::bench
