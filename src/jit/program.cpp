#include "jit/program.h"

#include "jit/host.h"
#include "jit/program_impl.h"
#include "jit/status.h"
#include "ptx/function_symbol.h"
#include "ptx/launches.h"

#include <algorithm>

using namespace llvm;

namespace heddle::jit {
Program::Program() : impl_(std::make_shared<Impl>()) {}

Program::~Program() {
  std::lock_guard lock(impl_->mutex);
  impl_->isClosed = true;
}

unsigned Program::target() const {
  return ptx::targetNumber(*impl_->module);
}
const std::vector<KernelInfo>& Program::kernels() const {
  return impl_->kernels;
}
const std::vector<VariableInfo>& Program::variables() const {
  return impl_->variables;
}

void Program::bindVariables(const std::function<void*(const std::string&)>& addressOf) {
  std::lock_guard lock(impl_->mutex);
  impl_->variableAddress = addressOf;
}

Status Program::functionAddress(const std::string& name, void*& address) {
  if (auto kernel = impl_->kernelByName.find(name); kernel != impl_->kernelByName.end()) {
    address = const_cast<KernelInfo*>(kernel->second);
    return {};
  }
  if (Status status = impl_->prepareFunctions(); !status)
    return status;
  std::lock_guard lock(impl_->mutex);
  if (Status status = impl_->startLinker(); !status)
    return status;
  return impl_->linker.find(ptx::functionSymbol(name), address);
}

namespace {

BlockDim toBlockDim(const std::array<std::uint32_t, 3>& dims) {
  return {dims[0], dims[1], dims[2]};
}

} // namespace

Status Program::specialise(const std::string& kernel, std::array<std::uint32_t, 3> dims,
                           const CompiledKernel*& compiled) {
  const BlockDim blockDim = toBlockDim(dims);
  if (!impl_->kernelByName.contains(kernel))
    return failure(Failure::UnresolvedSymbol, "no kernel " + kernel);
  Impl::KernelForBlockDim& entry = impl_->entryFor(kernel, blockDim);
  std::lock_guard lock(entry.mutex);
  if (!entry.isCompiled) {
    entry.status = impl_->compile(kernel, blockDim, entry);
    entry.isCompiled = true;
  }
  compiled = &entry.kernel;
  return entry.status;
}

CompileTimes Program::compileTimes(const std::string& kernel) const {
  return impl_->compileTimes(kernel);
}

Status Program::precompile(const std::string& kernel, std::array<std::uint32_t, 3> dims,
                           CodeTier tier, Precompiled& code) {
  const BlockDim blockDim = toBlockDim(dims);
  if (Status status = impl_->prepareFunctions(); !status)
    return status;
  const KernelVariant variant{kernel, blockDim, tier == CodeTier::Quick};
  const std::string key = impl_->cacheKey(variant);
  std::string payload;
  Status status = impl_->findOrCompileObject(variant, key, payload);
  if (status)
    code.emplace(key, std::move(payload));
  return status;
}

Program::Impl::KernelForBlockDim& Program::Impl::entryFor(const std::string& kernel,
                                                          const BlockDim& blockDim) {
  std::lock_guard lock(mutex);
  auto& entry = compiledKernels[{kernel, blockDim}];
  if (!entry)
    entry = std::make_unique<KernelForBlockDim>();
  return *entry;
}

Status Program::Impl::compile(const std::string& kernel, const BlockDim& blockDim,
                              KernelForBlockDim& entry) {
  if (Status status = prepareFunctions(); !status)
    return status;
  const bool isMadeAhead = kernelsAhead.take({kernel, blockDim});
  const bool isQuick = beginsQuickly(kernel, blockDim);
  const KernelVariant variant{kernel, blockDim, isQuick};
  const std::string key = cacheKey(variant);
  std::string payload;
  const bool isFound = findObject(key, payload);
  if (isMadeAhead || !isFound)
    compileAhead();
  if (!isFound)
    if (Status status = findOrCompileObject(variant, key, payload); !status)
      return status;
  if (Status status = loadCode(variant, payload, entry, entry.kernel); !status)
    return status;
  if (isQuick && tier == CodeTier::Tiered)
    addOptimisedCode(kernel, blockDim, entry);
  return {};
}

Status Program::Impl::makeCode(const KernelVariant& variant, KernelForBlockDim& entry,
                               CompiledKernel& compiled) {
  std::string payload;
  if (Status status = findOrCompileObject(variant, cacheKey(variant), payload); !status)
    return status;
  return loadCode(variant, payload, entry, compiled);
}

Status Program::Impl::loadCode(const KernelVariant& variant, const std::string& payload,
                               KernelForBlockDim& entry, CompiledKernel& compiled) {
  const std::string symbol = blockFunctionSymbol(cacheKey(variant));
  linker.setPerfName(symbol, perfName(variant));
  ObjectHeader header;
  if (Status status = load(payload, symbol, header, compiled); !status)
    return status;
  const KernelInfo& info = *kernelByName.at(variant.kernel);
  std::ranges::copy(info.requiredCluster, compiled.requiredCluster);
  compiled.sourceLocationOf = [this, variant, symbol, start = compiled.run,
                               digest = header.codeDigest](const void* instruction) {
    const auto offset =
        static_cast<const char*>(instruction) - reinterpret_cast<const char*>(start);
    return sourceLocationOf(variant, symbol, digest, offset);
  };
  compiled.compiledAsFibers = [this, variant, &entry]() -> const CompiledKernel* {
    std::call_once(entry.fibersOnce,
                   [&] { entry.fibersStatus = compileAsFibers(variant, entry.fibers); });
    return entry.fibersStatus ? &entry.fibers : nullptr;
  };
  return {};
}

Status Program::Impl::startLinker() {
  if (linker.isStarted())
    return {};
  std::vector<OrcLinker::Symbol> symbols;
  for (const RuntimeSymbol& symbol : runtimeSymbols)
    symbols.push_back({symbol.name, symbol.address, true});
  for (const VariableInfo& variable : variables)
    if (variableAddress)
      symbols.push_back({variable.name, variableAddress(variable.name), false});
  // The address of a kernel in device code is that of its description.
  for (const KernelInfo& kernel : kernels)
    symbols.push_back({ptx::kernelHandle(kernel.name), const_cast<KernelInfo*>(&kernel), false});
  if (Status status = linker.start(symbols); !status || functionsObject.empty())
    return status;
  return linker.add(MemoryBuffer::getMemBufferCopy(functionsObject, "heddle functions"));
}

Status Program::Impl::link(std::unique_ptr<MemoryBuffer> object, const std::string& symbol,
                           void*& address) {
  std::lock_guard lock(mutex);
  if (isClosed)
    return failure(Failure::OutOfResources, "the program is unloaded");
  if (Status status = startLinker(); !status)
    return status;
  if (Status status = linker.add(std::move(object)); !status)
    return status;
  return linker.find(symbol, address);
}

} // namespace heddle::jit
