// For the programs that call every entry point of a library: once with right arguments, and then
// with each argument wrong in turn, the others right. They compare the statuses with those of a
// GPU, which a table beside each program has, one line for each function: the status of the right
// call, and a group for each argument that can be wrong, in the order of the parameters:
//
//   an object or host memory        null
//   an integer                      -1, 0 and 1
//   a size by which data are read   -1
//   an enumerator                   777
//
// A status is a digit of base 36. A dot stands for a call that is not made: on a GPU it ends in a
// fault, or NVIDIA's library takes what it should refuse, such as a negative length, or it makes an
// object that a program has to free. A form of a function with 64-bit integers has a line only
// where it differs from the other, and a function without a line is left out.
//
// Compiled with RECORD_CODES, a program prints the lines of the table. A call that ends in a fault
// of the host gives a dot. After a fault of the device nothing more can be called, so the program
// returns 3 and says with which RESUME_AT in its environment to go on; what was called before that
// is a question mark then.
#pragma once

#include "check.h"

#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <type_traits>
#include <unistd.h>
#include <utility>
#include <vector>

namespace conformance {

// Each argument that is memory has a region of its own by its position, so that no two overlap. The
// address is in the middle, for what a negative stride reaches.
constexpr size_t kRegionBytes = 8192;
constexpr size_t kRegions = 32;
// What workspaces share, which is more than any function asks for with the sizes of the rows.
constexpr size_t kWorkspaceBytes = size_t{64} << 20;

// A call of a recording that takes longer waits for what never comes.
constexpr unsigned kLongestCallSeconds = 5;

// What a region holds before each call: numbers that are small in every type; 0, 1, 2, …, which are
// the offsets and the indices of a sparse identity; pivots, which are all 1, in 32 or 64 bits; or
// addresses of numbers.
enum class Contents { Numbers, Indices, Pivots, LongPivots, Pointers };

struct Argument {
  enum class Kind { Object, Host, Device, Workspace, Integer, Size, Enumerator, Value };
  Kind kind;
  uint64_t bits = 0;
  Contents contents = Contents::Numbers;
  // Makes an object for each call, for functions that change it for good.
  std::function<uint64_t()> make;

  Argument(Kind kind, Contents contents) : kind(kind), contents(contents) {}
  template <class T>
  Argument(T* object) : kind(Kind::Object), bits(reinterpret_cast<uintptr_t>(object)) {}
  template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  Argument(T value) : kind(Kind::Integer), bits(static_cast<uint64_t>(value)) {}
  template <class T, std::enable_if_t<std::is_enum_v<T>, long> = 0>
  Argument(T value) : kind(Kind::Enumerator), bits(static_cast<uint64_t>(value)) {}
  Argument(std::nullptr_t) : kind(Kind::Value) {}
  Argument(double value) : kind(Kind::Value) { memcpy(&bits, &value, sizeof bits); }
  // An object that the library names by a number, of which it has fewer than 777.
  static Argument numbered(uint64_t number) {
    Argument argument(Kind::Enumerator, Contents::Numbers);
    argument.bits = number;
    return argument;
  }
  static Argument made(std::function<uint64_t()> make) {
    Argument argument = numbered(0);
    argument.make = std::move(make);
    return argument;
  }

  // The values that are wrong, or at least at an edge.
  std::vector<uint64_t> variations() const {
    switch (kind) {
    case Kind::Object:
    case Kind::Host:
      return {0};
    case Kind::Integer:
      return {~uint64_t{0}, 0, 1};
    case Kind::Size:
      return {~uint64_t{0}};
    case Kind::Enumerator:
      return {777};
    case Kind::Device:
    case Kind::Workspace:
    case Kind::Value:
      return {};
    }
    return {};
  }
};

// What the rows name their memory by.
static const Argument host{Argument::Kind::Host, Contents::Numbers};
static const Argument hostIndices{Argument::Kind::Host, Contents::Indices};
static const Argument hostPointers{Argument::Kind::Host, Contents::Pointers};
static const Argument device{Argument::Kind::Device, Contents::Numbers};
static const Argument indices{Argument::Kind::Device, Contents::Indices};
static const Argument pivots{Argument::Kind::Device, Contents::Pivots};
static const Argument longPivots{Argument::Kind::Device, Contents::LongPivots};
static const Argument pointers{Argument::Kind::Device, Contents::Pointers};
static const Argument workspace{Argument::Kind::Workspace, Contents::Numbers};

// The size of a matrix whose data say the same, so that no other size is right.
static inline Argument size(int value) {
  Argument argument(value);
  argument.kind = Argument::Kind::Size;
  return argument;
}

template <class T> T fromBits(uint64_t bits) {
  if constexpr (std::is_pointer_v<T>) {
    return reinterpret_cast<T>(static_cast<uintptr_t>(bits));
  } else if constexpr (std::is_floating_point_v<T>) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return static_cast<T>(value);
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    return static_cast<T>(static_cast<int64_t>(bits));
  } else {
    return T{};
  }
}

// A function that takes its arguments as 64 bits each. Its name is that in the sources of programs,
// without the _v2 that headers add.
struct Entry {
  std::string name;
  size_t parameters;
  std::function<int(const uint64_t*)> call;

  template <class Status, class... P>
  Entry(const char* name, Status (*function)(P...))
      : Entry(name, function, std::index_sequence_for<P...>()) {}
  template <class Status, class... P, size_t... I>
  Entry(const char* name, Status (*function)(P...), std::index_sequence<I...>)
      : name(name), parameters(sizeof...(P)), call([function](const uint64_t* bits) {
          return static_cast<int>(function(fromBits<P>(bits[I])...));
        }) {
    const size_t version = this->name.find("_v2");
    if (version != std::string::npos)
      this->name.erase(version, 3);
  }
};

#define ENTRY(name)                                                                                \
  conformance::Entry {                                                                             \
    #name, name                                                                                    \
  }
// The function, and its form with 64-bit integers.
#define WITH_64(name) ENTRY(name), ENTRY(name##_64)
// The forms of a function for real, for complex and for all types.
#define SD(library, name) ENTRY(library##S##name), ENTRY(library##D##name)
#define CZ(library, name) ENTRY(library##C##name), ENTRY(library##Z##name)
#define SDCZ(library, name) SD(library, name), CZ(library, name)
#define SD_64(library, name) WITH_64(library##S##name), WITH_64(library##D##name)
#define CZ_64(library, name) WITH_64(library##C##name), WITH_64(library##Z##name)
#define SDCZ_64(library, name) SD_64(library, name), CZ_64(library, name)

// A line of a table. A function that a program calls in several ways has as many lines.
struct Statuses {
  const char* function;
  const char* digits;
};

class Sweep {
public:
  explicit Sweep(const std::vector<Statuses>& table) {
    for (const Statuses& line : table)
      table_[line.function].push_back(line.digits);
    CUDA_CHECK(cudaMalloc(&device_, kRegions * kRegionBytes));
    CUDA_CHECK(cudaMalloc(&numbers_, kRegionBytes));
    CUDA_CHECK(cudaMalloc(&workspace_, kWorkspaceBytes));
    host_.resize(kRegions * kRegionBytes);
    CUDA_CHECK(cudaMemset(numbers_, 0x3f, kRegionBytes));
    if (const char* begin = getenv("RESUME_AT"))
      first_ = atol(begin);
  }

  // Calls each of the functions rightly and wrongly, and compares the statuses.
  void row(const std::vector<Argument>& arguments, std::initializer_list<Entry> entries) {
    for (const Entry& entry : entries) {
      CHECK(entry.parameters == arguments.size());
      const std::string expected = expectedOf(entry.name);
#ifndef RECORD_CODES
      if (expected.empty())
        continue;
#endif
      std::string& actual = begin(entry.name);
      actual += statusOf(entry, arguments, addressesOf(arguments), expected[0]);
      for (size_t i = 0; i < arguments.size(); ++i) {
        const auto variations = arguments[i].variations();
        if (!variations.empty())
          actual += ' ';
        for (const uint64_t variation : variations) {
          auto bits = addressesOf(arguments);
          bits[i] = variation;
          actual += statusOf(entry, arguments, bits,
                             actual.size() < expected.size() ? expected[actual.size()] : ' ');
        }
      }
      compare(entry.name, actual, expected);
    }
  }
  int finish() const { return failures_ == 0 ? ok() : 1; }

private:
  // The function that is being called and what it has given so far, for a fault to print.
  static std::string& current() {
    static std::string name;
    return name;
  }
  static std::string& line() {
    static std::string digits;
    return digits;
  }
  static std::string& begin(const std::string& name) {
    current() = name;
    line().clear();
    return line();
  }

  // The next line of the table for a function, or an empty string.
  std::string expectedOf(std::string name) {
    const size_t use = uses_[name]++;
    if (!table_.count(name) && name.size() > 3 && name.substr(name.size() - 3) == "_64")
      name.resize(name.size() - 3);
    const auto found = table_.find(name);
    return found != table_.end() && use < found->second.size() ? found->second[use] : "";
  }

  std::vector<uint64_t> addressesOf(const std::vector<Argument>& arguments) {
    std::vector<uint64_t> bits;
    for (size_t i = 0; i < arguments.size(); ++i)
      bits.push_back(addressOf(arguments[i], i));
    return bits;
  }
  uint64_t addressOf(const Argument& argument, size_t position) {
    const size_t offset = position * kRegionBytes + kRegionBytes / 2;
    switch (argument.kind) {
    case Argument::Kind::Host:
      return reinterpret_cast<uintptr_t>(host_.data() + offset);
    case Argument::Kind::Device:
      return reinterpret_cast<uintptr_t>(device_ + offset);
    case Argument::Kind::Workspace:
      return reinterpret_cast<uintptr_t>(workspace_);
    default:
      return argument.make ? argument.make() : argument.bits;
    }
  }

  void fillRegion(char* region, Contents contents) const {
    memset(region, 0x3f, kRegionBytes);
    int* const middle = reinterpret_cast<int*>(region + kRegionBytes / 2);
    for (int k = 0; k < int(kRegionBytes / 8); ++k)
      if (contents == Contents::Indices)
        middle[k] = k;
      else if (contents == Contents::Pivots)
        middle[k] = 1;
      else if (contents == Contents::LongPivots)
        middle[k] = k % 2 == 0;
    for (size_t k = 0; contents == Contents::Pointers && k < kRegionBytes / sizeof(char*); ++k)
      reinterpret_cast<char**>(region)[k] = numbers_ + kRegionBytes / 2;
  }
  // Writes the regions anew, since the call before may have changed them.
  void fillRegions(const std::vector<Argument>& arguments) {
    for (size_t i = 0; i < arguments.size(); ++i)
      fillRegion(host_.data() + i * kRegionBytes, arguments[i].contents);
    CUDA_CHECK(
        cudaMemcpy(device_, host_.data(), arguments.size() * kRegionBytes, cudaMemcpyHostToDevice));
  }

  char statusOf(const Entry& entry, const std::vector<Argument>& arguments,
                const std::vector<uint64_t>& bits, char expected) {
    if (expected == '.')
      return '.';
    if (calls_++ < first_)
      return '?';
    fillRegions(arguments);
#ifdef RECORD_CODES
    static sigjmp_buf beforeCall;
    for (const int fault : {SIGSEGV, SIGFPE, SIGABRT})
      signal(fault, [](int) { siglongjmp(beforeCall, 1); });
    // A fault may have left a lock of the library locked, for which a later call waits forever.
    static long* calls = &calls_;
    signal(SIGALRM, [](int) { endAtFault(*calls); });
    alarm(kLongestCallSeconds);
    if (sigsetjmp(beforeCall, 1) != 0)
      return '.';
#endif
    const int status = entry.call(bits.data());
    if (cudaDeviceSynchronize() != cudaSuccess)
      endAtFault(calls_);
    cudaGetLastError();
    return static_cast<char>(status < 10 ? '0' + status : 'a' + status - 10);
  }

  // Prints what is known of the current function, and with which call to go on.
  [[noreturn]] static void endAtFault(long calls) {
    printf("{\"%s\", \"%s.\nRESUME_AT %ld\n", current().c_str(), line().c_str(), calls);
    fflush(stdout);
    _exit(3);
  }

  void compare(const std::string& name, const std::string& actual, const std::string& expected) {
#ifdef RECORD_CODES
    (void)expected;
    printf("{\"%s\", \"%s\"},\n", name.c_str(), actual.c_str());
    fflush(stdout);
#else
    if (actual == expected)
      return;
    ++failures_;
    fprintf(stderr, "%s\n  gives    %s\n  expected %s\n", name.c_str(), actual.c_str(),
            expected.c_str());
#endif
  }

  char *device_, *numbers_, *workspace_;
  std::vector<char> host_;
  std::map<std::string, std::vector<std::string>> table_;
  std::map<std::string, size_t> uses_;
  long calls_ = 0, first_ = 0, failures_ = 0;
};

} // namespace conformance
