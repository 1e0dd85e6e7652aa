#include "ptx/device_runtime.h"

#include <algorithm>
#include <cstring>

namespace heddle::ptx {
namespace {

constexpr DeviceRuntimeFunction kFunctions[] = {
#define HEDDLE_DEVICE_RUNTIME(name, result, parameters, stream) {#name, result, parameters, stream},
#include "ir/device_runtime.def"
#undef HEDDLE_DEVICE_RUNTIME
};

bool consumePrefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool matches(char letter, const Parameter& parameter) {
  switch (letter) {
  case 'i':
    // Declarations of a bool have its own size, although callers pass an int.
    return !parameter.isArray && parameter.size <= 4;
  case 'l':
    return !parameter.isArray && parameter.size == 8;
  case 'd':
    return parameter.isArray && parameter.size == 12;
  case 'e':
    return parameter.isArray && parameter.size == 24;
  default:
    return parameter.isArray && parameter.size == 32;
  }
}

bool matches(const char* letters, const std::vector<Parameter>& parameters) {
  return std::strlen(letters) == parameters.size() &&
         std::equal(
             parameters.begin(), parameters.end(), letters,
             [](const Parameter& parameter, char letter) { return matches(letter, parameter); });
}

} // namespace

const DeviceRuntimeFunction* deviceRuntimeFunction(std::string_view name, bool& perThread) {
  if (!consumePrefix(name, "__cudaCDP2") && !consumePrefix(name, "cuda"))
    return nullptr;
  perThread = name.ends_with("_ptsz");
  if (perThread)
    name.remove_suffix(5);
  const auto* found = std::ranges::find_if(
      kFunctions, [&](const DeviceRuntimeFunction& each) { return name == each.name; });
  return found == std::end(kFunctions) || (perThread && found->stream < 0) ? nullptr : found;
}

bool hasSignature(const DeviceRuntimeFunction& function, const Signature& signature) {
  return matches(function.result, signature.results) &&
         matches(function.parameters, signature.parameters);
}

} // namespace heddle::ptx
