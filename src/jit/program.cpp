#include "jit/program.h"

#include "ir/device_runtime.h"
#include "ir/texture.h"
#include "jit/compiler.h"
#include "jit/host.h"
#include "jit/object_cache.h"
#include "jit/version.h"
#include "ptx/launches.h"
#include "ptx/ptx.h"
#include "simt/thread_functions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SHA256.h"

#include <cmath>
#include <cstring>
#include <map>

using namespace llvm;

namespace heddle::jit {
namespace {

// Functions of the process that compiled kernels may call.
struct RuntimeSymbol {
  const char* name;
  void* address;
};
const RuntimeSymbol kRuntime[] = {
    {"heddle_vprintf", reinterpret_cast<void*>(&heddle_vprintf)},
    {"heddle_malloc", reinterpret_cast<void*>(&heddle_malloc)},
    {"heddle_free", reinterpret_cast<void*>(&heddle_free)},
    {"heddle_assertfail", reinterpret_cast<void*>(&heddle_assertfail)},
    {"heddle_trap", reinterpret_cast<void*>(&heddle_trap)},
    {"heddle_cluster_arrive", reinterpret_cast<void*>(&heddle_cluster_arrive)},
    {"heddle_cluster_exit", reinterpret_cast<void*>(&heddle_cluster_exit)},
    {"heddle_globaltimer", reinterpret_cast<void*>(&heddle_globaltimer)},
    {"heddle_clock64", reinterpret_cast<void*>(&heddle_clock64)},
    {"heddle_nanosleep", reinterpret_cast<void*>(&heddle_nanosleep)},
    {"heddle_surface_pack", reinterpret_cast<void*>(&heddle_surface_pack)},
    {"heddle_texture_sample", reinterpret_cast<void*>(&heddle_texture_sample)},
    {"heddle_run_threads", reinterpret_cast<void*>(&heddle_run_threads)},
    {"heddle_barrier", reinterpret_cast<void*>(&heddle_barrier)},
    {"heddle_barrier_arrive", reinterpret_cast<void*>(&heddle_barrier_arrive)},
    {"heddle_barrier_sum", reinterpret_cast<void*>(&heddle_barrier_sum)},
    {"heddle_wait", reinterpret_cast<void*>(&heddle_wait)},
    {"heddle_step", reinterpret_cast<void*>(&heddle_step)},
    {"heddle_exit", reinterpret_cast<void*>(&heddle_exit)},
    {"heddle_warp_operation", reinterpret_cast<void*>(&heddle_warp_operation)},
#define HEDDLE_DEVICE_RUNTIME(name, result, parameters, stream)                                    \
  {"heddle_device_" #name, reinterpret_cast<void*>(&heddle_device_##name)},
#include "ir/device_runtime.def"
#undef HEDDLE_DEVICE_RUNTIME
    // What LLVM's code generation may call for wide moves and for operations the CPU lacks.
    {"memcpy", reinterpret_cast<void*>(
                   static_cast<void* (*)(void*, const void*, std::size_t)>(&std::memcpy))},
    {"memset",
     reinterpret_cast<void*>(static_cast<void* (*)(void*, int, std::size_t)>(&std::memset))},
    {"memmove", reinterpret_cast<void*>(
                    static_cast<void* (*)(void*, const void*, std::size_t)>(&std::memmove))},
    {"fmaf", reinterpret_cast<void*>(static_cast<float (*)(float, float, float)>(&::fmaf))},
    {"fma", reinterpret_cast<void*>(static_cast<double (*)(double, double, double)>(&::fma))},
};

Failure failureOf(ptx::ErrorKind kind) {
  switch (kind) {
  case ptx::ErrorKind::UnsupportedVersion:
    return Failure::UnsupportedPtxVersion;
  case ptx::ErrorKind::InvalidTarget:
    return Failure::InvalidTarget;
  case ptx::ErrorKind::UnresolvedSymbol:
    return Failure::UnresolvedSymbol;
  case ptx::ErrorKind::NotSupported:
    return Failure::NotSupported;
  default:
    return Failure::InvalidPtx;
  }
}

Status statusOf(const std::vector<ptx::Diagnostic>& diagnostics) {
  Status status;
  for (const ptx::Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == ptx::Severity::Error && status.failure == Failure::None)
      status.failure = failureOf(diagnostic.kind);
    status.diagnostics.push_back(
        {diagnostic.location.line, diagnostic.location.column, diagnostic.message});
  }
  if (status.failure == Failure::None)
    status.failure = Failure::InvalidPtx;
  return status;
}

Status failure(Failure kind, std::string message) {
  Status status;
  status.failure = kind;
  status.diagnostics.push_back({0, 0, std::move(message)});
  return status;
}

std::string digest(const std::string& text) {
  auto hash =
      SHA256::hash(ArrayRef(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  return toHex(ArrayRef<std::uint8_t>(hash), true);
}

// A cached object begins with what the engine has to know of its kernel.
struct ObjectHeader {
  std::uint32_t gangWidth, frameBytes, staticSharedBytes, dynamicSharedOffset, yields;
  std::uint64_t codeDigest;
};

std::string symbolOf(const std::string& key) {
  return "heddle_block_" + key.substr(0, 32);
}

} // namespace

struct Program::Impl {
  std::shared_ptr<const ptx::Module> module;
  std::shared_ptr<const Precompiled> precompiled;
  simt::VectorTarget vectors;
  CodeOptions code;
  std::vector<KernelInfo> kernels;
  std::vector<VariableInfo> variables;
  std::map<std::string, const KernelInfo*> kernelByName;
  std::vector<std::string> addressTaken;

  std::mutex mutex;
  std::unique_ptr<orc::LLJIT> jit;
  std::function<void*(const std::string&)> addressOf;
  // Set by prepareFunctions(), and constant after it.
  std::once_flag functionsOnce;
  bool functionsMeet = false; // some function that is called through a pointer meets other threads
  Status functionsStatus;
  struct Shape {
    std::mutex mutex;
    bool done = false;
    Status status;
    CompiledKernel compiled;
    std::once_flag threadsOnce;
    CompiledKernel threads;
  };
  std::map<std::pair<std::string, std::array<std::uint32_t, 3>>, std::unique_ptr<Shape>> shapes;

  Status startJit();
  // Compiles the functions whose address is taken, before anything that may call them. Whoever
  // calls it while another thread is at it waits: what it finds out decides how kernels are
  // compiled.
  Status prepareFunctions();
  Status compileAddressTakenFunctions();
  Status compile(const std::string& kernel, const std::array<std::uint32_t, 3>& blockDim,
                 CompiledKernel& compiled);
  // With each thread by itself; without `run` on failure.
  void compileThreads(const std::string& kernel, const std::array<std::uint32_t, 3>& blockDim,
                      CompiledKernel& compiled);
  std::string keyOf(const std::string& kernel, const std::array<std::uint32_t, 3>& blockDim) const;
  Status generate(const std::string& kernel, const std::array<std::uint32_t, 3>& blockDim,
                  const simt::VectorTarget& vectors, const std::string& key, std::string& payload);
  Status find(const std::string& kernel, const std::array<std::uint32_t, 3>& blockDim,
              const std::string& key, std::string& payload);
  Status load(const std::string& payload, const std::string& symbol, ObjectHeader& header,
              CompiledKernel& compiled);
  // Of the instruction that far behind the symbol in code with this digest.
  std::string placeOf(const std::string& kernel, const std::array<std::uint32_t, 3>& blockDim,
                      const std::string& symbol, std::uint64_t digest, std::int64_t distance);
  Status link(std::unique_ptr<MemoryBuffer> object, const std::string& symbol, void*& address);
};

Program::Program() : impl_(std::make_unique<Impl>()) {}
Program::~Program() = default;

std::unique_ptr<Program> Program::create(std::span<const PtxSource> sources,
                                         const ProgramOptions& options, Status& status) {
  std::vector<ptx::Diagnostic> diagnostics;
  std::vector<std::shared_ptr<const ptx::Module>> modules;
  for (const PtxSource& source : sources) {
    auto module = ptx::parse(source.text, diagnostics);
    if (!module) {
      status = statusOf(diagnostics);
      return nullptr;
    }
    if (ptx::targetNumber(*module) > options.computeCapability) {
      status = failure(Failure::InvalidTarget,
                       "PTX for sm_" + std::to_string(ptx::targetNumber(*module)) +
                           " on a device of compute capability " +
                           std::to_string(options.computeCapability / 10) + "." +
                           std::to_string(options.computeCapability % 10));
      return nullptr;
    }
    modules.push_back(std::move(module));
  }
  auto linked = ptx::link(modules, diagnostics,
                          options.definesExterns ? ptx::Externs::Define : ptx::Externs::Refuse);
  if (!linked) {
    status = statusOf(diagnostics);
    return nullptr;
  }
  std::unique_ptr<Program> program(new Program);
  Impl& impl = *program->impl_;
  impl.module = linked;
  impl.vectors = host().vectors;
  impl.vectors.gangWidth = options.gangWidth;
  impl.code = {options.quickCode, options.callFunctions};
  impl.precompiled = options.precompiled;
  if (options.plainMemory)
    impl.vectors.maskedMemory = impl.vectors.gather = impl.vectors.scatter = false;
  for (const ptx::KernelDeclaration& kernel : ptx::kernels(*linked)) {
    KernelInfo info;
    info.name = kernel.name;
    info.target = ptx::targetNumber(*linked);
    for (const ptx::KernelParameter& parameter : kernel.parameters)
      info.parameters.push_back({parameter.offset, parameter.size});
    info.parameterBytes = kernel.parameterBytes;
    info.staticSharedBytes = kernel.staticSharedBytes;
    info.localBytesPerThread = kernel.localBytes;
    for (unsigned i = 0; i < 3; ++i) {
      info.maxThreads[i] = kernel.maxntid[i];
      info.requiredThreads[i] = kernel.reqntid[i];
      info.requiredCluster[i] = kernel.reqnctapercluster[i];
    }
    info.minBlocksPerMultiprocessor = kernel.minnctapersm;
    info.maxRegisters = kernel.maxnreg;
    info.launchesGrids = ptx::launchesGrids(*linked, kernel.name);
    impl.kernels.push_back(std::move(info));
  }
  for (const KernelInfo& kernel : impl.kernels)
    impl.kernelByName[kernel.name] = &kernel;
  for (const ptx::VariableDeclaration& variable : ptx::variables(*linked)) {
    VariableInfo info;
    info.name = variable.name;
    info.space = variable.space == ptx::Space::Global     ? VariableSpace::Global
                 : variable.space == ptx::Space::Constant ? VariableSpace::Constant
                                                          : VariableSpace::Managed;
    info.reference = variable.reference == ptx::Reference::Texture   ? Reference::Texture
                     : variable.reference == ptx::Reference::Sampler ? Reference::Sampler
                     : variable.reference == ptx::Reference::Surface ? Reference::Surface
                                                                     : Reference::None;
    info.size = variable.size;
    info.alignment = variable.alignment;
    info.initialiser = variable.initialiser;
    for (const ptx::InitialiserAddress& address : variable.addresses)
      info.relocations.push_back({address.offset, address.symbol, address.addend});
    impl.variables.push_back(std::move(info));
  }
  impl.addressTaken = ptx::addressTakenFunctions(*linked);
  status = {};
  for (const ptx::Diagnostic& warning : diagnostics)
    status.diagnostics.push_back({warning.location.line, warning.location.column, warning.message});
  return program;
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
  impl_->addressOf = addressOf;
}

Status Program::Impl::startJit() {
  if (jit)
    return {};
  host(); // initialises the native target
  orc::LLJITBuilder builder;
  orc::JITTargetMachineBuilder machine{Triple(host().triple)};
  builder.setJITTargetMachineBuilder(std::move(machine));
  builder.setObjectLinkingLayerCreator(
      [](orc::ExecutionSession& session,
         const Triple&) -> Expected<std::unique_ptr<orc::ObjectLayer>> {
        return std::make_unique<orc::ObjectLinkingLayer>(session);
      });
  // Kernels bring no constructors; the default platform would compile some IR of its own.
  builder.setPlatformSetUp(orc::setUpInactivePlatform);
  auto created = builder.create();
  if (!created)
    return failure(Failure::OutOfResources, toString(created.takeError()));
  jit = std::move(*created);
  orc::SymbolMap symbols;
  auto define = [&](StringRef name, void* address, JITSymbolFlags flags) {
    symbols[jit->mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(address), flags};
  };
  for (const RuntimeSymbol& symbol : kRuntime)
    define(symbol.name, symbol.address, JITSymbolFlags::Exported | JITSymbolFlags::Callable);
  for (const VariableInfo& variable : variables)
    if (addressOf)
      define(variable.name, addressOf(variable.name), JITSymbolFlags::Exported);
  for (const KernelInfo& kernel : kernels)
    define(ptx::kernelHandle(kernel.name), const_cast<KernelInfo*>(&kernel),
           JITSymbolFlags::Exported);
  if (Error error = jit->getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols))))
    return failure(Failure::OutOfResources, toString(std::move(error)));
  return {};
}

Status Program::Impl::link(std::unique_ptr<MemoryBuffer> object, const std::string& symbol,
                           void*& address) {
  std::lock_guard lock(mutex);
  if (Status status = startJit(); !status)
    return status;
  if (Error error = jit->addObjectFile(std::move(object)))
    return failure(Failure::OutOfResources, toString(std::move(error)));
  if (symbol.empty())
    return {};
  auto found = jit->lookup(symbol);
  if (!found)
    return failure(Failure::UnresolvedSymbol, toString(found.takeError()));
  address = found->toPtr<void*>();
  return {};
}

Status Program::Impl::prepareFunctions() {
  std::call_once(functionsOnce, [this] { functionsStatus = compileAddressTakenFunctions(); });
  return functionsStatus;
}

// Functions whose address is taken exist once in the program, so that all kernels agree on it.
Status Program::Impl::compileAddressTakenFunctions() {
  if (addressTaken.empty())
    return {};
  LLVMContext context;
  std::vector<ptx::Diagnostic> diagnostics;
  std::unique_ptr<Module> all;
  for (const std::string& name : addressTaken) {
    auto module = ptx::lower(*this->module, name, context, diagnostics);
    if (!module)
      return statusOf(diagnostics);
    for (Function& function : *module)
      if (!function.isDeclaration())
        function.setLinkage(GlobalValue::WeakODRLinkage);
    if (!all)
      all = std::move(module);
    else if (Linker::linkModules(*all, std::move(module)))
      return failure(Failure::InvalidPtx, "functions do not link");
  }
  functionsMeet = simt::functionsMeetOthers(*all);
  std::unique_ptr<MemoryBuffer> object;
  if (Status status = compileFunctions(std::move(all), object); !status)
    return status;
  void* ignored = nullptr;
  return link(std::move(object), "", ignored);
}

Status Program::functionAddress(const std::string& name, void*& address) {
  if (auto kernel = impl_->kernelByName.find(name); kernel != impl_->kernelByName.end()) {
    address = const_cast<KernelInfo*>(kernel->second);
    return {};
  }
  if (Status status = impl_->prepareFunctions(); !status)
    return status;
  std::lock_guard lock(impl_->mutex);
  auto found = impl_->jit->lookup(name);
  if (!found)
    return failure(Failure::UnresolvedSymbol, toString(found.takeError()));
  address = found->toPtr<void*>();
  return {};
}

std::string Program::Impl::keyOf(const std::string& kernel,
                                 const std::array<std::uint32_t, 3>& blockDim) const {
  std::string shape = std::to_string(blockDim[0]) + "x" + std::to_string(blockDim[1]) + "x" +
                      std::to_string(blockDim[2]);
  return digest(ptx::contentKey(*module, kernel) + "|" + kernel + "|" + shape + "|" +
                codeIdentity() + (functionsMeet ? "|meet" : "") + "|" +
                std::to_string(vectors.gangWidth) + "|" + std::to_string(vectors.maskedMemory) +
                (code.quickCode ? "|quick" : "") + (code.callFunctions ? "|calls" : ""));
}

Status Program::Impl::generate(const std::string& kernel,
                               const std::array<std::uint32_t, 3>& blockDim,
                               const simt::VectorTarget& vectors, const std::string& key,
                               std::string& payload) {
  LLVMContext context;
  std::vector<ptx::Diagnostic> diagnostics;
  std::unique_ptr<Module> lowered = ptx::lower(*module, kernel, context, diagnostics);
  if (!lowered)
    return statusOf(diagnostics);
  if (functionsMeet)
    lowered->getFunction(kernel)->addFnAttr(simt::kFunctionsMeet);
  simt::BlockCode code;
  std::unique_ptr<MemoryBuffer> object;
  Status status = compileKernel(std::move(lowered), kernel, {blockDim[0], blockDim[1], blockDim[2]},
                                vectors, symbolOf(key), code, object, this->code);
  if (!status)
    return status;
  const ObjectHeader header{code.gangWidth,           code.frameBytes, code.staticSharedBytes,
                            code.dynamicSharedOffset, code.yields,     codeDigest(*object)};
  payload.assign(reinterpret_cast<const char*>(&header), sizeof header);
  payload += object->getBuffer();
  return {};
}

// From the program's own code, from the cache, or made now.
Status Program::Impl::find(const std::string& kernel, const std::array<std::uint32_t, 3>& blockDim,
                           const std::string& key, std::string& payload) {
  if (precompiled)
    if (const auto found = precompiled->find(key);
        found != precompiled->end() && found->second.size() > sizeof(ObjectHeader)) {
      payload = found->second;
      return {};
    }
  if (auto cached = ObjectCache::global().load(key);
      cached && cached->size() > sizeof(ObjectHeader)) {
    payload = std::move(*cached);
    return {};
  }
  Status status = generate(kernel, blockDim, vectors, key, payload);
  if (status)
    ObjectCache::global().store(key, payload);
  return status;
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

void Program::Impl::compileThreads(const std::string& kernel,
                                   const std::array<std::uint32_t, 3>& blockDim,
                                   CompiledKernel& compiled) {
  simt::VectorTarget alone = vectors;
  alone.fibers = true;
  const std::string key = digest(keyOf(kernel, blockDim) + "|threads");
  std::string payload;
  ObjectHeader header;
  if (!generate(kernel, blockDim, alone, key, payload) ||
      !load(payload, symbolOf(key), header, compiled))
    compiled.run = nullptr;
}

Status Program::Impl::compile(const std::string& kernel,
                              const std::array<std::uint32_t, 3>& blockDim,
                              CompiledKernel& compiled) {
  if (Status status = prepareFunctions(); !status)
    return status;
  const KernelInfo* info = kernelByName[kernel];
  const std::string key = keyOf(kernel, blockDim), symbol = symbolOf(key);
  std::string payload;
  if (Status status = find(kernel, blockDim, key, payload); !status)
    return status;
  ObjectHeader header;
  if (Status status = load(payload, symbol, header, compiled); !status)
    return status;
  compiled.localBytesPerThread = info->localBytesPerThread;
  compiled.sourceLocationOf = [this, kernel, blockDim, symbol, address = compiled.run,
                               digest = header.codeDigest](const void* at) {
    auto distance = static_cast<const char*>(at) - reinterpret_cast<const char*>(address);
    return placeOf(kernel, blockDim, symbol, digest, distance);
  };
  std::ranges::copy(info->requiredCluster, compiled.requiredCluster);
  return {};
}

std::string codeIdentity() {
  return host().triple + "|" + host().cpu + "|" + host().features + "|" + kBuildIdentity + "|" +
         std::to_string(kKernelAbiVersion);
}

Status Program::precompile(const std::string& kernel, std::array<std::uint32_t, 3> blockDim,
                           Precompiled& code) {
  if (Status status = impl_->prepareFunctions(); !status)
    return status;
  const std::string key = impl_->keyOf(kernel, blockDim);
  std::string payload;
  Status status = impl_->find(kernel, blockDim, key, payload);
  if (status)
    code.emplace(key, std::move(payload));
  return status;
}

std::string Program::Impl::placeOf(const std::string& kernel,
                                   const std::array<std::uint32_t, 3>& blockDim,
                                   const std::string& symbol, std::uint64_t digest,
                                   std::int64_t distance) {
  LLVMContext context;
  std::vector<ptx::Diagnostic> diagnostics;
  std::unique_ptr<Module> lowered =
      ptx::lower(*module, kernel, context, diagnostics, ptx::DebugLocations::Lines);
  if (!lowered)
    return {};
  if (functionsMeet)
    lowered->getFunction(kernel)->addFnAttr(simt::kFunctionsMeet);
  simt::BlockCode code;
  std::unique_ptr<MemoryBuffer> object;
  SourceLocations locations;
  if (!compileKernel(std::move(lowered), kernel, {blockDim[0], blockDim[1], blockDim[2]}, vectors,
                     symbol, code, object, this->code, &locations) ||
      codeDigest(*object) != digest)
    return {};
  unsigned place = sourceLocationAt(*object, symbol, distance);
  return place == 0 || place > locations.size() ? std::string() : locations[place - 1];
}

Status Program::specialise(const std::string& kernel, std::array<std::uint32_t, 3> blockDim,
                           const CompiledKernel*& compiled) {
  Impl::Shape* shape = nullptr;
  {
    std::lock_guard lock(impl_->mutex);
    if (!impl_->kernelByName.contains(kernel))
      return failure(Failure::UnresolvedSymbol, "no kernel " + kernel);
    auto& entry = impl_->shapes[{kernel, blockDim}];
    if (!entry)
      entry = std::make_unique<Impl::Shape>();
    shape = entry.get();
  }
  std::lock_guard lock(shape->mutex);
  if (!shape->done) {
    shape->status = impl_->compile(kernel, blockDim, shape->compiled);
    shape->compiled.compiledAsFibers = [this, kernel, blockDim, shape]() -> const CompiledKernel* {
      std::call_once(shape->threadsOnce,
                     [&] { impl_->compileThreads(kernel, blockDim, shape->threads); });
      return shape->threads.run ? &shape->threads : nullptr;
    };
    shape->done = true;
  }
  compiled = &shape->compiled;
  return shape->status;
}

} // namespace heddle::jit
