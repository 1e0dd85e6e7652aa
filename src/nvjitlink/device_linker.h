// Links device code outside of the driver. LTO-IR is linked and optimised as one module, by the
// compiler behind libnvvm, and becomes PTX. The result is a cubin of ours with the PTX of all
// inputs, which are checked together: a symbol that none of them defines is an error, as in the
// driver's own link.
#pragma once

#include "nvvm/request.h"
#include "toolkit/architectures.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::nvjitlink {

enum class InputKind { Cubin, Ptx, LtoIr, FatBinary, Object, Library, Unknown };

// The option of libnvvm that an option for code made of LTO-IR stands for. Empty when it is none.
std::string ltoOption(std::string_view option);

// Tells the kind by the content.
InputKind kindOf(std::string_view data);

enum class LinkResult {
  Success,
  Empty,
  WrongKind,    // the content is not of the kind that the caller named
  NotForDevice, // nothing in the input can run on the architecture
  InvalidPtx,
  Unresolved,   // no input defines a symbol that another one uses
  InvalidIr,    // LTO-IR that cannot be linked or compiled
  NotSupported, // LTO-IR of NVIDIA's tools
};

class DeviceLinker {
public:
  // `ltoOptions` are options of libnvvm for the code that is made of LTO-IR.
  // With `prefersLtoIr`, the linker takes the LTO-IR of an input that also has other code.
  explicit DeviceLinker(const toolkit::Architecture& architecture,
                        std::vector<std::string> ltoOptions = {}, bool prefersLtoIr = false)
      : architecture_(architecture), ltoOptions_(std::move(ltoOptions)),
        prefersLtoIr_(prefersLtoIr) {}

  // Keeps all functions of the LTO-IR, for code that is no input and may call them.
  void keepFunctions() { keepsFunctions_ = true; }
  LinkResult add(InputKind kind, std::string_view data, const std::string& name);
  LinkResult link(std::string& cubin);
  bool hasOnlyLtoIr() const { return !ltoModules_.empty() && sources_.empty(); }
  // The PTX that link() has made of the LTO-IR. Empty when there was none.
  const std::string& ltoPtx() const { return ltoPtx_; }
  // The errors so far, in whole lines worded as NVIDIA's ptxas and nvlink word them.
  const std::string& log() const { return log_; }

private:
  LinkResult addPtx(std::string text, const std::string& name);
  LinkResult addCubin(std::string_view file);
  LinkResult addContainer(std::string_view container);
  LinkResult addObjects(std::string_view file);
  LinkResult addLtoIr(std::string_view data, const std::string& name);
  LinkResult compileLtoIr();

  const toolkit::Architecture& architecture_;
  std::vector<std::string> sources_, names_; // PTX texts, and the name of each in messages
  std::vector<nvvm::IrModule> ltoModules_;
  std::vector<std::string> ltoOptions_;
  bool prefersLtoIr_, keepsFunctions_ = false;
  std::string ltoPtx_;
  std::string log_;
};

} // namespace heddle::nvjitlink
