// The driver as a program: phases that compile (rows P-001 … P-004, P-009 … P-011, P-014).
#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "fatbin/lto_ir.h"
#include "program.h"

#include <algorithm>
#include <regex>

namespace heddle::nvcc {
namespace {

constexpr const char* kernelSource =
    "__global__ void kernel(float* p, float a, float b) { p[threadIdx.x] = p[blockIdx.x] / a + "
    "p[1] * b; }\n";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

class CompileTest : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("a.cu", std::string(kernelSource) + "int main() { kernel<<<1, 2>>>(nullptr, 1, 2); }\n");
  }
  std::vector<fatbin::Image> imagesOf(const std::string& name) {
    content_ = read(name);
    auto images = fatbin::read(content_.data(), content_.size());
    EXPECT_TRUE(images) << images.error();
    return images ? *images : std::vector<fatbin::Image>{};
  }
  std::string content_;
};

TEST_F(CompileTest, Ptx) {
  succeed("$NVCC -ptx a.cu");
  std::string ptx = read("a.ptx");
  EXPECT_TRUE(contains(ptx, ".version 9.0"));
  EXPECT_TRUE(contains(ptx, ".target sm_75"));
  EXPECT_TRUE(contains(ptx, ".entry _Z6kernelPfff"));
  succeed("$NVCC -ptx -arch=sm_90 a.cu -o b.ptx");
  EXPECT_TRUE(contains(read("b.ptx"), ".target sm_90"));
}

// LTO-IR holds LLVM bitcode, which begins with the letters BC, and the PTX of the same code.
TEST_F(CompileTest, LtoIr) {
  const auto expectLtoIr = [](const std::string& content, const std::string& target) {
    const auto code = fatbin::readLtoIr(content);
    ASSERT_TRUE(code);
    EXPECT_EQ(code->bitcode.substr(0, 4), "BC\xC0\xDE");
    EXPECT_TRUE(contains(std::string(code->ptx), ".entry _Z6kernelPfff"));
    EXPECT_TRUE(contains(std::string(code->ptx), ".target " + target));
  };
  succeed("$NVCC -ltoir -arch=sm_80 a.cu");
  expectLtoIr(read("a.ltoir"), "sm_80");
  EXPECT_NE(shell("$NVCC -ltoir -gencode arch=compute_80,code=sm_80 "
                  "-gencode arch=compute_90,code=sm_90 a.cu")
                .status,
            0);
  succeed("$NVCC -fatbin -dlto -gencode arch=compute_80,code=lto_80 "
          "-gencode arch=compute_90,code=lto_90 a.cu");
  std::vector<unsigned> architectures;
  for (const fatbin::Image& image : imagesOf("a.fatbin"))
    if (image.kind == fatbin::Kind::LtoIr) {
      architectures.push_back(image.arch);
      expectLtoIr(*image.content(), "sm_" + std::to_string(image.arch));
    }
  EXPECT_EQ(architectures, (std::vector<unsigned>{80, 90}));
}

// LLVM's back end makes one aligned access of each such vector. The optimiser makes vectors of
// bytes in the same way; here the source asks for one, so that the test depends on no heuristic.
TEST_F(CompileTest, VectorsOfBytesWithoutAlignment) {
  write("bytes.cu", "typedef unsigned char Bytes __attribute__((vector_size(16), aligned(1)));\n"
                    "typedef unsigned char Aligned __attribute__((vector_size(16)));\n"
                    "__global__ void loose(const Bytes* in, Aligned* out) { *out = *in; }\n"
                    "__global__ void tight(const Aligned* in, Aligned* out) { *out = ~*in; }\n");
  for (const char* options : {"-O3", "-O0", "-G"}) {
    succeed("$NVCC -ptx bytes.cu " + std::string(options));
    const std::string ptx = read("bytes.ptx");
    const std::size_t second = ptx.find(".entry _Z5tight");
    ASSERT_NE(second, ptx.npos);
    EXPECT_FALSE(contains(ptx.substr(0, second), "ld.global.v4")) << options << ptx;
    EXPECT_FALSE(contains(ptx.substr(0, second), "ld.v4")) << options << ptx;
    EXPECT_TRUE(contains(ptx.substr(second), "ld.global.v4") ||
                contains(ptx.substr(second), "ld.v4"))
        << options << ptx;
  }
}

// The register of a variable without a value is set in each iteration. Otherwise it would keep what
// the last iteration has left there, although that was the value of another variable.
TEST_F(CompileTest, VariablesOfAnIterationBeginWithoutValue) {
  write("tiles.cu", "__global__ void k(const int* in, int* out, int n, int tiles) {\n"
                    "  for (int tile = 0; tile < tiles; ++tile) {\n"
                    "    int items[2];\n"
                    "    for (int i = 0; i < 2; ++i)\n"
                    "      if (tile + i < n)\n"
                    "        items[i] = in[tile * 2 + i];\n"
                    "    for (int i = 0; i < 2; ++i)\n"
                    "      out[tile * 2 + i] = items[i];\n"
                    "  }\n"
                    "}\n");
  succeed("$NVCC -ptx tiles.cu");
  const std::string ptx = read("tiles.ptx");
  const std::size_t loop = ptx.find("\n$L__");
  ASSERT_NE(loop, ptx.npos);
  std::smatch load;
  ASSERT_TRUE(std::regex_search(ptx, load, std::regex("ld.global[.a-z0-9]*\\s+(%r\\d+),"))) << ptx;
  const std::regex reset("mov.[a-z]32\\s+" + load[1].str() + ", (0|%r\\d+);");
  EXPECT_TRUE(std::regex_search(ptx.substr(loop), reset)) << ptx;
}

// Row P-085.
TEST_F(CompileTest, ArchitecturesAboveClangs) {
  write("arch.cu", "__global__ void k(int* p) { *p = __CUDA_ARCH__; }\n");
  succeed("$NVCC -ptx -arch=sm_100a arch.cu");
  std::string ptx = read("arch.ptx");
  EXPECT_TRUE(contains(ptx, ".target sm_100a"));
  EXPECT_TRUE(contains(ptx, ".version 9.0"));
  EXPECT_TRUE(contains(ptx, ", 1000;")) << ptx; // the value that is stored
}

// A program made for newer GPUs only still runs here, and then sees the architecture it asked for.
TEST_F(CompileTest, ArchitecturesAboveOurDevicesInFatBinaries) {
  write("arch.cu", "__global__ void k(int* p) { *p = __CUDA_ARCH__; }\n");
  auto targets = [&](const std::string& options) {
    succeed("$NVCC -fatbin " + options + " arch.cu -o arch.fatbin");
    std::vector<std::string> list;
    for (const fatbin::Image& image : imagesOf("arch.fatbin")) {
      std::string ptx = *image.content();
      std::size_t at = ptx.find(".target ") + 8;
      list.push_back(ptx.substr(at, ptx.find_first_of(" \n", at) - at));
      EXPECT_EQ(image.arch, contains(options, "90") ? std::stoul(list.back().substr(3)) : 90)
          << list.back();
      if (!contains(options, "90"))
        EXPECT_TRUE(contains(ptx, contains(options, "100") ? ", 1000;" : ", 1200;")) << options;
    }
    return list;
  };
  using List = std::vector<std::string>;
  EXPECT_EQ(targets("-arch=compute_100a"), List{"sm_100a"});
  EXPECT_EQ(targets("-arch=sm_100a"), (List{"sm_100a", "sm_100a"}));
  EXPECT_EQ(targets("-gencode arch=compute_120,code=compute_120"), List{"sm_120"});
  EXPECT_EQ(targets("-arch=compute_100,compute_90"), (List{"sm_100", "sm_90"}));
}

// Rows P-075, P-076.
TEST_F(CompileTest, FloatingPointOptions) {
  succeed("$NVCC -ptx a.cu");
  EXPECT_TRUE(contains(read("a.ptx"), "div.rn.f32"));
  EXPECT_TRUE(contains(read("a.ptx"), "fma.rn.f32"));
  succeed("$NVCC -ptx -use_fast_math a.cu");
  EXPECT_TRUE(contains(read("a.ptx"), "div.approx.ftz.f32"));
  EXPECT_TRUE(contains(read("a.ptx"), "fma.rn.ftz.f32"));
  succeed("$NVCC -ptx -prec-div=false a.cu");
  EXPECT_TRUE(contains(read("a.ptx"), "div.full.f32"));
  succeed("$NVCC -ptx -fmad=false a.cu");
  EXPECT_FALSE(contains(read("a.ptx"), "fma.rn.f32"));
  succeed("$NVCC -ptx -ftz=true a.cu");
  EXPECT_TRUE(contains(read("a.ptx"), "div.rn.ftz.f32"));
}

// Rows P-077, P-078: square roots are rounded as IEEE 754 says unless -prec-sqrt=false, and with
// all three options the code has the approximations and the flushing of a device of capability 1.x.
TEST_F(CompileTest, SquareRootsAndCodeAsForOldDevices) {
  write("root.cu", "__global__ void k(float* p) { *p = sqrtf(p[1]) + p[2] / p[3]; }\n");
  for (const char* options : {"", "-prec-sqrt=true"}) {
    succeed(std::string("$NVCC -ptx root.cu ") + options);
    EXPECT_TRUE(contains(read("root.ptx"), "sqrt.rn.f32")) << options;
  }
  succeed("$NVCC -ptx -prec-sqrt=false root.cu");
  EXPECT_TRUE(contains(read("root.ptx"), "sqrt.approx.f32"));
  EXPECT_TRUE(contains(read("root.ptx"), "div.rn.f32"));
  succeed("$NVCC -ptx -ftz=true -prec-div=false -prec-sqrt=false root.cu");
  for (const char* instruction : {"sqrt.approx.ftz.f32", "div.full.ftz.f32", "add.ftz.f32"})
    EXPECT_TRUE(contains(read("root.ptx"), instruction)) << instruction;
}

// Rows P-079, P-080: where loads are cached is an option for ptxas, which changes no result.
TEST_F(CompileTest, CachingOfLoadsCanBeChosen) {
  for (const char* mode : {"ca", "cg"})
    succeed(std::string("$NVCC -fatbin -Xptxas -dlcm=") + mode + " -arch=sm_90 a.cu");
}

// Row P-068: each -gencode is a group of images of its own.
TEST_F(CompileTest, Fatbin) {
  succeed("$NVCC -fatbin -gencode arch=compute_80,code=sm_80 -gencode "
          "arch=compute_90a,code=[sm_90a,compute_90a] -maxrregcount=32 a.cu");
  auto images = imagesOf("a.fatbin");
  ASSERT_EQ(images.size(), 4u);
  for (std::size_t i = 0; i < images.size(); ++i) {
    EXPECT_EQ(images[i].kind, i % 2 ? fatbin::Kind::Ptx : fatbin::Kind::Cubin);
    EXPECT_EQ(images[i].arch, i < 2 ? 80u : 90u);
    if (i % 2)
      EXPECT_EQ(images[i].options, "-maxrregcount=32");
    EXPECT_EQ((images[i].flags & fatbin::flagArchSpecific) != 0, i >= 2);
  }
}

// rows: P-042
TEST_F(CompileTest, MachineCodeInCubinsForOurDevice) {
  auto cubinFor = [&](const std::string& options) -> std::optional<fatbin::Cubin> {
    succeed("$NVCC -fatbin " + options + " a.cu");
    for (const fatbin::Image& image : imagesOf("a.fatbin"))
      if (image.kind == fatbin::Kind::Cubin)
        return fatbin::readCubin(*image.content());
    return std::nullopt;
  };
  EXPECT_FALSE(cubinFor("-arch=compute_80"));
  EXPECT_FALSE(cubinFor("-arch=compute_80,compute_90"));
  auto other = cubinFor("-arch=sm_80"); // the first of two, and not the one for our device
  ASSERT_TRUE(other);
  EXPECT_TRUE(other->identity.empty());
  EXPECT_TRUE(other->objects.empty());
  auto ours = cubinFor("-gencode arch=compute_80,code=sm_90");
  ASSERT_TRUE(ours);
  EXPECT_FALSE(ours->identity.empty());
  EXPECT_EQ(ours->objects.size(), 1u);
  EXPECT_TRUE(contains(ours->sources.at(0), ".target sm_80"));
  auto relocatable = cubinFor("-arch=sm_90 -rdc=true");
  ASSERT_TRUE(relocatable);
  EXPECT_TRUE(relocatable->objects.empty());
}

// Rows P-069, P-070: -m64 and -m32, seen in the file that -ptx makes.
TEST_F(CompileTest, P057_P058_P059_DeviceCodeHas64Bits) {
  write("p.cu", "__global__ void k(unsigned long* o) { *o = sizeof(void*); }\n");
  for (const char* options : {"", "-m64", "-arch=sm_20", "-m64 -arch=compute_90"}) {
    succeed(std::string("$NVCC -ptx ") + options + " p.cu");
    EXPECT_TRUE(contains(read("p.ptx"), ".address_size 64")) << options;
  }
  // As nvcc 12 and later, which have no 32-bit code to make.
  const Outcome outcome = shell("$NVCC -m32 -ptx p.cu");
  EXPECT_NE(outcome.status, 0);
  EXPECT_TRUE(contains(outcome.text, "-m32")) << outcome.text;
}

TEST_F(CompileTest, P060_SmallLoopsOfKnownLengthAreUnrolled) {
  write("loop.cu", "__global__ void k(float* p) { for (int i = 0; i < 4; ++i) p[i] = "
                   "p[i] * 2 + 1; }\n");
  succeed("$NVCC -ptx loop.cu");
  const std::string ptx = read("loop.ptx");
  EXPECT_FALSE(contains(ptx, "bra")) << ptx;
  std::size_t count = 0;
  for (std::size_t at = ptx.find("fma.rn.f32"); at != ptx.npos; at = ptx.find("fma.rn.f32", at + 1))
    ++count;
  EXPECT_EQ(count, 4u) << ptx;
}

TEST_F(CompileTest, CubinFromPtx) {
  succeed("$NVCC -ptx -arch=sm_80 a.cu && $NVCC -cubin -arch=sm_80 a.ptx -o c.cubin");
  auto cubin = fatbin::readCubin(read("c.cubin"));
  ASSERT_TRUE(cubin);
  EXPECT_EQ(cubin->sources, std::vector{read("a.ptx")});
  EXPECT_FALSE(cubin->identity.empty());
  EXPECT_FALSE(cubin->objects.empty());
}

TEST_F(CompileTest, NativeCodeLiesBesideThePtx) {
  succeed("$NVCC -fatbin -arch=native a.cu");
  auto images = imagesOf("a.fatbin");
  ASSERT_EQ(images.size(), 2u);
  EXPECT_EQ(images[0].kind, fatbin::Kind::Cubin);
  EXPECT_EQ(images[1].kind, fatbin::Kind::Ptx);
  EXPECT_EQ(images[1].arch, images[0].arch);
  auto content = images[0].content();
  ASSERT_TRUE(content) << content.error();
  EXPECT_TRUE(fatbin::readCubin(*content));
  // A cubin goes into a fat binary as it is.
  succeed("$NVCC -cubin -arch=sm_80 a.cu -o d.cubin && $NVCC -fatbin d.cubin -o d.fatbin");
  images = imagesOf("d.fatbin");
  ASSERT_EQ(images.size(), 1u);
  EXPECT_EQ(images[0].kind, fatbin::Kind::Cubin);
  EXPECT_EQ(images[0].arch, 80u);
}

TEST_F(CompileTest, ObjectEmbedsTheContainer) {
  succeed("$NVCC -c a.cu -no-compress");
  std::string object = read("a.o");
  EXPECT_TRUE(contains(object, "\x50\xED\x55\xBA"));
  EXPECT_TRUE(contains(object, ".entry _Z6kernelPfff"));
  EXPECT_TRUE(contains(object, "__cudaRegisterFatBinary"));
}

TEST_F(CompileTest, RuntimeHeaderIsIncludedByItself) {
  write("h.cu", "#if !defined(__CUDACC__) || !defined(__NVCC__) || __CUDACC_VER_MAJOR__ != 13\n"
                "#error macros\n#endif\ncudaError_t f(dim3 d) { return cudaSuccess; }\n");
  succeed("$NVCC -c h.cu -Werror all-warnings");
  write("twice.cu", "#include <cuda_runtime.h>\n#include \"device_launch_parameters.h\"\n"
                    "cudaError_t f() { return cudaSuccess; }\n");
  succeed("$NVCC -c twice.cu");
}

TEST_F(CompileTest, MacrosOfTheOptions) {
  write("m.cu", "#if !defined(__CUDACC_RDC__) || !defined(__CUDACC_EXTENDED_LAMBDA__) || "
                "!defined(__CUDACC_RELAXED_CONSTEXPR__) || "
                "!defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) || !defined(FROM_HOST)\n#error m\n"
                "#endif\n#if __cplusplus < 202002L\n#error std\n#endif\n"
                "constexpr int list[] = {__CUDA_ARCH_LIST__};\n"
                "static_assert(list[0] == 800 && list[1] == 900);\n");
  succeed("$NVCC -rdc=true -c m.cu --extended-lambda --expt-relaxed-constexpr --default-stream "
          "per-thread -std=c++20 -gencode=arch=compute_80,code=sm_80 "
          "-gencode=arch=compute_90,code=sm_90 -Xcompiler -DFROM_HOST");
}

TEST_F(CompileTest, OtherLanguages) {
  write("p.cpp", "#include <cuda_runtime.h>\n#ifdef __CUDACC__\n#error cuda\n#endif\n"
                 "cudaError_t f() { return cudaSuccess; }\n");
  write("q.c", "#include <cuda_runtime.h>\nint g(void) { int class = 1; return class; }\n");
  write("r.txt", kernelSource);
  succeed("$NVCC -c p.cpp q.c && $NVCC -x cu -c r.txt -o r.o");
  EXPECT_TRUE(exists("p.o") && exists("q.o") && exists("r.o"));
}

TEST_F(CompileTest, OutputDirectory) {
  succeed("mkdir out && cp a.cu b.cu && $NVCC -c a.cu b.cu -odir out");
  EXPECT_TRUE(exists("out/a.o") && exists("out/b.o"));
}

TEST_F(CompileTest, Preprocess) {
  write("e.cu", "#define NAME fish\nint NAME; // comment\n");
  EXPECT_TRUE(contains(succeed("$NVCC -E e.cu"), "int fish;"));
  succeed("$NVCC -E e.cu -o e.ii");
  EXPECT_TRUE(contains(read("e.ii"), "int fish;"));
}

TEST_F(CompileTest, Dependencies) {
  write("inc/d.h", "#pragma once\n");
  write("d.cu", "#include \"d.h\"\n");
  succeed("$NVCC -c d.cu -Iinc -MD -MT target.o -MF d.dep -o d.o");
  std::string rule = read("d.dep");
  EXPECT_TRUE(contains(rule, "target.o:"));
  EXPECT_TRUE(contains(rule, "inc/d.h"));
  EXPECT_TRUE(contains(rule, "cuda_runtime.h"));
  succeed("$NVCC -c d.cu -Iinc -MMD");
  EXPECT_TRUE(contains(read("d.d"), "d.o: d.cu"));
  EXPECT_FALSE(contains(read("d.d"), "cuda_runtime.h"));
  EXPECT_TRUE(contains(succeed("$NVCC -M -Iinc d.cu"), "inc/d.h"));
  succeed("rm d.d && echo 'int main() {}' >> d.cu && $NVCC -cudart none -MD -Iinc d.cu -o d");
  EXPECT_TRUE(contains(read("d.d"), "d.o: d.cu"));
  EXPECT_FALSE(contains(succeed("$NVCC -MM -Iinc d.cu"), "cuda_runtime.h"));
}

TEST_F(CompileTest, RewrittenSourcesKeepTheirNames) {
  write("inc/launch.h", "inline void run(float* p) { kernel << <1, 1 >> >(p, 1, 2); }\n");
  write("s.cu", std::string(kernelSource) +
                    "#include \"inc/launch.h\"\n"
                    "const char* file() { return __FILE__; }\n"
                    "static_assert(__LINE__ == 4);\n"
                    "void go(float* p) { kernel << <dim3(1), 2 >> > (p, 1, 2); }\n"
                    "int broken = \"text\";\n");
  Outcome outcome = shell("$NVCC -c s.cu");
  EXPECT_NE(outcome.status, 0);
  EXPECT_TRUE(contains(outcome.text, "s.cu:6:")) << outcome.text;
  EXPECT_EQ(std::count(outcome.text.begin(), outcome.text.end(), '^'), 1) << outcome.text;
  succeed("sed -i '/broken/d' s.cu && $NVCC -c s.cu -MD -MF s.d && grep -q inc/launch.h s.d && "
          "! grep -q heddle-nvcc- s.d");
}

TEST_F(CompileTest, CyrillicSources) {
  write("я.cu", "// Проверка\n__global__ void ядро(int* счёт) { *счёт = 1; }\n"
                "const char* готово() { return \"Успешно\"; }\n");
  succeed("$NVCC -c я.cu");
  EXPECT_TRUE(contains(read("я.o"), "Успешно"));
}

TEST_F(CompileTest, ErrorsAreClangs) {
  write("bad.cu", "__global__ void k() { undeclared(); }\n");
  Outcome outcome = shell("$NVCC -c bad.cu");
  EXPECT_NE(outcome.status, 0);
  EXPECT_TRUE(contains(outcome.text, "bad.cu:1:23: error:")) << outcome.text;
  EXPECT_FALSE(exists("bad.o"));
}

TEST_F(CompileTest, WarningsComeOnceAndCanBeErrors) {
  write("w.cu", "inline int f() { }\nint g() { return f(); }\n");
  std::string text = succeed("$NVCC -c w.cu");
  std::size_t first = text.find("warning:");
  ASSERT_NE(first, text.npos);
  EXPECT_EQ(text.find("warning:", first + 1), text.npos) << text;
  EXPECT_EQ(succeed("$NVCC -w -c w.cu"), "");
  EXPECT_EQ(succeed("$NVCC -Wno-return-type -c w.cu"), "");
  EXPECT_NE(shell("$NVCC -Werror all-warnings -c w.cu").status, 0);
}

TEST_F(CompileTest, Refusals) {
  struct Case {
    const char* arguments;
    const char* message;
  };
  for (Case each : {Case{"-foo a.cu", "nvcc fatal   : Unknown option '-foo'"},
                    {"", "nvcc fatal   : No input files specified"},
                    {"a.xyz", "nvcc fatal   : Don't know what to do with 'a.xyz'"},
                    {"-arch=sm_99 a.cu", "nvcc fatal   : Unsupported gpu architecture 'sm_99'"},
                    {"-c a.cu a.cu -o x.o", "A single input file is required"},
                    {"-ptx -arch=all-major a.cu", "not allowed when compiling for multiple GPU"},
                    {"-ptx missing.cu", "missing.cu"}}) {
    Outcome outcome = shell(std::string("$NVCC ") + each.arguments);
    EXPECT_EQ(outcome.status, 1) << each.arguments;
    EXPECT_TRUE(contains(outcome.text, each.message)) << outcome.text;
  }
}

TEST_F(CompileTest, ResponseFilesAndEnvironment) {
  write("flags", "-ptx\n-DVALUE=\"4711\"\n");
  write("r.cu", "__global__ void k(int* p) { *p = VALUE; }\n");
  succeed("$NVCC @flags r.cu && grep -q 4711 r.ptx && rm r.ptx");
  succeed("$NVCC --options-file flags r.cu && grep -q 4711 r.ptx && rm r.ptx");
  succeed("NVCC_PREPEND_FLAGS='-ptx -DVALUE=1234' NVCC_APPEND_FLAGS='-o env.ptx' $NVCC r.cu");
  EXPECT_TRUE(contains(read("env.ptx"), ", 1234;"));
}

// Row P-008: host and device code are compiled separately.
TEST_F(CompileTest, DryRunPrintsAndMakesNothing) {
  std::string text = succeed("$NVCC --dryrun a.cu -o program");
  EXPECT_TRUE(contains(text, "/include/cccl")) << text; // for Thrust, where somebody puts it
  EXPECT_FALSE(exists("program"));
  for (const char* part : {"#$ TOP=", "#$ INCLUDES=", "#$ LIBRARIES=", "-arch compute_75",
                           "--cuda-device-only", "#$ fatbinary", "--cuda-host-only", "-o program"})
    EXPECT_TRUE(contains(text, part)) << part << "\n" << text;
  // CMake looks for the libraries' text in the link line.
  std::size_t at = text.find("LIBRARIES=") + 10;
  std::string libraries = text.substr(text.find_first_not_of(' ', at));
  libraries.resize(libraries.find('\n'));
  EXPECT_TRUE(contains(text.substr(text.rfind("#$ ")), libraries)) << text;
}

// Programs count on it, and need no libcu++ for the rest, with any dialect and device.
TEST_F(CompileTest, CooperativeGroupsBringAtomicsWhereTheyAreInstalled) {
  write("libcu++/cuda/atomic", "#define BROUGHT 8765\n");
  write("cg.cu", "#include <cooperative_groups.h>\n"
                 "#ifndef BROUGHT\n#define BROUGHT 4321\n#endif\n"
                 "__global__ void k(int* p) { *p = BROUGHT; }\n");
  succeed("$NVCC -ptx -Ilibcu++ -o with.ptx cg.cu && $NVCC -ptx -o without.ptx cg.cu");
  EXPECT_TRUE(contains(read("with.ptx"), ", 8765;"));
  EXPECT_TRUE(contains(read("without.ptx"), ", 4321;"));
  succeed("$NVCC -ptx -std=c++14 -Ilibcu++ -o old.ptx cg.cu");
  EXPECT_TRUE(contains(read("old.ptx"), ", 4321;"));
  succeed("$NVCC -ptx -arch=compute_50 -Ilibcu++ -o old.ptx cg.cu");
  EXPECT_TRUE(contains(read("old.ptx"), ", 4321;"));
}

TEST_F(CompileTest, TemporaryFilesAreRemoved) {
  write("bad.cu", "error\n");
  shell("$NVCC -c a.cu; $NVCC -c bad.cu; $NVCC --dryrun a.cu");
  EXPECT_TRUE(std::filesystem::is_empty(directory_ / "tmp"));
}

// Both compilers wait for each other, so neither would end if they ran one after the other.
TEST_F(CompileTest, SourcesAreCompiledSideBySide) {
  write("b.cpp", "int b;\n");
  write("c.cpp", "int c;\n");
  write("bin/g++", "#!/bin/sh\n"
                   "for word; do case $word in b.cpp|c.cpp) touch begun.$word;; esac; done\n"
                   "for i in $(seq 300); do\n"
                   "  [ -e begun.b.cpp ] && [ -e begun.c.cpp ] && exec g++ \"$@\"\n"
                   "  sleep 0.1\n"
                   "done\n"
                   "exit 1\n");
  succeed("chmod +x bin/g++; $NVCC --threads 2 -ccbin bin/g++ -c b.cpp c.cpp");
  EXPECT_TRUE(exists("b.o") && exists("c.o"));
}

TEST_F(CompileTest, ThreadsMakeTheSameFiles) {
  for (const char* folder : {"b", "c"}) {
    write(std::string(folder) + "/a.cu",
          "#include \"a.h\"\n__global__ void " + std::string(folder) + "() {}\n");
    write(std::string(folder) + "/a.h", kernelSource);
  }
  const std::string rest =
      " -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 "
      "-rdc=true -lib b/a.cu c/a.cu -o ";
  succeed("$NVCC" + rest + "x.a && mv x.a one.a && $NVCC -t 4" + rest + "x.a");
  EXPECT_EQ(read("one.a"), read("x.a"));
}

TEST_F(CompileTest, FailuresOfThreads) {
  write("bad.cu", "error\n");
  const Outcome outcome = shell("$NVCC -t2 -c bad.cu a.cu");
  EXPECT_NE(outcome.status, 0);
  EXPECT_TRUE(contains(outcome.text, "bad.cu")) << outcome.text;
  EXPECT_FALSE(exists("bad.o"));
  EXPECT_TRUE(std::filesystem::is_empty(directory_ / "tmp"));
  EXPECT_NE(shell("$NVCC -t many -c a.cu").status, 0);
}

// Row P-071.
TEST_F(CompileTest, KeptFiles) {
  succeed("$NVCC -c a.cu --keep --keep-dir kept");
  EXPECT_TRUE(exists("kept/a.ptx") && exists("kept/a.fatbin"));
}

TEST_F(CompileTest, Clean) {
  succeed("$NVCC -c a.cu");
  ASSERT_TRUE(exists("a.o"));
  succeed("$NVCC -c a.cu -clean");
  EXPECT_FALSE(exists("a.o"));
  EXPECT_TRUE(exists("a.cu"));
}

TEST_F(CompileTest, LineInfo) {
  succeed("$NVCC -ptx -lineinfo a.cu");
  EXPECT_TRUE(contains(read("a.ptx"), "\t.loc\t"));
  EXPECT_FALSE(contains(read("a.ptx"), ".debug_info"));
  succeed("$NVCC -ptx -G a.cu -o g.ptx");
  EXPECT_TRUE(contains(read("g.ptx"), "\t.loc\t"));
  succeed("$NVCC -ptx a.cu -o n.ptx");
  EXPECT_FALSE(contains(read("n.ptx"), ".loc"));
}

TEST_F(CompileTest, AnotherToolkitsHeadersDoNotWin) {
  write("other/cuda_runtime.h", "#error the wrong one\n");
  write("other/crt/host_config.h", "#error the wrong one\n");
  write("t.cu", "#include <cuda_runtime.h>\n#include <cuda_runtime_api.h>\n");
  succeed("$NVCC -c t.cu -Iother && $NVCC -c t.cu -isystem other");
}

TEST_F(CompileTest, VersionAndLists) {
  EXPECT_TRUE(contains(succeed("$NVCC --version"), "release 13.0, V13.0.88"));
  EXPECT_EQ(succeed("$NVCC -V"), succeed("$NVCC --version"));
  EXPECT_TRUE(contains(succeed("$NVCC --help"), "--gpu-architecture <arch>"));
  EXPECT_TRUE(contains(succeed("$NVCC --list-gpu-code"), "sm_90a\n"));
  EXPECT_TRUE(contains(succeed("$NVCC --list-gpu-arch"), "compute_120\n"));
}

} // namespace
} // namespace heddle::nvcc
