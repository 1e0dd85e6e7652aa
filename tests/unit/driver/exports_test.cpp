// What libcuda exports is what driver_api.def lists, and each symbol traces its calls and logs its
// failures. This file does not include cuda.h, in which many names of the table are macros.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <unistd.h>

namespace {

const std::string kTraceFile = "/tmp/heddle-exports-trace-" + std::to_string(getpid()) + ".json";
const std::string kLogFile = "/tmp/heddle-exports-log-" + std::to_string(getpid());
// Before the library reads them.
const bool configured = setenv("HEDDLE_TRACE_FILE", kTraceFile.c_str(), 1) == 0 &&
                        setenv("CUDA_LOG_FILE", kLogFile.c_str(), 1) == 0 &&
                        setenv("HEDDLE_QUIET", "1", 1) == 0;

// The symbols of the table.
std::set<std::string> listedSymbols() {
#define HEDDLE_SYMBOLS_none(symbol)
#define HEDDLE_SYMBOLS_ptsz(symbol) symbol "_ptsz",
#define HEDDLE_SYMBOLS_ptds(symbol) symbol "_ptds",
#define HEDDLE_ENTRY(name, introduced, symbol, perThread)                                          \
  #symbol, HEDDLE_SYMBOLS_##perThread(#symbol)
#define HEDDLE_EARLIER_ENTRY HEDDLE_ENTRY
#define HEDDLE_ALIAS_ENTRY(name, introduced, symbol, perThread, implementation)                    \
  HEDDLE_ENTRY(name, introduced, symbol, perThread)
#define HEDDLE_UNSUPPORTED_ENTRY HEDDLE_ENTRY
  return {
#include "ir/driver_api.def"
  };
}

// The exported symbols with their types as nm writes them: `i` is an indirect function, `T` any
// other.
std::map<std::string, char> exportedSymbols() {
  std::map<std::string, char> symbols;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> list(
      popen(NM " --dynamic --defined-only " DRIVER_LIBRARY, "r"), pclose);
  char name[256], type;
  while (std::fscanf(list.get(), "%*s %c %255s", &type, name) == 2)
    symbols.emplace(name, type);
  return symbols;
}

std::string contentsOf(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// As the C calling conventions have it, a function may be given more arguments than it takes. There
// is no current context, so that nearly every function refuses the call.
int callWithZeros(const std::string& symbol) {
  using Function = int(long, long, long, long, long, long, long, long, long, long, long, long, long,
                       long, long, long, long, long, long, long, long, long, long, long);
  auto* function = reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, symbol.c_str()));
  // AArch64 passes a large structure, which is the second argument of these functions, by its
  // address.
  static const std::set<std::string> takeStructures = {"cuEGLStreamProducerPresentFrame",
                                                       "cuIpcOpenEventHandle", "cuIpcOpenMemHandle",
                                                       "cuIpcOpenMemHandle_v2"};
  static const char structure[256] = {};
  const long second = takeStructures.contains(symbol) ? reinterpret_cast<long>(structure) : 0;
  return function(0, second, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

TEST(DriverExports, AreThoseOfTheTable) {
  std::set<std::string> exported;
  for (const auto& [name, type] : exportedSymbols())
    exported.insert(name);
  EXPECT_EQ(exported, listedSymbols());
  EXPECT_GE(exported.size(), 671u);
}

// exports.cpp makes indirect functions; a function that is exported beside it would be an ordinary
// one.
TEST(DriverExports, StandBeforeTheirImplementations) {
  for (const auto& [name, type] : exportedSymbols())
    EXPECT_EQ(type, 'i') << name;
}

// What cuda.h makes of a plain name is a symbol of the table, and if it depends on the kind of
// default stream, both forms are.
TEST(DriverExports, HaveTheSymbolsOfTheHeader) {
  const std::set<std::string> listed = listedSymbols();
  std::ifstream header(INCLUDE_FOLDER "/heddle/cu_versions.h");
  int checked = 0;
  for (std::string line; std::getline(header, line);) {
    std::smatch found;
    static const std::regex definition(R"(#define cu\w+ (?:HEDDLE_CU_PT(DS|SZ)\()?(cu\w+)\)?)");
    if (!std::regex_match(line, found, definition))
      continue;
    ++checked;
    EXPECT_TRUE(listed.contains(found[2])) << line;
    if (found[1].matched)
      EXPECT_TRUE(listed.contains(found[2].str() + (found[1] == "DS" ? "_ptds" : "_ptsz"))) << line;
  }
  EXPECT_GT(checked, 100);
}

TEST(DriverExports, TraceCallsAndLogFailures) {
  ASSERT_TRUE(configured);
  ASSERT_EQ(callWithZeros("cuInit"), 0);
  std::map<std::string, int> results;
  for (const std::string& symbol : listedSymbols())
    results[symbol] = callWithZeros(symbol);
  const std::string trace = contentsOf(kTraceFile), log = contentsOf(kLogFile);
  std::filesystem::remove(kTraceFile);
  std::filesystem::remove(kLogFile);
  int failures = 0;
  for (const auto& [symbol, result] : results) {
    EXPECT_NE(trace.find("\"name\":\"" + symbol + "\""), trace.npos) << symbol;
    if (result != 0) {
      EXPECT_NE(log.find(" from " + symbol + "\n"), log.npos) << symbol;
      ++failures;
    }
  }
  EXPECT_GT(failures, 600);
}

} // namespace
