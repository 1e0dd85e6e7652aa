#include "jit/jitdump.h"

#include "environment/environment.h"
#include "environment/file_descriptor.h"
#include "memory/reservation.h"

#include <cstdlib>
#include <ctime>
#include <elf.h>
#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace heddle::jit {
namespace {

constexpr std::uint32_t kCodeLoad = 0, kDebugInfo = 2; // kinds of records

#if defined(__aarch64__)
constexpr std::uint32_t kMachine = EM_AARCH64;
#else
constexpr std::uint32_t kMachine = EM_X86_64;
#endif

// Bytes of the file in the order of the machine, which the format asks for.
class Bytes {
public:
  template <typename Value> Bytes& add(Value value) {
    text_.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  Bytes& addString(const std::string& text) {
    text_.append(text.c_str(), text.size() + 1);
    return *this;
  }
  Bytes& addCode(ArrayRef<char> code) {
    text_.append(code.data(), code.size());
    return *this;
  }
  const std::string& text() const { return text_; }

private:
  std::string text_;
};

// Reads the clock of `perf record -k mono`, so that perf can order code and samples.
std::uint64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

std::string record(std::uint32_t kind, const std::string& body) {
  constexpr std::uint32_t kHeaderBytes = 16;
  return Bytes()
             .add(kind)
             .add(static_cast<std::uint32_t>(kHeaderBytes + body.size()))
             .add(now())
             .text() +
         body;
}

std::string lineRecord(std::uint64_t address, const std::vector<JitdumpLine>& lines) {
  constexpr std::uint32_t kNoDiscriminator = 0;
  Bytes body;
  body.add(address).add(static_cast<std::uint64_t>(lines.size()));
  for (const JitdumpLine& line : lines)
    body.add(line.address).add(line.line).add(kNoDiscriminator).addString(line.file);
  return record(kDebugInfo, body.text());
}

// A new folder, in which perf puts a library for each piece of code, too.
std::string makeFolder() {
  const char* parent = environmentVariable("JITDUMPDIR");
  if (!parent || !*parent)
    parent = environmentVariable("HOME");
  std::string folder = std::string(parent ? parent : ".") + "/.debug/jit";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  folder += "/heddle-XXXXXX";
  return mkdtemp(folder.data()) ? folder : std::string();
}

} // namespace

Jitdump& Jitdump::ofProcess() {
  static auto* const dump = new Jitdump;
  return *dump;
}

Jitdump::Jitdump() : process_(getpid()) {
  const std::string folder = makeFolder();
  if (folder.empty())
    return;
  const std::string path = folder + "/jit-" + std::to_string(process_) + ".dump";
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file_ < 0)
    return;
  writeHeader();
  // perf finds the file because the process has mapped it as code. The memory is not used.
  if (mmap(nullptr, memory::pageSize(), PROT_READ | PROT_EXEC, MAP_PRIVATE, file_, 0) == MAP_FAILED)
    close(std::exchange(file_, -1));
}

void Jitdump::writeHeader() {
  constexpr std::uint32_t kMagic = 0x4A695444, kVersion = 1, kHeaderBytes = 40, kPadding = 0;
  constexpr std::uint64_t kFlags = 0;
  const std::string header = Bytes()
                                 .add(kMagic)
                                 .add(kVersion)
                                 .add(kHeaderBytes)
                                 .add(kMachine)
                                 .add(kPadding)
                                 .add(static_cast<std::uint32_t>(process_))
                                 .add(now())
                                 .add(kFlags)
                                 .text();
  writeAll(file_, header.data(), header.size());
}

void Jitdump::add(const std::string& name, std::uint64_t address, ArrayRef<char> code,
                  const std::vector<JitdumpLine>& lines) {
  std::lock_guard lock(mutex_);
  if (file_ < 0 || getpid() != process_)
    return;
  // The lines of code come before the code.
  std::string records = lines.empty() ? std::string() : lineRecord(address, lines);
  records += record(kCodeLoad, Bytes()
                                   .add(static_cast<std::uint32_t>(process_))
                                   .add(static_cast<std::uint32_t>(gettid()))
                                   .add(address)
                                   .add(address)
                                   .add(static_cast<std::uint64_t>(code.size()))
                                   .add(codeCount_++)
                                   .addString(name)
                                   .addCode(code)
                                   .text());
  writeAll(file_, records.data(), records.size());
}

} // namespace heddle::jit
