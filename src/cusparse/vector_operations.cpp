// Operations of a sparse and a dense vector.
#include "cusparse/handles.h"
#include "cusparse/launch.h"
#include "cusparse/operands.h"
#include "cusparse/product_types.h"
#include "library/value_type.h"

namespace {

using namespace heddle::cusparse;

// The types of two vectors and of the sum of their products.
using DotProductTypes = ProductTypeList<
    OneType<float>, OneType<double>, OneType<std::complex<float>>, OneType<std::complex<double>>,
    ProductTypes<Half, Half, float, float>, ProductTypes<Bfloat16, Bfloat16, float, float>,
    ProductTypes<Pair<Half>, Pair<Half>, std::complex<float>, std::complex<float>>,
    ProductTypes<Pair<Bfloat16>, Pair<Bfloat16>, std::complex<float>, std::complex<float>>,
    ProductTypes<std::int8_t, std::int8_t, std::int32_t, std::int32_t>,
    ProductTypes<std::int8_t, std::int8_t, float, float>>;

// The type that elements are computed with, in which factors are given, too.
template <class T> struct ComputeTypeOf {
  using Type = T;
};
template <> struct ComputeTypeOf<Half> {
  using Type = float;
};
template <> struct ComputeTypeOf<Bfloat16> {
  using Type = float;
};
template <class T> struct ComputeTypeOf<Pair<T>> {
  using Type = std::complex<float>;
};
template <class T> using ComputeType = typename ComputeTypeOf<T>::Type;

// Whether the arrays of a sparse vector are aligned as cuSPARSE wants them. Those of a dense vector
// need not be.
bool isAligned(const cusparseSpVecDescr& vector) {
  constexpr std::uintptr_t kAlignment = 16;
  return (reinterpret_cast<std::uintptr_t>(vector.indices) |
          reinterpret_cast<std::uintptr_t>(vector.values)) %
             kAlignment ==
         0;
}

// Checks the vectors and calls action.operator()<T>() with the type of their values. cuSPARSE
// answers an internal error for vectors of integers that it cannot work on.
template <class Action>
cusparseStatus_t withVectors(Call handle, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                             bool isArithmetic, Action action) {
  const auto body = [&] {
    if (x->size != y->size)
      return CUSPARSE_STATUS_INVALID_VALUE;
    if (x->valueType != y->valueType || !isAligned(*x))
      return CUSPARSE_STATUS_NOT_SUPPORTED;
    if (x->valueType == CUDA_R_32I || (isArithmetic && x->valueType == CUDA_R_8I))
      return CUSPARSE_STATUS_INTERNAL_ERROR;
    return withElementType(x->valueType, action);
  };
  return withObjects(handle, body, x, y);
}

template <class T, class C>
cusparseStatus_t dotProduct(const cusparseContext& context, const SparseVector<T>& x,
                            const DenseVector<T>& y, bool isConjugate, C* result, bool isOnHost) {
  const auto check = [=] {
    return x.isThere(false) && y.isThere(false) && isAccessible(result, 1, sizeof(C), true);
  };
  const cusparseStatus_t status = launchWhole(context, check, [=] {
    C sum{};
    const bool isRight = x.visit([&](std::int64_t index, const T& value) {
      const C left = convert<C>(value);
      sum += multiply(isConjugate ? conjugate(left) : left, convert<C>(y.data[index]));
    });
    *result = sum;
    return isRight;
  });
  if (status != CUSPARSE_STATUS_SUCCESS || !isOnHost)
    return status;
  return statusOf(cudaStreamSynchronize(context.stream));
}

// Checks the arguments of a dot product; action.operator()<Types>() gets the types.
template <class Action>
cusparseStatus_t checkDotProduct(Call handle, cusparseOperation_t opX,
                                 cusparseConstSpVecDescr_t vecX, cusparseConstDnVecDescr_t vecY,
                                 const void* result, cudaDataType computeType, Action action) {
  const auto body = [&] {
    if (!result || vecX->size != vecY->size || opX == CUSPARSE_OPERATION_TRANSPOSE ||
        !isOperationOf(opX, vecX->valueType) || !heddle::library::isDataType(computeType))
      return CUSPARSE_STATUS_INVALID_VALUE;
    if (!isAligned(*vecX))
      return CUSPARSE_STATUS_NOT_SUPPORTED;
    return DotProductTypes::find(vecX->valueType, vecY->valueType, computeType, computeType,
                                 action);
  };
  return withObjects(handle, body, vecX, vecY);
}

} // namespace

extern "C" {

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void* alpha,
                               cusparseConstSpVecDescr_t vecX, const void* beta,
                               cusparseDnVecDescr_t vecY) {
  if (!alpha || !beta)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return withVectors(handle, vecX, vecY, true, [&]<class T>() {
    using C = ComputeType<T>;
    const SparseVector<T> x(*vecX);
    const DenseVector<T> y(*vecY);
    const Scalar<C> factor(alpha, handle->pointerMode), old(beta, handle->pointerMode);
    return launchWhole(
        *handle, [=] { return x.isThere(false) && y.isThere(true); },
        [=] {
          const auto a = factor.read(), b = old.read();
          if (!a || !b)
            return false;
          for (std::int64_t index = 0; index < y.size; ++index)
            y.data[index] = convert<T>(*b == C(0) ? C(0) : multiply(*b, convert<C>(y.data[index])));
          return x.visit([&](std::int64_t index, const T& value) {
            y.data[index] = convert<T>(convert<C>(y.data[index]) + multiply(*a, convert<C>(value)));
          });
        });
  });
}

cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t vecY,
                                cusparseSpVecDescr_t vecX) {
  return withVectors(handle, vecX, vecY, false, [&]<class T>() {
    const SparseVector<T> x(*vecX);
    const DenseVector<T> y(*vecY);
    return launchWhole(
        *handle, [=] { return x.isThere(true) && y.isThere(false); },
        [=] { return x.visit([&](std::int64_t index, T& value) { value = y.data[index]; }); });
  });
}

cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t vecX,
                                 cusparseDnVecDescr_t vecY) {
  return withVectors(handle, vecX, vecY, false, [&]<class T>() {
    const SparseVector<T> x(*vecX);
    const DenseVector<T> y(*vecY);
    return launchWhole(
        *handle, [=] { return x.isThere(false) && y.isThere(true); },
        [=] {
          return x.visit([&](std::int64_t index, const T& value) { y.data[index] = value; });
        });
  });
}

cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void* cosine, const void* sine,
                             cusparseSpVecDescr_t vecX, cusparseDnVecDescr_t vecY) {
  if (!cosine || !sine)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return withVectors(handle, vecX, vecY, true, [&]<class T>() {
    using C = ComputeType<T>;
    const SparseVector<T> x(*vecX);
    const DenseVector<T> y(*vecY);
    const Scalar<C> c(cosine, handle->pointerMode), s(sine, handle->pointerMode);
    return launchWhole(
        *handle, [=] { return x.isThere(true) && y.isThere(true); },
        [=] {
          const auto a = c.read(), b = s.read();
          if (!a || !b)
            return false;
          return x.visit([&](std::int64_t index, T& value) {
            const C left = convert<C>(value), right = convert<C>(y.data[index]);
            value = convert<T>(multiply(*a, left) + multiply(*b, right));
            y.data[index] = convert<T>(multiply(*a, right) - multiply(*b, left));
          });
        });
  });
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opX,
                                         cusparseConstSpVecDescr_t vecX,
                                         cusparseConstDnVecDescr_t vecY, const void* result,
                                         cudaDataType computeType, size_t* bufferSize) {
  if (!bufferSize)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return checkDotProduct(handle, opX, vecX, vecY, result, computeType, [=]<class>() {
    // Nothing is needed, but cusparseSpVV refuses a null pointer, as a GPU's library does.
    *bufferSize = 16;
    return CUSPARSE_STATUS_SUCCESS;
  });
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opX,
                              cusparseConstSpVecDescr_t vecX, cusparseConstDnVecDescr_t vecY,
                              void* result, cudaDataType computeType, void* externalBuffer) {
  if (!externalBuffer)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return checkDotProduct(handle, opX, vecX, vecY, result, computeType, [&]<class Types>() {
    using T = typename Types::First;
    return dotProduct(*handle, SparseVector<T>(*vecX), DenseVector<T>(*vecY),
                      opX == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
                      static_cast<typename Types::Compute*>(result),
                      handle->pointerMode == CUSPARSE_POINTER_MODE_HOST);
  });
}
}
