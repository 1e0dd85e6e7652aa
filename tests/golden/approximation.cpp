#include "approximation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace golden {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kSmallest = 0x1p-126, kLargest = 0x1.fffffep127;

// The bounds are the manual's, rounded up to powers of two.
const Region kRegions[] = {
    {"sin.approx.f32", 0, 2 * kPi, Measure::Absolute, 0x1p-20},
    {"sin.approx.f32", 2 * kPi, 100 * kPi, Measure::Absolute, 0x1p-14},
    {"sin.approx.ftz.f32", kSmallest, 2 * kPi, Measure::Absolute, 0x1p-20},
    {"sin.approx.ftz.f32", 2 * kPi, 100 * kPi, Measure::Absolute, 0x1p-14},
    {"cos.approx.f32", 0, 2 * kPi, Measure::Absolute, 0x1p-20},
    {"cos.approx.f32", 2 * kPi, 100 * kPi, Measure::Absolute, 0x1p-14},
    {"cos.approx.ftz.f32", kSmallest, 2 * kPi, Measure::Absolute, 0x1p-20},
    {"cos.approx.ftz.f32", 2 * kPi, 100 * kPi, Measure::Absolute, 0x1p-14},
    {"lg2.approx.f32", 0.5, 2, Measure::Absolute, 0x1p-22},
    {"lg2.approx.f32", 0, 0.5, Measure::Relative, 0x1p-22},
    {"lg2.approx.f32", 2, kLargest, Measure::Relative, 0x1p-22},
    {"lg2.approx.ftz.f32", 0.5, 2, Measure::Absolute, 0x1p-22},
    {"lg2.approx.ftz.f32", kSmallest, 0.5, Measure::Relative, 0x1p-22},
    {"lg2.approx.ftz.f32", 2, kLargest, Measure::Relative, 0x1p-22},
    {"ex2.approx.f32", 0, 150, Measure::Ulp, 2},
    {"ex2.approx.ftz.f32", kSmallest, 126, Measure::Ulp, 2},
    {"tanh.approx.f32", 0, kLargest, Measure::Relative, 0x1p-11},
    {"rcp.approx.f32", 0, kLargest, Measure::Ulp, 1},
    {"rcp.approx.ftz.f32", kSmallest, 0x1p126, Measure::Ulp, 1},
    {"sqrt.approx.f32", 0, kLargest, Measure::Relative, 0x1p-22},
    {"sqrt.approx.ftz.f32", kSmallest, kLargest, Measure::Relative, 0x1p-22},
    {"rsqrt.approx.f32", 0, kLargest, Measure::Relative, 0x1p-22},
    {"rsqrt.approx.ftz.f32", kSmallest, kLargest, Measure::Relative, 0x1p-22},
};

// Errors where one of both is no finite number: none, or all there can be.
double floatError(Measure measure, long double value, long double exact) {
  static const FloatType type = floatType("f32");
  if (std::isnan(value))
    return std::isnan(exact) ? 0 : INFINITY;
  if (std::fabs(exact) > kLargest) // overflow
    return std::fabs(value) >= kLargest ? 0 : INFINITY;
  return static_cast<double>(errorOf(measure, type, value, exact));
}

const char* nameOf(Measure measure) {
  return measure == Measure::Absolute   ? "absolute"
         : measure == Measure::Relative ? "relative"
                                        : "ulp";
}

float floatOf(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, 4);
  return x;
}

// `errors` are those of one instruction. Threads each take every n-th value.
void measureChunk(Function truth, std::uint64_t first, std::uint32_t step,
                  const std::vector<float>& results, std::vector<MeasuredError>& errors) {
  unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::vector<MeasuredError>> found(threads, errors);
  std::vector<std::thread> workers;
  for (unsigned t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      for (std::size_t i = t; i < results.size(); i += threads) {
        std::uint64_t bits = first + i * step;
        if (bits > 0xffffffff)
          break;
        float x = floatOf(static_cast<std::uint32_t>(bits));
        double magnitude = std::fabs(static_cast<double>(x));
        long double exact = 0;
        bool known = false;
        for (MeasuredError& error : found[t]) {
          if (!(magnitude >= error.region->low) || !(magnitude <= error.region->high))
            continue;
          if (!known)
            exact = truth(x, 0);
          known = true;
          double size = floatError(error.region->measure, results[i], exact);
          if (size > error.largest) {
            error.largest = size;
            error.at = x;
          }
        }
      }
    });
  for (std::thread& worker : workers)
    worker.join();
  for (const auto& part : found)
    for (std::size_t i = 0; i < errors.size(); ++i)
      if (part[i].largest > errors[i].largest)
        errors[i] = part[i];
}

} // namespace

std::vector<MeasuredError> measureApproximations(std::uint32_t step) {
  constexpr std::uint64_t kChunk = 1 << 22;
  std::vector<MeasuredError> errors;
  for (const Region* region = std::begin(kRegions); region != std::end(kRegions);) {
    std::string instruction = region->instruction;
    std::vector<MeasuredError> own;
    for (; region != std::end(kRegions) && region->instruction == instruction; ++region)
      own.push_back({region, 0, 0});
    UnaryKernel kernel(instruction);
    for (std::uint64_t first = 0; first <= 0xffffffff; first += kChunk * step)
      measureChunk(truthOf(instruction), first, step,
                   kernel.run(static_cast<std::uint32_t>(first), step, kChunk), own);
    errors.insert(errors.end(), own.begin(), own.end());
  }
  return errors;
}

void writeErrors(const std::string& path, const std::vector<MeasuredError>& errors) {
  std::ofstream file(path);
  for (const MeasuredError& error : errors) {
    char line[256];
    std::snprintf(line, sizeof line, "%s\t%.9g\t%.9g\t%s\t%.9g\t%.9g\n", error.region->instruction,
                  error.region->low, error.region->high, nameOf(error.region->measure),
                  error.largest, static_cast<double>(error.at));
    file << line;
  }
  if (!file.flush())
    throw std::runtime_error("cannot write " + path);
}

bool compareErrors(const std::string& path, const std::vector<MeasuredError>& errors) {
  std::ifstream file(path);
  bool good = true;
  std::string line;
  for (const MeasuredError& error : errors) {
    if (!std::getline(file, line))
      throw std::runtime_error(path + " has too few lines");
    std::istringstream fields(line);
    std::string instruction, low, high, measure;
    double recorded = 0;
    fields >> instruction >> low >> high >> measure >> recorded;
    if (instruction != error.region->instruction)
      throw std::runtime_error(path + ": expected " + error.region->instruction);
    bool fits = error.largest <= recorded && error.largest <= error.region->allowed;
    good &= fits;
    std::printf("%s %-20s %.4g to %.4g: %s error %.4g at %.9g; the GPU has %.4g, the manual %.4g\n",
                fits ? "   " : "BAD", error.region->instruction, error.region->low,
                error.region->high, measure.c_str(), error.largest, static_cast<double>(error.at),
                recorded, error.region->allowed);
  }
  return good;
}

} // namespace golden
