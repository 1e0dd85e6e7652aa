#include "comparison.h"

#include <cstdio>

namespace golden {
namespace {

struct FloatLayout {
  unsigned lanes, laneBits;
  std::uint64_t infinity;
};

// Zero lanes for types that are not floats.
FloatLayout layoutOf(const std::string& type) {
  if (type == "f32")
    return {1, 32, 0x7f800000};
  if (type == "f64")
    return {1, 64, 0x7ff0000000000000};
  if (type == "f16")
    return {1, 16, 0x7c00};
  if (type == "bf16")
    return {1, 16, 0x7f80};
  if (type == "f16x2")
    return {2, 16, 0x7c00};
  if (type == "bf16x2")
    return {2, 16, 0x7f80};
  return {0, 0, 0};
}

bool sameButForNan(const FloatLayout& layout, std::uint64_t a, std::uint64_t b) {
  if (layout.lanes == 0)
    return false;
  for (unsigned lane = 0; lane < layout.lanes; ++lane) {
    std::uint64_t mask =
        layout.laneBits == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << layout.laneBits) - 1;
    std::uint64_t x = a >> (lane * layout.laneBits) & mask,
                  y = b >> (lane * layout.laneBits) & mask;
    std::uint64_t magnitude = mask >> 1;
    bool bothNan = (x & magnitude) > layout.infinity && (y & magnitude) > layout.infinity;
    if (x != y && !bothNan)
      return false;
  }
  return true;
}

} // namespace

void Comparison::missing(const Form& form, const std::string& why) {
  ++forms_;
  ++failed_;
  details_ += form.text + " " + why + "\n";
}

void Comparison::compare(const Form& form, const OperandValues& values, const Results& recorded,
                         const Results& fresh) {
  ++forms_;
  if (recorded.data == fresh.data)
    return;
  FloatLayout layout = layoutOf(form.result.type);
  constexpr unsigned kShown = 3;
  unsigned different = 0, nans = 0;
  std::string shown;
  for (unsigned i = 0; i < recorded.count; ++i)
    for (unsigned r = 0; r < recorded.registers; ++r) {
      std::uint64_t expected = recorded.at(r, i), actual = fresh.at(r, i);
      if (expected == actual)
        continue;
      if (sameButForNan(layout, expected, actual)) {
        ++nans;
        continue;
      }
      if (different++ >= kShown)
        continue;
      char text[64];
      shown += "   ";
      for (std::size_t k = 0; k * values.count < values.values.size() && k < 4; ++k) {
        std::snprintf(text, sizeof text, " %llx",
                      static_cast<unsigned long long>(values.values[k * values.count + i]));
        shown += text;
      }
      std::snprintf(text, sizeof text, " -> %llx, recorded %llx\n",
                    static_cast<unsigned long long>(actual),
                    static_cast<unsigned long long>(expected));
      shown += text;
    }
  otherNans_ += nans != 0;
  if (different == 0)
    return;
  ++failed_;
  details_ += form.text + ": " + std::to_string(different) + " of " +
              std::to_string(recorded.count * recorded.registers) + " differ\n" + shown;
}

std::string Comparison::summary() const {
  return std::to_string(forms_) + " forms, " + std::to_string(failed_) + " differ, " +
         std::to_string(otherNans_) + " give other NaNs\n" + details_;
}

} // namespace golden
