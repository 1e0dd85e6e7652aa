// The engine for one instruction set. This file is compiled for several (CMakeLists.txt), see
// level_vectors.h.
#include "cufft/level_four_step.h"
#include "cufft/level_real.h"
#include "cufft/level_short.h"
#include "cufft/levels.h"

namespace heddle::cufft::HEDDLE_CUFFT_LEVEL {

namespace {

// Whether the elements of each transform are neighbours in memory on both sides.
template <class T> bool isOfRows(const Pass<T>& pass) {
  return pass.inStride == (pass.kind == PassKind::RealToComplex ? 1 : 2) &&
         pass.outStride == (pass.kind == PassKind::ComplexToReal ? 1 : 2);
}

struct Offsets {
  std::ptrdiff_t in = 0, out = 0;
};

// Where the transforms with this number begin, of those that differ in the outer axes.
template <class T> Offsets outerOffsets(const Pass<T>& pass, std::uint64_t number) {
  Offsets offsets;
  for (const Axis& axis : pass.outer) {
    const auto index = static_cast<std::ptrdiff_t>(number % axis.extent);
    number /= axis.extent;
    offsets.in += index * axis.in;
    offsets.out += index * axis.out;
  }
  return offsets;
}

// The data of a group of transforms, on both sides.
template <class T> struct GroupViews {
  View<const T> in;
  View<T> out;
};

// The groups from `begin` on, one after the other.
template <class T> class Groups {
public:
  Groups(const Pass<T>& pass, const T* in, T* out, bool isInverse, std::uint64_t begin)
      : pass_(pass), in_(in), out_(out), isInverse_(isInverse),
        groups_(groupsOf<T>(pass.lanes.extent)), outer_(begin / groups_), inner_(begin % groups_),
        offsets_(outerOffsets(pass, outer_)) {}

  GroupViews<T> views() const {
    const auto lane = static_cast<std::ptrdiff_t>(inner_ * kLanes<T>);
    const std::size_t lanes = lanesOf<T>(pass_.lanes.extent, inner_);
    return {{in_ + offsets_.in + lane * pass_.lanes.in, pass_.inStride, pass_.lanes.in, 1, lanes,
             isInverse_},
            {out_ + offsets_.out + lane * pass_.lanes.out, pass_.outStride, pass_.lanes.out, 1,
             lanes, isInverse_}};
  }
  // How many groups from this one on lie one after the other and are full.
  std::uint64_t fullGroups() const { return pass_.lanes.extent / kLanes<T> - inner_; }
  void advance(std::uint64_t count) {
    inner_ += count;
    if (inner_ < groups_)
      return;
    inner_ = 0;
    offsets_ = outerOffsets(pass_, ++outer_);
  }

private:
  const Pass<T>& pass_;
  const T* in_;
  T* out_;
  bool isInverse_;
  std::uint64_t groups_; // along Pass::lanes
  std::uint64_t outer_, inner_;
  Offsets offsets_;
};

// Two neighbouring real numbers as one complex number.
template <class V> V asPairs(V view, bool isSwapped) {
  view.imaginary = view.elementStride;
  view.elementStride *= 2;
  view.isSwapped = isSwapped;
  return view;
}

template <class T>
void realToComplexLanes(const Pass<T>& pass, const GroupViews<T>& views, Complex<T>* data,
                        Complex<T>* other) {
  const std::size_t half = pass.length / 2;
  if (pass.length % 2 != 0) {
    loadReal(views.in, pass.length, data);
    return store(views.out, half + 1, transformLanes(pass.laneTransform, data, other));
  }
  load(asPairs(views.in, false), half, data);
  Complex<T>* const packed = transformLanes(pass.laneTransform, data, other);
  Complex<T>* const result = packed == data ? other : data;
  unpackReal(packed, result, half, pass.realRoots);
  store(views.out, half + 1, result);
}

template <class T>
void complexToRealLanes(const Pass<T>& pass, const GroupViews<T>& views, Complex<T>* data,
                        Complex<T>* other) {
  const std::size_t half = pass.length / 2;
  if (pass.length % 2 != 0) {
    View<const T> in = views.in;
    View<T> out = views.out;
    in.isSwapped = out.isSwapped = true;
    load(in, half + 1, data);
    mirrorSwapped(data, pass.length);
    return storeReal(out, pass.length, transformLanes(pass.laneTransform, data, other));
  }
  load(views.in, half + 1, other);
  packReal(other, data, half, pass.realRoots);
  store(asPairs(views.out, true), half, transformLanes(pass.laneTransform, data, other));
}

template <class T>
void runGroup(const Pass<T>& pass, const GroupViews<T>& views, Complex<T>* data,
              Complex<T>* other) {
  if (pass.kind == PassKind::RealToComplex)
    return realToComplexLanes(pass, views, data, other);
  if (pass.kind == PassKind::ComplexToReal)
    return complexToRealLanes(pass, views, data, other);
  transformViews(pass.laneTransform, views.in, views.out, data, other);
}

// The function for short transforms, or null where the general way is taken.
template <class T> RunShort<T> findShort(const Pass<T>& pass) {
  return isOfRows(pass) ? shortOfLength<T>(pass.laneTransform.length) : nullptr;
}

template <class T>
void runLanes(const Pass<T>& pass, const T* in, T* out, bool isInverse, T* scratch,
              std::uint64_t begin, std::uint64_t end) {
  auto* const data = reinterpret_cast<Complex<T>*>(scratch);
  const RunShort<T> runShort = findShort(pass);
  // Transforms of real data have one direction each.
  Groups<T> groups(pass, in, out, isInverse && pass.kind == PassKind::Complex, begin);
  while (begin < end) {
    const GroupViews<T> views = groups.views();
    std::uint64_t count = 1;
    if (runShort && views.in.isFull()) {
      count = groups.fullGroups() < end - begin ? groups.fullGroups() : end - begin;
      runShort(
          pass, isInverse,
          {{views.in.base, views.in.laneStride}, {views.out.base, views.out.laneStride}, count});
    } else {
      runGroup(pass, views, data, data + pass.laneTransform.bufferLength);
    }
    begin += count;
    groups.advance(count);
  }
}

// Complex numbers at a stride, and contiguous ones.
template <class T>
void gatherPairs(const T* from, std::ptrdiff_t stride, std::size_t count, T* to) {
  for (std::size_t i = 0; i < count; ++i, from += stride) {
    to[2 * i] = from[0];
    to[2 * i + 1] = from[1];
  }
}
template <class T>
void scatterPairs(const T* from, std::size_t count, T* to, std::ptrdiff_t stride) {
  for (std::size_t i = 0; i < count; ++i, to += stride) {
    to[0] = from[2 * i];
    to[1] = from[2 * i + 1];
  }
}
template <class T>
void gatherScalars(const T* from, std::ptrdiff_t stride, std::size_t count, T* to,
                   std::size_t step) {
  for (std::size_t i = 0; i < count; ++i)
    to[i * step] = from[static_cast<std::ptrdiff_t>(i) * stride];
}

// What follows a transform along the axis of lanes, where all elements are neighbours in memory.
template <class T>
NextTransform<T> nextTransform(const Pass<T>& pass, const T* in, const T* out, std::uint64_t lane) {
  if (lane + 1 == pass.lanes.extent || !isOfRows(pass))
    return {};
  return {in + pass.lanes.in, in == out ? nullptr : out + pass.lanes.out};
}

template <class T>
void realToComplex(const Pass<T>& pass, const T* in, T* out, T* data, T* rest,
                   NextTransform<T> next) {
  const std::size_t length = pass.length, half = length / 2;
  const bool isScattered = pass.outStride != 2;
  T* const result = isScattered ? data : out;
  if (length % 2 != 0) {
    for (std::size_t i = 0; i < length; ++i)
      data[2 * i + 1] = 0;
    gatherScalars(in, pass.inStride, length, data, 2);
    transformContiguous(pass.contiguous, data, data, false, rest);
    return scatterPairs(data, half + 1, out, pass.outStride);
  }
  const bool isGathered = pass.inStride != 1;
  if (isGathered)
    gatherScalars(in, pass.inStride, length, data, 1);
  transformContiguous(pass.contiguous, isGathered ? data : in, result, false, rest, next);
  unpackContiguous(result, half, pass.realRoots, 0, half / 2 + 1);
  if (isScattered)
    scatterPairs(data, half + 1, out, pass.outStride);
}

template <class T>
void complexToReal(const Pass<T>& pass, const T* in, T* out, T* data, T* rest,
                   NextTransform<T> next) {
  const std::size_t length = pass.length, half = length / 2;
  const bool isGathered = pass.inStride != 2;
  if (isGathered || length % 2 != 0)
    gatherPairs(in, pass.inStride, half + 1, data);
  if (length % 2 != 0) {
    auto* const numbers = reinterpret_cast<Pair<T>*>(data);
    numbers[0].im = 0;
    for (std::size_t k = 1; k <= half; ++k)
      numbers[length - k] = {numbers[k].re, -numbers[k].im};
    transformContiguous(pass.contiguous, data, data, true, rest);
    return gatherScalars(data, 2, length, out, static_cast<std::size_t>(pass.outStride));
  }
  const bool isScattered = pass.outStride != 1;
  T* const result = isScattered ? data : out;
  packContiguous(isGathered ? data : in, result, half, pass.realRoots, 0, half / 2 + 1);
  transformContiguous(pass.contiguous, result, result, true, rest, next);
  if (isScattered)
    gatherScalars(data, 1, length, out, static_cast<std::size_t>(pass.outStride));
}

template <class T>
void runContiguous(const Pass<T>& pass, const T* in, T* out, bool isInverse, T* scratch,
                   std::uint64_t transform) {
  const Offsets offsets = outerOffsets(pass, transform / pass.lanes.extent);
  const std::uint64_t number = transform % pass.lanes.extent;
  const auto lane = static_cast<std::ptrdiff_t>(number);
  in += offsets.in + lane * pass.lanes.in;
  out += offsets.out + lane * pass.lanes.out;
  T* const rest = scratch + pass.gatherScalars;
  const NextTransform<T> next = nextTransform(pass, in, out, number);
  if (pass.kind == PassKind::RealToComplex)
    return realToComplex(pass, in, out, scratch, rest, next);
  if (pass.kind == PassKind::ComplexToReal)
    return complexToReal(pass, in, out, scratch, rest, next);
  const bool isGathered = pass.inStride != 2, isScattered = pass.outStride != 2;
  if (isGathered)
    gatherPairs(in, pass.inStride, pass.length, scratch);
  transformContiguous(pass.contiguous, isGathered ? scratch : in, isScattered ? scratch : out,
                      isInverse, rest, next);
  if (isScattered)
    scatterPairs(scratch, pass.length, out, pass.outStride);
}

// The numbers k of a part.
struct PartBounds {
  std::size_t begin, end;
};
template <class T> PartBounds boundsOf(const Pass<T>& pass, std::uint64_t part) {
  const std::size_t all = pass.length / 4 + 1, end = (part + 1) * kMirroredOfPart;
  return {part * kMirroredOfPart, end < all ? end : all};
}

template <class T> void runUnpack(const Pass<T>& pass, const T*, T* out, std::uint64_t part) {
  const PartBounds bounds = boundsOf(pass, part);
  unpackContiguous(out, pass.length / 2, pass.realRoots, bounds.begin, bounds.end);
}
template <class T> void runPack(const Pass<T>& pass, const T* in, T* out, std::uint64_t part) {
  const PartBounds bounds = boundsOf(pass, part);
  packContiguous(in, out, pass.length / 2, pass.realRoots, bounds.begin, bounds.end);
}

template <class T>
constexpr Kernels<T> kKernels = {kLanes<T>,  runLanes<T>,  runContiguous<T>, runColumns<T>,
                                 runRows<T>, runUnpack<T>, runPack<T>};

} // namespace

extern const Level level;
const Level level = {kKernels<float>, kKernels<double>};

} // namespace heddle::cufft::HEDDLE_CUFFT_LEVEL
