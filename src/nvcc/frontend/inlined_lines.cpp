#include "nvcc/frontend/inlined_lines.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/CodeGen/AsmPrinter.h>
#include <llvm/CodeGen/DebugHandlerBase.h>
#include <llvm/CodeGen/MachineInstr.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <vector>

using namespace llvm;

namespace heddle::frontend {
namespace {

constexpr StringRef kComment = "// heddle.inlined";
// What .loc can say came with this version of PTX.
constexpr unsigned kFirstMajor = 7, kFirstMinor = 2;

StringRef nameOf(const DISubprogram& function) {
  return function.getLinkageName().empty() ? function.getName() : function.getLinkageName();
}

std::string pathOf(const DILocation& place) {
  const StringRef directory = place.getDirectory(), file = place.getFilename();
  return directory.empty() || file.starts_with("/") ? file.str() : (directory + "/" + file).str();
}

// Writes, before each instruction of an inlined function, that function's name, and then the place
// of each call with the name of the function that it stands in.
class InlinedLineComments : public DebugHandlerBase {
public:
  explicit InlinedLineComments(AsmPrinter* printer) : DebugHandlerBase(printer) {}

  // The printer gets what describes its module only after it has been made.
  void beginModule(Module* module) override {
    DebugHandlerBase::beginModule(module);
    if (Asm)
      MMI = Asm->MMI;
  }
  void beginInstruction(const MachineInstr* instruction) override {
    const DILocation* place = instruction->getDebugLoc();
    if (!place || !place->getInlinedAt() || instruction->isMetaInstruction())
      return;
    std::string text = kComment.str();
    raw_string_ostream stream(text);
    stream << '\t' << nameOf(*place->getScope()->getSubprogram());
    while ((place = place->getInlinedAt()))
      stream << '\t' << pathOf(*place) << '\t' << place->getLine() << '\t' << place->getColumn()
             << '\t' << nameOf(*place->getScope()->getSubprogram());
    Asm->OutStreamer->emitRawText(text);
  }
  void endInstruction() override {}
  void beginFunctionImpl(const MachineFunction*) override {}
  void endFunctionImpl(const MachineFunction*) override {}
  void endModule() override {}
};

// The targets as they were before their printers were replaced.
struct Originals {
  const Target narrow, wide;
};
const Originals& originals() {
  static const auto find = [](const char* triple) -> const Target& {
    std::string error;
    return *TargetRegistry::lookupTarget(triple, error);
  };
  static const Originals all{find("nvptx"), find("nvptx64")};
  return all;
}

AsmPrinter* createPrinter(TargetMachine& machine, std::unique_ptr<MCStreamer>&& streamer) {
  const Target& original =
      machine.getTargetTriple().isArch64Bit() ? originals().wide : originals().narrow;
  AsmPrinter* const printer = original.createAsmPrinter(machine, std::move(streamer));
  if (printer)
    printer->addDebugHandler(std::make_unique<InlinedLineComments>(printer));
  return printer;
}

void replacePrinters() {
  static const bool isDone = [] {
    originals();
    std::string error;
    for (const char* triple : {"nvptx", "nvptx64"})
      TargetRegistry::RegisterAsmPrinter(
          *const_cast<Target*>(TargetRegistry::lookupTarget(triple, error)), createPrinter);
    return true;
  }();
  (void)isDone;
}

// A function, and the place in its caller where it was inlined.
struct Call {
  StringRef function, file, line, column;
};

class InlinedLines {
public:
  explicit InlinedLines(StringRef ptx) : ptx_(ptx), hasInlinedAt_(isNewEnough(ptx)) { findFiles(); }

  std::string complete() {
    StringRef rest = ptx_;
    std::vector<Call> calls;
    while (!rest.empty()) {
      const auto [line, behind] = rest.split('\n');
      rest = behind;
      const StringRef text = line.trim();
      if (text.starts_with(kComment)) {
        calls = callsOf(text);
        continue;
      }
      if (text.starts_with(".loc") && !calls.empty() && hasInlinedAt_)
        addLines(line, calls);
      else
        written_ += (line + "\n").str();
      // A label may stand between the comment and the line.
      if (!text.ends_with(":"))
        calls.clear();
    }
    return written_ + newFiles_ + names();
  }

private:
  static bool isNewEnough(StringRef ptx) {
    StringRef version = ptx.split(".version ").second;
    unsigned major = 0, minor = 0;
    return !version.consumeInteger(10, major) && version.consume_front(".") &&
           !version.consumeInteger(10, minor) &&
           std::pair(major, minor) >= std::pair(kFirstMajor, kFirstMinor);
  }

  // .file NUMBER "NAME"
  void findFiles() {
    StringRef rest = ptx_;
    while (!rest.empty()) {
      const auto [line, behind] = rest.split('\n');
      rest = behind;
      StringRef text = line.trim();
      unsigned number = 0;
      if (!text.consume_front(".file"))
        continue;
      text = text.ltrim();
      if (text.consumeInteger(10, number))
        continue;
      files_[text.split('"').second.split('"').first] = number;
      lastFile_ = std::max(lastFile_, number);
    }
  }

  unsigned fileNumber(StringRef name) {
    const auto [found, isNew] = files_.try_emplace(name, lastFile_ + 1);
    if (isNew)
      newFiles_ += "\t.file\t" + std::to_string(++lastFile_) + " \"" + name.str() + "\"\n";
    return found->second;
  }

  static std::vector<Call> callsOf(StringRef comment) {
    SmallVector<StringRef, 16> words;
    comment.split(words, '\t');
    std::vector<Call> calls;
    for (std::size_t i = 1; i + 4 < words.size(); i += 4)
      calls.push_back({words[i], words[i + 1], words[i + 2], words[i + 3]});
    return calls;
  }

  std::string placeOf(const Call& call) {
    return std::to_string(fileNumber(call.file)) + " " + call.line.str() + " " + call.column.str();
  }

  std::string attributes(const Call& call) {
    const auto number = nameNumbers_.try_emplace(call.function, nameNumbers_.size()).first->second;
    if (number == names_.size())
      names_.push_back(call.function.str());
    return ", function_name $L__info_string" + std::to_string(number) + ", inlined_at " +
           placeOf(call);
  }

  // The lines of the calls come first, the outermost one before all, since inlined_at only names a
  // place in the caller, whose own caller is known from an earlier line.
  void addLines(StringRef line, ArrayRef<Call> calls) {
    written_ += "\t.loc\t" + placeOf(calls.back()) + "\n";
    for (std::size_t i = calls.size() - 1; i > 0; --i)
      written_ += "\t.loc\t" + placeOf(calls[i - 1]) + attributes(calls[i]) + "\n";
    // Behind the place there may be a comment.
    const StringRef place = line.split("//").first.rtrim();
    written_ += place.str() + attributes(calls.front()) + "\n";
  }

  std::string names() const {
    if (names_.empty())
      return "";
    std::string text = "\t.section\t.debug_str\n\t{\n";
    for (std::size_t i = 0; i < names_.size(); ++i) {
      text += "$L__info_string" + std::to_string(i) + ":\n.b8 ";
      for (const char character : names_[i])
        text += std::to_string(static_cast<unsigned char>(character)) + ",";
      text += "0\n";
    }
    return text + "\t}\n";
  }

  const StringRef ptx_;
  const bool hasInlinedAt_;
  std::string written_, newFiles_;
  StringMap<unsigned> files_;
  unsigned lastFile_ = 0;
  StringMap<std::size_t> nameNumbers_;
  std::vector<std::string> names_;
};

} // namespace

bool prepareInlinedLines(Module& module) {
  if (module.debug_compile_units().empty())
    return false;
  replacePrinters();
  for (Function& function : module)
    if (DISubprogram* const described = function.getSubprogram();
        described && described->getLinkageName().empty())
      described->replaceLinkageName(MDString::get(module.getContext(), function.getName()));
  return true;
}

void addInlinedLines(std::string& ptx) {
  ptx = InlinedLines(ptx).complete();
}

} // namespace heddle::frontend
