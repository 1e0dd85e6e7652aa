// CUmodule: a program loaded in a context, with memory for its variables.
#pragma once

#include "driver/context/context_dependents.h"
#include "driver/core/driver.h"
#include "driver/core/handle_table.h"
#include "driver/module/jit_options.h"
#include "driver/module/module_image.h"
#include "jit/program.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace heddle::driver {

class Module {
public:
  struct Variable {
    char* address;
    std::size_t size;
    jit::VariableSpace space;
    bool owned = true; // false for a variable that the program has placed itself
    jit::Reference reference = jit::Reference::None;
  };

  Module(Context& context, std::unique_ptr<jit::Program> program);
  ~Module();

  // Allocates and initialises the variables. It is called once, before the module is used. Those in
  // `placements` are initialised only if `initialisePlaced`. Functions whose addresses are initial
  // values are compiled; where that fails, the reason goes to the log of `options`.
  CUresult load(const Placements& placements, bool initialisePlaced, const JitOptions& options);

  Context& context() { return context_; }
  // The library that has made the module, and that alone unloads it. Null for a module that the
  // program has loaded itself.
  Library* library = nullptr;
  // Null when there is no kernel of that name.
  Function* function(std::string_view name);
  const Variable* variable(std::string_view name) const;
  // Null when there is no such reference.
  TextureReference* textureReference(std::string_view name);
  SurfaceReference* surfaceReference(std::string_view name);
  const std::vector<jit::KernelInfo>& kernels() const { return program_->kernels(); }

  ContextDependent dependent;

private:
  CUresult initialise(const jit::VariableInfo& info, const JitOptions& options);
  template <typename Object>
  Object* reference(std::string_view name, jit::Reference kind,
                    std::map<std::string, Object*, std::less<>>& known, HandleTable<Object>& table);

  Context& context_;
  std::unique_ptr<jit::Program> program_;
  std::uint32_t mostRegisters_ = UINT32_MAX; // of a thread of its kernels
  std::map<std::string, Variable, std::less<>> variables_;
  std::mutex mutex_;
  std::map<std::string, Function*, std::less<>> functions_;
  std::map<std::string, TextureReference*, std::less<>> textureReferences_;
  std::map<std::string, SurfaceReference*, std::less<>> surfaceReferences_;
};

// The kernel of a context that device code names by this address (see jit::Program::kernels());
// null when there is none.
Function* kernelAt(Context& context, const void* address);

// Makes a module of a program in a context.
CUresult createModule(Context& context, std::unique_ptr<jit::Program> program,
                      const Placements& placements, bool initialisePlaced,
                      const JitOptions& options, Module*& module);

} // namespace heddle::driver
