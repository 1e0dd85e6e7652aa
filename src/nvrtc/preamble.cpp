#include "nvrtc/preamble.h"
#include "jit/object_cache.h"
#include "nvcc/frontend/precompile_action.h"
#include "nvrtc/cache_key.h"
#include "nvrtc/clang_arguments.h"
#include "nvrtc/front_end.h"

namespace heddle::nvrtc {

namespace {

std::unique_ptr<llvm::MemoryBuffer> parse(const Request& request, std::string& log) {
  FrontEndRun run;
  run.arguments = preambleArguments(request);
  run.mainName = "preamble";
  run.mainText = "#include <nvrtc_preamble.h>\n";
  LogWriter writer(false);
  llvm::SmallVector<char, 0> nothing;
  auto buffer = std::make_shared<clang::PCHBuffer>();
  // The paths of headers are stored relative to the prefix, so that an installation can be moved.
  frontend::PrecompileAction action(kPreamblePath, buffer);
  if (!execute(run, action, writer, nothing) || !buffer->IsComplete) {
    log = writer.take("the preamble");
    return nullptr;
  }
  return llvm::MemoryBuffer::getMemBufferCopy({buffer->Data.data(), buffer->Data.size()});
}

// The digest does not depend on the prefix, because the installation can be moved.
std::string digest(Request request) {
  request.installation = {};
  CacheKey key("preamble");
  for (const std::string& each : preambleArguments(request))
    key.add(each);
  return key.digest();
}

std::unique_ptr<llvm::MemoryBuffer> installed(const Request& request, const std::string& name) {
  auto file = llvm::MemoryBuffer::getFile((request.installation.preambles / name).string(),
                                          /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return file ? std::move(*file) : nullptr;
}

// The key in the compute cache depends on the prefix too: several installations share the cache,
// and their headers may differ.
std::string cacheKey(const Request& request, const std::string& name) {
  CacheKey key(name);
  key.add(request.installation.prefix.string());
  return key.digest();
}

} // namespace

std::unique_ptr<llvm::MemoryBuffer> precompiledPreamble(const Request& request, std::string& log) {
  const std::string installedName = digest(request), key = cacheKey(request, installedName);
  if (auto found = installed(request, installedName))
    return found;
  const jit::ObjectCache& cache = jit::ObjectCache::global();
  if (std::optional<std::string> stored = cache.load(key))
    return llvm::MemoryBuffer::getMemBufferCopy(*stored);
  auto made = parse(request, log);
  if (made)
    cache.store(key, {made->getBufferStart(), made->getBufferSize()});
  return made;
}

bool installPreamble(const Request& request, std::string& log) {
  const std::unique_ptr<llvm::MemoryBuffer> made = parse(request, log);
  if (!made)
    return false;
  std::error_code error;
  llvm::raw_fd_ostream file((request.installation.preambles / digest(request)).string(), error);
  if (!error)
    file << made->getBuffer();
  file.close();
  if (error || (error = file.error()))
    log = error.message();
  return !error;
}

} // namespace heddle::nvrtc
