// clang 19 as nvcc's front end. It is clang's own driver and compiler in a program of ours, because
// the functions of dialect.cpp and its neighbours must be linked into it. nvcc calls it like
// clang++, for CUDA sources only.
#include "nvcc/frontend/precompiled_headers.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/CodeGen/ObjectFilePCHContainerOperations.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/TextDiagnosticBuffer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Serialization/PCHContainerOperations.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

using namespace clang;

namespace {

using Arguments = SmallVector<const char*, 256>;

std::unique_ptr<FrontendAction> createAction(frontend::ActionKind kind) {
  switch (kind) {
  case frontend::EmitAssembly:
    return std::make_unique<EmitAssemblyAction>();
  case frontend::EmitObj:
    return std::make_unique<EmitObjAction>();
  case frontend::EmitLLVM:
    return std::make_unique<EmitLLVMAction>();
  case frontend::EmitBC:
    return std::make_unique<EmitBCAction>();
  case frontend::GeneratePCH:
    return std::make_unique<GeneratePCHAction>();
  case frontend::ParseSyntaxOnly:
    return std::make_unique<SyntaxOnlyAction>();
  case frontend::PrintPreprocessedInput:
    return std::make_unique<PrintPreprocessedAction>();
  case frontend::RunPreprocessorOnly:
    return std::make_unique<PreprocessOnlyAction>();
  default:
    return nullptr;
  }
}

// Runs one compilation. `command` is what clang's driver made of our command line: clang -cc1 ….
int compile(SmallVectorImpl<const char*>& command) {
  // An earlier compilation in this process may have set options of LLVM.
  llvm::cl::ResetAllOptionOccurrences();

  CompilerInstance compiler;
  compiler.getPCHContainerOperations()->registerWriter(
      std::make_unique<ObjectFilePCHContainerWriter>());
  compiler.getPCHContainerOperations()->registerReader(
      std::make_unique<ObjectFilePCHContainerReader>());
  // The options also say how to print diagnostics. So what is wrong with the options is kept until
  // they have been read.
  auto* early = new TextDiagnosticBuffer;
  DiagnosticsEngine earlyDiagnostics(new DiagnosticIDs, new DiagnosticOptions, early);
  bool understood = CompilerInvocation::CreateFromArgs(
      compiler.getInvocation(), ArrayRef(command).drop_front(2), earlyDiagnostics, command[0]);
  compiler.createDiagnostics();
  if (!compiler.hasDiagnostics())
    return 1;
  early->FlushDiagnostics(compiler.getDiagnostics());
  if (!understood)
    return 1;

  FrontendOptions& options = compiler.getFrontendOpts();
  // skipped_bodies.cpp decides whose bodies.
  options.SkipFunctionBodies = compiler.getLangOpts().CUDA && !compiler.getLangOpts().CUDAIsDevice;
  if (!options.LLVMArgs.empty()) {
    Arguments llvmArguments{"clang"};
    for (const std::string& each : options.LLVMArgs)
      llvmArguments.push_back(each.c_str());
    llvm::cl::ParseCommandLineOptions(static_cast<int>(llvmArguments.size()), llvmArguments.data());
  }
  std::unique_ptr<FrontendAction> action = createAction(options.ProgramAction);
  if (!action) {
    llvm::errs() << "clang: this front end only compiles and preprocesses\n";
    return 1;
  }
  action = heddle::frontend::withPrecompiledHeaders(compiler, command, std::move(action));
  return compiler.ExecuteAction(*action) ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  llvm::InitializeAllAsmParsers();

  Arguments arguments(argv, argv + argc);
  if (argc > 1 && StringRef(argv[1]) == "-cc1")
    return compile(arguments);

  IntrusiveRefCntPtr<DiagnosticOptions> options = CreateAndPopulateDiagOpts(arguments);
  DiagnosticsEngine diagnostics(new DiagnosticIDs, options,
                                new TextDiagnosticPrinter(llvm::errs(), options.get()));
  ProcessWarningOptions(diagnostics, *options, /*ReportDiags=*/false);
  driver::Driver driver(argv[0], llvm::sys::getDefaultTargetTriple(), diagnostics);
  driver.setTargetAndMode(driver::ParsedClangName("", "clang++", "--driver-mode=g++", true));
  driver.CC1Main = compile;
  arguments.insert(arguments.begin() + 1, "--driver-mode=g++");

  std::unique_ptr<driver::Compilation> compilation(driver.BuildCompilation(arguments));
  if (!compilation || compilation->containsError())
    return 1;
  SmallVector<std::pair<int, const driver::Command*>, 4> failures;
  int status = driver.ExecuteCompilation(*compilation, failures);
  for (const auto& [code, command] : failures)
    if (status == 0)
      status = code;
  return status;
}
