// The option -dlto at the device link: the device code of the objects becomes one module, which is
// optimised as a whole, so that functions of one object are inlined into the kernels of another.
#pragma once

#include "nvcc/device_link.h"
#include "nvcc/settings.h"
#include "nvcc/step.h"
#include "nvcc/toolchain.h"
#include "nvcc/work_directory.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heddle::nvcc {

struct OptimizedCode {
  std::vector<std::string> ptx;                  // the texts of the module
  std::vector<std::filesystem::path> containers; // fat binaries with one of them each
};

class LinkTimeOptimizer {
public:
  LinkTimeOptimizer(const Settings& settings, const Toolchain& toolchain, const WorkDirectory& work,
                    const Runner& runner)
      : settings_(settings), toolchain_(toolchain), work_(work), runner_(runner) {}

  // Links the code of the required objects and of the PTX, cubins and fat binaries in `files`.
  // LTO-IR of Heddle's is taken where there is some. The objects are marked. Nothing is done when
  // none of them has LTO-IR.
  std::optional<OptimizedCode> optimize(std::vector<LinkedObject>& objects,
                                        std::span<const std::filesystem::path> files) const;

private:
  std::vector<std::string> linkCommand(const std::vector<LinkedObject>& objects,
                                       const Architecture& architecture) const;
  std::filesystem::path writeInput(const LinkedObject& object) const;
  OptimizedCode split(const std::filesystem::path& cubin, const Architecture& architecture,
                      const std::string& launches) const;

  const Settings& settings_;
  const Toolchain& toolchain_;
  const WorkDirectory& work_;
  const Runner& runner_;
};

} // namespace heddle::nvcc
