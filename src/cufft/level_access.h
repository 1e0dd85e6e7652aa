// The way from the program's memory into the lanes of a buffer, and back.
#pragma once

#include "cufft/level_lanes.h"
#include "cufft/level_rows.h"

namespace heddle::cufft::HEDDLE_CUFFT_LEVEL {

// Where the numbers of a group of transforms lie in memory: element i of lane l at
// base + i * elementStride + l * laneStride, and its imaginary part `imaginary` scalars further.
template <class T> struct View {
  T* base;
  std::ptrdiff_t elementStride, laneStride, imaginary;
  std::size_t lanes; // those that exist, at most kLanes<T>
  bool isSwapped;    // the buffer has real and imaginary parts exchanged

  bool isFull() const { return lanes == kLanes<T>; }
  // Neighbours in memory are the complex numbers of neighbouring lanes.
  bool hasAdjacentLanes() const { return laneStride == 2 && imaginary == 1 && isFull(); }
  // They are the real parts of neighbouring lanes.
  bool hasAdjacentScalars() const { return laneStride == 1 && isFull(); }
  // They are the elements of one lane.
  bool hasAdjacentElements() const { return elementStride == 2 && imaginary == 1 && lanes > 1; }
  T* lane(std::size_t index) const {
    return base + static_cast<std::ptrdiff_t>(index) * laneStride;
  }
  Rows<T> rows() const { return {base, laneStride, lanes}; }
};

template <class T> inline void put(Complex<T>& to, bool isSwapped, Vector<T> re, Vector<T> im) {
  to = isSwapped ? Complex<T>{im, re} : Complex<T>{re, im};
}

template <class T>
inline void gather(const View<const T>& view, std::size_t count, Complex<T>* buffer) {
  for (std::size_t i = 0; i < count; ++i) {
    Complex<T> value{};
    for (std::size_t l = 0; l < view.lanes; ++l) {
      const T* const at = view.lane(l) + static_cast<std::ptrdiff_t>(i) * view.elementStride;
      value.re[l] = at[0];
      value.im[l] = at[view.imaginary];
    }
    put(buffer[i], view.isSwapped, value.re, value.im);
  }
}

template <class T>
inline void scatter(const View<T>& view, std::size_t count, const Complex<T>* buffer) {
  for (std::size_t i = 0; i < count; ++i) {
    const Vector<T> re = view.isSwapped ? buffer[i].im : buffer[i].re;
    const Vector<T> im = view.isSwapped ? buffer[i].re : buffer[i].im;
    for (std::size_t l = 0; l < view.lanes; ++l) {
      T* const at = view.lane(l) + static_cast<std::ptrdiff_t>(i) * view.elementStride;
      at[0] = re[l];
      at[view.imaginary] = im[l];
    }
  }
}

// Where number i of rows of complex numbers goes in a buffer: parts are neighbours there, too.
template <class T> auto partsIn(Complex<T>* buffer, bool isSwapped) {
  return [parts = reinterpret_cast<Vector<T>*>(buffer), isSwapped](std::size_t i) -> Vector<T>& {
    return parts[isSwapped ? i ^ 1 : i];
  };
}

template <class T> void load(const View<const T>& view, std::size_t count, Complex<T>* buffer) {
  if (view.hasAdjacentLanes()) {
    for (std::size_t i = 0; i < count; ++i) {
      const Complex<T> value =
          loadInterleaved(view.base + static_cast<std::ptrdiff_t>(i) * view.elementStride);
      put(buffer[i], view.isSwapped, value.re, value.im);
    }
  } else if (view.hasAdjacentScalars()) {
    for (std::size_t i = 0; i < count; ++i) {
      const T* const at = view.base + static_cast<std::ptrdiff_t>(i) * view.elementStride;
      put(buffer[i], view.isSwapped, loadUnaligned(at), loadUnaligned(at + view.imaginary));
    }
  } else if (view.hasAdjacentElements()) {
    loadRows(view.rows(), 2 * count, partsIn(buffer, view.isSwapped));
  } else {
    gather(view, count, buffer);
  }
}

template <class T> void store(const View<T>& view, std::size_t count, const Complex<T>* buffer) {
  if (view.hasAdjacentLanes()) {
    for (std::size_t i = 0; i < count; ++i) {
      const Vector<T> re = view.isSwapped ? buffer[i].im : buffer[i].re;
      const Vector<T> im = view.isSwapped ? buffer[i].re : buffer[i].im;
      storeInterleaved<T>(view.base + static_cast<std::ptrdiff_t>(i) * view.elementStride, re, im);
    }
  } else if (view.hasAdjacentScalars()) {
    for (std::size_t i = 0; i < count; ++i) {
      T* const at = view.base + static_cast<std::ptrdiff_t>(i) * view.elementStride;
      storeUnaligned<T>(at, view.isSwapped ? buffer[i].im : buffer[i].re);
      storeUnaligned<T>(at + view.imaginary, view.isSwapped ? buffer[i].re : buffer[i].im);
    }
  } else if (view.hasAdjacentElements()) {
    storeRows(view.rows(), 2 * count, partsIn(const_cast<Complex<T>*>(buffer), view.isSwapped));
  } else {
    scatter(view, count, buffer);
  }
}

// The memory of a view with adjacent lanes, as the source and the sink of stages (level_lanes.h).
// Whether parts are exchanged is known when these are compiled, since it is asked for each number.
template <class T, bool IsSwapped> struct LaneSource {
  const T* base;
  std::ptrdiff_t stride;
  explicit LaneSource(const View<const T>& view) : base(view.base), stride(view.elementStride) {}
  Complex<T> get(std::size_t index) const {
    const Complex<T> value = loadInterleaved(base + static_cast<std::ptrdiff_t>(index) * stride);
    return IsSwapped ? Complex<T>{value.im, value.re} : value;
  }
};
template <class T, bool IsSwapped> struct LaneSink {
  T* base;
  std::ptrdiff_t stride;
  explicit LaneSink(const View<T>& view) : base(view.base), stride(view.elementStride) {}
  void put(std::size_t index, const Complex<T>& value) const {
    storeInterleaved<T>(base + static_cast<std::ptrdiff_t>(index) * stride,
                        IsSwapped ? value.im : value.re, IsSwapped ? value.re : value.im);
  }
};

// Transforms what is in `data` and stores the result. `data` and `other` are buffers.
template <class T>
void transformBufferTo(const LaneTransform<T>& transform, const View<T>& to, Complex<T>* data,
                       Complex<T>* other) {
  if (!to.hasAdjacentLanes())
    return store(to, transform.length, transformLanes(transform, data, other));
  if (to.isSwapped)
    transformBufferTo(transform, data, other, LaneSink<T, true>(to));
  else
    transformBufferTo(transform, data, other, LaneSink<T, false>(to));
}

// Transforms what the view describes, with the result in a sink.
template <class T, class Sink>
void transformTo(const LaneTransform<T>& transform, const View<const T>& from, Sink to,
                 Complex<T>* data, Complex<T>* other) {
  if (!from.hasAdjacentLanes()) {
    load(from, transform.length, data);
    return transformBufferTo(transform, data, other, to);
  }
  if (from.isSwapped)
    transformTo(transform, LaneSource<T, true>(from), to, data, other);
  else
    transformTo(transform, LaneSource<T, false>(from), to, data, other);
}

// Transforms what the view `from` describes, with the result where the view `to` describes it.
template <class T>
void transformViews(const LaneTransform<T>& transform, const View<const T>& from, const View<T>& to,
                    Complex<T>* data, Complex<T>* other) {
  if (!to.hasAdjacentLanes()) {
    load(from, transform.length, data);
    return store(to, transform.length, transformLanes(transform, data, other));
  }
  if (to.isSwapped)
    transformTo(transform, from, LaneSink<T, true>(to), data, other);
  else
    transformTo(transform, from, LaneSink<T, false>(to), data, other);
}

// Real numbers; the imaginary parts are zero, or are not stored.
template <class T> void loadReal(const View<const T>& view, std::size_t count, Complex<T>* buffer) {
  if (view.elementStride == 1) {
    for (std::size_t i = 0; i < count; ++i)
      buffer[i] = {};
    const auto parts = partsIn(buffer, view.isSwapped);
    return loadRows(view.rows(), count,
                    [parts](std::size_t i) -> Vector<T>& { return parts(2 * i); });
  }
  for (std::size_t i = 0; i < count; ++i) {
    Vector<T> re{};
    for (std::size_t l = 0; l < view.lanes; ++l)
      re[l] = view.lane(l)[static_cast<std::ptrdiff_t>(i) * view.elementStride];
    put(buffer[i], view.isSwapped, re, Vector<T>{});
  }
}

template <class T>
void storeReal(const View<T>& view, std::size_t count, const Complex<T>* buffer) {
  if (view.elementStride == 1) {
    const auto parts = partsIn(const_cast<Complex<T>*>(buffer), view.isSwapped);
    return storeRows(view.rows(), count,
                     [parts](std::size_t i) -> Vector<T>& { return parts(2 * i); });
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Vector<T> re = view.isSwapped ? buffer[i].im : buffer[i].re;
    for (std::size_t l = 0; l < view.lanes; ++l)
      view.lane(l)[static_cast<std::ptrdiff_t>(i) * view.elementStride] = re[l];
  }
}

} // namespace heddle::cufft::HEDDLE_CUFFT_LEVEL
