// Operations of a sparse and a dense vector.
#include "cusparse/handles.h"
#include "cusparse/launch.h"
#include "cusparse/operands.h"

namespace {

using namespace heddle::cusparse;

// Checks the vectors and calls action.operator()<T>() with the type of their values.
template <class Action>
cusparseStatus_t withVectors(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                             cusparseConstDnVecDescr_t y, Action action) {
  const auto body = [&] {
    if (x->size != y->size)
      return CUSPARSE_STATUS_INVALID_VALUE;
    if (x->valueType != y->valueType)
      return CUSPARSE_STATUS_NOT_SUPPORTED;
    return withValueType(x->valueType, action);
  };
  return withObjects(handle, body, x, y);
}

template <class T>
cusparseStatus_t dotProduct(const cusparseContext& context, const SparseVector<T>& x,
                            const DenseVector<T>& y, bool isConjugate, T* result, bool isOnHost) {
  const auto check = [=] {
    return x.isThere(false) && y.isThere(false) && isAccessible(result, 1, sizeof(T), true);
  };
  const cusparseStatus_t status = launchWhole(context, check, [=] {
    T sum{};
    const bool isRight = x.visit([&](std::int64_t index, const T& value) {
      sum += multiply(isConjugate ? conjugate(value) : value, y.data[index]);
    });
    *result = sum;
    return isRight;
  });
  if (status != CUSPARSE_STATUS_SUCCESS || !isOnHost)
    return status;
  return statusOf(cudaStreamSynchronize(context.stream));
}

} // namespace

extern "C" {

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void* alpha,
                               cusparseConstSpVecDescr_t vecX, const void* beta,
                               cusparseDnVecDescr_t vecY) {
  if (!alpha || !beta)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return withVectors(handle, vecX, vecY, [&]<class T>() {
    const SparseVector<T> x(*vecX);
    const DenseVector<T> y(*vecY);
    const Scalar<T> factor(alpha, handle->pointerMode), old(beta, handle->pointerMode);
    return launchWhole(
        *handle, [=] { return x.isThere(false) && y.isThere(true); },
        [=] {
          const auto a = factor.read(), b = old.read();
          if (!a || !b)
            return false;
          for (std::int64_t index = 0; index < y.size; ++index)
            y.data[index] = *b == T(0) ? T(0) : multiply(*b, y.data[index]);
          return x.visit(
              [&](std::int64_t index, const T& value) { y.data[index] += multiply(*a, value); });
        });
  });
}

cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t vecY,
                                cusparseSpVecDescr_t vecX) {
  return withVectors(handle, vecX, vecY, [&]<class T>() {
    const SparseVector<T> x(*vecX);
    const DenseVector<T> y(*vecY);
    return launchWhole(
        *handle, [=] { return x.isThere(true) && y.isThere(false); },
        [=] { return x.visit([&](std::int64_t index, T& value) { value = y.data[index]; }); });
  });
}

cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t vecX,
                                 cusparseDnVecDescr_t vecY) {
  return withVectors(handle, vecX, vecY, [&]<class T>() {
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
  return withVectors(handle, vecX, vecY, [&]<class T>() {
    const SparseVector<T> x(*vecX);
    const DenseVector<T> y(*vecY);
    const Scalar<T> c(cosine, handle->pointerMode), s(sine, handle->pointerMode);
    return launchWhole(
        *handle, [=] { return x.isThere(true) && y.isThere(true); },
        [=] {
          const auto a = c.read(), b = s.read();
          if (!a || !b)
            return false;
          return x.visit([&](std::int64_t index, T& value) {
            const T before = value;
            value = multiply(*a, before) + multiply(*b, y.data[index]);
            y.data[index] = multiply(*a, y.data[index]) - multiply(*b, before);
          });
        });
  });
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseConstSpVecDescr_t vecX,
                                         cusparseConstDnVecDescr_t vecY, const void*, cudaDataType,
                                         size_t* bufferSize) {
  return noBufferNeeded(handle, bufferSize, vecX, vecY);
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opX,
                              cusparseConstSpVecDescr_t vecX, cusparseConstDnVecDescr_t vecY,
                              void* result, cudaDataType computeType, void*) {
  if (!result || !isOperation(opX))
    return CUSPARSE_STATUS_INVALID_VALUE;
  return withVectors(handle, vecX, vecY, [&]<class T>() {
    if (computeType != vecX->valueType)
      return CUSPARSE_STATUS_NOT_SUPPORTED;
    return dotProduct(*handle, SparseVector<T>(*vecX), DenseVector<T>(*vecY),
                      opX == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, static_cast<T*>(result),
                      handle->pointerMode == CUSPARSE_POINTER_MODE_HOST);
  });
}
}
