// Links device code outside of the driver. The result is a cubin of ours with the PTX of all
// inputs, which are checked together: a symbol that none of them defines is an error, as in the
// driver's own link.
#pragma once

#include "toolkit/architectures.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::nvjitlink {

enum class InputKind { Cubin, Ptx, LtoIr, FatBinary, Object, Library, Unknown };

// Tells the kind by the content.
InputKind kindOf(std::string_view data);

enum class LinkResult {
  Success,
  Empty,
  WrongKind,    // the content is not of the kind that the caller named
  NotForDevice, // nothing in the input can run on the architecture
  InvalidPtx,
  Unresolved,   // no input defines a symbol that another one uses
  NotSupported, // LTO-IR of NVIDIA's tools
};

class DeviceLinker {
public:
  explicit DeviceLinker(const toolkit::Architecture& architecture) : architecture_(architecture) {}

  LinkResult add(InputKind kind, std::string_view data, const std::string& name);
  LinkResult link(std::string& cubin);
  // The PTX of a program that consists of one text. Null when there are more.
  const std::string* onlyPtx() const { return sources_.size() == 1 ? &sources_[0] : nullptr; }
  // The errors so far, in whole lines worded as NVIDIA's ptxas and nvlink word them.
  const std::string& log() const { return log_; }

private:
  LinkResult addPtx(std::string text, const std::string& name);
  LinkResult addCubin(std::string_view file);
  LinkResult addContainer(std::string_view container);
  LinkResult addObjects(std::string_view file);

  const toolkit::Architecture& architecture_;
  std::vector<std::string> sources_, names_; // PTX texts, and the name of each in messages
  std::string log_;
};

} // namespace heddle::nvjitlink
