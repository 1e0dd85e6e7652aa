#include "jit/orc_linker.h"

#include "ir/checker_abi.h"
#include "ir/kernel_access_range.h"
#include "jit/code_memory.h"
#include "jit/host.h"
#include "jit/llvm_job.h"
#include "jit/memory_functions.h"
#include "jit/status.h"
#include "memory/access_bounds.h"
#include "memory/initialised_bytes.h"
#include "memory/kernel_access.h"
#include "memory/kernel_addresses.h"
#include "memory/race_shadow.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/MapperJITLinkMemoryManager.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"

#include <cmath>
#include <new>

using namespace llvm;

namespace heddle::jit {
namespace {

// The functions that LLVM's code generation may call, for large copies and for operations that the
// CPU lacks.
std::vector<OrcLinker::Symbol> libraryFunctions() {
  const MemoryFunctions memory = memoryFunctions();
  const auto fmafAddress = static_cast<float (*)(float, float, float)>(&::fmaf);
  const auto fmaAddress = static_cast<double (*)(double, double, double)>(&::fma);
  return {{"memcpy", memory.copy, true},
          {"memset", memory.fill, true},
          {"memmove", memory.move, true},
          {"fmaf", reinterpret_cast<void*>(fmafAddress), true},
          {"fma", reinterpret_cast<void*>(fmaAddress), true}};
}

// What the check of calls through pointers asks for (simt/check_indirect_calls.h).
std::vector<OrcLinker::Symbol> functionRange() {
  const memory::KernelRange range = memory::kernelRange();
  return {{kFunctionRangeBegin, reinterpret_cast<void*>(range.begin), false},
          {kFunctionRangeBytes, reinterpret_cast<void*>(range.bytes), false}};
}

// What kernels test their addresses against (simt/mark_host_addresses.h).
std::vector<OrcLinker::Symbol> accessRange() {
  return {
      {kKernelAccessRange, const_cast<memory::AccessRange*>(&memory::kernelAccessRange()), false}};
}

// The table that kernels check their accesses against (simt/check_memory_accesses.h).
std::vector<OrcLinker::Symbol> accessBounds() {
  static_assert(memory::AccessBounds::kGranuleBits == kBoundsGranuleBits &&
                memory::InitialisedBytes::kDistance == kInitialisedBytesDistance);
  const memory::AccessBounds* const bounds = memory::AccessBounds::active();
  if (!bounds)
    return {};
  return {{kBoundsBegin, reinterpret_cast<void*>(bounds->begin()), false},
          {kBoundsGranuleCount, reinterpret_cast<void*>(bounds->granuleCount()), false},
          {kBoundsGranules, const_cast<void*>(bounds->granules()), false},
          {kBoundsRecords, const_cast<void*>(bounds->records()), false}};
}

// The shadow of global memory (simt/check_global_races.h).
std::vector<OrcLinker::Symbol> raceShadow() {
  const memory::RaceShadow* const shadow = memory::RaceShadow::active();
  if (!shadow)
    return {};
  return {{kGlobalRaceBegin, reinterpret_cast<void*>(shadow->begin()), false},
          {kGlobalRaceCovered, reinterpret_cast<void*>(shadow->coveredBytes()), false},
          {kGlobalRaceAccesses, shadow->first(), false},
          {kGlobalRaceEarlierWrites, shadow->table(), false}};
}

// Whether the last lookup of this thread failed for want of memory. ORC tells the reason to the
// session, and whoever asked for the symbol only that it failed.
thread_local bool hasNoMemory = false;

void noteError(Error error) {
  handleAllErrors(std::move(error), [](const ErrorInfoBase& info) {
    if (info.convertToErrorCode() == std::errc::not_enough_memory)
      hasNoMemory = true;
    else
      errs() << "JIT session error: " << info.message() << '\n';
  });
}

using Plugins = std::vector<std::shared_ptr<orc::ObjectLinkingLayer::Plugin>>;

Expected<std::unique_ptr<orc::LLJIT>> createJit(const Plugins& plugins) {
  orc::LLJITBuilder builder;
  builder.setJITTargetMachineBuilder(orc::JITTargetMachineBuilder(Triple(host().triple)));
  builder.setObjectLinkingLayerCreator([&](orc::ExecutionSession& session, const Triple&)
                                           -> Expected<std::unique_ptr<orc::ObjectLayer>> {
    auto layer = std::make_unique<orc::ObjectLinkingLayer>(
        session, std::make_unique<orc::MapperJITLinkMemoryManager>(memory::pageSize(),
                                                                   std::make_unique<CodeMemory>()));
    for (const auto& plugin : plugins)
      layer->addPlugin(plugin);
    return layer;
  });
  // Kernels have no static constructors, and the default platform would compile IR of its own.
  builder.setPlatformSetUp(orc::setUpInactivePlatform);
  return builder.create();
}

} // namespace

OrcLinker::OrcLinker() = default;
OrcLinker::~OrcLinker() = default;

void OrcLinker::setPerfName(const std::string& symbol, const std::string& name) {
  if (perfFormat_ != PerfFormat::None)
    perfNames_->set(symbol, name);
}

template <typename Work> Status OrcLinker::givingUpOnException(Work work) {
  try {
    return runLockingLlvmJob(work);
  } catch (...) {
    // The state of ORC is unknown, so it is left as it is rather than destroyed.
    [[maybe_unused]] const orc::LLJIT* abandoned = jit_.release();
    throw;
  }
}

Status OrcLinker::start(const std::vector<Symbol>& symbols) {
  return givingUpOnException([&]() -> Status {
    auto created = createJit(perfPlugins(perfFormat_, perfNames_));
    if (!created)
      return failure(Failure::OutOfResources, toString(created.takeError()));
    jit_ = std::move(*created);
    return define(symbols);
  });
}

Status OrcLinker::define(const std::vector<Symbol>& symbols) {
  orc::SymbolMap map;
  const auto define = [&](const Symbol& symbol) {
    const JITSymbolFlags flags = symbol.isFunction
                                     ? JITSymbolFlags::Exported | JITSymbolFlags::Callable
                                     : JITSymbolFlags::Exported;
    map[jit_->mangleAndIntern(symbol.name)] = {orc::ExecutorAddr::fromPtr(symbol.address), flags};
  };
  for (const Symbol& symbol : libraryFunctions())
    define(symbol);
  for (const Symbol& symbol : functionRange())
    define(symbol);
  for (const Symbol& symbol : accessRange())
    define(symbol);
  for (const Symbol& symbol : accessBounds())
    define(symbol);
  for (const Symbol& symbol : raceShadow())
    define(symbol);
  for (const Symbol& symbol : symbols)
    define(symbol);
  if (Error error = jit_->getMainJITDylib().define(orc::absoluteSymbols(std::move(map)))) {
    Status status = failure(Failure::OutOfResources, toString(std::move(error)));
    jit_.reset();
    return status;
  }
  jit_->getExecutionSession().setErrorReporter(noteError);
  return {};
}

Status OrcLinker::add(std::unique_ptr<MemoryBuffer> object) {
  return givingUpOnException([&]() -> Status {
    if (Error error = jit_->addObjectFile(std::move(object)))
      return failure(Failure::OutOfResources, toString(std::move(error)));
    return {};
  });
}

Status OrcLinker::find(const std::string& symbol, void*& address) {
  return givingUpOnException([&]() -> Status {
    hasNoMemory = false;
    auto found = jit_->lookup(symbol);
    if (!found && hasNoMemory) {
      consumeError(found.takeError());
      throw std::bad_alloc();
    }
    if (!found)
      return failure(Failure::UnresolvedSymbol, toString(found.takeError()));
    address = found->toPtr<void*>();
    return {};
  });
}

} // namespace heddle::jit
