// The entry points of vector operations whose types are arguments. All vectors of a call have one
// type. It is computed with in that type, and the 16-bit formats in single precision.
#include "cublas/reductions.h"

using namespace heddle::cublas;

namespace {

template <class E> struct ComputedType {
  using Type = E;
};
template <> struct ComputedType<Half> {
  using Type = float;
};
template <> struct ComputedType<Bfloat16> {
  using Type = float;
};
template <class E> using Computed = typename ComputedType<E>::Type;

template <class T> constexpr cudaDataType kTypeOf = CUDA_R_32F;
template <> constexpr cudaDataType kTypeOf<double> = CUDA_R_64F;
template <> constexpr cudaDataType kTypeOf<std::complex<float>> = CUDA_C_32F;
template <> constexpr cudaDataType kTypeOf<std::complex<double>> = CUDA_C_64F;

bool areSame(std::initializer_list<cudaDataType> types) {
  for (const cudaDataType type : types)
    if (type != *types.begin())
      return false;
  return true;
}

// Calls body(Tag<E>{}) for vectors of one type that vector operations have.
template <class Body>
cublasStatus_t visitSame(cublasHandle_t handle, const char* name,
                         std::initializer_list<cudaDataType> types, Body body) {
  if (!areSame(types))
    return refuseTypes(handle, name, types);
  switch (*types.begin()) {
  case CUDA_R_16F:
    return body(Tag<Half>{});
  case CUDA_R_16BF:
    return body(Tag<Bfloat16>{});
  case CUDA_R_32F:
    return body(Tag<float>{});
  case CUDA_R_64F:
    return body(Tag<double>{});
  case CUDA_C_32F:
    return body(Tag<std::complex<float>>{});
  case CUDA_C_64F:
    return body(Tag<std::complex<double>>{});
  default:
    return refuseTypes(handle, name, types);
  }
}
// The same where the program also says what to compute with.
template <class Body>
cublasStatus_t visitComputed(cublasHandle_t handle, const char* name,
                             std::initializer_list<cudaDataType> types, cudaDataType execution,
                             Body body) {
  return visitSame(handle, name, types, [&](auto tag) {
    using E = typename decltype(tag)::Type;
    return execution == kTypeOf<Computed<E>> ? body(tag) : refuseTypes(handle, name, {execution});
  });
}
template <class Body>
cublasStatus_t visitReal(cublasHandle_t handle, const char* name,
                         std::initializer_list<cudaDataType> types, cudaDataType execution,
                         Body body) {
  return visitComputed(handle, name, types, execution, [&](auto tag) {
    using E = typename decltype(tag)::Type;
    if constexpr (kIsComplex<E>)
      return refuseTypes(handle, name, types);
    else
      return body(tag);
  });
}
// Calls body(Tag<F>{}) for a factor that has the type of the elements or the one computed with.
template <class E, class Body>
cublasStatus_t visitFactor(cublasHandle_t handle, const char* name, cudaDataType type,
                           cudaDataType elementType, Body body) {
  if (type == kTypeOf<Computed<E>>)
    return body(Tag<Computed<E>>{});
  return type == elementType ? body(Tag<E>{}) : refuseTypes(handle, name, {type});
}

// Functions from a vector to a real number of its precision.
template <class Body>
cublasStatus_t visitMagnitude(cublasHandle_t handle, const char* name, cudaDataType type,
                              cudaDataType result, cudaDataType execution, Body body) {
  return visitSame(handle, name, {type}, [&](auto tag) {
    using E = typename decltype(tag)::Type;
    // Of complex numbers the result is real, and so is what is computed with.
    const cudaDataType real = kIsComplex<E> ? kTypeOf<Real<Computed<E>>> : type;
    return result == real && execution == kTypeOf<Real<Computed<E>>>
               ? body(tag)
               : refuseTypes(handle, name, {result, execution});
  });
}
template <class E> using Magnitude = std::conditional_t<kIsComplex<E>, Real<E>, E>;

cublasStatus_t norm(cublasHandle_t handle, std::int64_t n, const void* x, cudaDataType type,
                    std::int64_t incx, void* result, cudaDataType resultType,
                    cudaDataType execution) {
  return visitMagnitude(handle, "cublasNrm2Ex", type, resultType, execution, [&](auto tag) {
    using E = typename decltype(tag)::Type;
    return reduceVector<Norm<E>>(handle, "cublasNrm2Ex", n, static_cast<const E*>(x), incx,
                                 static_cast<Magnitude<E>*>(result));
  });
}
cublasStatus_t absoluteSum(cublasHandle_t handle, std::int64_t n, const void* x, cudaDataType type,
                           std::int64_t incx, void* result, cudaDataType resultType,
                           cudaDataType execution) {
  return visitMagnitude(handle, "cublasAsumEx", type, resultType, execution, [&](auto tag) {
    using E = typename decltype(tag)::Type;
    return reduceVector<AbsoluteSum<Real<Computed<E>>, E>>(handle, "cublasAsumEx", n,
                                                           static_cast<const E*>(x), incx,
                                                           static_cast<Magnitude<E>*>(result));
  });
}
template <bool isLargest, class Int>
cublasStatus_t extreme(cublasHandle_t handle, const char* name, std::int64_t n, const void* x,
                       cudaDataType type, std::int64_t incx, Int* result) {
  return visitSame(handle, name, {type}, [&](auto tag) {
    using E = typename decltype(tag)::Type;
    return reduceVector<Extreme<E, isLargest>>(handle, name, n, static_cast<const E*>(x), incx,
                                               result);
  });
}
cublasStatus_t dotOf(cublasHandle_t handle, const char* name, bool isConjugated, std::int64_t n,
                     const void* x, cudaDataType xType, std::int64_t incx, const void* y,
                     cudaDataType yType, std::int64_t incy, void* result, cudaDataType resultType,
                     cudaDataType execution) {
  return visitComputed(handle, name, {xType, yType, resultType}, execution, [&](auto tag) {
    using E = typename decltype(tag)::Type;
    return dot<Computed<E>>(handle, isConjugated, n, static_cast<const E*>(x), incx,
                            static_cast<const E*>(y), incy, static_cast<E*>(result));
  });
}
cublasStatus_t scale(cublasHandle_t handle, std::int64_t n, const void* alpha,
                     cudaDataType alphaType, void* x, cudaDataType xType, std::int64_t incx,
                     cudaDataType execution) {
  return visitComputed(handle, "cublasScalEx", {xType}, execution, [&](auto tag) {
    using E = typename decltype(tag)::Type;
    return visitFactor<E>(handle, "cublasScalEx", alphaType, xType, [&](auto factor) {
      using F = typename decltype(factor)::Type;
      return scal<Computed<E>, Computed<E>>(handle, n, static_cast<const F*>(alpha),
                                            static_cast<E*>(x), incx);
    });
  });
}
cublasStatus_t addScaled(cublasHandle_t handle, std::int64_t n, const void* alpha,
                         cudaDataType alphaType, const void* x, cudaDataType xType,
                         std::int64_t incx, void* y, cudaDataType yType, std::int64_t incy,
                         cudaDataType execution) {
  return visitComputed(handle, "cublasAxpyEx", {xType, yType}, execution, [&](auto tag) {
    using E = typename decltype(tag)::Type;
    return visitFactor<E>(handle, "cublasAxpyEx", alphaType, xType, [&](auto factor) {
      using F = typename decltype(factor)::Type;
      return axpy<Computed<E>>(handle, n, static_cast<const F*>(alpha), static_cast<const E*>(x),
                               incx, static_cast<E*>(y), incy);
    });
  });
}
// Complex vectors may be turned by a real or by a complex sine; cosine and sine have one type here.
cublasStatus_t rotate(cublasHandle_t handle, std::int64_t n, void* x, cudaDataType xType,
                      std::int64_t incx, void* y, cudaDataType yType, std::int64_t incy,
                      const void* c, const void* s, cudaDataType csType, cudaDataType execution) {
  return visitComputed(handle, "cublasRotEx", {xType, yType}, execution, [&](auto tag) {
    using E = typename decltype(tag)::Type;
    using C = Computed<E>;
    if constexpr (kIsComplex<E>) {
      using R = Real<E>;
      if (csType == kTypeOf<R>)
        return rot<C, R, R>(handle, n, static_cast<E*>(x), incx, static_cast<E*>(y), incy,
                            static_cast<const R*>(c), static_cast<const R*>(s));
      // The cosine is the real part of a complex number then.
      return csType == xType
                 ? rot<C, R, C>(handle, n, static_cast<E*>(x), incx, static_cast<E*>(y), incy,
                                static_cast<const E*>(c), static_cast<const E*>(s))
                 : refuseTypes(handle, "cublasRotEx", {csType});
    } else {
      return csType == xType
                 ? rot<C, C, C>(handle, n, static_cast<E*>(x), incx, static_cast<E*>(y), incy,
                                static_cast<const E*>(c), static_cast<const E*>(s))
                 : refuseTypes(handle, "cublasRotEx", {csType});
    }
  });
}

} // namespace

#define HEDDLE_CUBLAS_INT int
#define HEDDLE_CUBLAS(name) cublasStatus_t name
#include "cublas/vector_ex_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT

#define HEDDLE_CUBLAS_INT std::int64_t
#define HEDDLE_CUBLAS(name) cublasStatus_t name##_64
#include "cublas/vector_ex_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT
