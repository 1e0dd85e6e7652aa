// From one source to what a phase asks of it: PTX, a fat binary, an object, preprocessed text.
// A CUDA source is read by clang once per architecture for the device and once for the host.
#pragma once

#include "nvcc/fatbin_steps.h"
#include "nvcc/settings.h"
#include "nvcc/step.h"
#include "nvcc/toolchain.h"
#include "nvcc/work_directory.h"

#include <set>

namespace heddle::nvcc {

class Compiler {
public:
  Compiler(const Settings& settings, const Toolchain& toolchain, const WorkDirectory& work,
           const Runner& runner)
      : settings_(settings), toolchain_(toolchain), work_(work), runner_(runner) {}

  void toObject(const Input& input, const std::filesystem::path& output);
  // C++ that any host compiler makes the object of.
  void toHostSource(const Input& input, const std::filesystem::path& output);
  void toPtx(const Input& input, const std::filesystem::path& output);
  void toFatbin(const Input& input, const std::filesystem::path& output);
  // From a source or from PTX.
  void toCubin(const Input& input, const std::filesystem::path& output);
  // Empty output: standard output.
  void preprocess(const Input& input, const std::filesystem::path& output);
  void listDependencies(const Input& input, const std::filesystem::path& output);

  // A fresh name for an intermediate file of an input.
  std::filesystem::path intermediate(const Input& input, const std::string& suffix);

private:
  using Words = std::vector<std::string>;
  // Own: those that clang says in nvcc's place; its others come with the host's pass.
  enum class Warnings { Show, Own, Hide };

  const Words& remapOptions(const Input& input);
  Words cudaFrontEnd(const Input& input);
  Words devicePass(const Input& input, const Architecture& architecture, Warnings warnings);
  Words hostPass(const Input& input);
  Words plainPass(const Input& input);
  // The host pass with the device code in it, but for what it makes and for `dependencies`' target.
  Words embeddingPass(const Input& input, const std::filesystem::path& dependencyTarget);
  // What makes objects with OpenMP independent of who links them; see openmp_runtime.h.
  Words openmpRuntime() const;
  Words dependencyOptions(const std::filesystem::path& output) const;
  // `label` is the architecture that the PTX names as its target.
  void compileDevice(const Input& input, const Architecture& architecture,
                     const Architecture& label, const std::filesystem::path& output,
                     Warnings warnings, const Words& dependencies);
  void addCubin(const Input& input, const std::filesystem::path& ptx,
                const Architecture& architecture, std::vector<FatbinStep::Source>& sources);
  void assemble(const std::filesystem::path& ptx, const Architecture& architecture,
                const std::filesystem::path& output);
  std::string compilationId(const Input& input) const;
  void embed(const Input& input, Warnings warnings, const std::filesystem::path& output,
             const std::filesystem::path& dependencyTarget);

  const Settings& settings_;
  const Toolchain& toolchain_;
  const WorkDirectory& work_;
  const Runner& runner_;
  std::set<std::string> usedNames_;
  std::string remappedPath_; // the source that remap_ belongs to
  Words remap_;
};

} // namespace heddle::nvcc
