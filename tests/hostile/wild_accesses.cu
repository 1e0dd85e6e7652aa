// Shows that a kernel's store or load through a wrong pointer is error 700 and harms nothing: at
// random distances of up to 1 TiB from an allocation, and in the program's heap, stack and static
// data, in libraries and in all other memory of the process.
//
//   wild_accesses COUNT [lines]
//
// makes so many accesses. With `lines`, the line on standard error about each of them must name the
// address, the thread and the place in the source. Where there is no wall between kernels and the
// host (no protection keys, or HEDDLE_WALL=0), only the accesses at random distances are made, and
// nine of ten must be found.
#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

static const unsigned kThread = 5;

__global__ void store(char* address, unsigned bytes) {
  if (threadIdx.x != kThread)
    return;
  if (bytes == 1)
    *address = 0x5a;
  else if (bytes == 4)
    *reinterpret_cast<int*>(address) = 0x5a5a5a5a;
  else
    *reinterpret_cast<int4*>(address) = int4{0x5a5a5a5a, 1, 2, 3};
}

__global__ void load(const char* address, unsigned bytes, int* out) {
  if (threadIdx.x != kThread)
    return;
  if (bytes == 1)
    *out = *address;
  else if (bytes == 4)
    *out = *reinterpret_cast<const int*>(address);
  else {
    // Both halves are used, or the compiler would make one load, of no line, of this and the one
    // above.
    const long long value = *reinterpret_cast<const long long*>(address);
    *out = static_cast<int>(value >> 32 ^ value);
  }
}

// A mapping of this process, as the system describes it.
struct Mapping {
  std::uintptr_t low, high;
  std::string permissions, name;
  bool isKernels; // it carries a protection key: kernels may access it
};

static std::vector<Mapping> mappings() {
  std::vector<Mapping> found;
  std::FILE* file = std::fopen("/proc/self/smaps", "r");
  char line[1024];
  while (file && std::fgets(line, sizeof line, file)) {
    Mapping mapping{};
    char permissions[8] = {};
    int end = 0, key = 0;
    if (std::sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %7s %*s %*s %*s %n", &mapping.low,
                    &mapping.high, permissions, &end) == 3 &&
        end > 0) {
      mapping.permissions = permissions;
      mapping.name = line + end;
      found.push_back(mapping);
    } else if (std::sscanf(line, "ProtectionKey: %d", &key) == 1 && !found.empty()) {
      found.back().isKernels = key != 0;
    }
  }
  if (file)
    std::fclose(file);
  return found;
}

// Whether kernels may access the address: then there is nothing to find.
static bool isKernels(const std::vector<Mapping>& all, std::uintptr_t address) {
  return std::any_of(all.begin(), all.end(), [&](const Mapping& mapping) {
    return mapping.isKernels && address + 16 > mapping.low && address < mapping.high;
  });
}

// Whether something is known about where kernels may not go. The program's data never carry a key.
static bool hasWall(const std::vector<Mapping>& all) {
  return std::any_of(all.begin(), all.end(),
                     [](const Mapping& mapping) { return mapping.isKernels; });
}

static std::mt19937_64 randomNumbers(20261116);
static std::uintptr_t randomBelow(std::uintptr_t limit) {
  return randomNumbers() % limit;
}

// What kernels must not change.
static char inStatic[4096];
static std::vector<char> onHeap(4096);

enum Target { Near, OwnData, Library, Anywhere, TargetCount };

static const Mapping* chooseMapping(const std::vector<Mapping>& all, Target target) {
  for (int tries = 0; tries < 1000; ++tries) {
    const Mapping& mapping = all[randomBelow(all.size())];
    const bool isLibrary = mapping.name.find(".so") != std::string::npos;
    // The system's own pages are the same in all processes, and have no key.
    if (mapping.isKernels || mapping.permissions[0] != 'r' || mapping.name.find("[v") == 0)
      continue;
    if (target == Library ? isLibrary : true)
      return &mapping;
  }
  return nullptr;
}

static std::uintptr_t chooseAddress(const std::vector<Mapping>& all, Target target,
                                    const char* allocation, char* onStack) {
  const std::uintptr_t tebibyte = std::uintptr_t{1} << 40;
  if (target == Near)
    for (;;) {
      const auto address =
          reinterpret_cast<std::uintptr_t>(allocation) - tebibyte + randomBelow(2 * tebibyte);
      if (!isKernels(all, address))
        return address;
    }
  if (target == OwnData) {
    char* const own[] = {inStatic, onHeap.data(), onStack};
    return reinterpret_cast<std::uintptr_t>(own[randomBelow(3)] + randomBelow(4096 - 32));
  }
  const Mapping* mapping = chooseMapping(all, target);
  return mapping ? mapping->low + randomBelow(mapping->high - mapping->low - 16) : 1;
}

// What the kernels have written to standard error.
class ErrorOutput {
public:
  ErrorOutput() : file_(std::tmpfile()), before_(dup(STDERR_FILENO)) {
    dup2(fileno(file_), STDERR_FILENO);
  }
  ~ErrorOutput() {
    dup2(before_, STDERR_FILENO);
    close(before_);
    std::fclose(file_);
  }
  std::string take() {
    std::string text(4096, '\0');
    const auto bytes = pread(fileno(file_), text.data(), text.size(), 0);
    text.resize(bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
    if (ftruncate(fileno(file_), 0) != 0)
      std::abort();
    lseek(fileno(file_), 0, SEEK_SET);
    return text;
  }

private:
  std::FILE* file_;
  int before_;
};

static bool namesEverything(const std::string& line, std::uintptr_t address, bool isStore) {
  char number[32];
  std::snprintf(number, sizeof number, "0x%" PRIxPTR " ", address);
  return line.find(number) != std::string::npos &&
         line.find("thread [5,0,0]") != std::string::npos &&
         line.find("wild_accesses.cu:") != std::string::npos &&
         line.find(isStore ? "store(" : "load(") != std::string::npos;
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  const bool wantLines = argc > 2 && std::strcmp(argv[2], "lines") == 0;
  if (!wantLines)
    setenv("HEDDLE_QUIET", "1", 1);
  static char onStackBefore[4096];
  char onStack[4096];
  std::memset(onStack, 1, sizeof onStack);
  std::memcpy(onStackBefore, onStack, sizeof onStack);

  char* allocation = nullptr;
  cudaMalloc(&allocation, 1 << 20);
  std::vector<Mapping> all = mappings();
  const bool walled = hasWall(all);
  int found = 0, made = 0, wrongLines = 0;
  for (int i = 0; i < count; ++i) {
    if (i % 25 == 0)
      all = mappings();
    const auto target = walled ? static_cast<Target>(i % TargetCount) : Near;
    const unsigned bytes = i % 3 == 0 ? 1 : i % 3 == 1 ? 4 : 16;
    const std::uintptr_t address =
        chooseAddress(all, target, allocation, onStack) & -std::uintptr_t{bytes};
    const bool isStore = randomBelow(2) == 0;
    cudaError_t error;
    std::string line;
    {
      ErrorOutput output;
      if (isStore)
        store<<<1, 64>>>(reinterpret_cast<char*>(address), bytes);
      else
        load<<<1, 64>>>(reinterpret_cast<char*>(address), bytes,
                        reinterpret_cast<int*>(allocation));
      error = cudaDeviceSynchronize();
      line = output.take();
    }
    ++made;
    if (error == cudaErrorIllegalAddress)
      ++found;
    else
      std::printf("%s of %u bytes at %#" PRIxPTR " (kind %d): %s\n", isStore ? "store" : "load",
                  bytes, address, target, cudaGetErrorName(error));
    if (wantLines && error == cudaErrorIllegalAddress && !namesEverything(line, address, isStore)) {
      ++wrongLines;
      std::printf("the line about %#" PRIxPTR ": %s\n", address, line.c_str());
    }
    cudaDeviceReset();
    cudaMalloc(&allocation, 1 << 20);
  }
  const bool unharmed =
      std::memcmp(onStack, onStackBefore, sizeof onStack) == 0 &&
      std::all_of(onHeap.begin(), onHeap.end(), [](char c) { return c == 0; }) &&
      std::all_of(inStatic, inStatic + sizeof inStatic, [](char c) { return c == 0; });
  std::printf("%d of %d accesses found, %s the wall; data %s\n", found, made,
              walled ? "with" : "without", unharmed ? "unharmed" : "HARMED");
  const bool enough = walled ? found == made : found * 10 >= made * 9;
  return enough && unharmed && wrongLines == 0 && made > 0 ? 0 : 1;
}
