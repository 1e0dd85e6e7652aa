// Recorded results against fresh ones.
//
// Where the PTX manual is exact the bits must be the same; only a NaN may be any NaN where the
// result is a float. Of an .approx form the largest error may not be larger than that of the
// recorded results, but zeros, infinities and NaN must be where they are in those. What a GPU does
// against the manual, or where the manual leaves it the choice, stands in deviations.txt.
#pragma once

#include "device.h"

namespace golden {

class Comparison {
public:
  // Throws std::runtime_error when the file cannot be read.
  explicit Comparison(const std::string& deviations);

  void missing(const Form& form, const std::string& why);
  void compare(const Form& form, const OperandValues& values, const Results& recorded,
               const Results& fresh);

  // Also says so when a pattern of deviations.txt has matched forms, all of which are as recorded,
  // unless the forms are only a sample.
  bool passed(bool isSample = false);
  std::string summary() const;

private:
  struct Deviation {
    std::string pattern;
    bool matched = false, used = false;
  };

  // Lines for the report on what differs; empty: nothing.
  std::string differences(const OperandValues& values, const Results& recorded,
                          const Results& fresh);
  std::string approximationDifferences(const Form& form, const OperandValues& values,
                                       const Results& recorded, const Results& fresh);

  std::vector<Deviation> deviations_;
  unsigned forms_ = 0, failed_ = 0, deviating_ = 0;
  std::string details_;
};

} // namespace golden
