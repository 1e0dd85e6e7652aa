// What the checker finds in a program, on its way to the command compute-sanitizer, and what that
// command has asked for. HEDDLE_CHECK is a list of words: the tools `memcheck`, `initcheck`,
// `synccheck` and `racecheck`, or `global-races` for races on global memory and `initcheck-block`
// for shared and local memory; `portability`, and `reverse-blocks` for a run in another order of
// blocks; `strict` for mistakes that NVIDIA's tools do not report;
// `race-hazards`, `no-race-analysis`, `unused-memory`, `use-before-alloc` and `use-after-free` for
// what the tools report; `simple-names`
// or `mangled-names` for functions; and what is reported beside their findings: `leaks`,
// `api-errors` for calls of the program that fail, or `all-api-errors` for those inside of other
// calls, too. HEDDLE_CHECK_FILE names the file to which findings are appended, as all libraries and
// child processes of the program do. Without the file they go to standard error.
// HEDDLE_CHECK_PROCESS is the number of the only process that is checked; without it, all that
// inherit these variables are. HEDDLE_CHECK_EXECUTABLES is a list of names of executables whose
// processes are checked, each a name or `regex:` and an expression.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::trace {

enum class ApiErrors { None, OfProgram, All };
enum class FunctionNames { Full, Simple, Mangled };

struct CheckSettings {
  bool memoryAccesses = false;   // memcheck
  bool initialisedReads = false; // initcheck
  bool initialisedBlock = false; // initcheck of shared and local memory
  bool synchronisation = false;  // synccheck
  bool sharedRaces = false;      // racecheck
  bool globalRaces = false;      // racecheck beyond shared memory
  bool portability = false;      // what other GPUs do not promise
  bool warpRacesOnly = false;    // of racecheck: those that lockstep hides, for portability alone
  bool reverseBlocks = false;    // the last block of a grid runs first
  bool strict = false;           // also mistakes that NVIDIA's tools do not report
  bool raceHazards = false;      // of racecheck: each access in a race
  bool raceAnalysis = true;      // of racecheck: each pair of places in the source
  bool unusedMemory = false;     // of initcheck: memory that was never written
  // Of memcheck: memory of pools that is used on another stream than that of its allocation or
  // free, with nothing that orders the two.
  bool usesBeforeAllocation = false, usesAfterFree = false;
  bool leaks = false;
  ApiErrors apiErrors = ApiErrors::None;
  FunctionNames names = FunctionNames::Full;

  bool any() const {
    return memoryAccesses || initialisedReads || initialisedBlock || synchronisation ||
           sharedRaces || globalRaces;
  }
};
const CheckSettings& checkSettings();

// What kind of record a finding is: each begins with one of these letters in the file. A record
// ends with a zero byte, and its lines are what the command prints.
enum class Finding : char {
  Error = 'E',
  Warning = 'W', // of racecheck: a race within a warp, which may be meant
  Leak = 'L',    // the first line has the number of bytes, the others are printed
  Note = 'N',    // is no error
  Start = 'S',   // the process uses CUDA; nothing is printed
};
void reportFinding(Finding kind, const std::string& text);

// Reports a call of the API that has failed. `depth` is the number of calls it is nested in.
void reportApiError(std::string_view function, int error, std::string_view name,
                    std::string_view description, unsigned depth);

// A number as the reports have addresses: 0x and small hexadecimal digits.
std::string hexadecimal(std::uint64_t number);
// A number of bytes as the reports have it: "1,536".
std::string withCommas(std::uint64_t number);

} // namespace heddle::trace
