#include "cufft/distribution.h"

#include <algorithm>

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

Distribution::Distribution(const Geometry& geometry, std::size_t complexBytes, unsigned devices)
    : devices_(devices), elementBytes_(complexBytes) {
  if (geometry.batch > 1) {
    outer_ = geometry.batch;
    elementBytes_ *= geometry.complexVolume();
    return;
  }
  outer_ = geometry.complexExtent(0);
  if (geometry.rank > 1)
    inner_ = geometry.complexExtent(1);
  if (geometry.rank > 2)
    elementBytes_ *= geometry.complexExtent(2);
}

Slice Distribution::slice(Order order, unsigned device) const {
  const std::size_t row = inner_ * elementBytes_;
  if (order == Order::Natural || inner_ == 1) {
    const Share share = shareOf(outer_, devices_, device);
    return {share.begin * row, share.count * row, share.count * row, 1};
  }
  const Share share = shareOf(inner_, devices_, device);
  return {share.begin * elementBytes_, share.count * elementBytes_, row, outer_};
}

std::size_t Distribution::capacity(unsigned device) const {
  return std::max(slice(Order::Natural, device).bytes(), slice(Order::Shuffled, device).bytes());
}

} // namespace heddle::cufft
