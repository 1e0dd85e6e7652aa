// How the functions of cublas.h call those of cublas_v2.h: with one handle for the whole process,
// with the enumerator that a letter stands for, and with the addresses of factors.
#pragma once

#include "cublas.h"

#include <type_traits>

namespace heddle::cublas {

// The handle of the process, made by cublasInit() or by the first call. Null when that fails.
cublasHandle_t legacyHandle();
// Notes the result of a call for cublasGetError(), which gives the first failure.
void noteLegacyStatus(cublasStatus_t status);

// What none of the letters stands for, so that the call gives CUBLAS_STATUS_INVALID_VALUE.
constexpr int kNoOption = -1;

template <class Option> Option optionOf(char letter) {
  const char upper = static_cast<char>(letter & ~0x20);
  int value = kNoOption;
  if constexpr (std::is_same_v<Option, cublasOperation_t>)
    value = upper == 'N'   ? CUBLAS_OP_N
            : upper == 'T' ? CUBLAS_OP_T
            : upper == 'C' ? CUBLAS_OP_C
                           : kNoOption;
  else if constexpr (std::is_same_v<Option, cublasFillMode_t>)
    value = upper == 'L'   ? CUBLAS_FILL_MODE_LOWER
            : upper == 'U' ? CUBLAS_FILL_MODE_UPPER
                           : kNoOption;
  else if constexpr (std::is_same_v<Option, cublasDiagType_t>)
    value = upper == 'N' ? CUBLAS_DIAG_NON_UNIT : upper == 'U' ? CUBLAS_DIAG_UNIT : kNoOption;
  else
    value = upper == 'L' ? CUBLAS_SIDE_LEFT : upper == 'R' ? CUBLAS_SIDE_RIGHT : kNoOption;
  return static_cast<Option>(value);
}

// An argument of the older function as the newer one takes it.
template <class Parameter, class Argument> Parameter pass(Argument& argument) {
  if constexpr (std::is_same_v<Argument, char>)
    return optionOf<Parameter>(argument);
  else if constexpr (std::is_pointer_v<Parameter> && !std::is_pointer_v<Argument>)
    return &argument;
  else
    return argument;
}

template <class... Parameters, class... Arguments>
void forward(cublasStatus_t (*function)(cublasHandle_t, Parameters...), Arguments... arguments) {
  cublasHandle_t handle = legacyHandle();
  noteLegacyStatus(handle ? function(handle, pass<Parameters>(arguments)...)
                          : CUBLAS_STATUS_NOT_INITIALIZED);
}
// The same for functions with a result, which is zero when they fail.
template <class Result, class... Parameters, class... Arguments>
Result forwardForResult(cublasStatus_t (*function)(cublasHandle_t, Parameters...),
                        Arguments... arguments) {
  Result result{};
  forward(function, arguments..., &result);
  return result;
}

} // namespace heddle::cublas
