// The device link of relocatable objects. At start-up each such object calls a function
// __cudaRegisterLinkedBinary_<id> that no object defines. The device link writes these functions,
// since only it sees all objects of the program. Each call adds the object's fat binary to a list,
// and the last one registers the list as one module, which the driver links when it loads it.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace heddle::nvcc {

// An object whose registration function is to be written.
struct LinkedObject {
  std::string name; // what follows __cudaRegisterLinkedBinary and __fatbinwrap in its symbols
  // Other device code needs this object, so the host linker must take it. For a member of an
  // archive that no device code needs, the host linker decides.
  bool required = true;
  std::string ptx; // that our device runs; empty when there is none
  // LTO-IR for our device; empty when there is none. It holds bitcode, and PTX of the same code.
  std::string ltoIr;
  // With -dlto, the code of this object is part of a container that was made of all objects.
  bool isInOptimizedCode = false;
};

// `files` are objects and archives. `libraries` are names as in -l, of which the static libraries
// in `paths` count.
std::vector<LinkedObject> findLinkedObjects(std::span<const std::filesystem::path> files,
                                            std::span<const std::string> libraries,
                                            std::span<const std::string> paths);

// The C source of the registration functions. `containers` are fat binaries that become part of the
// same module.
std::string registrationSource(std::span<const LinkedObject> objects,
                               std::span<const std::filesystem::path> containers);

} // namespace heddle::nvcc
