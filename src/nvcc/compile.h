// Compiles one source to what the phase asks for: PTX, a fat binary, an object, preprocessed text.
// clang reads a CUDA source once for each device architecture (the device pass) and once for the
// host (the host pass).
#pragma once

#include "nvcc/fatbin_steps.h"
#include "nvcc/settings.h"
#include "nvcc/step.h"
#include "nvcc/toolchain.h"
#include "nvcc/work_directory.h"

namespace heddle::nvcc {

// Several threads must not use the same object at a time.
class Compiler {
public:
  Compiler(const Settings& settings, const Toolchain& toolchain, const WorkDirectory& work,
           const Runner& runner)
      : settings_(settings), toolchain_(toolchain), work_(work), runner_(runner) {}

  void toObject(const Input& input, const std::filesystem::path& output);
  // Writes C++ that any host compiler can compile to the object, for nvcc -cuda.
  void toHostSource(const Input& input, const std::filesystem::path& output);
  void toPtx(const Input& input, const std::filesystem::path& output);
  void toLtoIr(const Input& input, const std::filesystem::path& output);
  void toFatbin(const Input& input, const std::filesystem::path& output);
  // The input is a CUDA source or PTX.
  void toCubin(const Input& input, const std::filesystem::path& output);
  // These two write to standard output when `output` is empty.
  void preprocess(const Input& input, const std::filesystem::path& output);
  void listDependencies(const Input& input, const std::filesystem::path& output);

  // A path in the work directory, different for each call, for an intermediate file of `input`.
  std::filesystem::path intermediate(const Input& input, const std::string& suffix) const;

private:
  using Words = std::vector<std::string>;
  // Which warnings a device pass prints. When a host pass follows, that one prints clang's
  // warnings, and the device pass only those of nvcc's dialect, which are found nowhere else.
  enum class Warnings { All, DialectOnly, None };

  // clang's options to read rewritten copies of the source and its headers (source_remap.h).
  const Words& remapOptions(const Input& input);
  // Each of these is a command line of clang without its output.
  Words cudaFrontEnd(const Input& input);
  Words devicePass(const Input& input, const Architecture& architecture, Warnings warnings);
  Words hostPass(const Input& input);
  Words plainPass(const Input& input);
  // Compiles the device code, and returns the host pass that embeds it.
  Words embeddingPass(const Input& input, const std::filesystem::path& dependencyTarget);
  // Options of the host compiler that the host pass and plain sources share.
  Words hostCodeOptions() const;
  // With OpenMP, the options that let any compiler link the object; see openmp_runtime.h.
  Words openmpRuntime() const;
  Words dependencyOptions(const std::filesystem::path& output) const;
  // `label` is the architecture that the PTX names in .target.
  void compileDevice(const Input& input, const Architecture& architecture,
                     const Architecture& label, const std::filesystem::path& output,
                     Warnings warnings, const Words& options);
  // Compiles the device code to PTX as above, and also to LTO-IR, which link-time optimisation
  // uses.
  void compileLtoIr(const Input& input, const Architecture& architecture,
                    const std::filesystem::path& ptx, const std::filesystem::path& output,
                    Warnings warnings, Words options);
  bool isWorthNativeCode(const std::filesystem::path& ptx) const;
  bool canHaveNativeCode(const std::filesystem::path& ptx) const;
  std::filesystem::path nativeCubin(const Input& input, const std::filesystem::path& ptx,
                                    const Architecture& architecture,
                                    const std::vector<std::string>& options = {});
  // The options of ptxas that say which native code it makes.
  std::vector<std::string> nativeCodeOptions(const std::filesystem::path& ptx) const;
  void addCubin(const Input& input, const std::filesystem::path& ptx,
                const Architecture& architecture, std::vector<FatbinStep::Source>& sources);
  void applyPtxasOptions(const Input& input, const CodeTarget& target,
                         const std::filesystem::path& ptx);
  // `options` are for ptxas.
  void assemble(const std::filesystem::path& ptx, const Architecture& architecture,
                const std::filesystem::path& output, const Words& options = {});
  std::string compilationId(const Input& input) const;
  struct DeviceCode {
    std::filesystem::path ptx, ltoIr; // ltoIr is empty without -dlto
  };
  // Compiles the device code for each architecture, and returns the files in their order.
  std::vector<DeviceCode> compileForAll(const Input& input, Warnings warnings,
                                        const std::filesystem::path& dependencyTarget);
  void embed(const Input& input, Warnings warnings, const std::filesystem::path& output,
             const std::filesystem::path& dependencyTarget);

  const Settings& settings_;
  const Toolchain& toolchain_;
  const WorkDirectory& work_;
  const Runner& runner_;
  std::string remappedPath_; // the source for which remap_ was made
  Words remap_;
};

} // namespace heddle::nvcc
