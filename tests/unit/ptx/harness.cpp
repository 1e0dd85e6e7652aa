#include "harness.h"

#include "../test_jit.h"

#include <cstring>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <map>
#include <regex>

namespace heddle::ptx::testing {
namespace {

std::string describe(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics)
    text += fmt::format("{}:{}: {}\n", d.location.line, d.location.column, d.message);
  return text;
}

// Thread 0 of a block of 1, lane 0 of its warp. Shared memory is an arena of the test's.
alignas(64) char sharedArena[4096];

struct Pair {
  std::uint32_t value;
  bool valid;
};
std::uint32_t zero() {
  return 0;
}
std::uint32_t one() {
  return 1;
}
std::uint64_t clock64() {
  return 0x123456789abcdef0;
}
std::uint64_t toGeneric(std::uint64_t offset) {
  return reinterpret_cast<std::uint64_t>(sharedArena) + offset;
}
std::uint64_t toShared(std::uint64_t address) {
  return address - reinterpret_cast<std::uint64_t>(sharedArena);
}
bool isShared(std::uint64_t address) {
  return address - reinterpret_cast<std::uint64_t>(sharedArena) < sizeof(sharedArena);
}
void ignore() {}
Pair shuffle(std::uint32_t value, std::uint32_t, std::uint32_t, std::uint32_t) {
  return {value, true};
}
bool voteSame(bool p, std::uint32_t) {
  return p;
}
std::uint32_t ballot(bool p, std::uint32_t members) {
  return p ? members & 1 : 0;
}
std::uint32_t popc(std::uint32_t, std::uint32_t, bool p) {
  return p ? 1 : 0;
}
std::uint32_t firstOf(std::uint32_t value, std::uint32_t) {
  return value;
}
std::uint32_t systemPrintf(std::uint64_t, std::uint64_t) {
  return 7;
}

template <typename F> llvm::orc::ExecutorSymbolDef symbol(F* function) {
  return {llvm::orc::ExecutorAddr::fromPtr(function), llvm::JITSymbolFlags::Exported};
}

void defineRuntime(llvm::orc::LLJIT& jit) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](const char* name, llvm::orc::ExecutorSymbolDef definition) {
    symbols[jit.mangleAndIntern(name)] = definition;
  };
  for (const char* name :
       {"heddle.tid.x", "heddle.tid.y", "heddle.tid.z", "heddle.ctaid.x", "heddle.ctaid.y",
        "heddle.ctaid.z", "heddle.laneid", "heddle.warpid", "heddle.smid", "heddle.gridid"})
    add(name, symbol(zero));
  for (const char* name : {"heddle.ntid.x", "heddle.ntid.y", "heddle.ntid.z", "heddle.nctaid.x",
                           "heddle.nctaid.y", "heddle.nctaid.z", "heddle.nwarpid", "heddle.nsmid",
                           "heddle.activemask", "heddle.lanemask.eq"})
    add(name, symbol(one));
  add("heddle.clock64", symbol(clock64));
  add("heddle.globaltimer", symbol(clock64));
  add("heddle.cvta.shared", symbol(toGeneric));
  add("heddle.cvta.to.shared", symbol(toShared));
  add("heddle.isspacep.shared", symbol(isShared));
  for (const char* name : {"heddle.barrier", "heddle.barrier.arrive", "heddle.warp.barrier",
                           "heddle.nanosleep", "heddle.trap", "heddle.exit"})
    add(name, symbol(ignore));
  add("heddle.shfl.idx", symbol(shuffle));
  add("heddle.shfl.up", symbol(shuffle));
  add("heddle.shfl.down", symbol(shuffle));
  add("heddle.shfl.bfly", symbol(shuffle));
  add("heddle.vote.all", symbol(voteSame));
  add("heddle.vote.any", symbol(voteSame));
  add("heddle.vote.ballot", symbol(ballot));
  add("heddle.barrier.popc", symbol(popc));
  for (const char* name : {"heddle.redux.add", "heddle.redux.min", "heddle.redux.max"})
    add(name, symbol(firstOf));
  add("vprintf", symbol(systemPrintf));
  llvm::cantFail(jit.getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols))));
}

// Shared memory as the harness has it: variables of the arena, one after the other. Accesses are
// offsets in address space 3; the arena's address turns them into host addresses.
void placeShared(llvm::Module& module) {
  std::uint64_t at = 0;
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Type* i64 = builder.getInt64Ty();
  auto* arena = llvm::ConstantInt::get(i64, reinterpret_cast<std::uint64_t>(sharedArena));
  std::vector<llvm::GlobalVariable*> variables;
  for (llvm::GlobalVariable& global : module.globals())
    if (global.getAddressSpace() == 3)
      variables.push_back(&global);
  for (llvm::GlobalVariable* global : variables) {
    at = llvm::alignTo(at, global->getAlign().valueOrOne());
    global->replaceAllUsesWith(
        llvm::ConstantExpr::getIntToPtr(llvm::ConstantInt::get(i64, at), global->getType()));
    at += module.getDataLayout().getTypeAllocSize(global->getValueType());
    global->eraseFromParent();
  }
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
        for (llvm::Use& use : instruction.operands()) {
          auto* type = llvm::dyn_cast<llvm::PointerType>(use->getType());
          bool isAccess = llvm::isa<llvm::LoadInst>(instruction) ||
                          llvm::isa<llvm::StoreInst>(instruction) ||
                          llvm::isa<llvm::AtomicRMWInst>(instruction) ||
                          llvm::isa<llvm::AtomicCmpXchgInst>(instruction);
          if (!type || type->getAddressSpace() != 3 || !isAccess)
            continue;
          builder.SetInsertPoint(&instruction);
          use.set(builder.CreateIntToPtr(
              builder.CreateAdd(builder.CreatePtrToInt(use.get(), i64), arena),
              builder.getPtrTy()));
        }
      }
}

} // namespace

std::string withHeader(std::string_view text) {
  if (text.find(".version") != std::string_view::npos)
    return std::string(text);
  return ".version 8.7\n.target sm_100a\n.address_size 64\n" + std::string(text);
}

std::shared_ptr<const Module> parsed(std::string_view text) {
  std::vector<Diagnostic> diagnostics;
  auto module = parse(withHeader(text), diagnostics);
  EXPECT_TRUE(module) << describe(diagnostics);
  if (!module)
    return nullptr;
  std::shared_ptr<const Module> modules[] = {module};
  auto linked = link(modules, diagnostics);
  EXPECT_TRUE(linked) << describe(diagnostics);
  return linked;
}

std::string firstError(std::string_view text) {
  std::vector<Diagnostic> diagnostics;
  auto module = parse(text, diagnostics);
  if (module || diagnostics.empty())
    return "accepted";
  const Diagnostic& d = diagnostics.front();
  return fmt::format("{}:{}: {}", d.location.line, d.location.column, d.message);
}

std::string loweredText(std::string_view text, std::string_view entry) {
  auto module = parsed(text);
  if (!module)
    return {};
  llvm::LLVMContext context;
  std::vector<Diagnostic> diagnostics;
  auto ir = lower(*module, entry, context, diagnostics);
  EXPECT_TRUE(ir) << describe(diagnostics);
  std::string out;
  if (ir) {
    llvm::raw_string_ostream stream(out);
    ir->print(stream, nullptr);
  }
  return out;
}

std::string attributesOf(const std::string& ir, const std::string& function) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  auto module = llvm::parseAssemblyString(ir, error, context);
  const llvm::Function* found = module ? module->getFunction(function) : nullptr;
  EXPECT_TRUE(found) << function << " is not in\n" << ir;
  return found ? found->getAttributes().getAsString(llvm::AttributeList::FunctionIndex) : "";
}

bool matches(const std::string& text, const std::string& expression) {
  return std::regex_search(text, std::regex(expression));
}

Diagnostic loweringError(std::string_view text, std::string_view entry) {
  auto module = parsed(text);
  if (!module)
    return {};
  llvm::LLVMContext context;
  std::vector<Diagnostic> diagnostics;
  auto ir = lower(*module, entry, context, diagnostics);
  EXPECT_FALSE(ir);
  EXPECT_FALSE(diagnostics.empty());
  return diagnostics.empty() ? Diagnostic{} : diagnostics.front();
}

struct Program::Impl {
  std::unique_ptr<llvm::orc::LLJIT> jit;
  void (*kernel)(const void*) = nullptr;
  std::map<std::string, std::vector<std::uint64_t>> memory;
};

Program::Program(std::string_view text, std::string_view entry) : impl_(std::make_unique<Impl>()) {
  auto module = parsed(text);
  if (!module)
    return;
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto context = std::make_unique<llvm::LLVMContext>();
  std::vector<Diagnostic> diagnostics;
  auto ir = lower(*module, entry, *context, diagnostics);
  EXPECT_TRUE(ir) << describe(diagnostics) << text;
  if (!ir)
    return;
  for (const llvm::Function& function : *ir)
    EXPECT_FALSE(function.getName().starts_with("heddle.lib.")) << function.getName().str();
  placeShared(*ir);
  impl_->jit = makeTestJit();
  defineRuntime(*impl_->jit);
  llvm::orc::SymbolMap symbols;
  auto variableList = variables(*module);
  for (const VariableDeclaration& variable : variableList) {
    auto& bytes = impl_->memory[variable.name];
    bytes.resize(variable.size / 8 + 1);
    std::ranges::copy(variable.initialiser, reinterpret_cast<std::uint8_t*>(bytes.data()));
    symbols[impl_->jit->mangleAndIntern(variable.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(bytes.data()), llvm::JITSymbolFlags::Exported};
  }
  for (const VariableDeclaration& variable : variableList)
    for (const InitialiserAddress& address : variable.addresses)
      if (!address.isFunction) {
        std::uint64_t value =
            reinterpret_cast<std::uint64_t>(impl_->memory.at(address.symbol).data()) +
            static_cast<std::uint64_t>(address.addend);
        std::memcpy(reinterpret_cast<char*>(impl_->memory[variable.name].data()) + address.offset,
                    &value, 8);
      }
  llvm::cantFail(
      impl_->jit->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols))));
  // Functions named only by their addresses are declared in the kernel's module, defined in theirs.
  std::vector<std::string> extra;
  for (llvm::Function& function : *ir)
    if (function.isDeclaration())
      for (const std::string& name : addressTakenFunctions(*module))
        if (function.getName() == name)
          extra.push_back(name);
  llvm::cantFail(impl_->jit->addIRModule({std::move(ir), std::move(context)}));
  for (const std::string& name : extra) {
    auto ownContext = std::make_unique<llvm::LLVMContext>();
    auto body = lower(*module, name, *ownContext, diagnostics);
    EXPECT_TRUE(body) << describe(diagnostics);
    if (body)
      llvm::cantFail(impl_->jit->addIRModule({std::move(body), std::move(ownContext)}));
  }
  auto address = impl_->jit->lookup(std::string(entry));
  EXPECT_TRUE(static_cast<bool>(address));
  if (address)
    impl_->kernel = address->toPtr<void (*)(const void*)>();
  else
    llvm::consumeError(address.takeError());
}

Program::~Program() = default;

void Program::run(const void* parameters) const {
  ASSERT_TRUE(impl_->kernel);
  impl_->kernel(parameters);
}

void* Program::variable(const std::string& name) const {
  return impl_->memory.at(name).data();
}

Snippet::Snippet(std::string_view code, Widths widths) {
  std::string text = ".visible .entry snippet(.param .u64 data)\n{\n";
  text += ".reg .b64 %data; .reg .b32 %word, %word2;\n";
  struct Slot {
    char name;
    unsigned width;
  };
  const Slot slots[] = {
      {'d', widths.d}, {'a', widths.a}, {'b', widths.b}, {'c', widths.c}, {'e', widths.e}};
  for (const Slot& slot : slots)
    text += slot.width == 1 ? fmt::format(".reg .pred %{};\n", slot.name)
                            : fmt::format(".reg .b{} %{};\n", slot.width, slot.name);
  text += "ld.param.u64 %data, [data];\n";
  unsigned offset = 16;
  for (const Slot& slot : {slots[1], slots[2], slots[3]}) {
    if (slot.width == 1)
      text += fmt::format("ld.global.u32 %word, [%data+{}]; setp.ne.u32 %{}, %word, 0;\n", offset,
                          slot.name);
    else
      text += fmt::format("ld.global.b{} %{}, [%data+{}];\n", slot.width, slot.name, offset);
    offset += 8;
  }
  text += std::string(code) + "\n";
  offset = 0;
  for (const Slot& slot : {slots[0], slots[4]}) {
    if (slot.width == 1)
      text += fmt::format("selp.u32 %word2, 1, 0, %{}; st.global.u32 [%data+{}], %word2;\n",
                          slot.name, offset);
    else
      text += fmt::format("st.global.b{} [%data+{}], %{};\n", slot.width, offset, slot.name);
    offset += 8;
  }
  text += "ret;\n}\n";
  program_ = std::make_unique<Program>(text, "snippet");
}

std::uint64_t Snippet::operator()(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t data[5] = {0, 0, a, b, c};
  std::uint64_t pointer = reinterpret_cast<std::uint64_t>(data);
  program_->run(&pointer);
  second_ = data[1];
  return data[0];
}

} // namespace heddle::ptx::testing
