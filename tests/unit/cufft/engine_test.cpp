// Transforms by the engine against the sum that defines them, in long double.
#include "cufft/program.h"

#include <cmath>
#include <complex>
#include <gtest/gtest.h>
#include <numbers>
#include <random>

namespace heddle::cufft {
namespace {

using Wide = std::complex<long double>;

// The transform of `count` numbers, by its definition.
std::vector<Wide> transformByDefinition(const std::vector<Wide>& numbers, bool isInverse) {
  const std::size_t count = numbers.size();
  std::vector<Wide> roots(count), result(count);
  const long double sign = isInverse ? 1 : -1;
  for (std::size_t k = 0; k < count; ++k)
    roots[k] = std::polar(1.0L, sign * 2 * std::numbers::pi_v<long double> *
                                    static_cast<long double>(k) / static_cast<long double>(count));
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t j = 0; j < count; ++j)
      result[k] += numbers[j] * roots[j * k % count];
  return result;
}

// Complex data of up to three dimensions without gaps.
struct Block {
  std::array<std::size_t, 3> extents; // the outermost first
  std::vector<Wide> numbers;

  explicit Block(const Geometry& geometry) : extents{1, 1, 1} {
    for (unsigned dimension = 0; dimension < geometry.rank; ++dimension)
      extents[3 - geometry.rank + dimension] = geometry.lengths[dimension];
    numbers.resize(extents[0] * extents[1] * extents[2]);
  }
  Wide& at(std::size_t x, std::size_t y, std::size_t z) {
    return numbers[(x * extents[1] + y) * extents[2] + z];
  }
  void transformAlong(unsigned dimension, bool isInverse) {
    std::array<std::size_t, 3> index{};
    std::array<std::size_t, 3> outer = extents;
    outer[dimension] = 1;
    for (index[0] = 0; index[0] < outer[0]; ++index[0])
      for (index[1] = 0; index[1] < outer[1]; ++index[1])
        for (index[2] = 0; index[2] < outer[2]; ++index[2]) {
          auto place = index;
          std::vector<Wide> line(extents[dimension]);
          for (std::size_t i = 0; i < line.size(); ++i) {
            place[dimension] = i;
            line[i] = at(place[0], place[1], place[2]);
          }
          line = transformByDefinition(line, isInverse);
          for (std::size_t i = 0; i < line.size(); ++i) {
            place[dimension] = i;
            at(place[0], place[1], place[2]) = line[i];
          }
        }
  }
  void transform(bool isInverse) {
    for (unsigned dimension = 0; dimension < 3; ++dimension)
      if (extents[dimension] > 1)
        transformAlong(dimension, isInverse);
  }
};

// Where element (x, y, z) of a transform of the batch is, in scalars.
std::size_t offset(const Geometry& geometry, const Layout& layout, std::size_t batch, std::size_t x,
                   std::size_t y, std::size_t z) {
  const std::size_t index[3] = {x, y, z};
  std::size_t sum = batch * static_cast<std::size_t>(layout.distance);
  for (unsigned dimension = 0; dimension < geometry.rank; ++dimension)
    sum +=
        index[3 - geometry.rank + dimension] * static_cast<std::size_t>(layout.strides[dimension]);
  return sum;
}

// Dense layouts for a geometry, whose rows have `padding` more elements.
Layout dense(const Geometry& geometry, bool isReal, std::size_t padding = 0) {
  Layout layout;
  std::ptrdiff_t stride = isReal ? 1 : 2;
  for (unsigned dimension = geometry.rank; dimension-- > 0;) {
    layout.strides[dimension] = stride;
    const std::size_t extent =
        isReal ? geometry.lengths[dimension] : geometry.complexExtent(dimension);
    stride *= static_cast<std::ptrdiff_t>(extent + (dimension + 1 == geometry.rank ? padding : 0));
  }
  layout.distance = stride;
  return layout;
}

Geometry makeGeometry(PassKind kind, std::vector<std::uint64_t> lengths, std::uint64_t batch,
                      std::size_t padding = 0) {
  Geometry geometry;
  geometry.rank = static_cast<unsigned>(lengths.size());
  std::copy(lengths.begin(), lengths.end(), geometry.lengths.begin());
  geometry.kind = kind;
  geometry.batch = batch;
  geometry.in = dense(geometry, kind == PassKind::RealToComplex, padding);
  geometry.out = dense(geometry, kind == PassKind::ComplexToReal, padding);
  return geometry;
}

std::size_t extentOf(const Geometry& geometry, const Layout& layout) {
  std::size_t most = static_cast<std::size_t>(layout.distance) * geometry.batch;
  most = std::max(most, offset(geometry, layout, geometry.batch - 1, geometry.lengths[0],
                               geometry.lengths[1], geometry.lengths[2]));
  for (unsigned dimension = 0; dimension < geometry.rank; ++dimension)
    most += geometry.lengths[dimension] * static_cast<std::size_t>(layout.strides[dimension]);
  return most + 2;
}

// With many threads, transforms are done one by one where that gives work to more of them.
constexpr unsigned kOneThread = 1, kManyThreads = 64;

// Runs a program as a stream does, the items of each task in descending order, since any is right.
template <class T> void runProgram(const Program<T>& program, const T* in, T* out, bool isInverse) {
  const AlignedArray<T> work(program.workScalars() + 1);
  for (std::size_t task = 0; task < program.taskCount(); ++task)
    for (std::uint64_t item = program.items(task); item-- > 0;)
      ASSERT_TRUE(program.run(task, {in, out, work.get()}, isInverse, item, item + 1));
}

// The data of one test: random input, and what is expected of it.
template <class T> class Case {
public:
  Case(const Geometry& geometry, bool isInverse) : geometry_(geometry), isInverse_(isInverse) {
    std::mt19937 random(12345);
    std::uniform_real_distribution<T> uniform(-1, 1);
    in_.resize(extentOf(geometry, geometry.in));
    for (T& number : in_)
      number = uniform(random);
  }

  void check(bool isInPlace, unsigned threads = kOneThread) {
    const Program<T> program(geometry_, threads);
    const std::vector<T> original = in_;
    std::vector<T> out(std::max(in_.size(), extentOf(geometry_, geometry_.out)), T(99));
    if (isInPlace)
      std::copy(in_.begin(), in_.end(), out.begin());
    runProgram(program, isInPlace ? out.data() : in_.data(), out.data(), isInverse_);
    EXPECT_EQ(in_, original);
    for (std::size_t batch = 0; batch < geometry_.batch; ++batch)
      compare(out, batch);
  }

private:
  Wide input(std::size_t batch, std::size_t x, std::size_t y, std::size_t z, Block& block) const {
    if (geometry_.kind == PassKind::RealToComplex)
      return in_[offset(geometry_, geometry_.in, batch, x, y, z)];
    const std::size_t stored = geometry_.complexExtent(geometry_.rank - 1);
    const bool isMirrored = z >= stored;
    if (isMirrored) {
      x = (block.extents[0] - x) % block.extents[0];
      y = (block.extents[1] - y) % block.extents[1];
      z = block.extents[2] - z;
    }
    const T* const at = &in_[offset(geometry_, geometry_.in, batch, x, y, z)];
    return {at[0], isMirrored ? -at[1] : at[1]};
  }

  void compare(const std::vector<T>& out, std::size_t batch) {
    Block expected(geometry_);
    const auto& extents = expected.extents;
    for (std::size_t x = 0; x < extents[0]; ++x)
      for (std::size_t y = 0; y < extents[1]; ++y)
        for (std::size_t z = 0; z < extents[2]; ++z)
          expected.at(x, y, z) = input(batch, x, y, z, expected);
    expected.transform(isInverse_);
    const bool isReal = geometry_.kind == PassKind::ComplexToReal;
    const std::size_t stored = isReal ? extents[2] : geometry_.complexExtent(geometry_.rank - 1);
    long double errors = 0, norm = 0;
    for (std::size_t x = 0; x < extents[0]; ++x)
      for (std::size_t y = 0; y < extents[1]; ++y)
        for (std::size_t z = 0; z < stored; ++z) {
          const T* const at = &out[offset(geometry_, geometry_.out, batch, x, y, z)];
          const Wide value(at[0], isReal ? 0 : at[1]);
          const Wide wanted = isReal ? Wide(expected.at(x, y, z).real()) : expected.at(x, y, z);
          errors += std::norm(value - wanted);
          norm += std::norm(wanted);
        }
    const long double bound = std::is_same_v<T, float> ? 5e-7L : 1e-15L;
    EXPECT_LT(std::sqrt(errors / norm), bound)
        << "rank " << geometry_.rank << ", length " << geometry_.lastLength() << ", kind "
        << static_cast<int>(geometry_.kind) << ", batch " << batch << " of " << geometry_.batch;
  }

  const Geometry geometry_;
  const bool isInverse_;
  std::vector<T> in_;
};

template <class T> class CufftEngine : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(CufftEngine, Types);

// The spectrum of real data has real numbers where it is its own mirror, which random data lack:
// for one dimension these are the first element and the middle one, which are ignored.
template <class T>
void checkAllKinds(const std::vector<std::uint64_t>& lengths, std::uint64_t batch,
                   std::size_t padding = 0) {
  Case<T>(makeGeometry(PassKind::Complex, lengths, batch, padding), false).check(false);
  Case<T>(makeGeometry(PassKind::Complex, lengths, batch, padding), true).check(false);
  Case<T>(makeGeometry(PassKind::RealToComplex, lengths, batch, padding), false).check(false);
  if (lengths.size() == 1)
    Case<T>(makeGeometry(PassKind::ComplexToReal, lengths, batch, padding), true).check(false);
}

TYPED_TEST(CufftEngine, EveryShortLength) {
  for (std::uint64_t length = 1; length <= 140; ++length)
    checkAllKinds<TypeParam>({length}, 1);
}

TYPED_TEST(CufftEngine, BatchesOfEverySize) {
  for (const std::uint64_t batch : {2U, 3U, 7U, 16U, 17U, 40U})
    for (const std::uint64_t length : {1U, 2U, 15U, 16U, 37U, 64U, 67U})
      checkAllKinds<TypeParam>({length}, batch, 1);
}

// Rows with and without gaps, and groups of them that are full or not, for vectors of all widths.
TYPED_TEST(CufftEngine, BatchesOfShortRows) {
  for (const std::uint64_t batch : {2U, 5U, 9U, 16U, 37U})
    for (std::uint64_t length = 1; length <= 17; ++length)
      for (const std::size_t padding : {0U, 1U}) {
        checkAllKinds<TypeParam>({length}, batch, padding);
        Case<TypeParam>(makeGeometry(PassKind::Complex, {length}, batch, padding), false)
            .check(true);
      }
}

// Lengths whose columns or rows do not fill the last group of a transform by itself.
TYPED_TEST(CufftEngine, GroupsOfColumnsOverlap) {
  for (const std::uint64_t length : {200U, 225U, 250U, 300U})
    for (const std::uint64_t batch : {1U, 2U})
      for (const unsigned threads : {kOneThread, kManyThreads})
        for (const PassKind kind :
             {PassKind::Complex, PassKind::RealToComplex, PassKind::ComplexToReal}) {
          const bool isInverse = kind == PassKind::ComplexToReal;
          Case<TypeParam>(makeGeometry(kind, {2 * length}, batch), isInverse).check(false, threads);
        }
}

TYPED_TEST(CufftEngine, LongLengths) {
  for (const std::uint64_t length : {243U, 256U, 512U, 625U, 720U, 1000U, 1024U, 1155U})
    checkAllKinds<TypeParam>({length}, 1);
}

TYPED_TEST(CufftEngine, LargePrimes) {
  for (const std::uint64_t length : {127U, 257U, 509U, 521U, 1009U})
    checkAllKinds<TypeParam>({length}, 2);
}

TYPED_TEST(CufftEngine, TwoAndThreeDimensions) {
  checkAllKinds<TypeParam>({8, 12}, 1);
  checkAllKinds<TypeParam>({17, 33}, 3, 2);
  checkAllKinds<TypeParam>({67, 5}, 2);
  checkAllKinds<TypeParam>({6, 1, 20}, 2);
  checkAllKinds<TypeParam>({9, 10, 11}, 2, 1);
  checkAllKinds<TypeParam>({16, 16, 16}, 1);
}

// The transform back of a transform is the data times their number.
template <class T>
void checkRoundTrip(std::vector<std::uint64_t> lengths, std::uint64_t batch,
                    unsigned threads = kOneThread) {
  const Geometry forward = makeGeometry(PassKind::RealToComplex, lengths, batch);
  const Geometry back = makeGeometry(PassKind::ComplexToReal, lengths, batch);
  std::vector<T> in(extentOf(forward, forward.in)), out(in.size(), T(99));
  std::vector<T> spectrum(extentOf(forward, forward.out));
  std::mt19937 random(777);
  std::uniform_real_distribution<T> uniform(-1, 1);
  for (T& number : in)
    number = uniform(random);
  runProgram(Program<T>(forward, threads), in.data(), spectrum.data(), false);
  const std::vector<T> kept = spectrum;
  runProgram(Program<T>(back, threads), spectrum.data(), out.data(), true);
  EXPECT_EQ(spectrum, kept);
  T count = 1;
  for (const std::uint64_t length : lengths)
    count *= static_cast<T>(length);
  const auto used = static_cast<std::size_t>(forward.in.distance) * batch;
  for (std::size_t index = 0; index < used; ++index)
    ASSERT_NEAR(out[index] / count, in[index], (std::is_same_v<T, float> ? 3e-6 : 1e-14));
}

TYPED_TEST(CufftEngine, RealDataComeBack) {
  checkRoundTrip<TypeParam>({64}, 3);
  checkRoundTrip<TypeParam>({8, 12}, 2);
  checkRoundTrip<TypeParam>({9, 15}, 2);
  checkRoundTrip<TypeParam>({7, 9, 10}, 2);
  checkRoundTrip<TypeParam>({32, 64, 48}, 1);
  checkRoundTrip<TypeParam>({65536}, 1);
  checkRoundTrip<TypeParam>({100003}, 1);
}

// The spectrum of long real data is that of the same data as complex numbers, whether one thread
// makes it or several.
template <class T> void checkLongRealData(std::uint64_t length, std::uint64_t batch) {
  const Geometry real = makeGeometry(PassKind::RealToComplex, {length}, batch);
  const Geometry complex = makeGeometry(PassKind::Complex, {length}, batch);
  std::vector<T> in(length * batch), pairs(2 * in.size()), wanted(pairs.size());
  std::mt19937 random(31);
  std::uniform_real_distribution<T> uniform(-1, 1);
  for (std::size_t index = 0; index < in.size(); ++index)
    pairs[2 * index] = in[index] = uniform(random);
  runProgram(Program<T>(complex, kOneThread), pairs.data(), wanted.data(), false);
  for (const unsigned threads : {kOneThread, kManyThreads}) {
    const Program<T> program(real, threads);
    EXPECT_EQ(program.taskCount(), threads == kOneThread ? 1u : 3u);
    const auto step = static_cast<std::size_t>(real.out.distance);
    std::vector<T> found(step * batch);
    runProgram(program, in.data(), found.data(), false);
    for (std::size_t index = 0; index < found.size(); ++index)
      ASSERT_NEAR(found[index], wanted[index / step * 2 * length + index % step],
                  (std::is_same_v<T, float> ? 2e-3 : 1e-11));
  }
  checkRoundTrip<T>({length}, batch, kManyThreads);
}

TYPED_TEST(CufftEngine, LongRealDataForManyThreads) {
  checkLongRealData<TypeParam>(1u << 17, 2);
  checkLongRealData<TypeParam>(150000, 1);
}

// A thread keeps the intermediate results of small volumes to itself.
TYPED_TEST(CufftEngine, SmallVolumesNeedNoWorkArea) {
  using T = TypeParam;
  EXPECT_EQ(Program<T>(makeGeometry(PassKind::ComplexToReal, {8, 12}, 9), 1).workScalars(), 0u);
  EXPECT_NE(Program<T>(makeGeometry(PassKind::ComplexToReal, {512, 512}, 1), 1).workScalars(), 0u);
}

TYPED_TEST(CufftEngine, InPlace) {
  Case<TypeParam>(makeGeometry(PassKind::Complex, {96}, 5), true).check(true);
  Case<TypeParam>(makeGeometry(PassKind::Complex, {1024}, 2), false).check(true);
  Case<TypeParam>(makeGeometry(PassKind::Complex, {12, 20}, 2), false).check(true);
  // Rows of real data that are padded to whole complex numbers.
  for (const std::uint64_t length : {10U, 11U, 512U}) {
    Geometry geometry = makeGeometry(PassKind::RealToComplex, {6, length}, 2);
    geometry.in = dense(geometry, true, 2 * (length / 2 + 1) - length);
    Case<TypeParam>(geometry, false).check(true);
  }
}

// Batches of lengths that are done one by one, side by side, and side by side with few lanes, whose
// transforms have gaps between them, give what each transform gives alone. What lies in the gaps
// stays, and so does what follows the last transform.
template <class T>
void checkAsSingleTransforms(std::uint64_t length, std::uint64_t batch, bool isInPlace) {
  constexpr std::size_t kGap = 5;
  const Geometry together = makeGeometry(PassKind::Complex, {length}, batch, kGap);
  const Geometry alone = makeGeometry(PassKind::Complex, {length}, 1, kGap);
  const std::size_t count = extentOf(together, together.out);
  std::mt19937 random(4711);
  std::uniform_real_distribution<T> uniform(-1, 1);
  std::vector<T> in(std::max(extentOf(together, together.in), count));
  for (T& number : in)
    number = uniform(random);
  std::vector<T> found = in, wanted = in;
  const std::vector<T> original = in;
  runProgram(Program<T>(together, kOneThread), isInPlace ? found.data() : in.data(), found.data(),
             false);
  EXPECT_EQ(in, original);
  const Program<T> single(alone, kOneThread);
  for (std::uint64_t index = 0; index < batch; ++index) {
    const auto at = static_cast<std::ptrdiff_t>(index) * together.in.distance;
    runProgram(single, in.data() + at, wanted.data() + at, false);
  }
  // The sums have an order of their own for each number of lanes.
  const double bound = std::sqrt(static_cast<double>(length)) * (sizeof(T) == 4 ? 1e-6 : 1e-15) * 4;
  for (std::size_t index = 0; index < in.size(); ++index) {
    const std::size_t within = index % static_cast<std::size_t>(together.in.distance);
    const bool isGap =
        within >= 2 * length || index >= static_cast<std::size_t>(together.in.distance) * batch;
    ASSERT_NEAR(found[index], wanted[index], isGap ? 0 : bound)
        << "length " << length << ", batch " << batch << ", at " << index;
  }
}

TYPED_TEST(CufftEngine, BatchesAreAsSingleTransforms) {
  for (const std::uint64_t length : {4U, 8U, 12U, 64U, 256U, 512U, 1000U, 1024U, 4096U})
    for (const std::uint64_t batch : {1U, 3U, 17U, 33U})
      for (const bool isInPlace : {false, true})
        checkAsSingleTransforms<TypeParam>(length, batch, isInPlace);
}

TYPED_TEST(CufftEngine, BatchesForManyThreads) {
  for (const std::uint64_t length : {64U, 300U, 1024U})
    for (const PassKind kind : {PassKind::Complex, PassKind::RealToComplex})
      Case<TypeParam>(makeGeometry(kind, {length}, 17), false).check(false, kManyThreads);
}

// The elements of a transform lie apart, and those of the batch next to each other.
TYPED_TEST(CufftEngine, InterleavedBatches) {
  for (const std::uint64_t batch : {3U, 20U})
    for (const std::uint64_t length : {8U, 30U, 101U, 300U})
      for (const PassKind kind :
           {PassKind::Complex, PassKind::RealToComplex, PassKind::ComplexToReal}) {
        Geometry geometry = makeGeometry(kind, {length}, batch);
        const auto step = static_cast<std::ptrdiff_t>(batch);
        geometry.in.distance = kind == PassKind::RealToComplex ? 1 : 2;
        geometry.in.strides[0] = step * geometry.in.distance;
        geometry.out.distance = kind == PassKind::ComplexToReal ? 1 : 2;
        geometry.out.strides[0] = step * geometry.out.distance;
        Case<TypeParam>(geometry, kind == PassKind::ComplexToReal).check(false);
      }
}

// A transform of 2^17 elements is cut into columns and rows. Its sum is too long to be taken for
// all elements, so the data are one wave, whose transform is known.
TYPED_TEST(CufftEngine, ALongWave) {
  constexpr std::uint64_t kLength = 1u << 17, kFrequency = 12345;
  const Geometry geometry = makeGeometry(PassKind::Complex, {kLength}, 2);
  std::vector<TypeParam> data(4 * kLength);
  for (std::uint64_t index = 0; index < 2 * kLength; ++index) {
    const long double angle = 2 * std::numbers::pi_v<long double> *
                              static_cast<long double>(index % kLength * kFrequency % kLength) /
                              static_cast<long double>(kLength);
    data[2 * index] = static_cast<TypeParam>(std::cos(angle));
    data[2 * index + 1] = static_cast<TypeParam>(std::sin(angle));
  }
  const Program<TypeParam> program(geometry, kManyThreads);
  EXPECT_EQ(program.taskCount(), 2u);
  EXPECT_EQ(Program<TypeParam>(geometry, kOneThread).taskCount(), 1u);
  runProgram(program, data.data(), data.data(), false);
  for (std::uint64_t index = 0; index < 2 * kLength; ++index) {
    const bool isPeak = index % kLength == kFrequency;
    ASSERT_NEAR(data[2 * index], isPeak ? kLength : 0, 0.02);
    ASSERT_NEAR(data[2 * index + 1], 0, 0.02);
  }
}

} // namespace
} // namespace heddle::cufft
