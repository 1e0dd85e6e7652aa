#include "reference.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace golden {

FloatType floatType(const std::string& type) {
  static const std::map<std::string, FloatType> types = {{"f32", {32, 23}},   {"f64", {64, 52}},
                                                         {"f16", {16, 10}},   {"bf16", {16, 7}},
                                                         {"f16x2", {16, 10}}, {"bf16x2", {16, 7}}};
  auto found = types.find(type);
  return found == types.end() ? FloatType{} : found->second;
}

long double FloatType::smallestNormal() const {
  return std::ldexp(1.0L, smallestExponent());
}

long double FloatType::largest() const {
  return valueOf(infinity() - 1);
}

long double FloatType::valueOf(std::uint64_t value) const {
  if (isNan(value))
    return NAN;
  std::uint64_t magnitude = value & (sign() - 1);
  long double size = INFINITY;
  if (magnitude != infinity()) {
    std::uint64_t field = magnitude >> mantissa;
    std::uint64_t digits = magnitude & ((std::uint64_t(1) << mantissa) - 1);
    if (field != 0)
      digits |= std::uint64_t(1) << mantissa;
    int exponent = smallestExponent() + static_cast<int>(std::max<std::uint64_t>(field, 1)) - 1;
    size = std::ldexp(static_cast<long double>(digits), exponent - static_cast<int>(mantissa));
  }
  return (value & sign()) != 0 ? -size : size;
}

Function truthOf(const std::string& instruction) {
  static const std::map<std::string, Function> functions = {
      {"sin", [](long double x, long double) { return std::sin(x); }},
      {"cos", [](long double x, long double) { return std::cos(x); }},
      {"lg2", [](long double x, long double) { return std::log2(x); }},
      {"ex2", [](long double x, long double) { return std::exp2(x); }},
      {"tanh", [](long double x, long double) { return std::tanh(x); }},
      {"rcp", [](long double x, long double) { return 1 / x; }},
      {"sqrt", [](long double x, long double) { return std::sqrt(x); }},
      {"rsqrt", [](long double x, long double) { return 1 / std::sqrt(x); }},
      {"div", [](long double x, long double y) { return x / y; }},
  };
  auto found = functions.find(instruction.substr(0, instruction.find('.')));
  return found == functions.end() ? nullptr : found->second;
}

long double errorOf(Measure measure, const FloatType& type, long double value, long double exact) {
  if (!std::isfinite(value))
    return INFINITY;
  long double difference = std::fabs(value - exact);
  if (difference == 0 || measure == Measure::Absolute)
    return difference;
  if (measure == Measure::Relative)
    return difference / std::fabs(exact);
  int exponent =
      exact == 0 ? type.smallestExponent() : std::max(std::ilogb(exact), type.smallestExponent());
  return std::ldexp(difference, static_cast<int>(type.mantissa) - exponent);
}

} // namespace golden
