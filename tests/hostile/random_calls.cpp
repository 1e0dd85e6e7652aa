// Calls every function of the driver's and the runtime's API in random order with random arguments,
// right and wrong ones, and with the handles that earlier calls have made. Whatever comes back is
// an error code: the process must not die, hang or eat the machine's memory.
//
//   random_calls [CALLS] [SEED] [leaks]
//
// Where inject_failures is preloaded, calls of the system fail meanwhile, and the program says how
// many have, in how many functions of the API. No call may ask the heap for more than the device
// has: where the system overcommits memory, it would get it, and fill the machine. With `leaks`, no
// call of the system fails; each call that returns an error is made again some times instead, and
// must leave nothing behind: no memory of the heap, mapping, file or thread. Nor may there be more
// of these from round to round when the same calls are made again and all that they have made is
// destroyed.
//
// Each sequence runs in a process of its own, and a failure names its seed. Pointers are null or
// point to memory that is there, since no implementation survives others.

// Without the inline functions of these headers, which overload functions of the API.
#define HEDDLE_CU_EARLIER_FORMS_H
#define HEDDLE_REMOVED_FUNCTIONS_H
#define HEDDLE_NO_EGL_HEADER
#include "inject_failures.h"

#include "ir/driver_api.h"

#include <cuda.h>
#include <cudaEGL.h>
#include <cudaGL.h>
#include <cudaProfiler.h>
#include <cudaTypedefs.h>
#include <cudaVDPAU.h>
#include <cuda_egl_interop.h>
#include <cuda_gl_interop.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>
#include <cuda_vdpau_interop.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/wait.h>
#include <tuple>
#include <type_traits>
#include <unistd.h>
#include <vector>

// Functions that the compiler calls. No header declares them, and they trust their arguments.
extern "C" {
cudaError_t __cudaGetKernel();
cudaError_t __cudaGetProcAddress();
cudaError_t __cudaInitModule();
cudaError_t __cudaLaunchKernel();
cudaError_t __cudaPopCallConfiguration();
cudaError_t __cudaPushCallConfiguration();
cudaError_t __cudaRegisterFatBinary();
cudaError_t __cudaRegisterFatBinaryEnd();
cudaError_t __cudaRegisterFunction();
cudaError_t __cudaRegisterHostVar();
cudaError_t __cudaRegisterManagedVar();
cudaError_t __cudaRegisterUnifiedTable();
cudaError_t __cudaRegisterVar();
cudaError_t __cudaUnregisterFatBinary();
}

namespace {

constexpr unsigned kCallsPerSequence = 1000;
constexpr unsigned kSeconds = 120;
constexpr std::size_t kScratchBytes = 64u << 20;
// Nobody can access this much behind the scratch memory. A copy of more bytes than a program has
// memory faults there; what lies behind it otherwise may be the stack of one of Heddle's threads.
constexpr std::size_t kGuardBytes = std::size_t{64} << 30;

std::mt19937_64 random64;
char* scratch;

std::uint64_t below(std::uint64_t bound) {
  return random64() % bound;
}

// Memory that a call may read and write. It holds zeros and what earlier calls have written.
char* somewhere() {
  return scratch + below(kScratchBytes / 2) / 256 * 256;
}

// What one argument points to.
constexpr std::size_t kArgumentBytes = 4096;
std::vector<char*> placesOfArguments;

// As somewhere(), but no two arguments of a call share memory: where a handle is also the number of
// things in an array, there are more of them than memory.
char* placeOfArgument() {
  for (;;) {
    char* const place = somewhere();
    if (std::ranges::all_of(placesOfArguments, [&](const char* other) {
          return static_cast<std::size_t>(std::abs(place - other)) >= kArgumentBytes;
        })) {
      placesOfArguments.push_back(place);
      return place;
    }
  }
}

constexpr const char* kTexts[] = {
    "",
    "add",
    "cuMemAlloc",
    "no such name",
    "/nonexistent/folder/file",
    "%s%n%x",
    ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry add() { ret; }\n",
    ".version 99.0\n.target sm_999\n",
    "0000:00:00.0",
};

// The device addresses that calls have returned.
std::vector<std::uint64_t> addresses;
// The present call returns the address of an object on the heap of the process. A copy to it would
// damage the heap on a GPU's machine, too, since copies also take the addresses of host memory.
bool returnsHeapMemory = false;
// How many calls of this sequence have succeeded.
unsigned successes = 0;
// The present call takes numbers of things in an array, so that large numbers are no argument.
bool smallNumbersOnly = false;

// The same calls are made round by round. An address differs between rounds, and with it would the
// size of an allocation; the driver keeps memory for each size that it has met.
bool makesRounds = false;

std::uint64_t anyNumber(bool mayBeAddress = true) {
  static constexpr std::uint64_t kLarge[] = {
      255,
      256,
      4096,
      65535,
      65536,
      1u << 20,
      (1u << 20) + 1,
      0x7fffffffu,
      0x80000000u,
      0xffffffffu,
      1ull << 32,
      1ull << 40,
      1ull << 47,
      1ull << 62,
      1ull << 63,
      UINT64_MAX - 1,
      UINT64_MAX,
      UINT64_MAX / 4 + 1,
  };
  const std::uint64_t choice = below(16);
  if (smallNumbersOnly || choice < 8)
    return below(2) ? 0 : below(5);
  if (choice < 11)
    return below(4096);
  if (choice < 13 && !addresses.empty() && mayBeAddress)
    return addresses[below(addresses.size())] + (below(4) ? 0 : below(5000));
  return kLarge[below(std::size(kLarge))];
}

// Types whose pointers are handles: those that no header defines.
template <typename T, typename = void> struct IsComplete : std::false_type {};
template <typename T> struct IsComplete<T, std::void_t<decltype(sizeof(T))>> : std::true_type {};
template <typename T>
constexpr bool isHandle = std::is_pointer_v<T> && std::is_class_v<std::remove_pointer_t<T>> &&
                          !IsComplete<std::remove_pointer_t<T>>::value;

template <typename T> std::vector<T>& pool() {
  static std::vector<T> handles;
  return handles;
}

template <typename T> struct Argument;
template <typename R, typename... A> R doNothing(A...) {
  if constexpr (!std::is_void_v<R>)
    return R{};
}

template <typename T> T anyHandle() {
  auto& known = pool<T>();
  const std::uint64_t choice = below(8);
  if (choice < 5 && !known.empty())
    return known[known.size() - 1 - below(std::min<std::size_t>(known.size(), 8))];
  // Null, the special streams, and numbers that no table has given out.
  static constexpr std::uintptr_t kOthers[] = {0, 0, 1, 2, 3, 0x10, 0xdeadbeef, UINTPTR_MAX};
  return reinterpret_cast<T>(kOthers[below(std::size(kOthers))]);
}

// Numbers and enumerations.
template <typename T> struct Argument {
  T value{};
  Argument() {
    if constexpr (std::is_enum_v<T>)
      value = static_cast<T>(below(4) ? below(12) : anyNumber());
    else if constexpr (std::is_integral_v<T>)
      value = static_cast<T>(anyNumber(std::is_same_v<T, CUdeviceptr> || !makesRounds));
    else if constexpr (std::is_floating_point_v<T>)
      value = static_cast<T>(below(100)) / 50;
    else if constexpr (isHandle<T>)
      value = anyHandle<T>();
    // Structures by value stay zero, but for their first bytes.
    else if (below(2))
      std::memcpy(static_cast<void*>(&value), kTexts[1], std::min(sizeof value, std::size_t{3}));
  }
  void harvest() {}
};

template <> struct Argument<const char*> {
  const char* value = below(6) ? kTexts[below(std::size(kTexts))] : nullptr;
  void harvest() {}
};

template <typename R, typename... A> struct Argument<R (*)(A...)> {
  R (*value)(A...) = below(3) ? doNothing<R, A...> : nullptr;
  void harvest() {}
};

// A place where a call puts a handle or an address, or memory for anything else.
template <typename T>
  requires(!isHandle<T*> && !std::is_function_v<T>)
struct Argument<T*> {
  T* value = below(8) ? reinterpret_cast<T*>(placeOfArgument()) : nullptr;
  Argument() {
    if (!value)
      return;
    std::memset(const_cast<void*>(static_cast<const void*>(value)), 0, kArgumentBytes);
    if constexpr (std::is_same_v<std::remove_const_t<T>, void*>) {
      for (int index = 0; index < 16; ++index)
        const_cast<void**>(value)[index] = somewhere();
    } else if constexpr (!std::is_void_v<T> && IsComplete<T>::value) {
      fill(const_cast<std::remove_const_t<T>&>(*value));
    }
  }
  void harvest() {
    if constexpr (isHandle<std::remove_const_t<T>> && !std::is_const_v<T>) {
      if (value && *value)
        pool<T>().push_back(*value);
    } else if constexpr (std::is_same_v<T, CUdeviceptr> || std::is_same_v<T, void*>) {
      if (value && !returnsHeapMemory)
        addresses.push_back(std::uint64_t(*value));
    }
  }

private:
  template <typename V> static void set(V& field) { field = Argument<V>().value; }
  template <typename S> static void fill(S& s) {
    if constexpr (std::is_integral_v<S> || std::is_enum_v<S> || isHandle<S>) {
      set(s);
    } else if constexpr (requires { s.WidthInBytes, s.srcMemoryType; }) {
      fillCopy(s);
    } else if constexpr (requires { s.NumChannels, s.Format; }) {
      s.Format = below(2) ? CU_AD_FORMAT_FLOAT : Argument<CUarray_format>().value;
      s.NumChannels = 1u << below(3);
      set(s.Width), set(s.Height);
      if constexpr (requires { s.Depth; })
        set(s.Depth), s.Flags = static_cast<unsigned>(below(8));
    } else if constexpr (requires { s.location, s.flags; }) {
      set(s.location.type);
      s.location.id = static_cast<int>(below(2));
      set(s.flags);
    } else if constexpr (requires { s.elementSize, s.dst; }) {
      set(s.dst), set(s.pitch), set(s.value), set(s.width), set(s.height);
      s.elementSize = 1u << below(3);
    } else if constexpr (std::is_same_v<S, CUmemAllocationProp>) {
      s.type = CU_MEM_ALLOCATION_TYPE_PINNED;
      s.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    } else if constexpr (std::is_same_v<S, CUmemPoolProps>) {
      s.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
      s.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
      set(s.maxSize);
    } else if constexpr (requires { s.extent, s.kind; }) {
      set(s.extent.width), set(s.extent.height), set(s.extent.depth), set(s.kind);
      s.srcPtr = {somewhere(), Argument<std::size_t>().value, 16, 16};
      s.dstPtr.ptr = reinterpret_cast<void*>(anyNumber());
      set(s.dstPtr.pitch), set(s.dstPtr.ysize), set(s.srcPos.x), set(s.dstPos.y);
    }
  }
  template <typename S> static void fillCopy(S& s) {
    set(s.WidthInBytes), set(s.Height), set(s.srcXInBytes), set(s.srcY), set(s.dstXInBytes);
    set(s.dstY), set(s.srcPitch), set(s.dstPitch), set(s.srcDevice), set(s.dstDevice);
    set(s.srcArray), set(s.dstArray);
    s.srcMemoryType = static_cast<CUmemorytype>(below(6));
    s.dstMemoryType = static_cast<CUmemorytype>(below(6));
    s.srcHost = somewhere();
    s.dstHost = somewhere();
    if constexpr (requires { s.srcHeight; })
      set(s.Depth), set(s.srcZ), set(s.dstZ), set(s.srcHeight), set(s.dstHeight);
  }
};

// The functions of the API, and how many calls of the system have failed in each, over all
// processes.
constexpr std::size_t kMostEntries = 2048;
long* failuresIn;
std::size_t currentEntry;

// Where inject_failures is preloaded, every other call meets a failure of the system, if it makes
// that many calls. Most functions make few.
void injectFailure() {
  if (hostileArm && below(2))
    hostileArm(hostile::Kind{static_cast<unsigned>(below(hostile::kKinds))},
               static_cast<long>(1 + below(below(3) ? 4 : 40)), 1);
}

// What a device of these tests has at most, and so the most that a call may ask the heap for.
constexpr unsigned long kMostHeapBytes = 4ul << 30;
// The functions that have asked for more in this sequence.
std::set<std::size_t> greedy;

// What a process has of the system, of which a call that fails must leave nothing behind.
struct Holdings {
  long heapBytes, mappings, files, threads;
};

long entriesOf(const char* folder) {
  const auto entries = std::filesystem::directory_iterator(folder);
  return std::distance(begin(entries), end(entries));
}

Holdings holdings() {
  const long heapBytes = hostileLiveBytes();
  std::ifstream maps("/proc/self/maps");
  const long mappings =
      std::count(std::istreambuf_iterator<char>(maps), std::istreambuf_iterator<char>(), '\n');
  return {heapBytes, mappings, entriesOf("/proc/self/fd"), entriesOf("/proc/self/task")};
}

// Whether each of so many calls may have left something behind.
bool hasGrown(const Holdings& before, const Holdings& after, long calls) {
  constexpr long kLeastBytes = 16; // of an allocation
  return after.heapBytes - before.heapBytes >= calls * kLeastBytes ||
         after.mappings - before.mappings >= calls || after.files - before.files >= calls ||
         after.threads - before.threads >= calls;
}

bool findsLeaks = false, repeatsFailedCalls = false;
// The functions that have leaked in this sequence.
std::set<std::size_t> leaking;

// Makes the call, which has failed, some more times. The first round fills the driver's log of
// errors with it, and what other threads do meanwhile can look like a leak once, but not three
// times.
template <typename Call> void checkForLeak(Call call) {
  constexpr long kCalls = 300; // more than the log has lines
  constexpr int kRounds = 3;
  for (int round = 0; round < kRounds; ++round) {
    const Holdings before = holdings();
    for (long again = 0; again < kCalls; ++again)
      if (call() == 0)
        return;
    if (!hasGrown(before, holdings(), kCalls))
      return;
  }
  leaking.insert(currentEntry);
}

template <typename R, typename... A> void callRandomly(R (*function)(A...)) {
  std::tuple<Argument<std::remove_cv_t<A>>...> arguments;
  const long failuresBefore = hostileFailures ? hostileFailures() : 0;
  if (!findsLeaks)
    injectFailure();
  const R result = std::apply([&](auto&... each) { return function(each.value...); }, arguments);
  if (hostileDisarm) {
    hostileDisarm();
    if (hostileTakeLargestRequest() > kMostHeapBytes)
      greedy.insert(currentEntry);
    failuresIn[currentEntry] += hostileFailures() - failuresBefore;
  }
  if constexpr (std::is_enum_v<R>) {
    if (static_cast<int>(result) == 0 && ++successes)
      std::apply([](auto&... each) { (each.harvest(), ...); }, arguments);
    else if (repeatsFailedCalls)
      checkForLeak([&] {
        return static_cast<int>(
            std::apply([&](auto&... each) { return function(each.value...); }, arguments));
      });
  }
}

struct Entry {
  const char* name;
  void (*call)();
};

const Entry kDriver[] = {
#define HEDDLE_ENTRY(name, introduced, symbol, perThread) {#symbol, [] { callRandomly(&symbol); }},
#define HEDDLE_EARLIER_ENTRY(name, introduced, symbol, perThread)
#define HEDDLE_ALIAS_ENTRY(name, introduced, symbol, perThread, implementation)
#define HEDDLE_UNSUPPORTED_ENTRY(name, introduced, symbol, perThread)
#include "ir/driver_api.def"
#undef HEDDLE_ENTRY
#undef HEDDLE_EARLIER_ENTRY
#undef HEDDLE_ALIAS_ENTRY
#undef HEDDLE_UNSUPPORTED_ENTRY
};

const Entry kRuntime[] = {
#define HEDDLE_ENTRY(name, perThread) {#name, [] { callRandomly(&name); }},
#define HEDDLE_REMOVED_ENTRY(name, perThread)
#include "runtime/runtime_api.def"
#undef HEDDLE_ENTRY
#undef HEDDLE_REMOVED_ENTRY
};

// What random arguments cannot be right for.
bool isLeftOut(std::string_view name) {
  static const std::set<std::string_view> names{
      // They wait, or make a stream wait, for what nobody does.
      "cuStreamWaitValue32_v2",
      "cuStreamWaitValue64_v2",
      "cuStreamBatchMemOp_v2",
      "cuGraphAddBatchMemOpNode",
      "cuGraphConditionalHandleCreate",
      "cudaGraphConditionalHandleCreate",
      // It stops another process, if one has the number, and nobody lets that go on.
      "cuCheckpointProcessLock",
      // The image has no size, and ends where it says itself.
      "cuModuleLoadFatBinary",
  };
  return name.starts_with("__") || names.contains(name);
}

// Whether numbers may say how many elements an array of the caller has.
bool takesCounts(std::string_view name) {
  for (const char* part :
       {"Batch", "Graph", "Options", "Ex", "Attributes", "SetAccess", "Link", "Library", "Capture",
        "CtxCreate", "Params", "Name", "Get", "Param", "Logs", "ValidDevices", "Launch", "Advise"})
    if (name.find(part) != name.npos)
      return true;
  return false;
}

static_assert(std::size(kDriver) + std::size(kRuntime) <= kMostEntries);

std::vector<Entry> allEntries() {
  std::vector<Entry> entries(std::begin(kDriver), std::end(kDriver));
  entries.insert(entries.end(), std::begin(kRuntime), std::end(kRuntime));
  std::erase_if(entries, [](const Entry& entry) { return isLeftOut(entry.name); });
  return entries;
}

// What stays when everything else is destroyed: to free it takes its size, which nobody remembers
// here.
bool makesWhatStays(std::string_view name) {
  return name == "cuMemAddressReserve" || name == "cuMemCreate";
}
long thingsThatStay = 0;

void makeCalls(const std::vector<Entry>& entries, std::uint64_t seed, bool verbose) {
  random64.seed(seed);
  cudaFree(nullptr);
  for (unsigned call = 0; call < kCallsPerSequence; ++call) {
    currentEntry = below(entries.size());
    const Entry& entry = entries[currentEntry];
    smallNumbersOnly = takesCounts(entry.name);
    returnsHeapMemory = std::string_view(entry.name) == "cuLinkComplete";
    if (verbose)
      std::fprintf(stderr, "%u %s\n", call, entry.name);
    const unsigned successesBefore = successes;
    placesOfArguments.clear();
    entry.call();
    if (successes > successesBefore && makesWhatStays(entry.name))
      ++thingsThatStay;
    // A sticky error would answer all further calls.
    if (call % 50 == 49 && cudaDeviceSynchronize() != cudaSuccess)
      cudaDeviceReset();
  }
}

template <typename Handle, typename Destroy> void destroyAll(Destroy destroy) {
  for (const Handle handle : pool<Handle>())
    destroy(handle);
  pool<Handle>().clear();
}

// Destroys what calls have made. What belongs to a context goes with it.
void destroyEverything() {
  destroyAll<CUgraphExec>(cuGraphExecDestroy);
  destroyAll<CUgraph>(cuGraphDestroy);
  destroyAll<CUuserObject>([](CUuserObject object) { cuUserObjectRelease(object, 1); });
  destroyAll<CUlinkState>(cuLinkDestroy);
  destroyAll<CUlibrary>(cuLibraryUnload);
  destroyAll<CUmemoryPool>(cuMemPoolDestroy);
  destroyAll<CUexternalMemory>(cuDestroyExternalMemory);
  destroyAll<CUexternalSemaphore>(cuDestroyExternalSemaphore);
  destroyAll<CUlogsCallbackHandle>(cuLogsUnregisterCallback);
  destroyAll<CUasyncCallbackHandle>(
      [](CUasyncCallbackHandle handle) { cuDeviceUnregisterAsyncNotification(0, handle); });
  destroyAll<CUtexref>(cuTexRefDestroy);
  destroyAll<CUgreenCtx>(cuGreenCtxDestroy);
  destroyAll<CUcontext>(cuCtxDestroy);
  addresses.clear();
  cuDevicePrimaryCtxReset(0);
}

// Whether the process has more after each round of the same calls than before it, though everything
// that they have made is destroyed. A program that makes such calls for hours would run out.
bool growsByRounds(const std::vector<Entry>& entries, std::uint64_t seed) {
  // Caches and logs fill up in the first rounds.
  constexpr int kFirstRounds = 3, kRounds = 3;
  // The driver's own notes of what stays.
  constexpr long kBytesThatStay = 2048;
  int growing = 0;
  Holdings before{}, after{};
  for (int round = -kFirstRounds; round < kRounds; ++round) {
    before = holdings();
    thingsThatStay = 0;
    makeCalls(entries, seed, false);
    destroyEverything();
    after = holdings();
    growing += round >= 0 && (after.heapBytes - before.heapBytes > kBytesThatStay ||
                              after.mappings > before.mappings + thingsThatStay ||
                              after.files > before.files || after.threads > before.threads);
  }
  if (growing < kRounds)
    return false;
  std::printf(
      "the process grows with each round of the same calls: in the last by %ld bytes of the "
      "heap, %ld mappings, %ld files and %ld threads\n",
      after.heapBytes - before.heapBytes, after.mappings - before.mappings,
      after.files - before.files, after.threads - before.threads);
  return true;
}

[[noreturn]] void runSequence(std::uint64_t seed, bool verbose) {
  alarm(kSeconds);
  scratch = static_cast<char*>(mmap(nullptr, kScratchBytes + kGuardBytes, PROT_NONE,
                                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  mprotect(scratch, kScratchBytes, PROT_READ | PROT_WRITE);
  const std::vector<Entry> entries = allEntries();
  repeatsFailedCalls = findsLeaks;
  makeCalls(entries, seed, verbose);
  repeatsFailedCalls = false;
  makesRounds = true;
  const bool grows = findsLeaks && growsByRounds(entries, seed);
  for (const std::size_t entry : leaking)
    std::printf("%s leaks where it fails\n", entries[entry].name);
  for (const std::size_t entry : greedy)
    std::printf("%s asks for more memory than there is\n", entries[entry].name);
  std::fflush(stdout);
  if (grows || !leaking.empty() || !greedy.empty())
    _exit(3);
  // If hardly any call succeeds, the sequence tests nothing.
  if (verbose)
    std::fprintf(stderr, "%u of %u calls succeeded\n", successes, kCallsPerSequence);
  _exit(successes >= kCallsPerSequence / 20 ? 0 : 2);
}

} // namespace

int main(int count, char** arguments) {
  const std::uint64_t calls = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 5000;
  const std::uint64_t seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
  findsLeaks = count > 3 && std::string_view(arguments[3]) == "leaks";
  if (findsLeaks && !hostileLiveBytes) {
    std::fprintf(stderr, "leaks are counted by inject_failures, which is not preloaded\n");
    return 2;
  }
  const bool verbose = std::getenv("HOSTILE_VERBOSE") != nullptr;
  // A device has all the memory of the machine. A random call that fills what another one has
  // allocated would then be stopped by the kernel, for lack of memory.
  setenv("HEDDLE_MEMORY", "4G", 0);
  const std::uint64_t sequences = std::max<std::uint64_t>(1, calls / kCallsPerSequence);
  int failed = 0;
  failuresIn = static_cast<long*>(mmap(nullptr, kMostEntries * sizeof(long), PROT_READ | PROT_WRITE,
                                       MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (std::uint64_t index = 0; index < sequences; ++index) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
      runSequence(seed + index, verbose);
    int status = 0;
    waitpid(child, &status, 0);
    if (status == 0)
      continue;
    ++failed;
    std::printf("FAILED: seed %llu, %s %d\n", static_cast<unsigned long long>(seed + index),
                WIFSIGNALED(status) ? "signal" : "status",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  }
  if (hostileFailures && !findsLeaks) {
    const auto entries = static_cast<long>(allEntries().size());
    std::printf("%ld failures, in %ld of %ld functions\n",
                std::accumulate(failuresIn, failuresIn + entries, 0L),
                std::count_if(failuresIn, failuresIn + entries, [](long n) { return n > 0; }),
                entries);
  }
  if (failed)
    return 1;
  std::printf("%llu calls\nok\n", static_cast<unsigned long long>(sequences * kCallsPerSequence));
  return 0;
}
