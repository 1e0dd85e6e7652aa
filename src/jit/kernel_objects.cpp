// The object code of kernels: its key in the cache, where it comes from, and how it is loaded.

#include "environment/environment.h"
#include "jit/background_threads.h"
#include "jit/host.h"
#include "jit/llvm_job.h"
#include "jit/object_cache.h"
#include "jit/program_impl.h"
#include "jit/status.h"
#include "jit/version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SHA256.h"

#include <cstring>

using namespace llvm;

namespace heddle::jit {
namespace {

std::string sha256(const std::string& text) {
  auto hash =
      SHA256::hash(ArrayRef(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  return toHex(ArrayRef<std::uint8_t>(hash), true);
}

std::string toString(const BlockDim& dim) {
  return std::to_string(dim.x) + "x" + std::to_string(dim.y) + "x" + std::to_string(dim.z);
}

// A payload that is too short for a header is damaged, and counts as absent.
bool isComplete(const std::string& payload) {
  return payload.size() > sizeof(ObjectHeader);
}

} // namespace

std::string codeIdentity() {
  return host().triple + "|" + host().cpu + "|" + host().features + "|" + kBuildIdentity + "|" +
         std::to_string(kKernelAbiVersion);
}

std::string blockFunctionSymbol(const std::string& key) {
  return "heddle_block_" + key.substr(0, 32);
}

std::string Program::Impl::contentKey(const std::string& kernel) const {
  std::lock_guard lock(contentKeysMutex);
  std::string& key = contentKeys[kernel];
  if (key.empty())
    key = ptx::contentKey(*module, kernel);
  return key;
}

std::string Program::Impl::cacheKey(const KernelVariant& variant) const {
  const auto& [kernel, blockDim, isQuick] = variant;
  return sha256(contentKey(kernel) + "|" + kernel + "|" + toString(blockDim) +
                (functionsMeet ? "|meet" : "") + (isQuick ? "|quick" : "") +
                (isQuick && isLarge(kernel) ? "|strips" : "") + optionsKey());
}

std::string Program::Impl::functionsKey() const {
  return sha256(ptx::contentKey(*module, separate) + "|functions" + optionsKey());
}

std::string Program::Impl::optionsKey() const {
  return "|" + codeIdentity() + "|" + std::to_string(vectors.gangWidth) + "|" +
         std::to_string(vectors.maskedMemory) + (code.lineTables ? "|lines" : "") +
         (code.callFunctions ? "|calls" : "") + (code.checks.memoryAccesses ? "|memcheck" : "") +
         (code.checks.initialisedReads ? "|initcheck" : "") +
         (code.checks.initialisedBlock ? "|initcheck-block" : "") +
         (code.checks.members ? "|synccheck" : "") + (code.checks.sharedRaces ? "|racecheck" : "") +
         (code.checks.globalRaces ? "|global-races" : "") +
         (code.checks.hostAddresses ? "|host-addresses" : "") + textKey;
}

std::string perfName(const KernelVariant& variant) {
  return demangle(variant.kernel) + " in blocks of " + toString(variant.blockDim) +
         (variant.isQuick ? ", quick" : "");
}

CodeOptions Program::Impl::codeOptions(const KernelVariant& variant) const {
  CodeOptions options = code;
  options.quickCode = variant.isQuick;
  options.stripMined = variant.isQuick && isLarge(variant.kernel);
  return options;
}

ptx::DebugLocations Program::Impl::debugLocations() const {
  if (code.checks.any())
    return ptx::DebugLocations::LinesAndNotes;
  return code.lineTables ? ptx::DebugLocations::Lines : ptx::DebugLocations::None;
}

bool Program::Impl::findObject(const std::string& key, std::string& payload) const {
  if (precompiled)
    if (const auto found = precompiled->find(key);
        found != precompiled->end() && isComplete(found->second)) {
      payload = found->second;
      return true;
    }
  {
    std::lock_guard lock(objectsAheadMutex);
    if (const auto found = objectsAhead.find(key); found != objectsAhead.end()) {
      payload = found->second;
      return true;
    }
  }
  if (auto cached = ObjectCache::global().load(key); cached && isComplete(*cached)) {
    payload = std::move(*cached);
    return true;
  }
  return false;
}

Status Program::Impl::findOrCompileObject(const KernelVariant& variant, const std::string& key,
                                          std::string& payload) const {
  if (findObject(key, payload))
    return {};
  // A job that the end of the process has stopped holds its lock for ever.
  std::optional<ObjectCache::MakingLock> lock;
  if (!isExiting())
    lock.emplace(ObjectCache::global(), key, waitIfExiting);
  if (findObject(key, payload))
    return {};
  Status status = compileObject(variant, vectors, key, payload);
  if (status)
    ObjectCache::global().store(key, payload);
  return status;
}

std::unique_ptr<Module> Program::Impl::lowerKernel(const std::string& kernel, LLVMContext& context,
                                                   std::vector<ptx::Diagnostic>& diagnostics,
                                                   ptx::DebugLocations locations) const {
  std::unique_ptr<Module> lowered = ptx::lower(*module, kernel, context, diagnostics, locations);
  if (lowered && functionsMeet)
    lowered->getFunction(kernel)->addFnAttr(simt::kFunctionsMeet);
  return lowered;
}

Status Program::Impl::compileObject(const KernelVariant& variant, const simt::VectorTarget& vectors,
                                    const std::string& key, std::string& payload) const {
  const StoppableScope stoppable;
  auto [status, compiled] = runLlvmJob([&] {
    std::string made;
    Status status = compileObjectInJob(variant, vectors, key, made);
    return std::pair(std::move(status), std::move(made));
  });
  payload = std::move(compiled);
  return status;
}

Status Program::Impl::compileObjectInJob(const KernelVariant& variant,
                                         const simt::VectorTarget& vectors, const std::string& key,
                                         std::string& payload) const {
  LLVMContext context;
  // Names of values take time to make unique, and only people read them.
  context.setDiscardValueNames(!environmentVariable("HEDDLE_DUMP"));
  std::vector<ptx::Diagnostic> diagnostics;
  std::unique_ptr<Module> lowered =
      lowerKernel(variant.kernel, context, diagnostics, debugLocations());
  if (!lowered)
    return failureFrom(diagnostics);
  simt::BlockCode block;
  std::unique_ptr<MemoryBuffer> object;
  SourceLocations locations;
  if (Status status = compileKernel(std::move(lowered), variant.kernel, variant.blockDim, vectors,
                                    blockFunctionSymbol(key), block, object, codeOptions(variant),
                                    code.lineTables ? &locations : nullptr);
      !status)
    return status;
  const ObjectHeader header{block.gangWidth,           block.frameBytes, block.staticSharedBytes,
                            block.dynamicSharedOffset, block.yields,     codeDigest(*object)};
  payload.assign(reinterpret_cast<const char*>(&header), sizeof header);
  payload += object->getBuffer();
  return {};
}

Status Program::Impl::load(const std::string& payload, const std::string& symbol,
                           ObjectHeader& header, CompiledKernel& compiled) {
  std::memcpy(&header, payload.data(), sizeof header);
  auto object =
      MemoryBuffer::getMemBufferCopy(StringRef(payload).drop_front(sizeof header), "heddle");
  void* address = nullptr;
  if (Status status = link(std::move(object), symbol, address); !status)
    return status;
  compiled.run = reinterpret_cast<BlockFunction>(address);
  compiled.frameBytes = header.frameBytes;
  compiled.staticSharedBytes = header.staticSharedBytes;
  compiled.dynamicSharedOffset = header.dynamicSharedOffset;
  compiled.gangWidth = header.gangWidth;
  compiled.yields = header.yields != 0;
  return {};
}

Status Program::Impl::compileAsFibers(const KernelVariant& variant, CompiledKernel& compiled) {
  simt::VectorTarget asFibers = vectors;
  asFibers.fibers = true;
  const std::string key = sha256(cacheKey(variant) + "|fibers");
  std::string payload;
  if (Status status = compileObject(variant, asFibers, key, payload); !status)
    return status;
  ObjectHeader header;
  const std::string symbol = blockFunctionSymbol(key);
  linker.setPerfName(symbol, perfName(variant) + " as fibers");
  return load(payload, symbol, header, compiled);
}

std::string Program::Impl::sourceLocationOf(const KernelVariant& variant, const std::string& symbol,
                                            std::uint64_t digest, std::int64_t offset) const {
  return runLlvmJob([&] { return sourceLocationInJob(variant, symbol, digest, offset); });
}

std::string Program::Impl::sourceLocationInJob(const KernelVariant& variant,
                                               const std::string& symbol, std::uint64_t digest,
                                               std::int64_t offset) const {
  LLVMContext context;
  std::vector<ptx::Diagnostic> diagnostics;
  // The code has to be that of the kernel, so notes for the checker must be there if it has them.
  std::unique_ptr<Module> lowered =
      lowerKernel(variant.kernel, context, diagnostics,
                  code.checks.any() ? debugLocations() : ptx::DebugLocations::Lines);
  if (!lowered)
    return {};
  simt::BlockCode block;
  std::unique_ptr<MemoryBuffer> object;
  SourceLocations locations;
  CodeOptions options = codeOptions(variant);
  options.lineTables = false; // a table of numbers is wanted
  if (!compileKernel(std::move(lowered), variant.kernel, variant.blockDim, vectors, symbol, block,
                     object, options, &locations) ||
      codeDigest(*object) != digest)
    return {};
  const unsigned number = sourceLocationAt(*object, symbol, offset);
  return number == 0 || number > locations.size() ? std::string() : describe(locations[number - 1]);
}

} // namespace heddle::jit
