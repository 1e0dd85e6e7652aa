// The driver as a program: cuda_runtime.h, precompiled and kept in the compute cache. Whatever a
// compilation says and makes, it must be the same with and without a precompiled header.
#include "program.h"

#include <fstream>

namespace heddle::nvcc {
namespace {

namespace fs = std::filesystem;

// Has clang's host pass print statistics, which have this heading when it has read a precompiled
// header.
constexpr const char* kStatistics = " -Xcompiler -Xclang,-print-stats ";
constexpr const char* kHeading = "AST File Statistics";

class PrecompiledHeadersTest : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("a.cu", "__global__ void kernel(int* p) { p[threadIdx.x] = 1; }\n"
                  "int main() { kernel<<<1, 2>>>(nullptr); }\n");
  }
  // nvcc with a cache of the test's own.
  Outcome nvcc(const std::string& arguments) {
    return shell("CUDA_CACHE_PATH=$PWD/cache $NVCC " + arguments);
  }
  Outcome nvccWithoutCache(const std::string& arguments) {
    return shell("CUDA_CACHE_DISABLE=1 $NVCC " + arguments);
  }
  // Compiles twice, so that the next compilation with these options finds a precompiled header.
  void precompileFor(const std::string& options) {
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(nvcc(options + " a.cu -o a.out.tmp").status, 0);
    EXPECT_FALSE(headers().empty());
  }
  // The PTX of a compilation that may use a precompiled header.
  std::string ptx(const std::string& options, const std::string& source) {
    EXPECT_EQ(nvcc("-ptx " + options + " " + source + " -o cached.ptx").status, 0);
    return read("cached.ptx");
  }
  // What a compilation without a cache makes of a source, and the next one with it, must be equal.
  void expectSamePtx(const std::string& options, const std::string& source) {
    const Outcome plain = nvccWithoutCache("-ptx " + options + " " + source + " -o plain.ptx");
    const Outcome cached = nvcc("-ptx " + options + " " + source + " -o cached.ptx");
    EXPECT_EQ(plain.status, 0) << plain.text;
    EXPECT_EQ(cached.status, 0) << cached.text;
    EXPECT_EQ(cached.text, plain.text);
    EXPECT_EQ(read("cached.ptx"), read("plain.ptx"));
  }
  // The entries of the cache that are precompiled headers. An entry of a few bytes only says that
  // its options have been seen.
  std::vector<fs::path> headers() {
    std::vector<fs::path> found;
    for (const fs::directory_entry& each : fs::directory_iterator(directory_ / "cache/heddle"))
      if (each.path().filename().string().starts_with("nvcc-") && each.file_size() > 4096)
        found.push_back(each.path());
    return found;
  }
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

TEST_F(PrecompiledHeadersTest, AreMadeByTheSecondCompilation) {
  const std::string command = "-c a.cu" + std::string(kStatistics);
  EXPECT_FALSE(contains(nvcc(command).text, kHeading));
  EXPECT_TRUE(headers().empty());
  EXPECT_TRUE(contains(nvcc(command).text, kHeading));
  EXPECT_EQ(headers().size(), 2); // of the device pass and the host pass
  // The names of the source and of the object, and macros for the source alone, do not matter.
  fs::create_directory(directory_ / "sub");
  fs::copy(directory_ / "a.cu", directory_ / "sub/b.cu");
  EXPECT_TRUE(
      contains(nvcc("-DN=4 -c sub/b.cu -o sub/c.o" + std::string(kStatistics)).text, kHeading));
  EXPECT_EQ(headers().size(), 2);
  EXPECT_FALSE(contains(nvccWithoutCache(command).text, kHeading));
}

TEST_F(PrecompiledHeadersTest, MakeTheSameCode) {
  write("b.cu", "#include <cassert>\n#include <cstdio>\n#include <vector>\n"
                "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n"
                "__global__ void kernel(float* p, __half h) { assert(p); printf(\"%s %d\\n\", "
                "__FILE__, __LINE__); *p = sinf(*p) + __half2float(h); }\n"
                // std::equal has a template whose name is a keyword of clang: __is_pointer.
                "int main() { std::vector<float> v(3), w(v); kernel<<<1, 2>>>(v.data(), 1); "
                "return v == w; }\n");
  precompileFor("-c");
  EXPECT_EQ(nvccWithoutCache("-c b.cu -o plain.o").status, 0);
  EXPECT_EQ(nvcc("-c b.cu -o cached.o").status, 0);
  EXPECT_TRUE(read("cached.o") == read("plain.o"));
}

TEST_F(PrecompiledHeadersTest, SeeTheSameMacros) {
  // A macro of the source, one that a header defines as well, one with an argument, and one that
  // the headers do see.
  write("b.cu", "__global__ void kernel(long* p) { p[0] = N; p[1] = RAND_MAX; p[2] = ADD(3);\n"
                "#ifdef NDEBUG\np[3] = 1;\n#endif\n}\n");
  precompileFor("-ptx");
  expectSamePtx("-DN=4243 -DRAND_MAX=7 '-DADD(x)=x+2'", "b.cu");
  EXPECT_EQ(headers().size(), 1);
  EXPECT_TRUE(contains(read("cached.ptx"), "4243"));
  expectSamePtx("-DNDEBUG -DN=42 '-DADD(x)=x+2'", "b.cu");
  // With a macro that is defined twice, or undefined again, a compilation parses the headers
  // itself.
  expectSamePtx("-DN=1 -DN=43 -DM -UM '-DADD(x)=x+2'", "b.cu");
}

TEST_F(PrecompiledHeadersTest, OtherHeadersOfTheCommandLine) {
  write("own.h", "#pragma once\n#define OWN 77\n");
  write("b.cu", "#define CUDARTAPI wrong\n#include \"own.h\"\n#include <cuda_runtime.h>\n"
                "__global__ void kernel(int* p) { *p = OWN; }\n");
  precompileFor("-ptx -Xcompiler -include,own.h");
  expectSamePtx("-Xcompiler -include,own.h", "b.cu");
  expectSamePtx("-include own.h", "b.cu");
}

TEST_F(PrecompiledHeadersTest, HeadersThatAppearOrChange) {
  const std::string options = "-Iown -isystem $PWD/system";
  fs::create_directory(directory_ / "own");
  write("system/math.h", "#define CHANGED 1\n#include_next <math.h>\n");
  write("b.cu", "#ifndef HIDDEN\n#define HIDDEN 0\n#endif\n"
                "__global__ void kernel(int* p) { *p = 10 * CHANGED + HIDDEN; }\n");
  precompileFor("-ptx " + options);
  EXPECT_TRUE(contains(ptx(options, "b.cu"), ", 10;"));
  write("system/math.h", "#define CHANGED 12345\n#include_next <math.h>\n");
  EXPECT_TRUE(contains(ptx(options, "b.cu"), ", 123450;"));
  write("own/stdlib.h", "#define HIDDEN 4\n#include_next <stdlib.h>\n");
  EXPECT_TRUE(contains(ptx(options, "b.cu"), ", 123454;"));
}

TEST_F(PrecompiledHeadersTest, SayTheSame) {
  write("wrong.cu", "#include <vector>\n__global__ void kernel(int* p) { *p = undeclared; }\n"
                    "int main() { cudaMalloc(1); kernel<<<1>>>(0); std::vector<int> v = 5; }\n");
  precompileFor("-ptx");
  const Outcome plain = nvccWithoutCache("-ptx wrong.cu"), cached = nvcc("-ptx wrong.cu");
  EXPECT_NE(plain.status, 0);
  EXPECT_EQ(cached.status, plain.status);
  EXPECT_EQ(cached.text, plain.text);
}

TEST_F(PrecompiledHeadersTest, DependenciesAndPreprocessedSources) {
  precompileFor("-ptx");
  EXPECT_EQ(nvccWithoutCache("-ptx -MD -MF plain.d a.cu").status, 0);
  EXPECT_EQ(nvcc("-ptx -MD -MF cached.d a.cu").status, 0);
  EXPECT_TRUE(contains(read("cached.d"), ".ptx: a.cu")) << read("cached.d");
  // The order of the headers may differ, and so may the path by which one is reached a second time.
  // libstdc++ asks whether TBB is there, and clang writes down what was asked for where it reads
  // the header that asks.
  const std::string files =
      " | tr -s ' \\\\\\n' '\\n' | grep -v -e : -e tbb.h | xargs realpath | sort -u";
  EXPECT_EQ(succeed("cat cached.d" + files), succeed("cat plain.d" + files));
  for (const char* phase : {"-E", "-M"})
    EXPECT_EQ(nvcc(phase + std::string(" a.cu")).text,
              nvccWithoutCache(phase + std::string(" a.cu")).text);
}

TEST_F(PrecompiledHeadersTest, ConcurrentCompilations) {
  succeed("export CUDA_CACHE_PATH=$PWD/cache; for i in 1 2 3; do "
          "($NVCC -ptx a.cu -o $i.ptx && $NVCC -ptx a.cu -o $i.ptx) & done; wait; "
          "for i in 2 3; do cmp 1.ptx $i.ptx || exit 1; done");
}

TEST_F(PrecompiledHeadersTest, FilesOfOthersAreNotUsed) {
  write("b.cu", "__global__ void kernel(int* p) {\n#ifdef NDEBUG\n*p = 5;\n#endif\n}\n");
  precompileFor("-ptx");
  const fs::path first = headers()[0];
  const std::string right = ptx("", "b.cu");
  precompileFor("-ptx -DNDEBUG");
  ASSERT_EQ(headers().size(), 2);
  const fs::path second = headers()[headers()[0] == first];
  // That of other options, one with a changed byte, and none at all.
  fs::copy(second, first, fs::copy_options::overwrite_existing);
  EXPECT_EQ(ptx("", "b.cu"), right);
  std::fstream(second, std::ios::in | std::ios::out | std::ios::binary).seekp(5000).put('?');
  EXPECT_TRUE(contains(ptx("-DNDEBUG", "b.cu"), ", 5;"));
  std::ofstream(first) << "no header";
  EXPECT_EQ(ptx("", "b.cu"), right);
}

} // namespace
} // namespace heddle::nvcc
