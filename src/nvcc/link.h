// Links or archives objects.
#pragma once

#include "nvcc/device_link.h"
#include "nvcc/link_time_optimization.h"
#include "nvcc/settings.h"
#include "nvcc/step.h"
#include "nvcc/toolchain.h"
#include "nvcc/work_directory.h"

#include <map>
#include <optional>

namespace heddle::nvcc {

// The library search options that every link line has.
std::vector<std::string> libraryOptions(const Toolchain& toolchain);

class Linker {
public:
  Linker(const Settings& settings, const Toolchain& toolchain, const WorkDirectory& work,
         const Runner& runner)
      : settings_(settings), toolchain_(toolchain), work_(work), runner_(runner) {}

  // `objects` holds, for each source among the inputs, the object it was compiled to.
  using Objects = std::map<std::size_t, std::filesystem::path>;
  void link(const Objects& objects, const std::filesystem::path& output) const;
  void deviceLink(const Objects& objects, const std::filesystem::path& output) const;
  void archive(const Objects& objects, const std::filesystem::path& output) const;

private:
  // Throws FatalError when a library of ours is missing, because the linker would take another one
  // of the same name from the system.
  void requireOurLibraries() const;
  std::vector<LinkedObject> linkedObjects(const Objects& objects) const;
  // PTX, cubins and fat binaries among the inputs.
  std::vector<std::filesystem::path> deviceInputs() const;
  // A fat binary for each of these files.
  std::vector<std::filesystem::path> packed(const std::vector<std::filesystem::path>& files) const;
  std::vector<std::string> textsForNativeCode(const std::vector<LinkedObject>& linked,
                                              const std::optional<OptimizedCode>& optimized) const;
  // Path of a fat binary that has nothing but native code for the kernels of this PTX. It is empty
  // if there is none.
  std::filesystem::path nativeCode(const std::vector<std::string>& texts) const;
  void makeRegistration(std::vector<LinkedObject> linked,
                        const std::filesystem::path& output) const;

  const Settings& settings_;
  const Toolchain& toolchain_;
  const WorkDirectory& work_;
  const Runner& runner_;
};

} // namespace heddle::nvcc
