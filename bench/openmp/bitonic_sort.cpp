#include "kernels.h"
#include "openmp/buffer.h"
#include "openmp/line.h"

#include <utility>

namespace heddle::bench {
namespace {

// A chunk is a matrix of kRows × kLanes that is sorted column by column: element `row` of column
// `lane` is number lane * kRows + row of the sorted chunk. Elements less than kRows apart are then
// in the same lane of two vectors, and most comparisons need no exchange of lanes.
constexpr unsigned kRows = size::sortChunk / kLanes;

// Each is one instruction. The two machines differ in what theirs make of a NaN.
inline Lanes smaller(Lanes a, Lanes b) {
#if defined(__aarch64__)
  return __builtin_elementwise_min(a, b);
#else
  return a < b ? a : b;
#endif
}
inline Lanes larger(Lanes a, Lanes b) {
#if defined(__aarch64__)
  return __builtin_elementwise_max(a, b);
#else
  return a > b ? a : b;
#endif
}

template <bool isUpwards> void order(Lanes& first, Lanes& second) {
  const Lanes low = smaller(first, second), high = larger(first, second);
  first = isUpwards ? low : high;
  second = isUpwards ? high : low;
}

// Orders the rows of a group that are 2^(kSteps - 1), ..., 2, 1 apart.
template <unsigned kSteps, bool isUpwards> void orderGroup(Lanes* group) {
  constexpr unsigned kGroup = 1u << kSteps;
#pragma clang loop unroll(full)
  for (unsigned distance = kGroup / 2; distance > 0; distance /= 2) {
#pragma clang loop unroll(full)
    for (unsigned i = 0; i < kGroup; ++i) {
      if ((i & distance) == 0) {
        order<isUpwards>(group[i], group[i + distance]);
      }
    }
  }
}

// Orders rows at `distance` and at kSteps - 1 halves of it, with 2^kSteps rows in registers.
template <unsigned kSteps, bool isUpwards>
void orderRows(Lanes* rows, unsigned count, unsigned distance) {
  constexpr unsigned kGroup = 1u << kSteps;
  const unsigned stride = 2 * distance / kGroup;
  for (unsigned first = 0; first < count; first += 2 * distance) {
    for (unsigned row = first; row < first + stride; ++row) {
      Lanes group[kGroup];
      for (unsigned i = 0; i < kGroup; ++i) {
        group[i] = rows[row + i * stride];
      }
      orderGroup<kSteps, isUpwards>(group);
      for (unsigned i = 0; i < kGroup; ++i) {
        rows[row + i * stride] = group[i];
      }
    }
  }
}

// Merges `count` rows, each column of which rises and then falls or falls and then rises.
template <bool isUpwards> void mergeRows(Lanes* rows, unsigned count) {
  unsigned distance = count / 2;
  for (; distance >= 4; distance /= 8) {
    orderRows<3, isUpwards>(rows, count, distance);
  }
  if (distance == 2) {
    orderRows<2, isUpwards>(rows, count, distance);
  } else if (distance == 1) {
    orderRows<1, isUpwards>(rows, count, distance);
  }
}

// The columns of eight rows, from unordered to upwards or downwards.
template <bool isUpwards> void sortEight(const float* in, Lanes* rows) {
  Lanes group[8];
  for (unsigned i = 0; i < 8; ++i) {
    group[i] = load<Lanes>(in + i * kLanes);
  }
  for (unsigned i = 0; i < 8; i += 4) {
    orderGroup<1, true>(group + i);
    orderGroup<1, false>(group + i + 2);
  }
  orderGroup<2, true>(group);
  orderGroup<2, false>(group + 4);
  orderGroup<3, isUpwards>(group);
  for (unsigned i = 0; i < 8; ++i) {
    rows[i] = group[i];
  }
}

void sortColumns(const float* in, Lanes* rows) {
  for (unsigned row = 0; row < kRows; row += 16) {
    sortEight<true>(in + row * kLanes, rows + row);
    sortEight<false>(in + (row + 8) * kLanes, rows + row + 8);
  }
  for (unsigned count = 16; count < kRows; count *= 2) {
    for (unsigned row = 0; row < kRows; row += 2 * count) {
      mergeRows<true>(rows + row, count);
      mergeRows<false>(rows + row + count, count);
    }
  }
  mergeRows<true>(rows, kRows);
}

// Exchanges lanes whose numbers differ in the bits kBits.
template <unsigned kBits, std::size_t... kLane>
Lanes exchangeLanes(Lanes row, std::index_sequence<kLane...>) {
  return __builtin_shufflevector(row, row, (kLane ^ kBits)...);
}
// Takes the lanes without kBit from `low` and those with it from `high`.
template <unsigned kBit, std::size_t... kLane>
Lanes blend(Lanes low, Lanes high, std::index_sequence<kLane...>) {
  return __builtin_shufflevector(low, high, (kLane & kBit ? kLanes + kLane : kLane)...);
}
constexpr auto kAllLanes = std::make_index_sequence<kLanes>();

// Orders lanes kDistance apart, then those at half of it, and so on.
template <unsigned kDistance> void orderLanes(Lanes& row) {
  if constexpr (kDistance > 0) {
    const Lanes other = exchangeLanes<kDistance>(row, kAllLanes);
    row = blend<kDistance>(smaller(row, other), larger(row, other), kAllLanes);
    orderLanes<kDistance / 2>(row);
  }
}

// Merges kColumns sorted columns, of which each half is in order already. The first step compares
// each element with its mirror image, which makes both halves rise.
template <unsigned kColumns> void mergeColumns(Lanes* rows) {
  for (unsigned row = 0; row < kRows / 2; ++row) {
    Lanes& upper = rows[row];
    Lanes& lower = rows[kRows - 1 - row];
    const Lanes mirrored = exchangeLanes<kColumns - 1>(lower, kAllLanes);
    const Lanes low = smaller(upper, mirrored), high = larger(upper, mirrored);
    upper = blend<kColumns / 2>(low, high, kAllLanes);
    lower = exchangeLanes<kColumns - 1>(blend<kColumns / 2>(high, low, kAllLanes), kAllLanes);
    orderLanes<kColumns / 4>(upper);
    orderLanes<kColumns / 4>(lower);
  }
  mergeRows<true>(rows, kRows);
  if constexpr (kColumns < kLanes) {
    mergeColumns<2 * kColumns>(rows);
  }
}

// Writes the columns one after the other.
void storeColumns(const Lanes* rows, float* out) {
  for (unsigned row = 0; row < kRows; row += kLanes) {
    Lanes square[kLanes];
    for (unsigned i = 0; i < kLanes; ++i) {
      square[i] = rows[row + i];
    }
    Square<Lanes, kLanes>::turn(square);
    for (unsigned i = 0; i < kLanes; ++i) {
      store(out + i * kRows + row, square[i]);
    }
  }
}

class BitonicSort : public Workload {
public:
  void run() override {
    const float* in = in_.data();
    float* out = out_.data();
#pragma omp parallel for
    for (unsigned first = 0; first < size::sort; first += size::sortChunk) {
      Lanes rows[kRows];
      sortColumns(in + first, rows);
      mergeColumns<2>(rows);
      storeColumns(rows, out + first);
    }
  }

  std::vector<float> result() override {
    run();
    return out_.read();
  }

private:
  Buffer<float> in_{randomFloats(size::sort, -1.0f, 1.0f, 1)};
  Buffer<float> out_{size::sort};
};

} // namespace

std::unique_ptr<Workload> makeBitonicSort() {
  return std::make_unique<BitonicSort>();
}

} // namespace heddle::bench
