// A device link outside of the driver: the PTX of all inputs, checked together, in one cubin of
// ours. What is not defined by any of them is an error, as in the driver's own link.
#pragma once

#include "nvcc/architectures.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::nvjitlink {

enum class InputKind { Cubin, Ptx, LtoIr, FatBinary, Object, Library, Unknown };

// By its first bytes.
InputKind kindOf(std::string_view data);

enum class LinkResult {
  Success,
  Empty,
  WrongKind,    // not what it is said to be
  NotForDevice, // nothing in it serves the architecture
  InvalidPtx,
  Unresolved,
  NotSupported, // LTO-IR
};

class DeviceLinker {
public:
  explicit DeviceLinker(const nvcc::Architecture& architecture) : architecture_(architecture) {}

  LinkResult add(InputKind kind, std::string_view data, const std::string& name);
  LinkResult link(std::string& cubin);
  // What is wrong, in lines as ptxas and nvlink write them.
  const std::string& log() const { return log_; }

private:
  LinkResult addPtx(std::string text, const std::string& name);
  LinkResult addCubin(std::string_view file);
  LinkResult addContainer(std::string_view container);
  LinkResult addObjects(std::string_view file);

  const nvcc::Architecture& architecture_;
  std::vector<std::string> sources_, names_;
  std::string log_;
};

} // namespace heddle::nvjitlink
