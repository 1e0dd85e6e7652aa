#include "exec/warp_exchange.h"

#include "ir/shuffle_lane.h"

#include <algorithm>
#include <functional>

namespace heddle::exec {

namespace {

constexpr std::uint64_t kPredicate = std::uint64_t{1} << 32;

std::uint64_t shuffle(const WarpExchange& exchange, unsigned lane) {
  const auto operand = [&](const std::array<std::uint32_t, 32>& values) {
    return static_cast<int>(values[lane]);
  };
  const auto [source, isInRange] = shuffleSource(exchange.operation, static_cast<int>(lane),
                                                 operand(exchange.b), operand(exchange.c));
  const unsigned from = isInRange ? static_cast<unsigned>(source) : lane;
  // A lane that does not take part reads as zero, as on a GPU.
  const std::uint32_t value =
      exchange.members >> from & 1 ? static_cast<std::uint32_t>(exchange.value[from]) : 0;
  return value | (isInRange ? kPredicate : 0);
}

template <typename Number, typename Combine>
std::uint64_t reduce(const WarpExchange& exchange, Number start, Combine combine) {
  Number result = start;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (exchange.members >> lane & 1)
      result = combine(result, static_cast<Number>(exchange.value[lane]));
  return static_cast<std::uint32_t>(result);
}

} // namespace

std::uint64_t WarpExchange::resultFor(unsigned lane) const {
  std::uint32_t set = 0, equal = 0;
  for (unsigned other = 0; other < 32; ++other)
    if (members >> other & 1) {
      set |= std::uint32_t{value[other] != 0} << other;
      equal |= std::uint32_t{value[other] == value[lane]} << other;
    }
  switch (operation) {
  case WarpOperation::Barrier:
    return 0;
  case WarpOperation::ShuffleIndex:
  case WarpOperation::ShuffleUp:
  case WarpOperation::ShuffleDown:
  case WarpOperation::ShuffleButterfly:
    return shuffle(*this, lane);
  case WarpOperation::VoteAny:
    return set != 0;
  case WarpOperation::VoteAll:
    return set == members;
  case WarpOperation::VoteUniform:
    return set == 0 || set == members;
  case WarpOperation::VoteBallot:
    return set;
  case WarpOperation::ActiveMask:
    return members;
  case WarpOperation::MatchAny:
    return equal;
  case WarpOperation::MatchAll:
    return equal == members ? members | kPredicate : 0;
  case WarpOperation::ReduceAdd:
    return reduce(*this, std::uint32_t{0}, std::plus<>());
  case WarpOperation::ReduceMin:
    return reduce(*this, INT32_MAX, [](auto x, auto y) { return std::min(x, y); });
  case WarpOperation::ReduceMax:
    return reduce(*this, INT32_MIN, [](auto x, auto y) { return std::max(x, y); });
  case WarpOperation::ReduceUnsignedMin:
    return reduce(*this, UINT32_MAX, [](auto x, auto y) { return std::min(x, y); });
  case WarpOperation::ReduceUnsignedMax:
    return reduce(*this, std::uint32_t{0}, [](auto x, auto y) { return std::max(x, y); });
  case WarpOperation::ReduceAnd:
    return reduce(*this, UINT32_MAX, std::bit_and<>());
  case WarpOperation::ReduceOr:
    return reduce(*this, std::uint32_t{0}, std::bit_or<>());
  case WarpOperation::ReduceXor:
    return reduce(*this, std::uint32_t{0}, std::bit_xor<>());
  }
  return 0;
}

} // namespace heddle::exec
