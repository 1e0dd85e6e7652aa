// Level 1 as templates: E is the type of the elements and C the one that is computed with.
#pragma once

#include "cublas/elements.h"

namespace heddle::cublas {

// A vector with fewer elements than this per worker is not worth the start of another worker.
constexpr std::uint64_t kSmallestVectorPart = 1u << 15;

// Calls action(x, y) for each pair of elements. The loop over neighbouring elements has a form of
// its own, which the compiler vectorises.
template <class X, class Y, class Action>
void forEachPair(const Vector<X>& x, const Vector<Y>& y, Action action) {
  if (x.increment == 1 && y.increment == 1)
    for (std::int64_t i = 0; i < x.size; ++i)
      action(x.address[i], y.address[i]);
  else
    for (std::int64_t i = 0; i < x.size; ++i)
      action(x[i], y[i]);
}
template <class X, class Action> void forEach(const Vector<X>& x, Action action) {
  if (x.increment == 1)
    for (std::int64_t i = 0; i < x.size; ++i)
      action(x.address[i]);
  else
    for (std::int64_t i = 0; i < x.size; ++i)
      action(x[i]);
}

// Orders work on all elements, in parts. `body` gets the part and returns whether its memory is
// there. With an increment of zero, all elements are one, whose order counts.
template <class Body>
cublasStatus_t launchParts(cublasHandle_t handle, const char* name, std::int64_t n, bool isOrdered,
                           Body body) {
  const std::uint64_t items = isOrdered ? 1 : itemCount(n, kSmallestVectorPart);
  return launch(handle, name, items, [=](void*, std::uint64_t begin, std::uint64_t end) {
    for (; begin < end; ++begin)
      if (const Range range = rangeOf(n, items, begin); range.size() > 0 && !body(range))
        return false;
    return true;
  });
}

template <class X, class Y>
cublasStatus_t copy(cublasHandle_t handle, std::int64_t n, const X* x, std::int64_t incx, Y* y,
                    std::int64_t incy) {
  return call(handle, "cublasCopy", check({n <= 0 || (x && y)}), [=] {
    if (n <= 0)
      return CUBLAS_STATUS_SUCCESS;
    const Vector<const X> from{x, n, incx};
    const Vector<Y> to{y, n, incy};
    return launchParts(handle, "cublasCopy", n, incy == 0, [=](Range range) {
      const auto source = from.part(range);
      const auto target = to.part(range);
      if (!canRead(source) || !canWrite(target))
        return false;
      forEachPair(source, target, [](const X& a, Y& b) { b = convert<Y>(a); });
      return true;
    });
  });
}

template <class E>
cublasStatus_t swap(cublasHandle_t handle, std::int64_t n, E* x, std::int64_t incx, E* y,
                    std::int64_t incy) {
  return call(handle, "cublasSwap", check({n <= 0 || (x && y)}), [=] {
    if (n <= 0)
      return CUBLAS_STATUS_SUCCESS;
    const Vector<E> first{x, n, incx}, second{y, n, incy};
    return launchParts(handle, "cublasSwap", n, incx == 0 || incy == 0, [=](Range range) {
      const auto a = first.part(range), b = second.part(range);
      if (!canWrite(a, b))
        return false;
      forEachPair(a, b, [](E& left, E& right) { std::swap(left, right); });
      return true;
    });
  });
}

template <class C, class A, class X, class Y>
cublasStatus_t axpy(cublasHandle_t handle, std::int64_t n, const A* alpha, const X* x,
                    std::int64_t incx, Y* y, std::int64_t incy) {
  return call(handle, "cublasAxpy", check({alpha != nullptr, n <= 0 || (x && y)}), [=] {
    if (n <= 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<A> factor(handle, alpha);
    const Vector<const X> from{x, n, incx};
    const Vector<Y> to{y, n, incy};
    return launchParts(handle, "cublasAxpy", n, incy == 0, [=](Range range) {
      const auto source = from.part(range);
      const auto target = to.part(range);
      A loaded;
      if (!factor.load(loaded) || !canRead(source) || !canWrite(target))
        return false;
      const C a = convert<C>(loaded);
      if (a != C(0))
        forEachPair(source, target, [a](const X& left, Y& right) {
          right = convert<Y>(convert<C>(right) + multiply(a, convert<C>(left)));
        });
      return true;
    });
  });
}

// F is the factor in the type that is computed with, which may be real for complex elements.
template <class C, class F, class A, class X>
cublasStatus_t scal(cublasHandle_t handle, std::int64_t n, const A* alpha, X* x,
                    std::int64_t incx) {
  return call(handle, "cublasScal", check({alpha != nullptr, n <= 0 || x}), [=] {
    if (n <= 0 || incx <= 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<A> factor(handle, alpha);
    const Vector<X> vector{x, n, incx};
    return launchParts(handle, "cublasScal", n, false, [=](Range range) {
      const auto part = vector.part(range);
      A loaded;
      if (!factor.load(loaded) || !canWrite(part))
        return false;
      const F a = convert<F>(loaded);
      forEach(part, [a](X& value) { value = convert<X>(multiply(a, convert<C>(value))); });
      return true;
    });
  });
}

// Applies the rotation with cosine `c` and sine `s`, of the types of the elements and computed with
// as CC and CS.
template <class C, class CC, class CS, class X, class A, class B>
cublasStatus_t rot(cublasHandle_t handle, std::int64_t n, X* x, std::int64_t incx, X* y,
                   std::int64_t incy, const A* c, const B* s) {
  return call(handle, "cublasRot", check({c != nullptr, s != nullptr, n <= 0 || (x && y)}), [=] {
    if (n <= 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<A> cosine(handle, c);
    const Scalar<B> sine(handle, s);
    const Vector<X> first{x, n, incx}, second{y, n, incy};
    return launchParts(handle, "cublasRot", n, incx == 0 || incy == 0, [=](Range range) {
      const auto a = first.part(range), b = second.part(range);
      A loadedCosine;
      B loadedSine;
      if (!cosine.load(loadedCosine) || !sine.load(loadedSine) || !canWrite(a, b))
        return false;
      const CC cc = convert<CC>(loadedCosine);
      const CS cs = convert<CS>(loadedSine);
      forEachPair(a, b, [cc, cs](X& left, X& right) {
        const C l = convert<C>(left), r = convert<C>(right);
        left = convert<X>(multiply(cc, l) + multiply(cs, r));
        right = convert<X>(multiply(cc, r) - multiply(conjugate(cs), l));
      });
      return true;
    });
  });
}

// param[0] says which elements of the 2x2 matrix behind it are given, and which are 1, 0 or -1.
template <class C, class X, class P>
cublasStatus_t rotm(cublasHandle_t handle, std::int64_t n, X* x, std::int64_t incx, X* y,
                    std::int64_t incy, const P* param) {
  struct Parameters {
    P flag, h11, h21, h12, h22;
  };
  return call(handle, "cublasRotm", check({param != nullptr, n <= 0 || (x && y)}), [=] {
    if (n <= 0)
      return CUBLAS_STATUS_SUCCESS;
    const Scalar<Parameters> parameters(handle, reinterpret_cast<const Parameters*>(param));
    const Vector<X> first{x, n, incx}, second{y, n, incy};
    return launchParts(handle, "cublasRotm", n, incx == 0 || incy == 0, [=](Range range) {
      const auto a = first.part(range), b = second.part(range);
      Parameters p;
      if (!parameters.load(p) || !canWrite(a, b))
        return false;
      const C flag = convert<C>(p.flag);
      if (flag == C(-2))
        return true;
      const bool hasDiagonal = flag != C(0), hasRest = flag != C(1);
      const C h11 = hasDiagonal ? convert<C>(p.h11) : C(1),
              h22 = hasDiagonal ? convert<C>(p.h22) : C(1),
              h21 = hasRest ? convert<C>(p.h21) : C(-1), h12 = hasRest ? convert<C>(p.h12) : C(1);
      forEachPair(a, b, [=](X& left, X& right) {
        const C l = convert<C>(left), r = convert<C>(right);
        left = convert<X>(h11 * l + h12 * r);
        right = convert<X>(h21 * l + h22 * r);
      });
      return true;
    });
  });
}

} // namespace heddle::cublas
