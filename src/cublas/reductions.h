// Level 1 functions whose result is one number. Each worker reduces parts of the vectors, and
// whoever finishes last joins the partial results in their order, so that the result does not
// depend on who was when.
#pragma once

#include "cublas/vector_operations.h"

#include <atomic>
#include <memory>

namespace heddle::cublas {

// Where the result goes: with the pointer mode of the host the call waits for it.
template <class Result> class ResultSlot {
public:
  ResultSlot(cublasHandle_t handle, Result* result)
      : handle_(handle), result_(result),
        isOnHost_(handle->pointerMode == CUBLAS_POINTER_MODE_HOST),
        buffer_(isOnHost_ ? std::make_shared<Result>() : nullptr) {}

  // Stores into device memory or the host's, so only work on a stream may call it.
  bool store(const Result& value) const {
    if (!buffer_ && !library::isAccessible({result_, sizeof(Result), sizeof(Result), 1}, true))
      return false;
    *(buffer_ ? buffer_.get() : result_) = value;
    return true;
  }
  // Ends the call after the work was ordered with this status.
  cublasStatus_t finish(cublasStatus_t status) const {
    if (status != CUBLAS_STATUS_SUCCESS || !isOnHost_)
      return status;
    if (const cudaError_t error = cudaStreamSynchronize(handle_->stream))
      return toStatus(error);
    *result_ = *buffer_;
    return CUBLAS_STATUS_SUCCESS;
  }

private:
  cublasHandle_t handle_;
  Result* result_;
  bool isOnHost_;
  std::shared_ptr<Result> buffer_;
};

// A Reduction has a type Partial, reduce(range, partial), which returns false where memory is not
// there, join(partial, next), and result(partial), which makes the number that the program gets.
template <class Reduction, class Result>
cublasStatus_t reduce(cublasHandle_t handle, const char* name, std::int64_t n, Reduction reduction,
                      Result* result) {
  using Partial = typename Reduction::Partial;
  struct Scratch {
    std::atomic<std::uint64_t> done;
    Partial partials[1];
  };
  const std::uint64_t items = itemCount(n, kSmallestVectorPart);
  const ResultSlot<Result> slot(handle, result);
  const auto work = [=](void* memory, std::uint64_t begin, std::uint64_t end) {
    auto& scratch = *static_cast<Scratch*>(memory);
    Partial* const partials = scratch.partials;
    const std::uint64_t count = end - begin;
    for (; begin < end; ++begin)
      if (!reduction.reduce(rangeOf(n, items, begin), partials[begin]))
        return false;
    if (scratch.done.fetch_add(count, std::memory_order_acq_rel) + count != items)
      return true;
    for (std::uint64_t index = 1; index < items; ++index)
      reduction.join(partials[0], partials[index]);
    return slot.store(reduction.template result<Result>(partials[0]));
  };
  return slot.finish(
      launch(handle, name, items, work, sizeof(Scratch) + (items - 1) * sizeof(Partial)));
}

// Stores the result for an empty vector, in the order of the stream.
template <class Result>
cublasStatus_t storeResult(cublasHandle_t handle, const char* name, Result value, Result* result) {
  if (handle->pointerMode == CUBLAS_POINTER_MODE_HOST) {
    *result = value;
    return CUBLAS_STATUS_SUCCESS;
  }
  const ResultSlot<Result> slot(handle, result);
  return launchOne(handle, name, [=] { return slot.store(value); });
}

// Partial sums that are independent of each other, so that the compiler can vectorise the loop
// without changing the order of any of them.
constexpr int kLanes = 16;
template <class S, class Term> S sumOf(std::int64_t size, bool isContiguous, Term term) {
  S lanes[kLanes] = {};
  std::int64_t i = 0;
  if (isContiguous)
    for (; i + kLanes <= size; i += kLanes)
      for (int lane = 0; lane < kLanes; ++lane)
        lanes[lane] += term(i + lane);
  S sum{};
  for (; i < size; ++i)
    sum += term(i);
  for (const S& lane : lanes)
    sum += lane;
  return sum;
}

template <class C, class X, class Y> struct Dot {
  using Partial = C;
  Vector<const X> x;
  Vector<const Y> y;
  bool isConjugated;

  bool reduce(Range range, Partial& partial) const {
    partial = C{};
    if (range.size() <= 0)
      return true;
    const auto a = x.part(range);
    const auto b = y.part(range);
    if (!canRead(a, b))
      return false;
    const bool isContiguous = a.increment == 1 && b.increment == 1;
    partial = sumOf<C>(a.size, isContiguous, [&](std::int64_t i) {
      const C left = convert<C>(isContiguous ? a.address[i] : a[i]);
      const C right = convert<C>(isContiguous ? b.address[i] : b[i]);
      return multiply(isConjugated ? conjugate(left) : left, right);
    });
    return true;
  }
  void join(Partial& partial, const Partial& next) const { partial += next; }
  template <class Result> Result result(const Partial& partial) const {
    return convert<Result>(partial);
  }
};

// The sum of the magnitudes of all components.
template <class C, class X> struct AbsoluteSum {
  using Partial = C;
  Vector<const X> x;

  bool reduce(Range range, Partial& partial) const {
    partial = C{};
    if (range.size() <= 0)
      return true;
    const auto part = x.part(range);
    if (!canRead(part))
      return false;
    partial = sumOf<C>(part.size, part.increment == 1,
                       [&](std::int64_t i) { return magnitude(part[i]); });
    return true;
  }
  void join(Partial& partial, const Partial& next) const { partial += next; }
  template <class Result> Result result(const Partial& partial) const {
    return convert<Result>(partial);
  }
  static C magnitude(const X& element) {
    if constexpr (kIsComplex<X> || kIsPair<X>) {
      const auto value = convert<std::complex<C>>(element);
      return std::abs(value.real()) + std::abs(value.imag());
    } else {
      return std::abs(convert<C>(element));
    }
  }
};

// The Euclidean norm. A sum of squares of floats cannot overflow in double precision. One of
// doubles can, or can vanish; then it is computed again with the range of a long double.
template <class X> struct Norm {
  using Partial = double;
  Vector<const X> x;

  bool reduce(Range range, Partial& partial) const {
    partial = 0;
    if (range.size() <= 0)
      return true;
    const auto part = x.part(range);
    if (!canRead(part))
      return false;
    partial = sumOf<double>(part.size, part.increment == 1,
                            [&](std::int64_t i) { return square<double>(part[i]); });
    return true;
  }
  void join(Partial& partial, const Partial& next) const { partial += next; }
  template <class Result> Result result(const Partial& partial) const {
    constexpr double kLeastExact = 0x1p-900; // above it no square that counts has lost bits
    if (std::isfinite(partial) && (partial > kLeastExact || !std::is_same_v<Real<X>, double>))
      return convert<Result>(std::sqrt(partial));
    long double sum = 0;
    for (std::int64_t i = 0; i < x.size; ++i)
      sum += square<long double>(x[i]);
    return convert<Result>(static_cast<double>(std::sqrt(sum)));
  }
  template <class S> static S square(const X& element) {
    if constexpr (kIsComplex<X> || kIsPair<X>) {
      const auto value = convert<std::complex<double>>(element);
      return static_cast<S>(value.real()) * value.real() +
             static_cast<S>(value.imag()) * value.imag();
    } else {
      const S value = convert<double>(element);
      return value * value;
    }
  }
};

// The one-based index of the first element whose magnitude is the largest, or the smallest.
template <class X, bool isLargest> struct Extreme {
  using C = std::conditional_t<std::is_same_v<Real<X>, double>, double, float>;
  struct Partial {
    C value;
    std::int64_t index; // 0: none yet
  };
  Vector<const X> x;

  bool reduce(Range range, Partial& partial) const {
    partial = {};
    if (range.size() <= 0)
      return true;
    const auto part = x.part(range);
    if (!canRead(part))
      return false;
    for (std::int64_t i = 0; i < part.size; ++i)
      join(partial, {AbsoluteSum<C, X>::magnitude(part[i]), range.begin + i + 1});
    return true;
  }
  void join(Partial& partial, const Partial& next) const {
    const bool isBetter = isLargest ? next.value > partial.value : next.value < partial.value;
    if (next.index != 0 && (partial.index == 0 || isBetter))
      partial = next;
  }
  template <class Result> Result result(const Partial& partial) const {
    return static_cast<Result>(partial.index);
  }
};

// The entry points share these, which check the arguments.
template <class C, class X, class Y, class Result>
cublasStatus_t dot(cublasHandle_t handle, bool isConjugated, std::int64_t n, const X* x,
                   std::int64_t incx, const Y* y, std::int64_t incy, Result* result) {
  return call(handle, "cublasDot", check({result != nullptr, n <= 0 || (x && y)}), [=] {
    if (n <= 0)
      return storeResult(handle, "cublasDot", Result{}, result);
    return reduce(handle, "cublasDot", n, Dot<C, X, Y>{{x, n, incx}, {y, n, incy}, isConjugated},
                  result);
  });
}
// Makes the reduction of one vector. It is empty with an increment that is not positive.
template <class Reduction, class X, class Result>
cublasStatus_t reduceVector(cublasHandle_t handle, const char* name, std::int64_t n, const X* x,
                            std::int64_t incx, Result* result) {
  return call(handle, name, check({result != nullptr, n <= 0 || x}), [=] {
    if (n <= 0 || incx <= 0)
      return storeResult(handle, name, Result{}, result);
    return reduce(handle, name, n, Reduction{{x, n, incx}}, result);
  });
}

} // namespace heddle::cublas
