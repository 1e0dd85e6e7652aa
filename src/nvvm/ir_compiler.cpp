#include "nvvm/ir_compiler.h"

#include "fatbin/lto_ir.h"
#include "nvvm/nvvm_annotations.h"
#include "nvvm/nvvm_intrinsics.h"
#include "nvvm/opaque_pointers.h"
#include "nvvm/options.h"
#include "toolkit/clang_settings.h"
#include "toolkit/misaligned_vectors.h"
#include "toolkit/module_flags.h"
#include "toolkit/ptx_code_generation.h"
#include "toolkit/ptx_directives.h"
#include "toolkit/undefined_values.h"

#include <fmt/format.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <set>

using namespace llvm;

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace heddle::nvvm {
namespace {

constexpr const char* kTriple = "nvptx64-nvidia-cuda";

// LLVM's errors become lines of the log, where LLVM itself would end the process.
class LogOfDiagnostics : public DiagnosticHandler {
public:
  explicit LogOfDiagnostics(std::string& log) : log_(log) {}
  bool handleDiagnostics(const DiagnosticInfo& info) override {
    if (info.getSeverity() != DS_Error)
      return true;
    raw_string_ostream stream(log_);
    DiagnosticPrinterRawOStream printer(stream);
    stream << "libnvvm : error: ";
    info.print(printer);
    stream << "\n";
    return true;
  }

private:
  std::string& log_;
};

class Compiler {
public:
  explicit Compiler(const Request& request) : request_(request) {
    context_.setDiagnosticHandler(std::make_unique<LogOfDiagnostics>(response_.log));
  }

  Response run() {
    response_.result = compile();
    // nvvmCompileProgram has no result for IR that is wrong; only nvvmVerifyProgram names it.
    if (response_.result == NVVM_ERROR_INVALID_IR && !request_.verifyOnly)
      response_.result = NVVM_ERROR_COMPILATION;
    return std::move(response_);
  }

private:
  nvvmResult compile() {
    std::optional<Options> options = parseOptions(request_.options, response_.log);
    if (!options)
      return NVVM_ERROR_INVALID_OPTION;
    options_ = *options;
    toolkit::setPtxCodeGeneration({.preciseDivision = options_.preciseDivision,
                                   .preciseSquareRoot = options_.preciseSquareRoot});
    if (!makeTargetMachine())
      return NVVM_ERROR_COMPILATION;
    module_ = std::make_unique<Module>("nvvm", context_);
    prepare(*module_);
    // libdevice asks for this flag where an instruction has a form that flushes.
    module_->addModuleFlag(Module::Override, "nvvm-reflect-ftz", options_.flushToZero);
    // What the program itself defines is visible to others. Lazy modules come last, because only
    // what the others still lack is taken from them.
    for (const IrModule& each : request_.modules)
      if (!each.isLazy)
        if (nvvmResult result = add(each); result != NVVM_SUCCESS)
          return result;
    const std::set<std::string> kernels = kernelsOf(*module_);
    for (const Function& function : *module_)
      if (!function.isDeclaration() &&
          (request_.keepsFunctions || kernels.contains(function.getName().str())))
        own_.insert(function.getName().str());
    for (const GlobalVariable& variable : module_->globals())
      if (!variable.isDeclaration())
        own_.insert(variable.getName().str());
    for (const IrModule& each : request_.modules)
      if (each.isLazy)
        if (nvvmResult result = add(each); result != NVVM_SUCCESS)
          return result;
    if (request_.verifyOnly)
      return NVVM_SUCCESS;
    optimize();
    if (options_.ltoIr)
      writeBitcode();
    return generate() ? NVVM_SUCCESS : NVVM_ERROR_COMPILATION;
  }

  bool makeTargetMachine() {
    std::string error;
    const Target* target = TargetRegistry::lookupTarget(kTriple, error);
    if (!target) {
      response_.log += fmt::format("libnvvm : error: {}\n", error);
      return false;
    }
    TargetOptions targetOptions;
    targetOptions.AllowFPOpFusion =
        options_.fusedMultiplyAdd ? FPOpFusion::Fast : FPOpFusion::Strict;
    machine_.reset(target->createTargetMachine(
        kTriple, "sm_" + std::string(options_.architecture->clang), toolkit::kPtxFeature,
        targetOptions, std::nullopt, std::nullopt,
        options_.optimizationLevel == 0 ? CodeGenOptLevel::None : CodeGenOptLevel::Default));
    return machine_ != nullptr;
  }

  // The target of a module may be spelled in several ways, all of which mean this one.
  void prepare(Module& module) {
    module.setTargetTriple(kTriple);
    module.setDataLayout(machine_->createDataLayout());
  }

  std::unique_ptr<Module> parse(const IrModule& source) {
    SMDiagnostic error;
    if (isBitcode(reinterpret_cast<const unsigned char*>(source.content.data()),
                  reinterpret_cast<const unsigned char*>(source.content.data()) +
                      source.content.size())) {
      Expected<std::unique_ptr<Module>> parsed =
          parseBitcodeFile(MemoryBufferRef(source.content, source.name), context_);
      if (parsed)
        return std::move(*parsed);
      response_.log += fmt::format("{}: error: {}\n", source.name, toString(parsed.takeError()));
      return nullptr;
    }
    const std::string text = withOpaquePointers(source.content);
    // The layout is replaced before the text is read: attributes and constants depend on it.
    const std::string layout = machine_->createDataLayout().getStringRepresentation();
    std::unique_ptr<Module> parsed =
        parseAssembly(MemoryBufferRef(text, source.name), error, context_, nullptr,
                      [&](StringRef, StringRef) { return std::optional<std::string>(layout); });
    if (!parsed)
      response_.log += fmt::format("{} ({}, {}): parse {}\n", source.name, error.getLineNo(),
                                   error.getColumnNo(), error.getMessage().str());
    return parsed;
  }

  nvvmResult add(const IrModule& source) {
    std::unique_ptr<Module> parsed = parse(source);
    if (!parsed)
      return NVVM_ERROR_INVALID_IR;
    prepare(*parsed);
    for (Function& function : *parsed)
      adjustAttributes(function);
    renameNvvmAnnotations(*parsed);
    if (!replaceNvvmIntrinsics(*parsed, response_.log))
      return NVVM_ERROR_INVALID_IR;
    raw_string_ostream stream(response_.log);
    if (verifyModule(*parsed, &stream))
      return NVVM_ERROR_INVALID_IR;
    const unsigned flags = source.isLazy ? Linker::Flags::LinkOnlyNeeded : Linker::Flags::None;
    return Linker::linkModules(*module_, std::move(parsed), flags) ? NVVM_ERROR_INVALID_IR
                                                                   : NVVM_SUCCESS;
  }

  // Functions that name another processor could not be inlined into each other, nor could those of
  // nvcc and NVRTC, for which malloc() is no function of the C library, into others.
  void adjustAttributes(Function& function) {
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("target-features");
    function.addFnAttr("no-builtin-malloc");
    function.addFnAttr("no-builtin-free");
    if (options_.flushToZero)
      function.addFnAttr("denormal-fp-math-f32", "preserve-sign");
  }

  void optimize() {
    internalizeModule(*module_, [&](const GlobalValue& value) {
      return own_.contains(value.getName().str()) || value.getName().starts_with("llvm.");
    });
    LoopAnalysisManager loops;
    FunctionAnalysisManager functions;
    CGSCCAnalysisManager components;
    ModuleAnalysisManager modules;
    PassBuilder builder(machine_.get());
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    ModulePassManager passes = options_.optimizationLevel == 0
                                   ? builder.buildO0DefaultPipeline(OptimizationLevel::O0)
                                   : builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3);
    passes.run(*module_, modules);
    for (Function& function : *module_)
      toolkit::splitMisalignedVectors(function);
  }

  // Before code generation, which changes the module. The flag is of this compilation; that of the
  // link may differ.
  void writeBitcode() {
    const std::unique_ptr<Module> copy = CloneModule(*module_);
    toolkit::removeDenormalFlag(*copy);
    raw_string_ostream stream(bitcode_);
    WriteBitcodeToFile(*copy, stream);
  }

  bool generate() {
    for (Function& function : *module_)
      toolkit::defineUndefinedValues(function);
    SmallVector<char, 0> text;
    raw_svector_ostream stream(text);
    legacy::PassManager passes;
    if (machine_->addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::AssemblyFile)) {
      response_.log += "libnvvm : error: PTX cannot be written\n";
      return false;
    }
    const std::size_t logged = response_.log.size();
    passes.run(*module_);
    if (response_.log.size() != logged)
      return false;
    response_.ptx.assign(text.data(), text.size());
    toolkit::retargetPtx(response_.ptx, *options_.architecture);
    if (options_.ltoIr)
      response_.ptx = fatbin::writeLtoIr({bitcode_, response_.ptx});
    return true;
  }

  const Request& request_;
  Response response_;
  Options options_;
  LLVMContext context_;
  std::unique_ptr<TargetMachine> machine_;
  std::unique_ptr<Module> module_;
  std::set<std::string> own_; // what the modules that are not lazy define
  std::string bitcode_;       // of the optimised module, for LTO-IR
};

} // namespace

Response compile(const Request& request) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  return Compiler(request).run();
}

} // namespace heddle::nvvm
