// How far the .approx instructions of one f32 operand are from the truth, measured over the whole
// range of floats. The truth is the host's function in long double.
#pragma once

#include "device.h"
#include "reference.h"

namespace golden {

struct Region {
  const char* instruction;
  double low, high; // of the operand's magnitude
  Measure measure;
  double allowed; // by the manual; 0 where it says nothing
};

struct MeasuredError {
  const Region* region = nullptr;
  double largest = 0;
  float at = 0; // the operand that gave it
};

// Tries every `step`-th bit pattern, in the current context.
std::vector<MeasuredError> measureApproximations(std::uint32_t step);

// One line for each region: instruction, low, high, measure, largest error, operand.
void writeErrors(const std::string& path, const std::vector<MeasuredError>& errors);

// Whether none is larger than the manual allows, nor than the one in the file, which a GPU made.
bool compareErrors(const std::string& path, const std::vector<MeasuredError>& errors);

} // namespace golden
