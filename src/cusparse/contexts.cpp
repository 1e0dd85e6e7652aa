// Contexts and versions.
#include "cusparse/handles.h"

#include <array>

namespace {

using namespace heddle::cusparse;

struct StatusText {
  const char* name;
  const char* text;
};

// In the order of their numbers.
constexpr std::array<StatusText, 12> kStatusTexts = {{
    {"CUSPARSE_STATUS_SUCCESS", "success"},
    {"CUSPARSE_STATUS_NOT_INITIALIZED", "initialization error"},
    {"CUSPARSE_STATUS_ALLOC_FAILED", "out of memory"},
    {"CUSPARSE_STATUS_INVALID_VALUE", "invalid value"},
    {"CUSPARSE_STATUS_ARCH_MISMATCH", "architecture mismatch"},
    {"CUSPARSE_STATUS_MAPPING_ERROR", "mapping error"},
    {"CUSPARSE_STATUS_EXECUTION_FAILED", "kernel launch failure"},
    {"CUSPARSE_STATUS_INTERNAL_ERROR", "internal error"},
    {"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "matrix type not supported"},
    {"CUSPARSE_STATUS_ZERO_PIVOT", "zero pivot"},
    {"CUSPARSE_STATUS_NOT_SUPPORTED", "operation not supported"},
    {"CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", "insufficient resources"},
}};

StatusText textOf(cusparseStatus_t status) {
  const auto index = static_cast<std::size_t>(status);
  return index < kStatusTexts.size() ? kStatusTexts[index]
                                     : StatusText{"unrecognized error code", "unknown error"};
}

} // namespace

extern "C" {

cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) {
  if (!handle)
    return CUSPARSE_STATUS_INVALID_VALUE;
  // The context of the current device becomes current with the first handle.
  if (cudaFree(nullptr) != cudaSuccess)
    return CUSPARSE_STATUS_NOT_INITIALIZED;
  return guarded([&] {
    *handle = Handles<cusparseContext>::get().add({});
    return CUSPARSE_STATUS_SUCCESS;
  });
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
  // As with descriptors, a null handle is one that has been destroyed.
  return !handle || Handles<cusparseContext>::get().remove(handle) ? CUSPARSE_STATUS_SUCCESS
                                                                   : CUSPARSE_STATUS_INVALID_VALUE;
}
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int* version) {
  return withObjects(handle, [&] {
    if (!version)
      return CUSPARSE_STATUS_INVALID_VALUE;
    *version = CUSPARSE_VERSION;
    return CUSPARSE_STATUS_SUCCESS;
  });
}
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int* value) {
  if (!value)
    return CUSPARSE_STATUS_INVALID_VALUE;
  switch (type) {
  case MAJOR_VERSION:
    *value = CUSPARSE_VER_MAJOR;
    return CUSPARSE_STATUS_SUCCESS;
  case MINOR_VERSION:
    *value = CUSPARSE_VER_MINOR;
    return CUSPARSE_STATUS_SUCCESS;
  case PATCH_LEVEL:
    *value = CUSPARSE_VER_PATCH;
    return CUSPARSE_STATUS_SUCCESS;
  }
  return CUSPARSE_STATUS_INVALID_VALUE;
}
const char* cusparseGetErrorName(cusparseStatus_t status) {
  return textOf(status).name;
}
const char* cusparseGetErrorString(cusparseStatus_t status) {
  return textOf(status).text;
}

cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  return withObjects(handle, [&] {
    handle->stream = stream;
    return CUSPARSE_STATUS_SUCCESS;
  });
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t* stream) {
  return withObjects(handle, [&] {
    if (!stream)
      return CUSPARSE_STATUS_INVALID_VALUE;
    *stream = handle->stream;
    return CUSPARSE_STATUS_SUCCESS;
  });
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  return withObjects(handle, [&] {
    if (mode != CUSPARSE_POINTER_MODE_HOST && mode != CUSPARSE_POINTER_MODE_DEVICE)
      return CUSPARSE_STATUS_INVALID_VALUE;
    handle->pointerMode = mode;
    return CUSPARSE_STATUS_SUCCESS;
  });
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t* mode) {
  return withObjects(handle, [&] {
    if (!mode)
      return CUSPARSE_STATUS_INVALID_VALUE;
    *mode = handle->pointerMode;
    return CUSPARSE_STATUS_SUCCESS;
  });
}
}
