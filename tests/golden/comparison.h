// Recorded results against fresh ones. Where the PTX manual is exact the bits must be the same;
// only a NaN may be any NaN where the result is a float and the manual names no pattern.
#pragma once

#include "device.h"

namespace golden {

class Comparison {
public:
  void missing(const Form& form, const std::string& why);
  void compare(const Form& form, const OperandValues& values, const Results& recorded,
               const Results& fresh);

  bool passed() const { return failed_ == 0; }
  std::string summary() const;

private:
  unsigned forms_ = 0, failed_ = 0, otherNans_ = 0;
  std::string details_;
};

} // namespace golden
