// Names and texts of errors.
#include "driver/api/api.h"

namespace {

struct Error {
  CUresult code;
  const char* name;
  const char* text;
};

#define HEDDLE_ERROR(code, text) {code, #code, text}
constexpr Error kErrors[] = {
#include "driver/api/errors.def"
};
#undef HEDDLE_ERROR

const Error* find(CUresult code) {
  for (const Error& error : kErrors)
    if (error.code == code)
      return &error;
  return nullptr;
}

} // namespace

CUresult cuGetErrorName(CUresult code, const char** name) {
  if (!name)
    return CUDA_ERROR_INVALID_VALUE;
  const Error* error = find(code);
  *name = error ? error->name : nullptr;
  return error ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult code, const char** text) {
  if (!text)
    return CUDA_ERROR_INVALID_VALUE;
  const Error* error = find(code);
  *text = error ? error->text : nullptr;
  return error ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
