// CUmodule: a program in a context, its variables in memory.
#pragma once

#include "driver/driver.h"
#include "driver/image.h"
#include "driver/jit_options.h"
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
    bool owned = true; // otherwise it lies in the program's own memory
  };

  Module(Context& context, std::unique_ptr<jit::Program> program);
  ~Module();

  // Places and initialises the variables; before anything else. `placements` are those that lie in
  // the program's own memory.
  CUresult load(const Placements& placements, bool initialisePlaced);

  Context& context() { return context_; }
  bool ofLibrary = false; // which alone unloads it
  // Null when there is no kernel of that name.
  Function* function(std::string_view name);
  const Variable* variable(std::string_view name) const;
  const std::vector<jit::KernelInfo>& kernels() const { return program_->kernels(); }

private:
  CUresult initialise(const jit::VariableInfo& info);

  Context& context_;
  std::unique_ptr<jit::Program> program_;
  std::map<std::string, Variable, std::less<>> variables_;
  std::mutex mutex_;
  std::map<std::string, Function*, std::less<>> functions_;
};

// Makes a module of a program in a context.
CUresult createModule(Context& context, std::unique_ptr<jit::Program> program,
                      const Placements& placements, bool initialisePlaced, Module*& module);

} // namespace heddle::driver
