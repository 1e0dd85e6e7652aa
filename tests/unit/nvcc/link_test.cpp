// The driver as a program: linking, separate compilation, launches (rows P-005, P-007, P-013).
#include "program.h"

#include <set>
#include <sstream>

namespace heddle::nvcc {
namespace {

class LinkTest : public ProgramTest {
protected:
  // The lines of a program's output that begin with `word`.
  static int count(const std::string& text, const std::string& word) {
    std::istringstream lines(text);
    int found = 0;
    for (std::string line; std::getline(lines, line);)
      found += line.starts_with(word);
    return found;
  }

  void writeSeparateProgram() {
    write("main.cu", "extern __device__ int f(int);\nextern __device__ int g(int);\n"
                     "static __global__ void kernel(int* p) { *p = f(*p) + g(*p); }\n"
                     "int main() { kernel<<<1, 1>>>(nullptr); }\n");
    // Two files of one name, each with a kernel and a variable of one name.
    write("x/part.cu", "static __device__ int v = 3;\n__device__ int f(int a) { return a + v; }\n"
                       "static __global__ void kernel() { v = 1; }\n"
                       "void runX() { kernel<<<1, 1>>>(); }\n");
    write("y/part.cu", "static __device__ int v = 4;\n__device__ int g(int a) { return a + v; }\n"
                       "static __global__ void kernel() { v = 2; }\n"
                       "void runY() { kernel<<<1, 1>>>(); }\n");
    write("y/unused.cu", "__device__ int unused(int a) { return a; }\n"
                         "__global__ void unusedKernel() {}\n");
  }
};

TEST_F(LinkTest, OneFile) {
  write("a.cu", "__device__ int value;\n__constant__ float table[4];\n"
                "__global__ void k(int* p) { *p = value + int(table[0]); }\n"
                "int main() { k<<<dim3(1, 2, 3), 32>>>(nullptr); return 7; }\n");
  Outcome outcome = shell("$NVCC -cudart none a.cu $RUNTIME -o a && ./a");
  EXPECT_EQ(outcome.status, 7) << outcome.text;
  EXPECT_EQ(outcome.text,
            "register version 1 with 1\nfunction _Z1kPi\nvariable value of 4\n"
            "variable table of 16 constant\nend\nlaunch 1,2,3 x 32,1,1\nunregister\n");
}

// Row P-006.
TEST_F(LinkTest, SourceForTheHostCompiler) {
  write("a.cu",
        "#include <cstdio>\n__device__ int value;\n"
        "__global__ void k(int* p) { *p = value; }\n"
        "int main() { std::puts(\"\\\"quoted\\\" 100%\"); k<<<1, 32>>>(nullptr); return 7; }\n");
  Outcome outcome = shell("$NVCC -cuda a.cu && g++ -O2 a.cu.cpp.ii -x c $RUNTIME -o a && ./a");
  EXPECT_EQ(outcome.status, 7) << outcome.text;
  EXPECT_EQ(outcome.text, "register version 1 with 1\nfunction _Z1kPi\nvariable value of 4\nend\n"
                          "\"quoted\" 100%\nlaunch 1,1,1 x 32,1,1\nunregister\n");
}

// Makefiles that name the runtime of gcc.
TEST_F(LinkTest, OpenMpOfGcc) {
  write("a.cu", "#include <omp.h>\nint main() { int sum = 0;\n"
                "#pragma omp parallel num_threads(3) reduction(+ : sum)\n"
                "sum += 1 + omp_get_thread_num();\nreturn sum; }\n");
  succeed("$NVCC -Xcompiler -fopenmp -c a.cu -o a.o");
  EXPECT_EQ(shell("$NVCC -cudart none a.o -lgomp -o a && ./a").status, 6);
}

// By a linker that knows gcc's OpenMP alone, and with objects of gcc.
TEST_F(LinkTest, OpenMpLinkedByGcc) {
  if (shell("command -v g++").status != 0)
    GTEST_SKIP() << "no g++";
  const std::string team = "(int n) { int sum = 0;\n"
                           "#pragma omp parallel num_threads(n) reduction(+ : sum)\n"
                           "sum += 1 + omp_get_thread_num();\nreturn sum; }\n";
  write("a.cu", "#include <omp.h>\nint nvcc" + team +
                    "int gcc(int), plain(int);\n"
                    "int loop() { long sum = 0;\n"
                    "#pragma omp parallel for schedule(dynamic, 3) reduction(+ : sum)\n"
                    "for (int i = 0; i < 100; ++i) sum += i;\n"
                    "#pragma omp parallel\n#pragma omp single\nfor (int i = 0; i < 10; ++i)\n"
                    "#pragma omp task\n{\n#pragma omp atomic\n++sum;\n}\nreturn sum; }\n"
                    "int main() { return nvcc(3) == 6 && gcc(4) == 10 && plain(2) == 3 && "
                    "loop() == 4960 ? 7 : 1; }\n");
  write("b.cpp", "#include <omp.h>\nint gcc" + team);
  write("c.cpp", "#include <omp.h>\nint plain" + team);
  // What the C library's headers ask for is the source's to say.
  write("d.c", "#define _GNU_SOURCE\n#include <dlfcn.h>\nDl_info information;\n");
  succeed("$NVCC -Xcompiler -fopenmp -c a.cu c.cpp d.c && g++ -fopenmp -c b.cpp && "
          "g++ -fopenmp a.o b.o c.o -o a");
  EXPECT_EQ(shell("./a").status, 7);
  succeed("$NVCC -Xcompiler -fopenmp -cudart none a.o b.o c.o -o a");
  EXPECT_EQ(shell("./a").status, 7);
}

TEST_F(LinkTest, EveryLaunchSyntax) {
  write("a.cu", "__global__ void k(int) {}\ntemplate <class T> __global__ void t(T) {}\n"
                "template <class T> struct Box {};\n"
                "#define RUN(k, n) k << <n, 1 >> >(0)\n"
                "int main() {\n"
                "  k<<<1, 2>>>(0);\n  k <<< 1, 3 >>> (0);\n  k << <1, 4 >> >(0);\n"
                "  k <<\n    <1, 5 >\n    >> (0);\n  k<<<{2, 2}, {6}>>>(0);\n"
                "  t<int> << <1, 7 >> >(0);\n  t<Box<int> ><<<1, 8>>>({});\n  RUN(k, 9);\n"
                "  k << <{}, {10} >> >(0);\n}\n");
  std::string text = succeed("$NVCC -cudart none a.cu $RUNTIME -o a && ./a");
  EXPECT_EQ(count(text, "launch "), 9) << text;
  for (const char* line : {"launch 1,1,1 x 5,1,1", "launch 2,2,1 x 6,1,1", "launch 9,1,1 x 1,1,1",
                           "launch 1,1,1 x 10,1,1"})
    EXPECT_EQ(count(text, line), 1) << line << "\n" << text;
}

// Rows P-081 to P-083: the legacy stream is the default, and an option or a macro on the command
// line make it one stream per thread.
TEST_F(LinkTest, PerThreadStream) {
  write("a.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
  std::string text =
      succeed("$NVCC --default-stream per-thread -cudart none a.cu $RUNTIME -o a && ./a");
  EXPECT_EQ(count(text, "launch per thread"), 1) << text;
  text = succeed("$NVCC --default-stream legacy -cudart none a.cu $RUNTIME -o a && ./a");
  EXPECT_EQ(count(text, "launch 1,1,1"), 1) << text;
  // Row P-090: in the source it comes after the implicit include, on the command line before it.
  write("b.cu", "#define CUDA_API_PER_THREAD_DEFAULT_STREAM\n#include <cuda_runtime.h>\n"
                "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
  EXPECT_EQ(count(succeed("$NVCC -cudart none b.cu $RUNTIME -o b && ./b"), "launch per thread"), 0);
  EXPECT_EQ(count(succeed("$NVCC -DCUDA_API_PER_THREAD_DEFAULT_STREAM=1 -cudart none a.cu "
                          "$RUNTIME -o a && ./a"),
                  "launch per thread"),
            1);
}

TEST_F(LinkTest, SeparateCompilationInOneCommand) {
  writeSeparateProgram();
  std::string text = succeed(
      "$NVCC -rdc=true -cudart none main.cu x/part.cu y/part.cu $RUNTIME -o program && ./program");
  EXPECT_EQ(count(text, "register version 2 with 3"), 1) << text;
  EXPECT_EQ(count(text, "register"), 1) << text;
  EXPECT_EQ(count(text, "function "), 3) << text;
  EXPECT_EQ(count(text, "end"), 1) << text;
  EXPECT_EQ(count(text, "unregister"), 1) << text;
}

TEST_F(LinkTest, ObjectsLinkedLater) {
  writeSeparateProgram();
  std::string text = succeed("$NVCC -dc main.cu && (cd x && $NVCC -dc part.cu) && (cd y && $NVCC "
                             "-dc part.cu) && $NVCC -c $RUNTIME -o runtime.o && $NVCC -cudart none "
                             "main.o x/part.o y/part.o runtime.o -o program && ./program");
  EXPECT_EQ(count(text, "register version 2 with 3"), 1) << text;
}

TEST_F(LinkTest, ArchiveGivesWhatDeviceCodeNeeds) {
  writeSeparateProgram();
  std::string text = succeed(
      "$NVCC -dc main.cu && $NVCC -rdc=true -lib x/part.cu y/part.cu y/unused.cu -o libparts.a && "
      "$NVCC -cudart none main.o $RUNTIME -L. -lparts -o program && ./program");
  EXPECT_EQ(count(text, "register version 2 with 3"), 1) << text;
  EXPECT_EQ(count(text, "function _Z12unusedKernelv"), 0) << text;
}

TEST_F(LinkTest, DeviceLinkAsAStepOfItsOwn) {
  writeSeparateProgram();
  std::string text =
      succeed("$NVCC -dc main.cu -o main.o && $NVCC -dc x/part.cu -o x.o && $NVCC -dc y/part.cu -o "
              "y.o && $NVCC -dlink main.o x.o y.o -o linked.o && $NVCC -c $RUNTIME -o runtime.o && "
              "$NVCC -cudart none main.o x.o y.o linked.o runtime.o -o program && ./program");
  EXPECT_EQ(count(text, "register version 2 with 3"), 1) << text;
}

TEST_F(LinkTest, PtxTakesPartInTheDeviceLink) {
  writeSeparateProgram();
  std::string text =
      succeed("$NVCC -rdc=true -ptx y/part.cu -o g.ptx && $NVCC -rdc=true -cudart none "
              "main.cu x/part.cu g.ptx $RUNTIME -o program && ./program");
  EXPECT_EQ(count(text, "register version 2 with 3"), 1) << text;
}

// The code of all objects is one module, from which a function that is inlined everywhere is gone.
TEST_F(LinkTest, LinkTimeOptimization) {
  writeSeparateProgram();
  std::string text = succeed(
      "$NVCC -dc -dlto main.cu -o main.o && $NVCC -dc -dlto x/part.cu -o x.o && "
      "$NVCC -dc y/part.cu -o y.o && $NVCC -dc -dlto y/part.cu -o y-lto.o && "
      "$NVCC -c $RUNTIME -o runtime.o && "
      "$NVCC -dlto --keep -cudart none main.o x.o y-lto.o runtime.o -o program && ./program");
  EXPECT_EQ(count(text, "register version 2 with 1"), 1) << text;
  EXPECT_EQ(count(text, "function "), 3) << text;
  EXPECT_EQ(read("link-lto-0.ptx").find("_Z1fi"), std::string::npos);
  EXPECT_EQ(read("link-lto-0.ptx").find("_Z1gi"), std::string::npos);
  // Without the option, and beside an object that has only PTX, functions stay for others.
  text = succeed("$NVCC -cudart none main.o x.o y-lto.o runtime.o -o program && ./program");
  EXPECT_EQ(count(text, "register version 2 with 3"), 1) << text;
  text = succeed("$NVCC -dlto --keep -cudart none main.o x.o y.o runtime.o -o program && "
                 "./program");
  EXPECT_EQ(count(text, "register version 2 with 2"), 1) << text;
  EXPECT_NE(read("link-lto-1.ptx").find("_Z1fi"), std::string::npos);
}

// The host linker decides whether a member of an archive is taken, which then calls functions of
// the objects.
TEST_F(LinkTest, LinkTimeOptimizationBesideArchives) {
  write("main.cu", "__device__ int f(int a) { return a + 1; }\nextern void runMember();\n"
                   "__global__ void k(int* p) { *p = f(*p); }\n"
                   "int main() { k<<<1, 1>>>(nullptr); runMember(); }\n");
  write("member.cu", "extern __device__ int f(int);\n"
                     "__global__ void member(int* p) { *p = f(*p); }\n"
                     "void runMember() { member<<<1, 1>>>(nullptr); }\n");
  std::string text =
      succeed("$NVCC -dc -dlto main.cu member.cu && ar rc libmember.a member.o && "
              "$NVCC -c $RUNTIME -o runtime.o && $NVCC -dlto --keep -cudart none main.o runtime.o "
              "libmember.a -o program && ./program");
  EXPECT_EQ(count(text, "register version 2 with 2"), 1) << text;
  EXPECT_NE(read("link-lto-0.ptx").find("_Z1fi"), std::string::npos);
}

TEST_F(LinkTest, SharedLibrariesRegisterThemselves) {
  writeSeparateProgram();
  write("only.cu", "__device__ int h();\n__global__ void only(int* p) { *p = h(); }\n"
                   "extern void runLibrary();\n"
                   "int main() { runLibrary(); only<<<1, 1>>>(nullptr); }\n");
  write("h.cu", "__device__ int h() { return 1; }\n");
  write("library.cu", "__device__ int inside();\n__global__ void k(int* p) { *p = inside(); }\n"
                      "void runLibrary() { k<<<1, 1>>>(nullptr); }\n");
  write("inside.cu", "__device__ int inside() { return 2; }\n");
  std::string text = succeed(
      "$NVCC -shared -cudart none $RUNTIME -o libruntime.so && "
      "$NVCC -shared -rdc=true -cudart none library.cu inside.cu -L. -lruntime -o liblibrary.so && "
      "$NVCC -rdc=true -cudart none only.cu h.cu -L. -llibrary -lruntime -o program && "
      "LD_LIBRARY_PATH=. ./program");
  EXPECT_EQ(count(text, "register version 2 with 2"), 2) << text;
  EXPECT_EQ(count(text, "launch"), 2) << text;
}

TEST_F(LinkTest, StaticVariablesOfSeveralFiles) {
  write("a.cu", "static __device__ int s = 3;\nnamespace { __constant__ int u; }\n"
                "__global__ void a(int* o) { *o = s + u; }\nint main() { return !&s + !&u; }\n");
  write("b.cu", "static __device__ int s = 4;\nnamespace { __constant__ int u; }\n"
                "__global__ void b(int* o) { *o = s + u; }\nint* used[] = {&s, &u};\n");
  std::string apart = succeed("$NVCC -cudart none a.cu b.cu $RUNTIME -o p && ./p");
  EXPECT_EQ(count(apart, "variable "), 4) << apart;
  // In one module their names differ.
  std::string together = succeed("$NVCC -rdc=true -cudart none a.cu b.cu $RUNTIME -o p && ./p");
  EXPECT_EQ(count(together, "variable "), 4) << together;
  std::set<std::string> names;
  std::istringstream lines(together);
  for (std::string line; std::getline(lines, line);)
    if (line.find("variable ") != line.npos)
      names.insert(line);
  EXPECT_EQ(names.size(), 4u) << together;
}

TEST_F(LinkTest, RunAndItsStatus) {
  write("a.cu", "#include <cstdio>\nint main(int n, char** v) { printf(\"%s\\n\", v[1]); return n; "
                "}\n");
  Outcome outcome = shell("$NVCC -cudart none -run a.cu -run-args hello,world");
  EXPECT_EQ(outcome.text, "hello\n");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_FALSE(exists("a.out"));
}

// Rows P-094, P-096.
TEST_F(LinkTest, LinkLine) {
  write("a.o", "");
  std::string text = succeed("$NVCC --dryrun a.o -lx -L/dir -Xlinker -znow b.a -cudart shared "
                             "-Xcompiler -fopenmp -o p");
  std::string line = text.substr(text.rfind("#$ "));
  std::size_t at = 0;
  for (const char* part : {"-fopenmp", "-Wl,-rpath,", "a.o", "-lx", "-L/dir", "-Xlinker -znow",
                           "b.a", "-lcudart", "-o p"}) {
    std::size_t found = line.find(part, at);
    if (found == line.npos && std::string(part) == "-L/dir")
      found = line.find("\"-L/dir\"", at);
    EXPECT_NE(found, line.npos) << part << " in " << line;
    at = found == line.npos ? at : found;
  }
  EXPECT_NE(succeed("$NVCC --dryrun a.o").find("-lcudart_static -lrt -lpthread -ldl"),
            std::string::npos);
}

TEST_F(LinkTest, WorksFromAnotherPrefix) {
  write("a.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
  succeed("mkdir -p there/bin there/lib && cp $NVCC $(dirname $NVCC)/ptxas there/bin/ && "
          "top=$(dirname $NVCC)/.. && "
          "ln -s $(realpath $top/include) there/include && "
          "ln -s $(realpath $top/lib/heddle) there/lib/heddle");
  std::string text = succeed("there/bin/nvcc -cudart none a.cu $RUNTIME -o a && ./a");
  EXPECT_EQ(count(text, "launch"), 1) << text;
  EXPECT_NE(read("a").find((directory_ / "there/lib").string()), std::string::npos);
  // Another runtime that happens to be installed does not take the place of ours.
  for (const char* options :
       {"", "-cudart shared", "-cudart none -lcudart", "-cudart none -lcuda"}) {
    Outcome outcome = shell(std::string("there/bin/nvcc a.cu -o a ") + options);
    EXPECT_EQ(outcome.status, 1) << options;
    EXPECT_NE(outcome.text.find("is missing from this installation"), std::string::npos)
        << outcome.text;
  }
}

TEST_F(LinkTest, HostCompilerOfChoice) {
  write("a.cpp", "int main() { return 0; }\n");
  write("bin/g++", "#!/bin/sh\necho chosen \"$@\"\n");
  succeed("chmod +x bin/g++");
  EXPECT_EQ(count(succeed("$NVCC -ccbin bin/g++ -c a.cpp"), "chosen"), 1);
  EXPECT_EQ(count(succeed("$NVCC -ccbin=bin -c a.cpp"), "chosen"), 1);
  EXPECT_EQ(count(succeed("NVCC_CCBIN=bin $NVCC -c a.cpp"), "chosen"), 1);
  EXPECT_NE(shell("$NVCC -ccbin nowhere/g++ -c a.cpp").status, 0);
}

} // namespace
} // namespace heddle::nvcc
