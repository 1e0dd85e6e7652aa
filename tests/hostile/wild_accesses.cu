// Shows that a kernel's store or load through a wrong pointer is error 700 and harms nothing: at
// random distances of up to 1 TiB from an allocation, and in the program's heap, stack and static
// data, in libraries and in all other memory of the process, the driver's own among it. Kernels
// come to the address in several ways: as a parameter, from memory, and as a number that is added
// to a pointer.
//
//   wild_accesses COUNT [lines]
//
// makes so many accesses. With `lines`, the line on standard error about each of them must name the
// address, the thread and the place in the source. The wall between kernels and the host is of
// protection keys, or where the CPU has none and with HEDDLE_WALL=addresses, of tests in compiled
// code; both must find every access. With HEDDLE_WALL=0 there is no wall: only the accesses at
// random distances are made, and nine of ten must be found.
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

// How a kernel comes to the address. For the numbers, see Place.
enum class Way { Parameter, FromMemory, Distance, DistanceFromMemory, InList, Atomic, Count };

struct Node {
  Node* next;
  char* address;
};

// All that kernels get, of which each takes what its way needs.
struct Place {
  char* address;
  char* allocation;
  long long distance; // from the allocation to the address
  // In device memory, for each thread:
  char* const* addresses;
  const long long* distances;
  // In device memory, a list that ends with the address.
  const Node* list;
};

template <Way way> __device__ char* wildAddress(const Place& place) {
  if (way == Way::FromMemory)
    return place.addresses[threadIdx.x];
  if (way == Way::Distance)
    return place.allocation + place.distance;
  if (way == Way::DistanceFromMemory)
    return place.allocation + place.distances[threadIdx.x];
  if (way == Way::InList) {
    const Node* node = place.list;
    while (node->next)
      node = node->next;
    return node->address;
  }
  return place.address;
}

template <Way way> __global__ void store(Place place, unsigned bytes) {
  if (threadIdx.x != kThread)
    return;
  char* const address = wildAddress<way>(place);
  if (way == Way::Atomic && bytes == 4)
    atomicAdd(reinterpret_cast<int*>(address), 1);
  else if (bytes == 1)
    *address = 0x5a;
  else if (bytes == 4)
    *reinterpret_cast<int*>(address) = 0x5a5a5a5a;
  else
    *reinterpret_cast<int4*>(address) = int4{0x5a5a5a5a, 1, 2, 3};
}

template <Way way> __global__ void load(Place place, unsigned bytes, int* out) {
  if (threadIdx.x != kThread)
    return;
  const char* const address = wildAddress<way>(place);
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
  bool isKernels; // it carries a protection key, or is in the range of kernels' addresses
};

// What memory/kernel_addresses.h says.
static bool isInKernelRange(std::uintptr_t address) {
  return address >= 0x2000'0000'0000 && address < 0x4000'0000'0000;
}

static bool hasKeys = false;

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
      mapping.isKernels = isInKernelRange(mapping.low);
      found.push_back(mapping);
    } else if (std::sscanf(line, "ProtectionKey: %d", &key) == 1 && !found.empty()) {
      found.back().isKernels |= key != 0;
      hasKeys |= key != 0;
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

enum class Wall { None, Keys, Addresses };
static const char* const kWallNames[] = {"without a wall", "by protection keys",
                                         "by tests of addresses"};

static Wall findWall() {
  const char* const text = std::getenv("HEDDLE_WALL");
  if (text && std::strcmp(text, "0") == 0)
    return Wall::None;
  return hasKeys ? Wall::Keys : Wall::Addresses;
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

// Device memory that holds these values.
template <typename T> static T* onDevice(const std::vector<T>& values) {
  T* memory = nullptr;
  cudaMalloc(&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

static const unsigned kThreads = 64;

template <Way way>
static void launch(std::uintptr_t address, char* allocation, bool isStore, unsigned bytes) {
  Place place{};
  place.address = reinterpret_cast<char*>(address);
  place.allocation = allocation;
  place.distance = static_cast<long long>(address - reinterpret_cast<std::uintptr_t>(allocation));
  place.addresses = onDevice(std::vector<char*>(kThreads, place.address));
  place.distances = onDevice(std::vector<long long>(kThreads, place.distance));
  place.list = onDevice<Node>({{onDevice<Node>({{nullptr, place.address}}), nullptr}});
  if (isStore)
    store<way><<<1, kThreads>>>(place, bytes);
  else
    load<way><<<1, kThreads>>>(place, bytes, reinterpret_cast<int*>(allocation));
}

static void (*const kLaunches[])(std::uintptr_t, char*, bool, unsigned) = {
    launch<Way::Parameter>,          launch<Way::FromMemory>, launch<Way::Distance>,
    launch<Way::DistanceFromMemory>, launch<Way::InList>,     launch<Way::Atomic>};
static_assert(sizeof kLaunches / sizeof *kLaunches == static_cast<unsigned>(Way::Count), "");

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
         line.find(isStore ? "store<" : "load<") != std::string::npos;
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
  const Wall wall = findWall();
  int found = 0, made = 0, wrongLines = 0;
  for (int i = 0; i < count; ++i) {
    if (i % 25 == 0)
      all = mappings();
    const auto target = wall != Wall::None ? static_cast<Target>(i % TargetCount) : Near;
    const unsigned way = static_cast<unsigned>(i / TargetCount) % static_cast<unsigned>(Way::Count);
    const unsigned bytes = i % 3 == 0 ? 1 : i % 3 == 1 ? 4 : 16;
    const std::uintptr_t address =
        chooseAddress(all, target, allocation, onStack) & -std::uintptr_t{bytes};
    const bool isStore = randomBelow(2) == 0;
    cudaError_t error;
    std::string line;
    {
      ErrorOutput output;
      kLaunches[way](address, allocation, isStore, bytes);
      error = cudaDeviceSynchronize();
      line = output.take();
    }
    ++made;
    if (error == cudaErrorIllegalAddress)
      ++found;
    else
      std::printf("%s of %u bytes at %#" PRIxPTR " (kind %d, way %u): %s\n",
                  isStore ? "store" : "load", bytes, address, target, way, cudaGetErrorName(error));
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
  std::printf("%d of %d accesses found, %s; data %s\n", found, made,
              kWallNames[static_cast<int>(wall)], unharmed ? "unharmed" : "HARMED");
  const bool enough = wall != Wall::None ? found == made : found * 10 >= made * 9;
  return enough && unharmed && wrongLines == 0 && made > 0 ? 0 : 1;
}
