// How the data of a transform are divided among several devices.
//
// A batch is divided into whole transforms. A single transform of two or three dimensions has two
// orders: in the natural one, each device has some indices of the first dimension and all of the
// others; in the shuffled one, some of the second dimension. A transform changes the order, and so
// does the one back. A single transform of one dimension is divided into neighbouring elements in
// the natural order, and into strings in the shuffled one, for lengths that have them.
#pragma once

#include "cufft/geometry.h"

#include <optional>
#include <vector>

namespace heddle::cufft {

// What cufftXtQueryPlan() says of a single transform of one dimension. Once transformed, its
// elements are divided into `count` strings, of which each device has as many. A string has a
// substring of neighbouring elements from each factor1 elements of the whole.
struct Strings {
  std::uint64_t count, length, substringLength, factor1, factor2;
};
// NVIDIA's library divides only lengths that are powers of two, from 64 on, among two, four or
// eight devices. Others have no strings.
std::optional<Strings> stringsOf(std::uint64_t length, unsigned devices);

enum class Order : std::uint8_t { Natural, Shuffled };

// What a device has, as rows of the whole data. They lie without gaps in the device's memory.
struct Slice {
  std::size_t offset; // of the first row in the whole data
  std::size_t rowBytes, pitch, rows;

  std::size_t bytes() const { return rowBytes * rows; }
};

class Distribution {
public:
  // The data are dense, with rows of real numbers padded to whole complex numbers.
  Distribution(const Geometry& geometry, std::size_t complexBytes, unsigned devices);
  // One behind the other in the memory of the device.
  std::vector<Slice> slices(Order order, unsigned device) const;
  const std::optional<Strings>& strings() const { return strings_; }
  // The memory that a device needs for either order.
  std::size_t capacity(unsigned device) const;
  // The size of the whole data.
  std::size_t bytes() const { return outer_ * inner_ * elementBytes_; }

private:
  std::uint64_t devices_;
  // Two dimensions, of which the first is divided in the natural order and the second, if it is
  // divided at all, in the shuffled one. Elements are whatever one index of both stands for.
  std::uint64_t outer_ = 1, inner_ = 1;
  std::size_t elementBytes_;
  std::optional<Strings> strings_;
};

} // namespace heddle::cufft
