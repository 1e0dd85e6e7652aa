// A digest of everything that a kernel's code depends on, for the cache of compiled code.
#include "ptx/lexer.h"
#include "ptx/module.h"
#include "ptx/shared_layout.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>

#include <algorithm>

namespace heddle::ptx {
namespace {

// Hashes tokens rather than the text, so that white space, comments and .loc do not count.
void hashText(llvm::SHA256& hash, std::string_view text) {
  unsigned skippedLine = 0;
  for (const Token& token : tokenise(text)) {
    if (token.location.line == skippedLine)
      continue;
    if (token.kind == TokenKind::DotWord && (token.text == "loc" || token.text == "file")) {
      skippedLine = token.location.line;
      continue;
    }
    char kind = static_cast<char>(token.kind);
    hash.update(llvm::StringRef(&kind, 1));
    hash.update(llvm::StringRef(token.text.data(), token.text.size()));
    hash.update(llvm::StringRef("\0", 1));
  }
}

// The definitions that the code of the roots depends on. Kernels of uniform SIMT code call
// functions that are compiled on their own, and depend on no more of these than how they are
// called.
std::vector<std::uint32_t> dependencies(const Module& module,
                                        std::span<const std::uint32_t> roots) {
  const auto functionOf = [&](std::uint32_t index) { return module.definitions[index].function; };
  const auto isKernel = [&](std::uint32_t index) {
    return functionOf(index) && functionOf(index)->isEntry;
  };
  if (!isUniformSimt(module) || !std::ranges::all_of(roots, isKernel))
    return reachable(module, roots);
  std::vector<std::uint32_t> order(roots.begin(), roots.end());
  for (const std::uint32_t root : roots)
    for (const std::uint32_t symbol : functionOf(root)->usedSymbols)
      if (const std::uint32_t index = module.definitionOf(*module.definitions[root].unit, symbol);
          std::ranges::find(order, index) == order.end())
        order.push_back(index);
  return order;
}

} // namespace

std::string contentKey(const Module& module, std::string_view entry) {
  const std::string name(entry);
  return contentKey(module, std::span(&name, 1));
}

std::string contentKey(const Module& module, std::span<const std::string> entries) {
  std::vector<std::uint32_t> roots;
  for (const std::string& entry : entries)
    if (const auto found = module.byName.find(entry); found != module.byName.end())
      roots.push_back(found->second);
  if (roots.empty())
    return {};
  llvm::SHA256 hash;
  for (std::uint32_t index : dependencies(module, roots)) {
    const Definition& definition = module.definitions[index];
    hash.update(definition.name);
    hash.update(llvm::StringRef("\0", 1));
    if (definition.function) {
      hashText(hash, definition.function->text);
      continue;
    }
    // Code depends on a variable's declaration, not on its contents.
    std::string_view text = definition.variable->text;
    hashText(hash, text.substr(0, text.find('=')));
  }
  // Variables of functions that the kernel may call through pointers come before its own.
  const SharedLayout layout = sharedOfPointedFunctions(module);
  if (std::ranges::any_of(roots, [&](auto root) { return usesLayout(module, root, layout); }))
    for (const auto& [index, offset] : layout.offsets)
      hash.update(module.definitions[index].name + "@" + std::to_string(offset));
  return llvm::toHex(hash.final(), true);
}

} // namespace heddle::ptx
