#include "nvrtc/front_end.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::nvrtc {

namespace {

// The files on disk that a source may include or embed. Pipes and devices count as absent, because
// they may have no end.
class RegularFiles : public llvm::vfs::ProxyFileSystem {
public:
  RegularFiles() : ProxyFileSystem(llvm::vfs::getRealFileSystem()) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    llvm::ErrorOr<llvm::vfs::Status> status = ProxyFileSystem::status(path);
    if (status && !status->isRegularFile() && !status->isDirectory())
      return std::make_error_code(std::errc::no_such_file_or_directory);
    return status;
  }

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine& path) override {
    if (const llvm::ErrorOr<llvm::vfs::Status> found = status(path); !found)
      return found.getError();
    return ProxyFileSystem::openFileForRead(path);
  }
};

} // namespace

bool execute(const FrontEndRun& run, clang::FrontendAction& action, LogWriter& log,
             llvm::SmallVectorImpl<char>& output) {
  clang::CompilerInstance compiler;
  std::vector<const char*> arguments;
  for (const std::string& each : run.arguments)
    arguments.push_back(each.c_str());
  // The parser of arguments requires an input. It is replaced below.
  arguments.insert(arguments.end(), {"-x", "cuda", "-"});

  compiler.createDiagnostics(&log, /*ShouldOwnClient=*/false);
  if (!clang::CompilerInvocation::CreateFromArgs(compiler.getInvocation(), arguments,
                                                 compiler.getDiagnostics()))
    return false;
  // Only now is it known which warnings the arguments ask for.
  compiler.createDiagnostics(&log, /*ShouldOwnClient=*/false);

  std::unique_ptr<llvm::MemoryBuffer> mainBuffer =
      llvm::MemoryBuffer::getMemBuffer(run.mainText, run.mainName);
  clang::FrontendOptions& frontend = compiler.getFrontendOpts();
  frontend.Inputs = {
      clang::FrontendInputFile(mainBuffer->getMemBufferRef(),
                               clang::InputKind(clang::Language::CUDA, clang::InputKind::Source))};
  frontend.DisableFree = false;

  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::makeIntrusiveRefCnt<RegularFiles>());
  if (run.files)
    overlay->pushOverlay(run.files);
  compiler.createFileManager(overlay);
  if (run.dependencies)
    compiler.addDependencyCollector(run.dependencies);
  compiler.setVerboseOutputStream(llvm::nulls()); // clang would print the number of errors
  compiler.setOutputStream(std::make_unique<llvm::raw_svector_ostream>(output));
  bool done = compiler.ExecuteAction(action);
  return done && !compiler.getDiagnostics().hasErrorOccurred();
}

} // namespace heddle::nvrtc
