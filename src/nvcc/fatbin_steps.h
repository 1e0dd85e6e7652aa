// The steps that the driver does itself on device code: packing PTX into a fat binary, giving PTX
// the name of an architecture that clang does not know, and telling relocatable objects apart.
#pragma once

#include "fatbin/fatbin.h"
#include "nvcc/architectures.h"
#include "nvcc/step.h"

namespace heddle::nvcc {

// Packs PTX files, cubins, and the images of other containers, into one container.
class FatbinStep : public Step {
public:
  enum class Form { AsItIs, Cubin }; // Cubin: of the PTX, without machine code
  struct Source {
    std::filesystem::path path;                 // PTX, a cubin or a container
    const Architecture* architecture = nullptr; // null: as the PTX's .target says
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

// clang 19 compiles for sm_90 and PTX 8.5 at most; what nvcc 13 would write gets its .version and
// .target.
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

// clang names the registration symbols of a relocatable object after the spelling of its source's
// path, so that two files of the same name in one program clash. This gives them `id` instead.
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
