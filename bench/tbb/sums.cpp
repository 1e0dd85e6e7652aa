#include "tbb/pieces.h"

#include <execution>
#include <numeric>

namespace heddle::bench {
namespace {

class InclusiveScan : public Workload {
public:
  void run() override {
    std::inclusive_scan(std::execution::par, values_.begin(), values_.end(), sums_.begin());
  }
  std::vector<float> result() override {
    run();
    return hashes(sums_);
  }

private:
  std::vector<std::uint32_t> values_ = randomIntegers(1);
  std::vector<std::uint32_t> sums_ = std::vector<std::uint32_t>(kPrimitiveElements);
};

class Reduce : public Workload {
public:
  void run() override {
    sum_ = std::reduce(std::execution::par_unseq, values_.begin(), values_.end());
  }
  std::vector<float> result() override {
    run();
    return hashes({sum_});
  }

private:
  std::vector<std::uint32_t> values_ = randomIntegers(1);
  std::uint32_t sum_ = 0;
};

// Each piece first counts the runs that begin in it, which says where its sums go. A run that goes
// on behind its piece is summed by the piece in which it begins.
class ReduceByKey : public Workload {
public:
  void run() override {
    std::array<std::size_t, kPieces> begun{};
    forEachPiece([&](std::size_t piece, std::size_t begin, std::size_t end) {
      std::size_t count = begins(begin) ? 1 : 0;
      for (std::size_t i = begin + 1; i < end; ++i) {
        count += keys_[i] != keys_[i - 1];
      }
      begun[piece] = count;
    });
    std::array<std::size_t, kPieces> first;
    std::exclusive_scan(begun.begin(), begun.end(), first.begin(), std::size_t{0});
    forEachPiece([&](std::size_t piece, std::size_t begin, std::size_t end) {
      sumRuns(begin, end, first[piece]);
    });
    count_ = first.back() + begun.back();
  }
  std::vector<float> result() override {
    run();
    runs_.resize(count_);
    sums_.resize(count_);
    return hashesOfBoth(runs_, sums_);
  }

private:
  bool begins(std::size_t i) const { return i == 0 || keys_[i] != keys_[i - 1]; }

  void sumRuns(std::size_t begin, std::size_t end, std::size_t run) {
    std::size_t i = begin;
    while (i < end && !begins(i)) {
      ++i;
    }
    while (i < end) {
      const std::uint32_t key = keys_[i];
      std::uint32_t sum = 0;
      for (; i < kPrimitiveElements && keys_[i] == key; ++i) {
        sum += values_[i];
      }
      runs_[run] = key;
      sums_[run++] = sum;
    }
  }

  std::vector<std::uint32_t> keys_ = keysInRuns();
  std::vector<std::uint32_t> values_ = randomIntegers(1);
  std::vector<std::uint32_t> runs_ = std::vector<std::uint32_t>(kPrimitiveElements);
  std::vector<std::uint32_t> sums_ = std::vector<std::uint32_t>(kPrimitiveElements);
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
