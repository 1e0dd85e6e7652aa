// What libcudart exports is what runtime_api.def lists. This file does not include the API's
// header, in which some names of the table are overloaded.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <string>

namespace {

#define HEDDLE_SYMBOLS_none(name)
#define HEDDLE_SYMBOLS_ptsz(name) name "_ptsz",
#define HEDDLE_SYMBOLS_ptds(name) name "_ptds",
#define HEDDLE_SYMBOLS(name, perThread) #name, HEDDLE_SYMBOLS_##perThread(#name)

std::set<std::string> symbolsOfCuda13() {
#define HEDDLE_ENTRY HEDDLE_SYMBOLS
#define HEDDLE_REMOVED_ENTRY(name, perThread)
  return {
#include "runtime/runtime_api.def"
  };
#undef HEDDLE_ENTRY
#undef HEDDLE_REMOVED_ENTRY
}

std::set<std::string> allSymbols() {
#define HEDDLE_ENTRY HEDDLE_SYMBOLS
#define HEDDLE_REMOVED_ENTRY HEDDLE_SYMBOLS
  return {
#include "runtime/runtime_api.def"
  };
}

// The names of the functions that the library exports, with the version of their symbols.
std::set<std::string> exportedSymbols() {
  std::set<std::string> symbols;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> list(
      popen(NM " --dynamic --defined-only " RUNTIME_LIBRARY, "r"), pclose);
  char name[256], type;
  while (std::fscanf(list.get(), "%*s %c %255s", &type, name) == 2)
    if (type == 'T' || type == 'i')
      symbols.insert(name);
  return symbols;
}

// Row P-093: every public name of libcudart.so.13 is there, with the library's version.
TEST(RuntimeExports, AreThoseOfTheTable) {
  std::set<std::string> expected;
  for (const std::string& name : allSymbols())
    expected.insert(name + "@@libcudart.so.13");
  EXPECT_EQ(exportedSymbols(), expected);
}

TEST(RuntimeExports, HaveAllOfCuda13) {
  EXPECT_EQ(symbolsOfCuda13().size(), 422u);
}

// The header gives a program compiled for a default stream per thread all forms that there are, and
// no other.
TEST(RuntimeExports, PerThreadFormsAreThoseOfTheHeader) {
  std::set<std::string> listed, defined;
  for (const std::string& name : symbolsOfCuda13())
    if (name.ends_with("_ptsz") || name.ends_with("_ptds"))
      listed.insert(name);
  std::ifstream header(INCLUDE_FOLDER "/heddle/per_thread_stream.h");
  for (std::string line; std::getline(header, line);) {
    std::istringstream words(line);
    std::string directive, name, form;
    if (words >> directive >> name >> form && directive == "#define")
      defined.insert(form);
  }
  listed.erase("__cudaLaunchKernel_ptsz"); // called by the compiler's code alone
  EXPECT_EQ(defined, listed);
}

TEST(RuntimeExports, BeginWithCuda) {
  for (const std::string& name : allSymbols())
    EXPECT_TRUE(name.starts_with("cuda") || name.starts_with("__cuda")) << name;
}

} // namespace
