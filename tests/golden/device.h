// Runs forms through the driver API, whoever's driver it is.
#pragma once

#include "forms.h"
#include "operands.h"

#include <cuda.h>

namespace golden {

// A module with one kernel that runs all `forms`, which have the same signature.
std::string moduleText(const std::vector<const Form*>& forms);

// What one form gave: values[r * count + i] is register r of invocation i, of the width of
// the form's result.
struct Results {
  unsigned registers = 0;
  unsigned count = 0;
  unsigned bytes = 0;
  std::vector<unsigned char> data;

  std::uint64_t at(unsigned reg, unsigned index) const;
};

class Device {
public:
  Device(); // throws std::runtime_error when there is none
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  // One result for each form. Those that the driver refuses have no data, and `log` says why.
  std::vector<Results> run(const std::vector<const Form*>& forms, std::string& log);

private:
  std::vector<Results> runModule(const std::vector<const Form*>& forms, const OperandValues& values,
                                 std::string& log);

  CUdevice device_ = 0;
  CUcontext context_ = nullptr;
};

} // namespace golden
