// Kinds of values in generated modules, and where random ones come from.
#pragma once

#include "ptx/module.h"

#include <cstdint>
#include <random>
#include <vector>

namespace heddle::reference {

// Registers of a class hold one kind of value. Floating-point values have classes of their own even
// where they live in untyped registers, because the bits of a NaN are not defined: they become
// integers only through canonicalBits().
enum class Class { Word16, Word32, Word64, Single, Double, Half, Brain, HalfPair, BrainPair, Pred };
constexpr std::size_t kClasses = 10;
struct ClassInfo {
  const char* prefix;
  const char* type;
  unsigned count;
};
constexpr ClassInfo kClassInfo[kClasses] = {
    {"%h", "b16", 3},  {"%r", "b32", 5},  {"%l", "b64", 3},  {"%f", "f32", 4},  {"%d", "f64", 3},
    {"%fh", "b16", 3}, {"%fb", "b16", 3}, {"%xh", "b32", 2}, {"%xb", "b32", 2}, {"%p", "pred", 4},
};
constexpr Class kAllClasses[kClasses] = {
    Class::Word16, Class::Word32, Class::Word64,   Class::Single,    Class::Double,
    Class::Half,   Class::Brain,  Class::HalfPair, Class::BrainPair, Class::Pred};
const ClassInfo& infoOf(Class c);
Class classOf(ptx::ScalarType type);

class Random {
public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t bits() { return engine_(); }
  std::uint32_t below(std::uint64_t limit) { return static_cast<std::uint32_t>(engine_() % limit); }
  bool oneIn(unsigned n) { return below(n) == 0; }
  bool coin() { return oneIn(2); }
  template <typename T> const T& of(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }

private:
  std::mt19937_64 engine_;
};

} // namespace heddle::reference
