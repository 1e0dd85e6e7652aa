// One function of a generated module. The files of this folder define its members by what they
// generate.
#pragma once

#include "generator.h"
#include "generator/values.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <string>
#include <vector>

namespace heddle::reference {

// Where a statement stands.
struct Place {
  unsigned depth = 0;
  bool blockUniform = false; // all threads that have not exited come here together
  bool leavable = false;     // `breakTo` and `continueTo` may be used at any depth
  std::string mask;          // a register: lanes of the warp that are here; empty: not known
  std::string breakTo, continueTo;
};

struct DeviceFunction {
  std::string name;
  bool inRegisters; // .reg parameters rather than .param
  bool recursive;
};

// What is decided once for a module.
struct Module {
  const LaunchShape& shape;
  Random& random;
  std::vector<Class> classes;
  std::vector<DeviceFunction> functions;
  bool computes = false; // mostly arithmetic
  bool mayExit = false;
  bool usesMasks = false;
  bool usesShared = false, usesSharedSums = false;
};

// One function body, text line by line.
class Body {
public:
  Body(Module& module, bool isKernel)
      : module_(module), random_(module.random), kernel_(isKernel) {}

  void statements(Place place, unsigned budget);
  std::string kernelText();
  std::string functionText(const DeviceFunction& function);

private:
  // Registers.
  std::string reg(Class c);
  std::string fresh(const char* prefix, const char* type);
  std::string integerConstant(unsigned bits);
  std::string source(ptx::ScalarType type, bool allowConstant = true);
  std::string uniform() { return fmt::format("%u{}", random_.below(3)); }
  bool has(Class c) const { return std::ranges::find(module_.classes, c) != module_.classes.end(); }
  std::string label() { return fmt::format("L{}", labels_++); }

  // Text.
  template <typename... T> void emit(fmt::format_string<T...> format, T&&... values) {
    text_ += "  " + fmt::format(format, std::forward<T>(values)...) + ";\n";
  }
  void place(const std::string& name) { text_ += name + ":\n"; }

  // Statements.
  void statement(const Place& place, unsigned budget);
  void computation();
  bool computationOf(const ptx::Form& form, Class wanted);
  void removeNan(Class c, const std::string& name);
  std::string canonicalBits(Class c, const std::string& name);
  void carryChain();
  void moves();
  std::string condition();
  std::string uniformCondition();
  void conditional(const Place& place, unsigned budget);
  void loop(const Place& place, unsigned budget);
  void leaveLoop(const Place& place);
  void leaveMaskedLoop(Place& place, const std::string& loopMask);
  void switchOver(const Place& place, unsigned budget);
  void tangle(const Place& place, unsigned budget);
  void callFunction();
  void loads();
  void ownMemory();
  void localMemory();
  void sums();
  void exchange();
  void barrierVote();
  void producers();
  void warp(const Place& place);
  void exitSome();
  void updateUniform();

  void prologue();
  void epilogue();
  std::string declarations() const;

  Module& module_;
  Random& random_;
  bool kernel_;
  std::string text_;
  std::set<std::pair<Class, unsigned>> used_;
  std::vector<std::string> freshDeclarations_;
  unsigned labels_ = 0, freshNames_ = 0;
  bool usesLocal_ = false, usesTable_ = false;
};

} // namespace heddle::reference
