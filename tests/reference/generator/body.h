// One function of a generated module. The files of this folder define its members by what they
// generate.
#pragma once

#include "generator.h"
#include "generator/values.h"

#include <algorithm>
#include <array>
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

// Words in shared memory that all threads add to, each with an operation of its own, and more that
// change only under a lock.
constexpr unsigned kSums = 9, kGuarded = 3;

struct DeviceFunction {
  std::string name;
  bool inRegisters; // .reg parameters rather than .param
  bool recursive;
  bool meets; // has barriers: all threads of the block call it together
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
  bool waits = false; // threads wait for others in memory
  bool usesShared = false, usesSharedSums = false, usesCounters = false;
  bool usesStoringFunctions = false;
  std::vector<unsigned> sharedArrays{}, globalArrays{}; // words of zeros at the start
  std::array<std::string, 4> locks{}; // in global and shared memory, plain and with tickets
};

// One function body, text line by line.
class Body {
public:
  Body(Module& module, bool isKernel)
      : module_(module), random_(module.random), kernel_(isKernel) {}

  void statements(Place place, unsigned budget);
  void counters();
  std::string kernelText();
  std::string functionText(const DeviceFunction& function);
  // Those that storeOwn() calls.
  static std::string storingFunctions();

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
  std::string laneCondition(std::uint32_t lanes);
  void conditional(const Place& place, unsigned budget);
  void loop(const Place& place, unsigned budget);
  void leaveLoop(const Place& place);
  void leaveMaskedLoop(Place& place, const std::string& loopMask);
  void switchOver(const Place& place, unsigned budget);
  void tangle(const Place& place, unsigned budget);
  void callFunction(const Place& place);
  void storeOwn(const std::string& value);
  void loads();
  void clampedLoads();
  void ownMemory();
  void ownVectors(unsigned offset);
  void localMemory();
  void sums();
  // Counters in shared memory.
  std::vector<std::string> loadBytes();
  void countUp(const std::string& number, const std::string& value);
  void countRuns(const std::vector<std::string>& bytes);
  void clearCounters();
  void sumCounters();
  static std::string counterDeclaration();
  void exchange();
  void barrierVote();
  void producers();
  void namedGroups();
  void pingPong();
  void lockstep();
  void together(const Place& place);
  // Threads that wait in memory.
  void waitInMemory(const Place& place);
  void spinLock();
  void waitForThread();
  void waitForBlock();
  void lastOne();
  void criticalSection(bool shared, bool withTickets);
  void waitUntil(const std::string& load, const std::string& place, const std::string& wanted);
  void order(const std::string& fence);
  std::string sharedWords(unsigned count);
  std::string globalWords(unsigned count);
  std::string wordOf(const std::string& array, const std::string& index, bool shared);
  void warp(const Place& place);
  void shuffleWholeWarp(const Place& place);
  void exchangeInWarp(const Place& place);
  std::string presentLane(const std::string& mask, const std::string& wanted);
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
  bool usesLocal_ = false, usesTable_ = false, meets_ = false;
};

} // namespace heddle::reference
