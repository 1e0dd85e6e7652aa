#include "comparison.h"

#include "reference.h"

#include <cmath>
#include <cstdio>
#include <fnmatch.h>
#include <fstream>
#include <stdexcept>

namespace golden {
namespace {

constexpr unsigned kShown = 3;

unsigned lanesOf(const Form& form) {
  return form.result.type.find("x2") == std::string::npos ? 1 : 2;
}

std::uint64_t laneOf(std::uint64_t value, unsigned lane, unsigned bits) {
  return bits == 64 ? value : value >> (lane * bits) & ((std::uint64_t(1) << bits) - 1);
}

std::string hexadecimal(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(value));
  return text;
}

std::string line(const OperandValues& values, unsigned index, std::uint64_t actual,
                 std::uint64_t expected) {
  std::string text = "   ";
  for (std::size_t k = 0; k * values.count < values.values.size() && k < 4; ++k)
    text += " " + hexadecimal(values.values[k * values.count + index]);
  return text + " -> " + hexadecimal(actual) + ", recorded " + hexadecimal(expected) + "\n";
}

Measure measureOf(const Form& form) {
  std::string name = form.name.substr(0, form.name.find('.'));
  if (name == "sin" || name == "cos")
    return Measure::Absolute;
  bool isRelative = name == "sqrt" || name == "rsqrt" || form.result.type == "f64";
  return isRelative ? Measure::Relative : Measure::Ulp;
}

} // namespace

Comparison::Comparison(const std::string& deviations) {
  std::ifstream file(deviations);
  if (!file)
    throw std::runtime_error("cannot read " + deviations);
  for (std::string text; std::getline(file, text);)
    if (!text.empty() && text[0] != '#')
      deviations_.push_back({text});
}

void Comparison::missing(const Form& form, const std::string& why) {
  ++forms_;
  ++failed_;
  details_ += form.text + " " + why + "\n";
}

void Comparison::compare(const Form& form, const OperandValues& values, const Results& recorded,
                         const Results& fresh) {
  ++forms_;
  Deviation* deviation = nullptr;
  for (Deviation& one : deviations_)
    if (fnmatch(one.pattern.c_str(), form.text.c_str(), 0) == 0)
      deviation = &one;
  if (deviation)
    deviation->matched = true;
  if (recorded.data == fresh.data)
    return;
  bool isApproximate = form.name.find(".approx") != std::string::npos ||
                       form.name.find(".full") != std::string::npos;
  std::string found = isApproximate ? approximationDifferences(form, values, recorded, fresh)
                                    : differences(values, recorded, fresh);
  if (found.empty())
    return;
  if (deviation) {
    deviation->used = true;
    ++deviating_;
    return;
  }
  ++failed_;
  details_ += form.text + ": " + found;
}

std::string Comparison::differences(const OperandValues& values, const Results& recorded,
                                    const Results& fresh) {
  unsigned different = 0;
  std::string shown;
  for (unsigned i = 0; i < recorded.count; ++i)
    for (unsigned r = 0; r < recorded.registers; ++r) {
      std::uint64_t expected = recorded.at(r, i), actual = fresh.at(r, i);
      if (expected != actual && different++ < kShown)
        shown += line(values, i, actual, expected);
    }
  if (different == 0)
    return "";
  return std::to_string(different) + " of " + std::to_string(recorded.count * recorded.registers) +
         " differ\n" + shown;
}

std::string Comparison::approximationDifferences(const Form& form, const OperandValues& values,
                                                 const Results& recorded, const Results& fresh) {
  FloatType type = floatType(form.result.type);
  Function truth = truthOf(form.name);
  Measure measure = measureOf(form);
  bool ftz = form.name.find(".ftz") != std::string::npos;
  constexpr long double kUsefulAngle = 314.159265358979L; // 100 pi
  long double ours = 0, theirs = 0;
  std::string worst, special;
  unsigned specials = 0;
  for (unsigned i = 0; i < recorded.count; ++i)
    for (unsigned lane = 0; lane < lanesOf(form); ++lane) {
      std::uint64_t expected = laneOf(recorded.at(0, i), lane, type.bits);
      std::uint64_t actual = laneOf(fresh.at(0, i), lane, type.bits);
      long double operands[2] = {0, 0};
      for (std::size_t k = 0; k < form.operands.size(); ++k) {
        std::uint64_t bits = laneOf(values.values[k * values.count + i], lane, type.bits);
        operands[k] = ftz && type.isSubnormal(bits) ? 0 : type.valueOf(bits);
      }
      long double exact = truth(operands[0], operands[1]);
      bool isOrdinary =
          std::isfinite(exact) && std::fabs(exact) <= type.largest() && type.isFinite(expected) &&
          (std::fabs(exact) >= type.smallestNormal() ||
           (!ftz && exact != 0 && !type.isZero(expected)) || measure == Measure::Absolute) &&
          !(form.operands.size() == 2 && type.isZero(expected));
      if (!isOrdinary) {
        bool same = expected == actual;
        // Rounded to the largest number or to infinity, to the smallest or to zero: both will do.
        bool isNear = std::isfinite(exact) && !type.isNan(actual) && !type.isNan(expected) &&
                      (expected ^ actual) < 4 && !(ftz && type.isSubnormal(actual));
        if (!same && !isNear && specials++ < kShown)
          special += line(values, i, actual, expected);
        continue;
      }
      if (measure == Measure::Absolute && std::fabs(operands[0]) > kUsefulAngle)
        continue;
      // Near 1 the logarithm is bounded absolutely; steps of its neighbourhood then count.
      long double scale =
          form.name.compare(0, 3, "lg2") == 0 && std::fabs(exact) < 1 ? std::fabs(exact) : 1;
      long double theirError = errorOf(measure, type, type.valueOf(expected), exact) * scale;
      long double ourError = errorOf(measure, type, type.valueOf(actual), exact) * scale;
      theirs = std::max(theirs, theirError);
      if (ourError > ours) {
        ours = ourError;
        worst = line(values, i, actual, expected);
      }
    }
  std::string found;
  if (specials != 0)
    found += std::to_string(specials) + " special values differ\n" + special;
  // Rounding to nearest is as good as it gets.
  if (ours > theirs && !(measure == Measure::Ulp && ours <= 0.5L)) {
    char text[128];
    std::snprintf(text, sizeof text, "an error of %.4Lg, recorded results have %.4Lg\n", ours,
                  theirs);
    found += text + worst;
  }
  return found;
}

bool Comparison::passed(bool isSample) {
  for (Deviation& deviation : deviations_)
    if (!isSample && deviation.matched && !deviation.used) {
      ++failed_;
      details_ += "nothing deviates any more of " + deviation.pattern + "\n";
    }
  return failed_ == 0;
}

std::string Comparison::summary() const {
  return std::to_string(forms_) + " forms, " + std::to_string(failed_) + " differ, " +
         std::to_string(deviating_) + " as deviations.txt says\n" + details_;
}

} // namespace golden
