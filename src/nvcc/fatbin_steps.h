// Steps on device code that nvcc does by itself, without another program: packing PTX into a fat
// binary, changing the target of PTX, and making the symbols of a relocatable object unique.
#pragma once

#include "fatbin/fatbin.h"
#include "nvcc/code_targets.h"
#include "nvcc/step.h"

namespace heddle::nvcc {

// Packs PTX, cubins, LTO-IR and the images of other fat binaries into one fat binary.
class FatbinStep : public Step {
public:
  enum class Form { AsItIs, Cubin }; // Cubin: PTX is packed as a cubin without native code
  struct Source {
    std::filesystem::path path;                 // PTX, a cubin, LTO-IR or a fat binary
    const Architecture* architecture = nullptr; // null: the one that the file itself names
    Form form = Form::AsItIs;
  };
  FatbinStep(std::vector<Source> sources, fatbin::Writer::Entry entry, std::filesystem::path output)
      : sources_(std::move(sources)), entry_(std::move(entry)), output_(std::move(output)) {}
  std::vector<std::string> commandLine() const override;
  int run() const override;

private:
  std::vector<Source> sources_;
  fatbin::Writer::Entry entry_;
  std::filesystem::path output_;
};

// Puts bitcode and the PTX of the same code into one file of LTO-IR (fatbin/lto_ir.h).
class LtoIrStep : public Step {
public:
  LtoIrStep(std::filesystem::path bitcode, std::filesystem::path ptx, std::filesystem::path output)
      : bitcode_(std::move(bitcode)), ptx_(std::move(ptx)), output_(std::move(output)) {}
  std::vector<std::string> commandLine() const override;
  int run() const override;

private:
  std::filesystem::path bitcode_, ptx_, output_;
};

// clang 19 compiles for sm_90 and PTX 8.5 at most. This gives its PTX the .version and .target that
// nvcc 13 would write.
class RetargetStep : public Step {
public:
  RetargetStep(std::filesystem::path ptx, const Architecture& architecture)
      : ptx_(std::move(ptx)), architecture_(architecture) {}
  std::vector<std::string> commandLine() const override;
  int run() const override;

private:
  std::filesystem::path ptx_;
  const Architecture& architecture_;
};

// Puts the limit of -maxrregcount into PTX, so that it holds wherever the PTX is compiled.
class LimitRegistersStep : public Step {
public:
  LimitRegistersStep(std::filesystem::path ptx, unsigned most)
      : ptx_(std::move(ptx)), most_(most) {}
  std::vector<std::string> commandLine() const override;
  int run() const override;

private:
  std::filesystem::path ptx_;
  unsigned most_;
};

// clang names the registration symbols of a relocatable object after its source's path as spelled
// on the command line, so two files of the same name in one program clash. This renames them after
// `id`.
class StampStep : public Step {
public:
  StampStep(std::filesystem::path object, std::string id)
      : object_(std::move(object)), id_(std::move(id)) {}
  std::vector<std::string> commandLine() const override;
  int run() const override;

private:
  std::filesystem::path object_;
  std::string id_; // 16 hexadecimal digits
};

} // namespace heddle::nvcc
