#include "nvrtc/preamble.h"
#include "jit/object_cache.h"
#include "nvrtc/cache_key.h"
#include "nvrtc/clang_arguments.h"
#include "nvrtc/front_end.h"

#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Serialization/ASTWriter.h"

#include <map>
#include <mutex>

namespace heddle::nvrtc {

namespace {

// As clang's own action, which writes to a file.
class PreambleAction : public clang::GeneratePCHAction {
public:
  explicit PreambleAction(std::shared_ptr<clang::PCHBuffer> buffer) : buffer_(std::move(buffer)) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<clang::PCHGenerator>(
        compiler.getPreprocessor(), compiler.getModuleCache(), preamblePath, "", buffer_,
        compiler.getFrontendOpts().ModuleFileExtensions, /*AllowASTWithErrors=*/false,
        /*IncludeTimestamps=*/false);
  }

private:
  std::shared_ptr<clang::PCHBuffer> buffer_;
};

std::unique_ptr<llvm::MemoryBuffer> parse(const std::vector<std::string>& arguments,
                                          std::string& log) {
  FrontEndRun run;
  run.arguments = arguments;
  run.mainName = "preamble";
  run.mainText = "#include <nvrtc_preamble.h>\n";
  LogWriter writer(false);
  llvm::SmallVector<char, 0> nothing;
  auto buffer = std::make_shared<clang::PCHBuffer>();
  PreambleAction action(buffer);
  if (!execute(run, action, writer, nothing) || !buffer->IsComplete) {
    log = writer.take("the preamble");
    return nullptr;
  }
  return llvm::MemoryBuffer::getMemBufferCopy({buffer->Data.data(), buffer->Data.size()});
}

} // namespace

std::shared_ptr<llvm::MemoryBuffer> precompiledPreamble(const Request& request, std::string& log) {
  struct Entry {
    std::mutex mutex;
    std::shared_ptr<llvm::MemoryBuffer> buffer;
  };
  static std::mutex mutex;
  static auto* entries = new std::map<std::string, std::unique_ptr<Entry>>;

  std::vector<std::string> arguments = preambleArguments(request);
  CacheKey key("preamble");
  for (const std::string& each : arguments)
    key.add(each);
  std::string name = key.digest();

  Entry* entry;
  {
    std::lock_guard lock(mutex);
    std::unique_ptr<Entry>& place = (*entries)[name];
    if (!place)
      place = std::make_unique<Entry>();
    entry = place.get();
  }
  // Those who need the same one wait for the first; others go on.
  std::lock_guard lock(entry->mutex);
  if (entry->buffer)
    return entry->buffer;
  jit::ObjectCache& cache = jit::ObjectCache::global();
  if (std::optional<std::string> stored = cache.load(name))
    entry->buffer = llvm::MemoryBuffer::getMemBufferCopy(*stored);
  else if ((entry->buffer = parse(arguments, log)))
    cache.store(name, {entry->buffer->getBufferStart(), entry->buffer->getBufferSize()});
  return entry->buffer;
}

} // namespace heddle::nvrtc
