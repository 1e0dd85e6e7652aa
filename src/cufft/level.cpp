// The engine for one instruction set. This file is compiled for several (CMakeLists.txt), see
// level_vectors.h.
#include "cufft/level_four_step.h"
#include "cufft/level_real.h"
#include "cufft/levels.h"

namespace heddle::cufft::HEDDLE_CUFFT_LEVEL {

namespace {

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

template <class T>
GroupViews<T> viewsOf(const Pass<T>& pass, const T* in, T* out, bool isInverse,
                      std::uint64_t group) {
  const std::uint64_t groups = groupsOf<T>(pass.lanes.extent);
  const Offsets offsets = outerOffsets(pass, group / groups);
  const std::uint64_t inner = group % groups;
  const auto lane = static_cast<std::ptrdiff_t>(inner * kLanes<T>);
  const std::size_t lanes = lanesOf<T>(pass.lanes.extent, inner);
  return {
      {in + offsets.in + lane * pass.lanes.in, pass.inStride, pass.lanes.in, 1, lanes, isInverse},
      {out + offsets.out + lane * pass.lanes.out, pass.outStride, pass.lanes.out, 1, lanes,
       isInverse}};
}

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
  load(views.in, half + 1, other);
  if (pass.length % 2 != 0) {
    // The other half of the elements is conjugate to this one. Their parts are exchanged, as for
    // every inverse transform.
    data[0] = {Vector<T>{}, other[0].re};
    for (std::size_t k = 1; k <= half; ++k) {
      data[k] = {other[k].im, other[k].re};
      data[pass.length - k] = {-other[k].im, other[k].re};
    }
    View<T> out = views.out;
    out.isSwapped = true;
    return storeReal(out, pass.length, transformLanes(pass.laneTransform, data, other));
  }
  packReal(other, data, half, pass.realRoots);
  store(asPairs(views.out, true), half, transformLanes(pass.laneTransform, data, other));
}

template <class T>
void runLanes(const Pass<T>& pass, const T* in, T* out, bool isInverse, T* scratch,
              std::uint64_t group) {
  // Transforms of real data have one direction each.
  const bool isComplex = pass.kind == PassKind::Complex;
  const GroupViews<T> views = viewsOf(pass, in, out, isComplex && isInverse, group);
  auto* const data = reinterpret_cast<Complex<T>*>(scratch);
  Complex<T>* const other = data + pass.laneTransform.bufferLength;
  if (pass.kind == PassKind::RealToComplex)
    return realToComplexLanes(pass, views, data, other);
  if (pass.kind == PassKind::ComplexToReal)
    return complexToRealLanes(pass, views, data, other);
  transformViews(pass.laneTransform, views.in, views.out, data, other);
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

template <class T> void realToComplex(const Pass<T>& pass, const T* in, T* out, T* data, T* rest) {
  const std::size_t length = pass.length, half = length / 2;
  if (length % 2 != 0) {
    for (std::size_t i = 0; i < length; ++i)
      data[2 * i + 1] = 0;
    gatherScalars(in, pass.inStride, length, data, 2);
    transformContiguous(pass.contiguous, data, data, false, rest);
    return scatterPairs(data, half + 1, out, pass.outStride);
  }
  const bool isContiguous = pass.inStride == 1;
  if (!isContiguous)
    gatherScalars(in, pass.inStride, length, data, 1);
  transformContiguous(pass.contiguous, isContiguous ? in : data, data, false, rest);
  auto* const numbers = reinterpret_cast<Pair<T>*>(data);
  unpackReal(numbers, numbers, half, pass.realRoots);
  scatterPairs(data, half + 1, out, pass.outStride);
}

template <class T> void complexToReal(const Pass<T>& pass, const T* in, T* out, T* data, T* rest) {
  const std::size_t length = pass.length, half = length / 2;
  gatherPairs(in, pass.inStride, half + 1, data);
  auto* const numbers = reinterpret_cast<Pair<T>*>(data);
  if (length % 2 != 0) {
    numbers[0].im = 0;
    for (std::size_t k = 1; k <= half; ++k)
      numbers[length - k] = {numbers[k].re, -numbers[k].im};
    transformContiguous(pass.contiguous, data, data, true, rest);
    for (std::size_t i = 0; i < length; ++i)
      out[static_cast<std::ptrdiff_t>(i) * pass.outStride] = numbers[i].re;
    return;
  }
  packReal(numbers, numbers, half, pass.realRoots);
  // packReal() has exchanged the parts for a forward transform, whose results are exchanged, too.
  transformContiguous(pass.contiguous, data, data, false, rest);
  for (std::size_t i = 0; i < half; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(2 * i) * pass.outStride;
    out[at] = numbers[i].im;
    out[at + pass.outStride] = numbers[i].re;
  }
}

// What follows a transform of complex numbers along the axis of lanes.
template <class T>
NextTransform<T> nextTransform(const Pass<T>& pass, const T* in, const T* out, std::uint64_t lane) {
  if (lane + 1 == pass.lanes.extent)
    return {};
  return {in + pass.lanes.in, in == out ? nullptr : out + pass.lanes.out};
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
  if (pass.kind == PassKind::RealToComplex)
    return realToComplex(pass, in, out, scratch, rest);
  if (pass.kind == PassKind::ComplexToReal)
    return complexToReal(pass, in, out, scratch, rest);
  const bool isGathered = pass.inStride != 2, isScattered = pass.outStride != 2;
  const bool isContiguous = !isGathered && !isScattered;
  if (isGathered)
    gatherPairs(in, pass.inStride, pass.length, scratch);
  transformContiguous(pass.contiguous, isGathered ? scratch : in, isScattered ? scratch : out,
                      isInverse, rest,
                      isContiguous ? nextTransform(pass, in, out, number) : NextTransform<T>{});
  if (isScattered)
    scatterPairs(scratch, pass.length, out, pass.outStride);
}

} // namespace

extern const Level level;
const Level level = {
    {kLanes<float>, runLanes<float>, runContiguous<float>, runColumns<float>, runRows<float>},
    {kLanes<double>, runLanes<double>, runContiguous<double>, runColumns<double>, runRows<double>}};

} // namespace heddle::cufft::HEDDLE_CUFFT_LEVEL
