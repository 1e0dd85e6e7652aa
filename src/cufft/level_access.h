// The way from the program's memory into the lanes of a buffer, and back.
#pragma once

#include "cufft/level_lanes.h"

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
  // A lane that does not exist reads what the last one reads.
  const T* existingLane(std::size_t index) const { return lane(index < lanes ? index : lanes - 1); }
};

template <class T> inline void put(Complex<T>& to, bool isSwapped, Vector<T> re, Vector<T> im) {
  to = isSwapped ? Complex<T>{im, re} : Complex<T>{re, im};
}

template <class T>
inline void gather(const View<const T>& view, std::size_t begin, std::size_t end,
                   Complex<T>* buffer) {
  for (std::size_t i = begin; i < end; ++i) {
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
inline void scatter(const View<T>& view, std::size_t begin, std::size_t end,
                    const Complex<T>* buffer) {
  for (std::size_t i = begin; i < end; ++i) {
    const Vector<T> re = view.isSwapped ? buffer[i].im : buffer[i].re;
    const Vector<T> im = view.isSwapped ? buffer[i].re : buffer[i].im;
    for (std::size_t l = 0; l < view.lanes; ++l) {
      T* const at = view.lane(l) + static_cast<std::ptrdiff_t>(i) * view.elementStride;
      at[0] = re[l];
      at[view.imaginary] = im[l];
    }
  }
}

// Loads as many elements of each lane as there are lanes, and transposes them.
template <class T>
inline void loadSquare(const View<const T>& view, std::size_t first, Complex<T>* buffer) {
  Vector<T> re[kLanes<T>], im[kLanes<T>];
#pragma clang loop unroll(full)
  for (std::size_t l = 0; l < kLanes<T>; ++l) {
    const Complex<T> row = loadInterleaved(view.existingLane(l) + 2 * first);
    re[l] = row.re;
    im[l] = row.im;
  }
  transpose<T>(re);
  transpose<T>(im);
#pragma clang loop unroll(full)
  for (std::size_t i = 0; i < kLanes<T>; ++i)
    put(buffer[first + i], view.isSwapped, re[i], im[i]);
}

template <class T>
inline void storeSquare(const View<T>& view, std::size_t first, const Complex<T>* buffer) {
  Vector<T> re[kLanes<T>], im[kLanes<T>];
#pragma clang loop unroll(full)
  for (std::size_t i = 0; i < kLanes<T>; ++i) {
    re[i] = view.isSwapped ? buffer[first + i].im : buffer[first + i].re;
    im[i] = view.isSwapped ? buffer[first + i].re : buffer[first + i].im;
  }
  transpose<T>(re);
  transpose<T>(im);
#pragma clang loop unroll(full)
  for (std::size_t l = 0; l < kLanes<T>; ++l)
    if (l < view.lanes)
      storeInterleaved<T>(view.lane(l) + 2 * first, re[l], im[l]);
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
  } else {
    std::size_t done = 0;
    if (view.hasAdjacentElements())
      for (; done + kLanes<T> <= count; done += kLanes<T>)
        loadSquare(view, done, buffer);
    gather(view, done, count, buffer);
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
  } else {
    std::size_t done = 0;
    if (view.hasAdjacentElements())
      for (; done + kLanes<T> <= count; done += kLanes<T>)
        storeSquare(view, done, buffer);
    scatter(view, done, count, buffer);
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
  for (std::size_t i = 0; i < count; ++i) {
    Vector<T> re{};
    for (std::size_t l = 0; l < view.lanes; ++l)
      re[l] = view.lane(l)[static_cast<std::ptrdiff_t>(i) * view.elementStride];
    put(buffer[i], view.isSwapped, re, Vector<T>{});
  }
}

template <class T>
void storeReal(const View<T>& view, std::size_t count, const Complex<T>* buffer) {
  for (std::size_t i = 0; i < count; ++i) {
    const Vector<T> re = view.isSwapped ? buffer[i].im : buffer[i].re;
    for (std::size_t l = 0; l < view.lanes; ++l)
      view.lane(l)[static_cast<std::ptrdiff_t>(i) * view.elementStride] = re[l];
  }
}

} // namespace heddle::cufft::HEDDLE_CUFFT_LEVEL
