// The device link. Every relocatable object registers itself through a function of its own name
// that only this step knows how to write, since only it sees all objects of the program. The
// functions gather the objects' containers, and the last one registers them as one module, which
// the driver links when it loads it.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace heddle::nvcc {

// An object that waits for its registration function.
struct LinkedObject {
  std::string name; // what follows __cudaRegisterLinkedBinary and __fatbinwrap in its symbols
  // The host linker must take it, since device code needs it. An object of an archive that nobody
  // asks for is left to the host linker.
  bool required = true;
};

// `files` are objects and archives; `libraries` are names as in -l, looked up as static libraries
// in `paths`.
std::vector<LinkedObject> findLinkedObjects(std::span<const std::filesystem::path> files,
                                            std::span<const std::string> libraries,
                                            std::span<const std::string> paths);

// The C source of the registration functions. `containers` are files with further device code.
std::string registrationSource(std::span<const LinkedObject> objects,
                               std::span<const std::filesystem::path> containers);

} // namespace heddle::nvcc
