// cuGetErrorName and cuGetErrorString.
#include "driver/api/api.h"
#include "ir/error_texts.h"

using namespace heddle;

CUresult cuGetErrorName(CUresult code, const char** name) {
  if (!name)
    return CUDA_ERROR_INVALID_VALUE;
  const ErrorText* error = findErrorText(kDriverErrors, code);
  *name = error ? error->name : nullptr;
  return error ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult code, const char** text) {
  if (!text)
    return CUDA_ERROR_INVALID_VALUE;
  const ErrorText* error = findErrorText(kDriverErrors, code);
  *text = error ? error->text : nullptr;
  return error ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
