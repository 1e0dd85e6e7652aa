// Makes calls of the system fail one after the other while the driver works, and checks that each
// failure is an error of the API: no crash, no hang, no leak, and the driver works on.
//
//   failures [--cold] [--compiler] [--most=N] [--only=SCENARIO] [--kind=KIND] [--first=CALL]
//
// Each scenario runs once to count the calls, and then once for each of them (or for N of them)
// with that call failing. With --cold each of these runs in a process of its own, so that the
// failures meet the driver's first steps too. Needs inject_failures in LD_PRELOAD.
#include "inject_failures.h"
#include "scenarios.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using hostile::Kind;
using hostile::Scenario;

// Nothing here takes a second, but the machine may be busy.
constexpr unsigned kSeconds = 60;
// The heap may grow once by what the driver keeps for later. What grows each time is a leak.
constexpr long kLeakBytes = 64 << 10;

struct Options {
  bool cold = false;
  bool compiler = false;
  long most = 1'000'000;
  long first = 1;
  const char* only = nullptr;
  const char* kind = nullptr;
};

const char* current = "";

// A compilation makes ten thousands of allocations, and what it held when one of them fails is lost
// (jit/llvm_job.h). Such failures are tried only with --compiler.
bool scenarioRunsLlvm(const Scenario& scenario, Kind kind) {
  return scenario.compiles && kind == Kind::Memory;
}

[[noreturn]] void fail(const char* what, long call, Kind kind, int result = 0) {
  hostileDisarm();
  std::printf("FAILED: %s: %s, call %ld of %s (%d)\n", current, what, call,
              hostile::kKindNames[static_cast<unsigned>(kind)], result);
  std::exit(1);
}

CUresult begin() {
  if (const CUresult result = cuInit(0); result != CUDA_SUCCESS)
    return result;
  CUcontext context;
  if (const CUresult result = cuDevicePrimaryCtxRetain(&context, 0); result != CUDA_SUCCESS)
    return result;
  return cuCtxSetCurrent(context);
}

// A scenario may fail for want of what was taken from it, and succeed if the driver could do
// without.
bool isAllowed(CUresult result) {
  switch (result) {
  case CUDA_SUCCESS:
  case CUDA_ERROR_OUT_OF_MEMORY:
  case CUDA_ERROR_OPERATING_SYSTEM:
  case CUDA_ERROR_MAP_FAILED:
    return true;
  default:
    return false;
  }
}

// The distance of calls that fail, so that there are at most so many.
long stepFor(long count, long most) {
  return std::max(1L, (count + most - 1) / most);
}

long countCalls(const Scenario& scenario, Kind kind) {
  hostileArm(kind, 0, 0);
  const CUresult result = scenario.run();
  if (result != CUDA_SUCCESS)
    fail("does not run without failures", 0, kind, result);
  return hostileCalls(kind);
}

void checkWarm(const Scenario& scenario, Kind kind, long call) {
  hostileArm(kind, call, 1);
  const CUresult result = scenario.run();
  hostileDisarm();
  if (!isAllowed(result))
    fail("gives another error", call, kind, result);
  if (const CUresult after = scenario.run(); after != CUDA_SUCCESS) {
    // An allocation that fails while a kernel runs ends its context.
    cuDevicePrimaryCtxReset(0);
    if (begin() != CUDA_SUCCESS || scenario.run() != CUDA_SUCCESS)
      fail("does not run again", call, kind, after);
  }
}

long runWarm(const Scenario& scenario, Kind kind, long most, long first) {
  current = scenario.name;
  scenario.run(); // what is made once
  const long count = countCalls(scenario, kind);
  const long step = stepFor(count, most);
  long done = 0;
  const long before = hostileLiveBytes();
  for (long call = first; call <= count; call += step, ++done) {
    alarm(kSeconds);
    checkWarm(scenario, kind, call);
  }
  alarm(0);
  const long growth = hostileLiveBytes() - before;
  if (std::getenv("HOSTILE_VERBOSE"))
    std::printf("%s, %s: %ld of %ld, heap %+ld\n", scenario.name,
                hostile::kKindNames[static_cast<unsigned>(kind)], done, count, growth);
  if (growth > kLeakBytes && !scenario.compiles)
    fail("leaks", growth, kind);
  return done;
}

int coldChild(const Scenario& scenario, Kind kind, long call) {
  alarm(kSeconds);
  hostileArm(kind, call, 1);
  CUresult result = begin();
  if (result == CUDA_SUCCESS)
    result = scenario.run();
  hostileDisarm();
  if (!isAllowed(result))
    return 2;
  if (begin() != CUDA_SUCCESS || scenario.run() != CUDA_SUCCESS) {
    cuDevicePrimaryCtxReset(0);
    if (begin() != CUDA_SUCCESS || scenario.run() != CUDA_SUCCESS)
      return 3;
  }
  return 0;
}

long coldCalls(const Scenario& scenario, Kind kind) {
  int ends[2];
  if (pipe(ends) != 0)
    return 0;
  if (fork() == 0) {
    hostileArm(kind, 0, 0);
    begin();
    scenario.run();
    const long count = hostileCalls(kind);
    _exit(write(ends[1], &count, sizeof count) == sizeof count ? 0 : 1);
  }
  long count = 0;
  if (read(ends[0], &count, sizeof count) != sizeof count)
    count = 0;
  close(ends[0]);
  close(ends[1]);
  wait(nullptr);
  return count;
}

long runCold(const Scenario& scenario, Kind kind, long most, long first) {
  current = scenario.name;
  const long count = coldCalls(scenario, kind);
  const long step = stepFor(count, most);
  long done = 0;
  for (long call = first; call <= count; call += step, ++done) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
      _exit(coldChild(scenario, kind, call));
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0)
      fail(WIFSIGNALED(status) ? "is killed when cold" : "fails when cold", call, kind,
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  }
  if (std::getenv("HOSTILE_VERBOSE"))
    std::printf("%s, %s, cold: %ld of %ld\n", scenario.name,
                hostile::kKindNames[static_cast<unsigned>(kind)], done, count);
  return done;
}

Options parse(int count, char** arguments) {
  Options options;
  for (int index = 1; index < count; ++index) {
    const char* text = arguments[index];
    if (std::strcmp(text, "--cold") == 0)
      options.cold = true;
    else if (std::strcmp(text, "--compiler") == 0)
      options.compiler = true;
    else if (std::strncmp(text, "--most=", 7) == 0)
      options.most = std::max(1L, std::atol(text + 7));
    else if (std::strncmp(text, "--first=", 8) == 0)
      options.first = std::max(1L, std::atol(text + 8));
    else if (std::strncmp(text, "--only=", 7) == 0)
      options.only = text + 7;
    else if (std::strncmp(text, "--kind=", 7) == 0)
      options.kind = text + 7;
  }
  return options;
}

} // namespace

int main(int count, char** arguments) {
  if (!hostileArm) {
    std::puts("FAILED: inject_failures is not preloaded");
    return 1;
  }
  const Options options = parse(count, arguments);
  if (!options.cold && begin() != CUDA_SUCCESS) {
    std::puts("FAILED: no device");
    return 1;
  }
  long injections = 0;
  for (const Scenario& scenario : hostile::scenarios())
    for (unsigned kind = 0; kind < hostile::kKinds; ++kind)
      if ((options.compiler || !scenarioRunsLlvm(scenario, Kind{kind})) &&
          (!options.only || std::strcmp(options.only, scenario.name) == 0) &&
          (!options.kind || std::strcmp(options.kind, hostile::kKindNames[kind]) == 0))
        injections += options.cold ? runCold(scenario, Kind{kind}, options.most, options.first)
                                   : runWarm(scenario, Kind{kind}, options.most, options.first);
  std::printf("%ld failures\nok\n", injections);
  return injections > 0 ? 0 : 1;
}
