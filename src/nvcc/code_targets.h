// Which images of device code -arch, -code and -gencode ask for.
#pragma once

#include "toolkit/architectures.h"

#include <span>
#include <string>
#include <vector>

namespace heddle::nvcc {

using toolkit::Architecture;
using toolkit::findArchitecture;

// One -gencode: nvcc makes PTX for the virtual architecture, and from it a cubin for each real one.
// The PTX is embedded even where the list of codes leaves it out, because a GPU cannot run a cubin
// of ours, and the same executable may meet a GPU one day.
struct CodeTarget {
  const Architecture* architecture;
  std::vector<const Architecture*> cubins;
  // Our device, if a cubin for it that nobody has asked for is the place of native code.
  const Architecture* nativeCode = nullptr;
};

// Throws FatalError for combinations that NVIDIA's nvcc refuses too.
std::vector<CodeTarget> selectTargets(const std::string& arch, std::span<const std::string> codes,
                                      std::span<const std::string> generateCodes);

// The architecture of the device that programs find unless HEDDLE_PROFILE names another.
const Architecture& ourDevice();

// Like a GPU, our device refuses PTX for newer architectures, yet a program that was compiled only
// for those should run. When none of `selected` would load on our device, this is the architecture
// whose PTX is embedded as PTX for ourDevice(). Otherwise null.
const Architecture* selectForOurDevice(std::span<const CodeTarget> selected);

// Sets `nativeCode` of the target whose PTX our device would take, unless there is a cubin for our
// device. Without either, native code has no place in the fat binary.
void addNativeCode(std::vector<CodeTarget>& selected);

} // namespace heddle::nvcc
