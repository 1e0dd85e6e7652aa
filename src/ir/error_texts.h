// Names and texts of the errors of both APIs, from errors.def.
#pragma once

#include "cuda.h"
#include "heddle/error_types.h"

#include <algorithm>
#include <span>

namespace heddle {

struct ErrorText {
  int code;
  const char* name;
  const char* text;
};

inline constexpr ErrorText kDriverErrors[] = {
#define HEDDLE_ERROR(driverName, runtimeName, text) {driverName, #driverName, text},
#define HEDDLE_DRIVER_ERROR(name, text) {name, #name, text},
#define HEDDLE_RUNTIME_ERROR(name, text)
#include "ir/errors.def"
#undef HEDDLE_ERROR
#undef HEDDLE_DRIVER_ERROR
#undef HEDDLE_RUNTIME_ERROR
};

inline constexpr ErrorText kRuntimeErrors[] = {
#define HEDDLE_ERROR(driverName, runtimeName, text) {runtimeName, #runtimeName, text},
#define HEDDLE_DRIVER_ERROR(name, text)
#define HEDDLE_RUNTIME_ERROR(name, text) {name, #name, text},
#include "ir/errors.def"
#undef HEDDLE_ERROR
#undef HEDDLE_DRIVER_ERROR
#undef HEDDLE_RUNTIME_ERROR
};

// The runtime passes errors of the driver on by their numbers.
#define HEDDLE_ERROR(driverName, runtimeName, text)                                                \
  static_assert(static_cast<int>(driverName) == static_cast<int>(runtimeName));
#define HEDDLE_DRIVER_ERROR(name, text)
#define HEDDLE_RUNTIME_ERROR(name, text)
#include "ir/errors.def"
#undef HEDDLE_ERROR
#undef HEDDLE_DRIVER_ERROR
#undef HEDDLE_RUNTIME_ERROR

static_assert(std::ranges::is_sorted(kDriverErrors, {}, &ErrorText::code));
static_assert(std::ranges::is_sorted(kRuntimeErrors, {}, &ErrorText::code));

// Null if the API has no such error.
inline const ErrorText* findErrorText(std::span<const ErrorText> errors, int code) {
  const auto found = std::ranges::lower_bound(errors, code, {}, &ErrorText::code);
  return found != errors.end() && found->code == code ? &*found : nullptr;
}

// What the runtime calls an error that it does not have.
inline constexpr const char* kUnrecognizedError = "unrecognized error code";

} // namespace heddle
