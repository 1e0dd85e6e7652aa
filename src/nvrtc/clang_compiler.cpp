// Compiles a request with clang, in this process.
#include "nvcc/frontend/recorded_bitcode.h"
#include "nvcc/source_remap.h"
#include "nvcc/source_rewriter.h"
#include "nvrtc/clang_arguments.h"
#include "nvrtc/front_end.h"
#include "nvrtc/name_expressions.h"
#include "nvrtc/preamble.h"
#include "nvrtc/static_variables.h"
#include "toolkit/ptx_code_generation.h"
#include "toolkit/ptx_directives.h"

#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/TargetSelect.h"

#include <filesystem>

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace heddle::nvrtc {

namespace {

// Also collects headers from system directories, since the cached result depends on all of them.
class AllDependencies : public clang::DependencyCollector {
public:
  bool needSystemDependencies() override { return true; }
};

// clang has pragmas that make it crash or hang, for tests of itself.
class NoDebugPragmas : public clang::PPCallbacks {
public:
  explicit NoDebugPragmas(clang::DiagnosticsEngine& diagnostics) : diagnostics_(diagnostics) {}

  void PragmaDebug(clang::SourceLocation location, llvm::StringRef) override {
    const unsigned id = diagnostics_.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                                     "#pragma clang __debug is not supported");
    diagnostics_.Report(location, id);
  }

private:
  clang::DiagnosticsEngine& diagnostics_;
};

template <class Base> class Action : public Base {
public:
  Action(const Request& request, Result& result, bool& cancelled)
      : request_(request), result_(result), cancelled_(cancelled) {}

protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(std::make_unique<NoDebugPragmas>(compiler.getDiagnostics()));
    // The macro goes with the directive (embed_directive.cpp).
    preprocessor.getIdentifierInfo("__has_embed")->setHasMacroDefinition(false);
    return Base::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<NameExpressions>(
        request_.expressions, result_.loweredNames, request_.cancelled, cancelled_));
    if (!request_.options.relocatable)
      consumers.push_back(std::make_unique<StaticVariables>());
    if (auto base = Base::CreateASTConsumer(compiler, file))
      consumers.push_back(std::move(base));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

private:
  const Request& request_;
  Result& result_;
  bool& cancelled_;
};

// The text with the changes for nvcc's dialect that are made before parsing.
std::string rewritten(const std::string& text) {
  return nvcc::rewriteSource(text).value_or(text);
}

// Adds rewritten copies of headers on disk, which hide the originals.
void addRewrittenHeaders(const Request& request, llvm::vfs::InMemoryFileSystem& files) {
  const std::vector<std::string> directories = includeDirectories(request);
  nvcc::IncludeScanner scanner(directories);
  const std::string here = sourceDirectory(request);
  scanner.scanText(decoratedSource(request), here);
  for (const Header& header : request.headers)
    scanner.scanText(header.text, here);
  for (const nvcc::RewrittenFile& file : scanner.files())
    files.addFile(std::filesystem::absolute(file.path).string(), 0,
                  llvm::MemoryBuffer::getMemBufferCopy(file.text, file.path));
}

llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memoryFiles(const Request& request,
                                                                    llvm::MemoryBuffer& preamble) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  files->addFileNoOwn(kPreamblePath, 0, preamble.getMemBufferRef());
  for (const Header& header : request.headers) {
    bool absolute = header.name.starts_with("/");
    files->addFile(absolute ? header.name : kMemoryHeaderDirectory + header.name, 0,
                   llvm::MemoryBuffer::getMemBufferCopy(rewritten(header.text), header.name));
  }
  addRewrittenHeaders(request, *files);
  return files;
}

void initialize() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}

} // namespace

void compile(const Request& request, Result& result) {
  initialize();
  toolkit::setPtxCodeGeneration({.preciseDivision = request.options.preciseDivision,
                                 .preciseSquareRoot = request.options.preciseSquareRoot,
                                 .fastMath = request.options.fastMath});
  std::unique_ptr<llvm::MemoryBuffer> preamble = precompiledPreamble(request, result.log);
  if (!preamble) {
    result.status = Status::InternalError;
    return;
  }
  FrontEndRun run;
  run.arguments = sourceArguments(request);
  run.mainName = request.name;
  run.mainText = rewritten(decoratedSource(request));
  run.files = memoryFiles(request, *preamble);
  run.dependencies = std::make_shared<AllDependencies>();

  LogWriter log(request.options.briefDiagnostics);
  llvm::SmallVector<char, 0> output;
  bool cancelled = false, done = false;
  if (request.options.syntaxOnly) {
    Action<clang::SyntaxOnlyAction> action(request, result, cancelled);
    done = execute(run, action, log, output);
  } else {
    if (request.options.ltoIr)
      frontend::recordBitcodeIn(result.bitcode);
    Action<clang::EmitAssemblyAction> action(request, result, cancelled);
    done = execute(run, action, log, output);
  }
  result.log = log.take(request.name);
  if (cancelled || !done) {
    result.status = cancelled ? Status::Cancelled : Status::CompilationError;
    return;
  }
  result.status = Status::Success;
  result.ptx.assign(output.data(), output.size());
  toolkit::retargetPtx(result.ptx, *request.options.architecture);
  for (const std::string& file : run.dependencies->getDependencies())
    if (!file.starts_with("/.heddle-nvrtc/") && file != request.name)
      result.files.push_back(file);
}

} // namespace heddle::nvrtc
