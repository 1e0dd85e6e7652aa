#include "nvcc/frontend/precompiled_headers.h"
#include "jit/object_cache.h"
#include "nvcc/frontend/command_line_macros.h"
#include "nvcc/frontend/precompile_action.h"
#include "nvcc/frontend/recorded_files.h"
#include "toolkit/files.h"

#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Serialization/ASTReader.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/SHA256.h>

using namespace clang;

namespace heddle::frontend {

namespace {

constexpr StringRef kImplicitHeader = "cuda_runtime.h";
// Where the precompiled header appears in the file system of the compilation that uses it.
constexpr const char* kPrecompiledPath = "/.heddle-nvcc/cuda_runtime.pch";

StringRef nameOf(StringRef macro) {
  return macro.take_until([](char c) { return c == '=' || c == '('; });
}

// Whether the macros that are hidden from the headers can be defined behind them, one by one: none
// is undefined, or defined twice.
bool areMacrosSimple(const PreprocessorOptions& options) {
  llvm::StringSet<> names;
  return llvm::all_of(options.Macros, [&](const std::pair<std::string, bool>& macro) {
    const StringRef name = nameOf(macro.first);
    const bool isUndefined = macro.second;
    return isMacroForHeaders(name) || (!isUndefined && names.insert(name).second);
  });
}

bool generatesCode(clang::frontend::ActionKind kind) {
  return kind == clang::frontend::EmitAssembly || kind == clang::frontend::EmitObj ||
         kind == clang::frontend::EmitLLVM || kind == clang::frontend::EmitBC;
}

// With full debug information a compilation must parse the headers itself: clang describes the
// using-declarations of headers only where it parses them.
bool isOrdinary(const CompilerInvocation& invocation) {
  const FrontendOptions& options = invocation.getFrontendOpts();
  const PreprocessorOptions& preprocessor = invocation.getPreprocessorOpts();
  const DependencyOutputOptions& dependencies = invocation.getDependencyOutputOpts();
  return invocation.getLangOpts().CUDA && !invocation.getLangOpts().Modules &&
         !invocation.getCodeGenOpts().hasReducedDebugInfo() &&
         generatesCode(options.ProgramAction) && options.Inputs.size() == 1 &&
         options.Inputs[0].isFile() && !options.Inputs[0].getKind().isPreprocessed() &&
         preprocessor.ImplicitPCHInclude.empty() && preprocessor.MacroIncludes.empty() &&
         !preprocessor.Includes.empty() && preprocessor.Includes.front() == kImplicitHeader &&
         areMacrosSimple(preprocessor) && !dependencies.ShowHeaderIncludes &&
         dependencies.HeaderIncludeOutputFile.empty() && dependencies.DOTOutputFile.empty() &&
         !dependencies.UsePhonyTargets;
}

// How many words of a command line, from this option on, the headers cannot depend on: the names of
// the source and of what is made of it, and macros that the headers do not see.
unsigned wordsWithoutEffect(StringRef option, StringRef next) {
  if (option == "-D")
    return isMacroForHeaders(nameOf(next)) ? 0 : 2;
  if (option.starts_with("-cuid=") || option.starts_with("-fdebug-compilation-dir=") ||
      option.starts_with("-fcoverage-compilation-dir="))
    return 1;
  if (option == "-mllvm" && next.starts_with("-heddle-bitcode="))
    return 2;
  return llvm::StringSwitch<unsigned>(option)
      .Cases("-o", "-main-file-name", "-dumpdir", "-fcuda-include-gpubinary", 2)
      .Cases("-dependency-file", "-MT", "-remap-file", 2)
      .Cases("-sys-header-deps", "-MP", 1)
      .Default(0);
}

// The name of the entry in the cache. Another build of this program may write another format, or
// parse differently, so its own file is part of the key.
std::string cacheKey(ArrayRef<const char*> command, StringRef input) {
  llvm::SHA256 hash;
  const auto add = [&hash](StringRef part) {
    hash.update(part);
    hash.update(StringRef("\0", 1));
  };
  add(toolkit::fileStamp("/proc/self/exe"));
  for (std::size_t i = 2; i < command.size();) {
    const StringRef word = command[i], next = i + 1 < command.size() ? command[i + 1] : "";
    const unsigned skipped = word == input ? 1 : wordsWithoutEffect(word, next);
    if (skipped == 0)
      add(word);
    i += std::max(skipped, 1U);
  }
  return "nvcc-" + llvm::toHex(hash.final(), /*LowerCase=*/true);
}

// Whether the program brings headers of its own that cuda_runtime.h includes. nvcc may have to
// rewrite those, and a relative path means another file in another directory.
bool includesForeignHeaders(const FileStamps& stamps, const HeaderSearchOptions& search) {
  return llvm::any_of(stamps, [&](const auto& each) {
    const StringRef path = each.first;
    return !each.second.empty() &&
           (!path.starts_with("/") ||
            llvm::any_of(search.UserEntries, [&](const HeaderSearchOptions::Entry& entry) {
              return (entry.Group == clang::frontend::Quoted ||
                      entry.Group == clang::frontend::Angled) &&
                     path.starts_with(entry.Path);
            }));
  });
}

// The result of parsing cuda_runtime.h, and the files that this depends on. The header is empty
// where no compilation with these options can use one.
struct PrecompiledHeader {
  FileStamps stamps;
  std::string content;
};

// An entry of the cache is the length of the stamps in decimal, a line break, the stamps and the
// content.
std::string toEntry(const PrecompiledHeader& header) {
  const std::string stamps = toText(header.stamps);
  return std::to_string(stamps.size()) + '\n' + stamps + header.content;
}

std::optional<PrecompiledHeader> fromEntry(StringRef entry) {
  std::size_t size = 0;
  if (entry.consumeInteger(10, size) || !entry.consume_front("\n") || size > entry.size())
    return std::nullopt;
  std::optional<FileStamps> stamps = fileStampsFrom(entry.take_front(size));
  if (!stamps)
    return std::nullopt;
  return PrecompiledHeader{std::move(*stamps), entry.drop_front(size).str()};
}

void hideMacros(PreprocessorOptions& options) {
  llvm::erase_if(options.Macros, [](const std::pair<std::string, bool>& macro) {
    return !isMacroForHeaders(nameOf(macro.first));
  });
}

PrecompiledHeader precompile(const CompilerInvocation& original) {
  CompilerInstance compiler;
  compiler.getInvocation() = original;
  PreprocessorOptions& preprocessor = compiler.getPreprocessorOpts();
  preprocessor.Includes.resize(1);
  preprocessor.RemappedFiles.clear();
  hideMacros(preprocessor);
  compiler.getInvocation().getDependencyOutputOpts() = {};
  const std::unique_ptr<llvm::MemoryBuffer> source =
      llvm::MemoryBuffer::getMemBuffer("", "headers");
  FrontendOptions& options = compiler.getFrontendOpts();
  options.ProgramAction = clang::frontend::GeneratePCH;
  options.Inputs = {
      FrontendInputFile(source->getMemBufferRef(), InputKind(Language::CUDA, InputKind::Source))};
  options.DisableFree = false;

  compiler.createDiagnostics(new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  auto files = llvm::makeIntrusiveRefCnt<RecordingFileSystem>(
      createVFSFromCompilerInvocation(compiler.getInvocation(), compiler.getDiagnostics()));
  compiler.createFileManager(files);
  compiler.setVerboseOutputStream(llvm::nulls());
  auto buffer = std::make_shared<PCHBuffer>();
  PrecompileAction action(kPrecompiledPath, buffer);
  const bool isMade = compiler.ExecuteAction(action) && buffer->IsComplete;
  PrecompiledHeader header{files->stamps(), {}};
  // What clang says about a header must be said by every compilation.
  const DiagnosticConsumer& said = *compiler.getDiagnostics().getClient();
  if (isMade && said.getNumErrors() + said.getNumWarnings() == 0 &&
      !includesForeignHeaders(header.stamps, compiler.getHeaderSearchOpts()))
    header.content.assign(buffer->Data.data(), buffer->Data.size());
  return header;
}

// The precompiled header for this compilation, from the cache or made now. Empty: there is none.
std::string findHeader(const CompilerInvocation& invocation, ArrayRef<const char*> command) {
  const jit::ObjectCache& cache = jit::ObjectCache::global();
  if (!cache.enabled() || !isOrdinary(invocation))
    return {};
  const std::string key = cacheKey(command, invocation.getFrontendOpts().Inputs[0].getFile());
  if (const std::optional<std::string> stored = cache.load(key)) {
    // The first compilation with these options leaves an empty entry.
    std::optional<PrecompiledHeader> header = fromEntry(*stored);
    if (header && areUnchanged(header->stamps))
      return std::move(header->content);
    PrecompiledHeader made = precompile(invocation);
    cache.store(key, toEntry(made));
    return std::move(made.content);
  }
  cache.store(key, {});
  return {};
}

// Defines the macros that the headers do not see, behind them. A macro that a header has defined
// meanwhile wins, as without a precompiled header (command_line_macros.cpp).
std::string withoutRedefinitions(StringRef predefines) {
  std::string text;
  for (StringRef rest = predefines; !rest.empty(); rest = rest.split('\n').second) {
    const StringRef line = rest.split('\n').first, name = macroDefinedBy(line);
    text +=
        name.empty() ? (line + "\n").str() : ("#ifndef " + name + "\n" + line + "\n#endif\n").str();
  }
  return text;
}

// libstdc++ has templates with names of clang's own keywords, such as __is_pointer, and clang makes
// an identifier of such a word where it is declared. Of a word in a precompiled header it learns
// this when it reads the word in the source, but not when it parses the stored body of a template.
// So it is told here about all of them.
void readRevertedKeywords(Preprocessor& preprocessor) {
  ExternalPreprocessorSource* const header = preprocessor.getExternalSource();
  std::vector<const IdentifierInfo*> keywords;
  for (const auto& each : preprocessor.getIdentifierTable())
    if (each.second->isOutOfDate() && each.second->getTokenID() != tok::identifier)
      keywords.push_back(each.second);
  // Reading an identifier may add others to the table.
  for (const IdentifierInfo* each : keywords)
    header->updateOutOfDateIdentifier(*each);
}

// Executes another action behind a precompiled header, which it keeps in memory.
class BehindHeaders : public WrapperFrontendAction {
public:
  BehindHeaders(std::unique_ptr<FrontendAction> action, std::string header)
      : WrapperFrontendAction(std::move(action)), header_(std::move(header)) {}

  // Puts the header into the file system of the compiler. False: clang would not accept it.
  bool use(CompilerInstance& compiler) {
    auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    memory->addFileNoOwn(kPrecompiledPath, 0, llvm::MemoryBufferRef(header_, kPrecompiledPath));
    auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
        createVFSFromCompilerInvocation(compiler.getInvocation(), compiler.getDiagnostics()));
    files->pushOverlay(memory);
    FileManager* manager = compiler.createFileManager(files);
    if (!ASTReader::isAcceptableASTFile(kPrecompiledPath, *manager, compiler.getModuleCache(),
                                        compiler.getPCHContainerReader(), compiler.getLangOpts(),
                                        compiler.getTargetOpts(), compiler.getPreprocessorOpts(),
                                        /*ExistingModuleCachePath=*/""))
      return false;
    compiler.getPreprocessorOpts().ImplicitPCHInclude = kPrecompiledPath;
    // The source comes first in a make rule, although the headers are read before it.
    auto& dependencies = compiler.getDependencyOutputOpts().ExtraDeps;
    dependencies.emplace(
        dependencies.begin(),
        llvm::sys::path::remove_leading_dotslash(compiler.getFrontendOpts().Inputs[0].getFile()),
        EDK_DepFileEntry);
    return true;
  }

  std::unique_ptr<FrontendAction> release() { return std::move(WrappedAction); }

protected:
  void ExecuteAction() override {
    Preprocessor& preprocessor = getCompilerInstance().getPreprocessor();
    preprocessor.setPredefines(withoutRedefinitions(preprocessor.getPredefines()));
    readRevertedKeywords(preprocessor);
    WrapperFrontendAction::ExecuteAction();
  }

private:
  std::string header_;
};

} // namespace

std::unique_ptr<FrontendAction> withPrecompiledHeaders(CompilerInstance& compiler,
                                                       ArrayRef<const char*> command,
                                                       std::unique_ptr<FrontendAction> action) {
  std::string header = findHeader(compiler.getInvocation(), command);
  if (header.empty())
    return action;
  auto behind = std::make_unique<BehindHeaders>(std::move(action), std::move(header));
  if (behind->use(compiler))
    return behind;
  return behind->release();
}

} // namespace heddle::frontend
