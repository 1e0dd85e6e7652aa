#include "tbb/pieces.h"

#include <mutex>

namespace heddle::bench {
namespace {

class Histogram : public Workload {
public:
  void run() override {
    bins_ = {};
    std::mutex mutex;
    forEachPiece([&](std::size_t, std::size_t begin, std::size_t end) {
      const Bins bins = count(samples_.data() + begin, end - begin);
      const std::lock_guard lock(mutex);
      for (std::size_t bin = 0; bin < kPrimitiveBins; ++bin) {
        bins_[bin] += bins[bin];
      }
    });
  }
  std::vector<float> result() override {
    run();
    return {bins_.begin(), bins_.end()};
  }

private:
  using Bins = std::array<std::uint32_t, kPrimitiveBins>;

  // Neighbouring samples count in different tables, so that one increment need not wait for the
  // store of the last.
  static Bins count(const std::uint8_t* samples, std::size_t n) {
    constexpr std::size_t kTables = 4;
    std::array<Bins, kTables> tables{};
    for (std::size_t i = 0; i < n; i += kTables) {
      for (std::size_t table = 0; table < kTables; ++table) {
        ++tables[table][samples[i + table]];
      }
    }
    for (std::size_t table = 1; table < kTables; ++table) {
      for (std::size_t bin = 0; bin < kPrimitiveBins; ++bin) {
        tables[0][bin] += tables[table][bin];
      }
    }
    return tables[0];
  }

  std::vector<std::uint8_t> samples_ = randomBytes(kPrimitiveElements, 1);
  Bins bins_{};
};

} // namespace

std::unique_ptr<Workload> makePrimitiveHistogram() {
  return std::make_unique<Histogram>();
}

} // namespace heddle::bench
