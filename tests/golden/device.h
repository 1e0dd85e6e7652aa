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

// An instruction of one f32 operand on a run of bit patterns.
class UnaryKernel {
public:
  explicit UnaryKernel(const std::string& instruction);
  ~UnaryKernel();
  UnaryKernel(const UnaryKernel&) = delete;
  UnaryKernel& operator=(const UnaryKernel&) = delete;

  // The results for first, first + step …; `count` is a multiple of kBlock. Good until the next
  // run.
  const std::vector<float>& run(std::uint32_t first, std::uint32_t step, std::size_t count);

private:
  CUmodule module_ = nullptr;
  CUfunction function_ = nullptr;
  CUdeviceptr outputs_ = 0;
  std::vector<float> results_;
};

} // namespace golden
