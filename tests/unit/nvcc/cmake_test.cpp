// CMake's CUDA language with our nvcc as the compiler: detection, whole and separate compilation,
// static and shared libraries, dependencies on headers.
#include "program.h"

namespace heddle::nvcc {
namespace {

class CMakeTest : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("CMakeLists.txt", R"(
cmake_minimum_required(VERSION 3.18)
project(test LANGUAGES CXX CUDA)
add_executable(whole whole.cu plain.cpp)
target_include_directories(whole PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
add_library(device STATIC device.cu)
set_target_properties(device PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
add_executable(separate separate.cu)
set_target_properties(separate PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_STANDARD 17)
target_link_libraries(separate PRIVATE device)
add_library(shared SHARED shared.cu)
set_target_properties(shared PROPERTIES CUDA_RUNTIME_LIBRARY Shared)
add_executable(several several.cu)
set_target_properties(several PROPERTIES CUDA_ARCHITECTURES "80;90-virtual")
)");
    write("header.h", "#define VALUE 5\n");
    write("whole.cu",
          "#include \"header.h\"\nint plain();\n__global__ void k(int* p) { *p = VALUE; }\n"
          "int main() { void (*f)(int*) = k; return f && plain() == 3 ? VALUE : 1; }\n");
    write("plain.cpp", "#include <cuda_runtime.h>\nint plain() { return 3; }\n");
    write("device.cu", "__device__ int helper(int a) { return a + 1; }\n");
    write("separate.cu", "extern __device__ int helper(int);\n"
                         "__global__ void k(int* p) { *p = helper(*p); }\n"
                         "int main() { void (*f)(int*) = k; return f ? 0 : 1; }\n");
    write("shared.cu", "__global__ void k() {}\nvoid run() { k<<<1, 1>>>(); }\n");
    write("several.cu",
          "__global__ void k() {}\nint main() { void (*f)() = k; return f ? 0 : 1; }\n");
  }
};

TEST_F(CMakeTest, NinjaProject) {
  std::string log =
      succeed("cmake -S . -B b -G Ninja -DCMAKE_CUDA_COMPILER=$NVCC -DCMAKE_BUILD_TYPE=Release");
  EXPECT_NE(log.find("The CUDA compiler identification is NVIDIA 13.0.88"), log.npos) << log;
  EXPECT_NE(log.find("Detecting CUDA compiler ABI info - done"), log.npos) << log;
  succeed("cmake --build b");
  EXPECT_EQ(shell("b/whole").status, 5);
  EXPECT_EQ(shell("b/separate").status, 0);
  EXPECT_EQ(shell("b/several").status, 0);
}

TEST_F(CMakeTest, MakefilesKnowTheHeaders) {
  succeed("cmake -S . -B b -G 'Unix Makefiles' -DCMAKE_CUDA_COMPILER=$NVCC && "
          "cmake --build b --target whole");
  EXPECT_EQ(shell("b/whole").status, 5);
  succeed("sleep 1; sed -i 's/5/6/' header.h && cmake --build b --target whole");
  EXPECT_EQ(shell("b/whole").status, 6);
}

} // namespace
} // namespace heddle::nvcc
