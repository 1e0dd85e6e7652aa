#include "cufft/distribution.h"

#include <algorithm>
#include <array>
#include <bit>

namespace heddle::cufft {

namespace {

// The indices of one device. The first devices have one more where the extent cannot be divided.
struct Share {
  std::uint64_t begin, count;
};
Share shareOf(std::uint64_t extent, std::uint64_t devices, std::uint64_t device) {
  const std::uint64_t least = extent / devices, more = extent % devices;
  return {device * least + std::min(device, more), least + (device < more ? 1 : 0)};
}

} // namespace

std::optional<Strings> stringsOf(std::uint64_t length, unsigned devices) {
  // The logarithms of the second factor for lengths from 2^6 on, as an H200 answers them.
  constexpr int kFirst = 6;
  constexpr std::array<std::uint8_t, 21> kSecondFactors = {2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6,
                                                           6, 6, 7, 8, 9, 9, 9, 8, 9, 9};
  const int exponent = std::countr_zero(length) - kFirst;
  if (!std::has_single_bit(length) || !std::has_single_bit(devices) || exponent < 0 ||
      exponent >= static_cast<int>(kSecondFactors.size()))
    return std::nullopt;
  const std::uint64_t factor2 = std::uint64_t{1}
                                << kSecondFactors[static_cast<std::size_t>(exponent)];
  if (factor2 < devices)
    return std::nullopt;
  const std::uint64_t factor1 = length / factor2;
  const std::uint64_t count = factor2 >= 4 * std::uint64_t{devices} ? 4 * devices : devices;
  return Strings{count, length / count, factor1 / count, factor1, factor2};
}

Distribution::Distribution(const Geometry& geometry, std::size_t complexBytes, unsigned devices)
    : devices_(devices), elementBytes_(complexBytes) {
  if (geometry.batch > 1) {
    outer_ = geometry.batch;
    elementBytes_ *= geometry.complexVolume();
    return;
  }
  outer_ = geometry.complexExtent(0);
  if (geometry.rank == 1)
    strings_ = stringsOf(outer_, devices);
  if (geometry.rank > 1)
    inner_ = geometry.complexExtent(1);
  if (geometry.rank > 2)
    elementBytes_ *= geometry.complexExtent(2);
}

std::vector<Slice> Distribution::slices(Order order, unsigned device) const {
  const std::size_t row = inner_ * elementBytes_;
  if (order == Order::Shuffled && strings_) {
    const std::size_t substring = strings_->substringLength * elementBytes_;
    const std::uint64_t perDevice = strings_->count / devices_;
    std::vector<Slice> slices;
    for (std::uint64_t i = device * perDevice; i < (device + 1) * perDevice; ++i)
      slices.push_back({i * substring, substring, strings_->factor1 * elementBytes_,
                        strings_->length / strings_->substringLength});
    return slices;
  }
  if (order == Order::Natural || inner_ == 1) {
    const Share share = shareOf(outer_, devices_, device);
    return {{share.begin * row, share.count * row, share.count * row, 1}};
  }
  const Share share = shareOf(inner_, devices_, device);
  return {{share.begin * elementBytes_, share.count * elementBytes_, row, outer_}};
}

std::size_t Distribution::capacity(unsigned device) const {
  const auto bytes = [&](Order order) {
    std::size_t sum = 0;
    for (const Slice& slice : slices(order, device))
      sum += slice.bytes();
    return sum;
  };
  return std::max(bytes(Order::Natural), bytes(Order::Shuffled));
}

} // namespace heddle::cufft
