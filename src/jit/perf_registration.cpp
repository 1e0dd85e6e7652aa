#include "jit/perf_registration.h"

#include "environment/file_descriptor.h"
#include "jit/jitdump.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/ExecutionEngine/Orc/Debugging/DebugInfoSupport.h"

#include <fcntl.h>
#include <sys/stat.h>

using namespace llvm;

namespace heddle::jit {
namespace {

// Keeps the symbols of all functions. A kernel may have functions that only it calls, at places
// which the assembler knew: nothing refers to their symbols, so that the linker would drop them.
class KeepFunctions : public orc::ObjectLinkingLayer::Plugin {
public:
  void modifyPassConfig(orc::MaterializationResponsibility&, jitlink::LinkGraph&,
                        jitlink::PassConfiguration& passes) override {
    passes.PrePrunePasses.push_back([](jitlink::LinkGraph& graph) {
      for (jitlink::Symbol* symbol : graph.defined_symbols())
        if (symbol->isCallable())
          symbol->setLive(true);
      return Error::success();
    });
  }
  Error notifyFailed(orc::MaterializationResponsibility&) override { return Error::success(); }
  Error notifyRemovingResources(orc::JITDylib&, orc::ResourceKey) override {
    return Error::success();
  }
  void notifyTransferringResources(orc::JITDylib&, orc::ResourceKey, orc::ResourceKey) override {}
};

// A plugin that looks at an object when its code is where it will run.
class AfterLinking : public orc::ObjectLinkingLayer::Plugin {
public:
  void modifyPassConfig(orc::MaterializationResponsibility&, jitlink::LinkGraph&,
                        jitlink::PassConfiguration& passes) final {
    passes.PostFixupPasses.push_back([this](jitlink::LinkGraph& graph) {
      visit(graph);
      return Error::success();
    });
  }
  Error notifyFailed(orc::MaterializationResponsibility&) final { return Error::success(); }
  Error notifyRemovingResources(orc::JITDylib&, orc::ResourceKey) final { return Error::success(); }
  void notifyTransferringResources(orc::JITDylib&, orc::ResourceKey, orc::ResourceKey) final {}

private:
  virtual void visit(jitlink::LinkGraph& graph) = 0;
};

// Gives functions the names that the user knows. ORC has looked at the symbols before and does not
// need them any more; the plugins behind this one see the new names.
class RenameFunctions : public AfterLinking {
public:
  explicit RenameFunctions(std::shared_ptr<PerfNames> names) : names_(std::move(names)) {}

private:
  void visit(jitlink::LinkGraph& graph) override {
    for (jitlink::Symbol* symbol : graph.defined_symbols())
      if (symbol->hasName())
        if (const std::string name = names_->take(symbol->getName().str()); !name.empty())
          rename(graph, symbol->getName().str(), name);
  }

  // The functions that only `symbol` calls have its name and an ending, as in `symbol.region2`.
  static void rename(jitlink::LinkGraph& graph, const std::string& symbol,
                     const std::string& name) {
    for (jitlink::Symbol* function : graph.defined_symbols()) {
      StringRef ending = function->hasName() ? function->getName() : StringRef();
      if (ending.consume_front(symbol) && (ending.empty() || ending.starts_with(".")))
        function->setName(toStringRef(graph.allocateContent(Twine(name) + ending)));
    }
  }

  std::shared_ptr<PerfNames> names_;
};

// Opens the file that perf looks for when code lies in memory of no file. The folder is
// everybody's, so that a file which somebody else has put there is not written to. The path has the
// number of the process, which is another one after a fork: therefore it is opened for each object.
int openPerfMap() {
  const std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
  const int file = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  struct stat status{};
  if (file < 0 || (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                   status.st_uid == geteuid() && status.st_nlink == 1))
    return file;
  close(file);
  return -1;
}

class WritePerfMap : public AfterLinking {
  void visit(jitlink::LinkGraph& graph) override {
    std::string lines;
    for (const jitlink::Symbol* symbol : graph.defined_symbols())
      if (symbol->hasName() && symbol->isCallable() && symbol->getSize() > 0)
        lines += utohexstr(symbol->getAddress().getValue(), true) + " " +
                 utohexstr(symbol->getSize(), true) + " " + symbol->getName().str() + "\n";
    // A single write, so that the lines of two threads do not mix.
    if (const FileDescriptor file(openPerfMap()); file >= 0)
      writeAll(file, lines.data(), lines.size());
  }
};

// The source lines of a function's code. Without a table in the object there are none.
std::vector<JitdumpLine> linesOf(DWARFContext& tables, const jitlink::Symbol& function) {
  using Specifier = DILineInfoSpecifier;
  std::vector<JitdumpLine> lines;
  for (const auto& [address, info] : tables.getLineInfoForAddressRange(
           {function.getAddress().getValue(), object::SectionedAddress::UndefSection},
           function.getSize(), Specifier(Specifier::FileLineInfoKind::AbsoluteFilePath)))
    if (info.Line != 0)
      lines.push_back({address, info.Line, info.FileName});
  return lines;
}

class WriteJitdump : public AfterLinking {
  void visit(jitlink::LinkGraph& graph) override {
    auto tables = orc::createDWARFContext(graph);
    for (const jitlink::Symbol* symbol : graph.defined_symbols())
      if (symbol->hasName() && symbol->isCallable() && symbol->getSize() > 0)
        Jitdump::ofProcess().add(
            symbol->getName().str(), symbol->getAddress().getValue(), symbol->getSymbolContent(),
            tables ? linesOf(*tables->first, *symbol) : std::vector<JitdumpLine>());
    if (!tables)
      consumeError(tables.takeError());
  }
};

} // namespace

void PerfNames::set(const std::string& symbol, std::string name) {
  std::lock_guard lock(mutex_);
  names_[symbol] = std::move(name);
}

std::string PerfNames::take(const std::string& symbol) {
  std::lock_guard lock(mutex_);
  const auto found = names_.extract(symbol);
  return found ? found.mapped() : std::string();
}

std::vector<std::shared_ptr<orc::ObjectLinkingLayer::Plugin>>
perfPlugins(PerfFormat format, const std::shared_ptr<PerfNames>& names) {
  switch (format) {
  case PerfFormat::None:
    return {};
  case PerfFormat::Map:
    return {std::make_shared<KeepFunctions>(), std::make_shared<RenameFunctions>(names),
            std::make_shared<WritePerfMap>()};
  case PerfFormat::Jitdump:
    return {std::make_shared<orc::DebugInfoPreservationPlugin>(), std::make_shared<KeepFunctions>(),
            std::make_shared<RenameFunctions>(names), std::make_shared<WriteJitdump>()};
  }
  llvm_unreachable("all formats are handled");
}

} // namespace heddle::jit
