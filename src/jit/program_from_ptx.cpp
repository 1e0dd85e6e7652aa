// Creates a program from PTX: parses the sources, links them, and describes their kernels and
// variables.

#include "ir/launched_blocks.h"
#include "jit/host.h"
#include "jit/launchable_blocks.h"
#include "jit/program_impl.h"
#include "jit/status.h"
#include "ptx/launches.h"

#include "llvm/Support/xxhash.h"

#include <span>

namespace heddle::jit {
namespace {

Status checkTarget(const ptx::Module& module, unsigned computeCapability) {
  const unsigned target = ptx::targetNumber(module);
  if (target <= computeCapability)
    return {};
  return failure(Failure::InvalidTarget, "PTX for sm_" + std::to_string(target) +
                                             " on a device of compute capability " +
                                             std::to_string(computeCapability / 10) + "." +
                                             std::to_string(computeCapability % 10));
}

// Warnings go to `diagnostics`.
Status parseAndLink(std::span<const PtxSource> sources, const ProgramOptions& options,
                    std::shared_ptr<const ptx::Module>& linked,
                    std::vector<ptx::Diagnostic>& diagnostics) {
  std::vector<std::shared_ptr<const ptx::Module>> modules;
  for (const PtxSource& source : sources) {
    auto module = ptx::parse(source.text, diagnostics);
    if (!module)
      return failureFrom(diagnostics);
    if (Status status = checkTarget(*module, options.computeCapability); !status)
      return status;
    modules.push_back(std::move(module));
  }
  linked = ptx::link(modules, diagnostics,
                     options.definesExterns ? ptx::Externs::Define : ptx::Externs::Refuse);
  return linked ? Status() : failureFrom(diagnostics);
}

KernelInfo describe(const ptx::KernelDeclaration& kernel,
                    const std::shared_ptr<const ptx::Module>& module) {
  KernelInfo info;
  info.name = kernel.name;
  info.target = ptx::targetNumber(*module);
  for (const ptx::KernelParameter& parameter : kernel.parameters)
    info.parameters.push_back({parameter.offset, parameter.size});
  info.parameterBytes = kernel.parameterBytes;
  info.staticSharedBytes = kernel.staticSharedBytes;
  info.localBytesPerThread = kernel.localBytes;
  info.constantBytes = kernel.constantBytes;
  for (unsigned i = 0; i < 3; ++i) {
    info.maxThreads[i] = kernel.maxntid[i];
    info.requiredThreads[i] = kernel.reqntid[i];
    info.requiredCluster[i] = kernel.reqnctapercluster[i];
  }
  info.minBlocksPerMultiprocessor = kernel.minnctapersm;
  info.registers = std::async(std::launch::deferred, [module, name = kernel.name] {
                     return ptx::registersPerThread(*module, name);
                   }).share();
  info.launchesGrids = ptx::launchesGrids(*module, kernel.name);
  info.setsGraphConditions = ptx::setsGraphConditions(*module, kernel.name);
  return info;
}

VariableSpace toVariableSpace(ptx::Space space) {
  switch (space) {
  case ptx::Space::Global:
    return VariableSpace::Global;
  case ptx::Space::Constant:
    return VariableSpace::Constant;
  default:
    return VariableSpace::Managed;
  }
}

Reference toReference(ptx::Reference reference) {
  switch (reference) {
  case ptx::Reference::Texture:
    return Reference::Texture;
  case ptx::Reference::Sampler:
    return Reference::Sampler;
  case ptx::Reference::Surface:
    return Reference::Surface;
  default:
    return Reference::None;
  }
}

VariableInfo describe(const ptx::VariableDeclaration& variable) {
  VariableInfo info;
  info.name = variable.name;
  info.space = toVariableSpace(variable.space);
  info.reference = toReference(variable.reference);
  info.size = variable.size;
  info.alignment = variable.alignment;
  info.initialiser = variable.initialiser;
  for (const ptx::InitialiserAddress& address : variable.addresses)
    info.relocations.push_back({address.offset, address.symbol, address.addend});
  return info;
}

simt::VectorTarget vectorTarget(const ProgramOptions& options) {
  simt::VectorTarget vectors = host().vectors;
  vectors.gangWidth = options.gangWidth;
  if (options.plainMemory)
    vectors.maskedMemory = vectors.gather = vectors.scatter = false;
  return vectors;
}

} // namespace

Status Program::create(std::span<const PtxSource> sources, const ProgramOptions& options,
                       std::unique_ptr<Program>& program) {
  std::vector<ptx::Diagnostic> diagnostics;
  std::shared_ptr<const ptx::Module> linked;
  program = nullptr;
  if (Status status = parseAndLink(sources, options, linked, diagnostics); !status)
    return status;
  program.reset(new Program);
  Impl& impl = *program->impl_;
  impl.module = linked;
  impl.vectors = vectorTarget(options);
  impl.code.callFunctions = options.callFunctions;
  impl.code.lineTables = options.perf == PerfFormat::Jitdump;
  impl.code.checks = chosenChecks();
  impl.linker.setPerfFormat(options.perf);
  impl.tier = options.tier;
  impl.takesSmallKernelsForLarge = options.takesSmallKernelsForLarge;
  if (impl.code.checks.any())
    for (const PtxSource& source : sources)
      impl.textKey += "|" + std::to_string(llvm::xxh3_64bits(llvm::StringRef(source.text)));
  impl.precompiled = options.precompiled;
  impl.runtimeSymbols = options.runtimeSymbols;
  for (const ptx::KernelDeclaration& kernel : ptx::kernels(*linked))
    impl.kernels.push_back(describe(kernel, linked));
  for (const KernelInfo& kernel : impl.kernels)
    impl.kernelByName[kernel.name] = &kernel;
  for (const ptx::VariableDeclaration& variable : ptx::variables(*linked))
    impl.variables.push_back(describe(variable));
  for (const PtxSource& source : sources)
    for (const LaunchedBlock& launch : launchedBlocks(source.text))
      if (const auto kernel = impl.kernelByName.find(launch.kernel);
          kernel != impl.kernelByName.end() && canBeLaunched(*kernel->second, launch.blockDim))
        impl.kernelsAhead.addLikely(
            {launch.kernel, {launch.blockDim[0], launch.blockDim[1], launch.blockDim[2]}});
  impl.separate = ptx::separateFunctions(*linked);
  Status warnings;
  for (const ptx::Diagnostic& warning : diagnostics)
    warnings.diagnostics.push_back(toDiagnostic(warning));
  return warnings;
}

} // namespace heddle::jit
