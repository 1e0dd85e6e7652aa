// Sources that make a compiler crash, hang or eat all memory: each ends with an error and a log,
// and the program goes on.
#include "own_folders.h"

#include <gtest/gtest.h>
#include <nvrtc.h>

#include <csignal>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using heddle::hostile::OwnFolders;

namespace {

// Limits for this program, which the compiler's process inherits, so that what has no end ends
// soon.
constexpr rlim_t kSeconds = 2;
constexpr rlim_t kBytes = rlim_t(3) << 29;

struct Outcome {
  nvrtcResult result;
  std::string log;
};

// The source may include `header` as header.h.
Outcome compile(const std::string& source, const std::string& header = "") {
  nvrtcProgram program;
  const char *headers[] = {header.c_str()}, *names[] = {"header.h"};
  EXPECT_EQ(nvrtcCreateProgram(&program, source.c_str(), "hostile.cu", 1, headers, names),
            NVRTC_SUCCESS);
  Outcome outcome{nvrtcCompileProgram(program, 0, nullptr), {}};
  std::size_t size = 0;
  EXPECT_EQ(nvrtcGetProgramLogSize(program, &size), NVRTC_SUCCESS);
  outcome.log.resize(size);
  EXPECT_EQ(nvrtcGetProgramLog(program, outcome.log.data()), NVRTC_SUCCESS);
  outcome.log.resize(size ? size - 1 : 0);
  EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  return outcome;
}

std::string repeated(const std::string& text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i)
    result += text;
  return result;
}

std::string kernel(const std::string& body) {
  return "__global__ void kernel(int* out, int x) {\n" + body + "\n}\n";
}

class HostileSourceTest : public testing::Test {
protected:
  void SetUp() override {
    rlimit time, memory;
    ASSERT_EQ(getrlimit(RLIMIT_CPU, &time), 0);
    ASSERT_EQ(getrlimit(RLIMIT_AS, &memory), 0);
    time.rlim_cur = kSeconds;
    ASSERT_EQ(setrlimit(RLIMIT_CPU, &time), 0);
    memory.rlim_cur = kBytes;
    // With a sanitizer this program alone has more, and the compiler's own limit is left.
    if (!isSanitized())
      ASSERT_EQ(setrlimit(RLIMIT_AS, &memory), 0);
  }
  // Whatever the source has done, the next one compiles.
  void TearDown() override {
    const Outcome next = compile(kernel("*out = x;"));
    EXPECT_EQ(next.result, NVRTC_SUCCESS) << next.log;
  }
  static bool isSanitized() {
    std::ifstream status("/proc/self/statm");
    std::size_t pages = 0;
    status >> pages;
    return pages > kBytes / 4096;
  }
  static void expectError(const std::string& source, const std::string& reason = "error",
                          const std::string& header = "") {
    const Outcome outcome = compile(source, header);
    EXPECT_EQ(outcome.result, NVRTC_ERROR_COMPILATION) << source.substr(0, 200);
    EXPECT_NE(outcome.log.find(reason), std::string::npos)
        << outcome.log.substr(0, 1000) << "\nof " << source.substr(0, 200);
  }

  OwnFolders folders_;
};

} // namespace

TEST_F(HostileSourceTest, CrashPragmas) {
  for (const char* each : {"crash", "assert", "llvm_fatal_error", "llvm_unreachable",
                           "overflow_stack", "parser_crash", "handle_crash"})
    expectError("#pragma clang __debug " + std::string(each) + "\n" + kernel("*out = x;"));
}

TEST_F(HostileSourceTest, FilesWithoutAnEnd) {
  const std::string pipe = folders_.path() + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& file : {std::string("/dev/zero"), std::string("/dev/urandom"), pipe}) {
    expectError("#include \"" + file + "\"\n" + kernel("*out = x;"), file);
    const std::string embedding = "__constant__ char data[] = {\n#embed \"" + file + "\"\n};\n";
    expectError(embedding);
    expectError("#include \"header.h\"\n", file, embedding);
  }
}

TEST_F(HostileSourceTest, EmbedIsNoDirective) {
  const std::string embedding = "__constant__ char data[] = {\n#embed \"/etc/passwd\"\n};\n";
  expectError(embedding, "preprocessing directive");
  expectError("#include \"header.h\"\n", "preprocessing directive", embedding);
  EXPECT_EQ(compile("#ifdef __has_embed\n#error\n#endif\n" + kernel("*out = x;")).result,
            NVRTC_SUCCESS);
}

TEST_F(HostileSourceTest, DeepNesting) {
  for (const char* operation : {"!", "~", "- ", "(int)", "*&", "sizeof "})
    expectError(kernel("*out = " + repeated(operation, 200000) + "x;"));
  expectError(kernel("*out = " + repeated("(", 100000) + "x" + repeated(")", 100000) + ";"));
  expectError(kernel(repeated("{", 100000) + repeated("}", 100000)));
  expectError(kernel(repeated("if (1) ", 100000) + "*out = 1;"));
  expectError(kernel("*out = " + repeated("x ? 1 : ", 100000) + "0;"));
  expectError(repeated("namespace a { ", 100000) + repeated("}", 100000));
  expectError("__device__ int" + repeated("*", 100000) + "p[1] = {1;");
}

TEST_F(HostileSourceTest, HugeData) {
  expectError("__device__ char data[1ull << 34] = {1};\n" + kernel("*out = data[x];"));
  expectError("__device__ int data[] = {[0 ... 4000000000] = 1};\n" + kernel("*out = data[x];"));
}

TEST_F(HostileSourceTest, EndlessTemplates) {
  expectError("template <int N> struct S { static constexpr int v = S<N + 1>::v; };\n" +
              kernel("*out = S<0>::v;"));
  expectError("template <class T> void f(T) { struct U {}; f(U()); }\n__device__ void g() { "
              "f(1); }\n");
  // 2^40 instances, at no depth that is forbidden.
  expectError("template <int N, long long M> struct F { static constexpr int v = F<N - 1, 2 * "
              "M>::v + F<N - 1, 2 * M + 1>::v; };\n"
              "template <long long M> struct F<0, M> { static constexpr int v = 1; };\n" +
              kernel("*out = F<40, 1>::v;"));
}

TEST_F(HostileSourceTest, EndlessPreprocessingAndEvaluation) {
  std::string laughs = "#define L0 x\n";
  for (int i = 1; i < 40; ++i)
    laughs += "#define L" + std::to_string(i) + " L" + std::to_string(i - 1) + " + L" +
              std::to_string(i - 1) + "\n";
  expectError(laughs + kernel("*out = L39;"));
  expectError("constexpr int f() { int i = 0; for (;;) ++i; return i; }\n"
              "static_assert(f() > 0);\n");
  expectError("#include \"hostile.cu\"\n" + kernel("*out = x;"));
}

TEST_F(HostileSourceTest, TheProgramsChildrenAreItsOwn) {
  // Neither a signal nor wait() tells of the compiler.
  static volatile sig_atomic_t signals = 0;
  signals = 0;
  std::signal(SIGCHLD, [](int) { signals = signals + 1; });
  EXPECT_EQ(compile(kernel("*out = x + 1;")).result, NVRTC_SUCCESS);
  expectError(kernel("*out = " + repeated("!", 200000) + "x;"));
  EXPECT_EQ(signals, 0);
  EXPECT_EQ(wait(nullptr), -1);
  EXPECT_EQ(errno, ECHILD);
  std::signal(SIGCHLD, SIG_DFL);
}

TEST_F(HostileSourceTest, NoDescriptorIsLeftOpen) {
  const auto highest = [] {
    const int descriptor = dup(STDIN_FILENO);
    close(descriptor);
    return descriptor;
  };
  // The first compilation starts the compiler, and keeps a connection to it.
  EXPECT_EQ(compile(kernel("*out = x + 2;")).result, NVRTC_SUCCESS);
  const int before = highest();
  EXPECT_EQ(compile(kernel("*out = x + 3;")).result, NVRTC_SUCCESS);
  expectError(kernel("*out = " + repeated("!", 200000) + "x;"));
  EXPECT_EQ(highest(), before);
}
