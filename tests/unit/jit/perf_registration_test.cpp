// What perf is told of kernels.
#include "exec/runtime_symbols.h"
#include "jit/program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace heddle;
using namespace heddle::jit;

namespace {

// A kernel of CUDA's name `twice(int*)`, whose PTX names lines of a source.
const char* kTwice = R"(
.version 7.5
.target sm_75
.address_size 64
.visible .entry _Z5twicePi(.param .u64 values)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  .loc 1 41 3
  ld.param.u64 %rd1, [values];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r2, [%rd3];
  .loc 1 42 3
  shl.b32 %r3, %r2, 1;
  st.global.u32 [%rd3], %r3;
  ret;
}
.file 1 "/source/twice.cu"
)";

std::unique_ptr<Program> load(PerfFormat format, const std::string& ptx = kTwice) {
  PtxSource source{ptx, "test"};
  std::unique_ptr<Program> program;
  ProgramOptions options;
  options.runtimeSymbols = exec::runtimeSymbols();
  options.perf = format;
  const Status status = Program::create({&source, 1}, options, program);
  EXPECT_TRUE(program) << (status.diagnostics.empty() ? "" : status.diagnostics[0].message);
  return program;
}

const CompiledKernel& compile(Program& program, std::uint32_t threads) {
  const CompiledKernel* compiled = nullptr;
  const Status status = program.specialise("_Z5twicePi", {threads, 1, 1}, compiled);
  EXPECT_TRUE(status) << status.diagnostics[0].message;
  return *compiled;
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::filesystem::path mapFile() {
  return "/tmp/perf-" + std::to_string(getpid()) + ".map";
}

// The records of a jitdump file, as the kernel's jitdump-specification.txt defines them.
struct Code {
  std::uint64_t address, bytes;
  std::string name;
};
struct Line {
  std::uint64_t address;
  std::uint32_t line;
  std::string file;
};
struct Dump {
  std::vector<Code> codes;
  std::vector<Line> lines;
};

template <typename Value> Value read(const std::string& text, std::size_t at) {
  Value value;
  std::memcpy(&value, text.data() + at, sizeof value);
  return value;
}

Dump parse(const std::string& text) {
  constexpr std::uint32_t kLoad = 0, kDebugInfo = 2;
  constexpr std::size_t kHeader = 16; // of a record: kind, size, time
  Dump dump;
  EXPECT_EQ(read<std::uint32_t>(text, 0), 0x4A695444u);
  EXPECT_EQ(read<std::uint64_t>(text, 32), 0u); // flags, of which perf knows few
  for (std::size_t at = read<std::uint32_t>(text, 8); at + kHeader <= text.size();
       at += read<std::uint32_t>(text, at + 4)) {
    const auto kind = read<std::uint32_t>(text, at);
    const std::size_t body = at + kHeader;
    if (kind == kLoad)
      dump.codes.push_back({read<std::uint64_t>(text, body + 16),
                            read<std::uint64_t>(text, body + 24), text.c_str() + body + 40});
    if (kind != kDebugInfo)
      continue;
    std::size_t entry = body + 16;
    for (auto count = read<std::uint64_t>(text, body + 8); count > 0; --count) {
      dump.lines.push_back({read<std::uint64_t>(text, entry), read<std::uint32_t>(text, entry + 8),
                            text.c_str() + entry + 16});
      entry += 16 + dump.lines.back().file.size() + 1;
    }
  }
  return dump;
}

} // namespace

TEST(PerfRegistration, MapHasTheNamesOfKernels) {
  std::filesystem::remove(mapFile());
  auto program = load(PerfFormat::Map);
  for (const std::uint32_t threads : {256u, 32u}) {
    std::ostringstream start;
    start << std::hex << reinterpret_cast<std::uintptr_t>(compile(*program, threads).run) << ' ';
    std::ifstream map(mapFile());
    bool isFound = false;
    for (std::string line; std::getline(map, line);)
      if (line.starts_with(start.str())) {
        isFound = true;
        EXPECT_TRUE(line.ends_with(" twice(int*) in blocks of " + std::to_string(threads) + "x1x1"))
            << line;
      }
    EXPECT_TRUE(isFound) << contents(mapFile());
  }
  std::filesystem::remove(mapFile());
}

// Long code between two barriers that not all threads need reach is a function of its own, which
// only the block function calls.
TEST(PerfRegistration, MapHasFunctionsBetweenBarriers) {
  // So much that it is not put into the block function itself.
  std::string much;
  for (int i = 0; i < 400; ++i)
    much += "  mul.lo.u32 %r3, %r3, %r2;\n  shr.u32 %r4, %r3, 3;\n  xor.b32 %r3, %r3, %r4;\n";
  const std::string text = R"(
.version 7.5
.target sm_75
.address_size 64
.visible .entry _Z5twicePi(.param .u64 values)
{
  .shared .b32 all[512];
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [values];
  mov.u32 %r3, %tid.x;
  shl.b32 %r5, %r3, 2;
  mov.u32 %r1, all;
  add.u32 %r1, %r1, %r5;
  xor.b32 %r2, %r1, 64;
)" + much + R"(
  st.shared.u32 [%r1], %r3;
  bar.sync 0;
  ld.shared.u32 %r3, [%r2];
  setp.eq.u32 %p1, %r3, 0;
  @%p1 bra done;
  bar.sync 0;
done:
)" + much + R"(
  st.global.u32 [%rd1], %r3;
  ret;
}
)";
  std::filesystem::remove(mapFile());
  auto program = load(PerfFormat::Map, text);
  compile(*program, 128);
  const std::string map = contents(mapFile());
  EXPECT_NE(map.find("twice(int*) in blocks of 128x1x1.gang.region"), std::string::npos) << map;
  EXPECT_EQ(map.find("heddle_block_"), std::string::npos) << map;
  std::filesystem::remove(mapFile());
}

// Anybody can put a link there that leads to a file of the user.
TEST(PerfRegistration, MapFollowsNoLink) {
  char victim[] = "/tmp/heddle-perf-victim-XXXXXX";
  const int file = mkstemp(victim);
  ASSERT_GE(file, 0);
  close(file);
  std::filesystem::remove(mapFile());
  std::filesystem::create_symlink(victim, mapFile());
  auto program = load(PerfFormat::Map);
  EXPECT_TRUE(compile(*program, 64).run);
  EXPECT_EQ(contents(victim), "");
  std::filesystem::remove(mapFile());
  std::filesystem::remove(victim);
}

TEST(PerfRegistration, NothingIsWrittenUnlessAskedFor) {
  std::filesystem::remove(mapFile());
  auto program = load(PerfFormat::None);
  EXPECT_TRUE(compile(*program, 128).run);
  EXPECT_FALSE(std::filesystem::exists(mapFile()));
}

TEST(PerfRegistration, JitdumpHasNamesCodeAndSourceLines) {
  char folder[] = "/tmp/heddle-jitdump-XXXXXX";
  ASSERT_TRUE(mkdtemp(folder));
  setenv("JITDUMPDIR", folder, 1);
  auto first = load(PerfFormat::Jitdump);
  const auto start = reinterpret_cast<std::uintptr_t>(compile(*first, 256).run);
  // The linker of a program that has gone must not have closed the file of the process.
  first.reset();
  auto second = load(PerfFormat::Jitdump);
  const auto secondStart = reinterpret_cast<std::uintptr_t>(compile(*second, 32).run);
  std::string text;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".dump")
      text = contents(entry.path());
  std::filesystem::remove_all(folder);
  ASSERT_GT(text.size(), 40u);
  const Dump dump = parse(text);
  ASSERT_EQ(dump.codes.size(), 2u);
  EXPECT_EQ(dump.codes[0].address, start);
  EXPECT_EQ(dump.codes[0].name, "twice(int*) in blocks of 256x1x1");
  EXPECT_EQ(dump.codes[1].address, secondStart);
  EXPECT_EQ(dump.codes[1].name, "twice(int*) in blocks of 32x1x1");
  bool hasLine = false;
  std::string lines;
  for (const Line& line : dump.lines) {
    const std::uint64_t offset = line.address - secondStart;
    if (line.file == "/source/twice.cu" && line.line == 42 && offset < dump.codes[1].bytes)
      hasLine = true;
    lines += line.file + ":" + std::to_string(line.line) + " at " + std::to_string(offset) + "; ";
  }
  EXPECT_TRUE(hasLine) << lines;
}
