// The functions of an executable or library by their addresses, from its table of symbols, which
// also has those that dladdr() does not know because nobody outside of the file can call them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace heddle::trace {

class SymbolTable {
public:
  // Empty where the file cannot be read, is no ELF file of this machine, or has been stripped.
  explicit SymbolTable(const std::string& path);

  // The name of the function with this instruction, as in the file; empty if there is none.
  // `address` is that in memory, and `base` where the file is loaded.
  std::string nameAt(std::uintptr_t address, std::uintptr_t base) const;

private:
  struct Function {
    std::uint64_t bytes;
    std::string name;
  };
  bool isRelocated_ = true; // false where the symbols have the addresses of the process
  std::map<std::uint64_t, Function> functions_;
};

} // namespace heddle::trace
