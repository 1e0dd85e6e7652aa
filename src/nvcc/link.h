// Links or archives objects.
#pragma once

#include "nvcc/device_link.h"
#include "nvcc/settings.h"
#include "nvcc/step.h"
#include "nvcc/toolchain.h"
#include "nvcc/work_directory.h"

#include <map>

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
  // Path of a fat binary that has nothing but native code for the kernels of these objects. It is
  // empty if native code was not asked for, or if the PTX of some code is not available.
  std::filesystem::path nativeCode(const std::vector<LinkedObject>& linked) const;
  void makeRegistration(const std::vector<LinkedObject>& linked,
                        const std::filesystem::path& output) const;

  const Settings& settings_;
  const Toolchain& toolchain_;
  const WorkDirectory& work_;
  const Runner& runner_;
};

} // namespace heddle::nvcc
