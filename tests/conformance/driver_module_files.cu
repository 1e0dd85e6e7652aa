// Modules from files, their names side by side, and what the driver's types are. Rows D-001 to
// D-005, D-009, D-010, D-044, D-045, D-056, D-124.
// nvcc: -lcuda
#include <string>
#include <type_traits>
#include <unistd.h>

#include "driver.h"

static_assert(std::is_integral_v<CUdevice>);
static_assert(std::is_pointer_v<CUcontext> && std::is_pointer_v<CUmodule>);
static_assert(std::is_pointer_v<CUfunction> && std::is_pointer_v<CUstream>);
static_assert(std::is_pointer_v<CUevent> && std::is_pointer_v<CUgraphicsResource>);
static_assert(std::is_enum_v<CUjit_option> && std::is_enum_v<CUresult>);
static_assert(std::is_integral_v<CUdeviceptr> && sizeof(CUdeviceptr) == sizeof(void*));
static_assert(alignof(CUdeviceptr) == alignof(void*));
static_assert(CUDA_SUCCESS == 0 && CUDA_VERSION >= 4000);

// The same names in each module, with another value in each.
static std::string source(int value) {
  return ".version 6.4\n.target sm_50\n.address_size 64\n"
         ".visible .global .align 4 .u32 value = " +
         std::to_string(value) +
         ";\n"
         ".visible .entry get(.param .u64 out) {\n"
         "  .reg .b64 %rd<3>;\n  .reg .b32 %r<3>;\n"
         "  ld.param.u64 %rd1, [out];\n  cvta.to.global.u64 %rd2, %rd1;\n"
         "  ld.global.u32 %r1, [value];\n  st.global.u32 [%rd2], %r1;\n  ret;\n}\n"
         // As a C++ compiler writes a function that is not extern \"C\".
         ".visible .entry _Z7mangledv() { ret; }\n";
}

static std::string written(const char* name, const std::string& text) {
  std::string path = "/tmp/heddle_" + std::string(name) + "_" + std::to_string(getpid()) + ".ptx";
  FILE* file = fopen(path.c_str(), "w");
  CHECK(file != nullptr);
  CHECK(fwrite(text.data(), 1, text.size(), file) == text.size());
  CHECK(fclose(file) == 0);
  return path;
}

static int value(CUmodule module) {
  CUfunction get;
  CUdeviceptr out;
  int result = -1;
  DRIVER_CHECK(cuModuleGetFunction(&get, module, "get"));
  DRIVER_CHECK(cuMemAlloc(&out, sizeof result));
  void* arguments[] = {&out};
  DRIVER_CHECK(cuLaunchKernel(get, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  DRIVER_CHECK(cuMemcpyDtoH(&result, out, sizeof result));
  DRIVER_CHECK(cuMemFree(out));
  return result;
}

int main() {
  usePrimaryContext();
  std::string path = written("first", source(11));
  CUmodule first, second;
  DRIVER_CHECK(cuModuleLoad(&first, path.c_str()));
  CHECK(unlink(path.c_str()) == 0); // the module does not need the file any more
  path = written("second", source(22));
  DRIVER_CHECK(cuModuleLoad(&second, path.c_str()));
  CHECK(unlink(path.c_str()) == 0);
  CHECK(first != second);

  CUdeviceptr here, there;
  size_t bytes;
  DRIVER_CHECK(cuModuleGetGlobal(&here, &bytes, first, "value"));
  EXPECT_EQ(bytes, sizeof(int));
  DRIVER_CHECK(cuModuleGetGlobal(&there, nullptr, second, "value"));
  CHECK(here != there);
  EXPECT_EQ(value(first), 11);
  EXPECT_EQ(value(second), 22);
  int changed = 33;
  DRIVER_CHECK(cuMemcpyHtoD(here, &changed, sizeof changed));
  EXPECT_EQ(value(first), 33);
  EXPECT_EQ(value(second), 22);

  // Names are those of the PTX.
  CUfunction function;
  EXPECT_DRIVER(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&function, first, "mangled"));
  DRIVER_CHECK(cuModuleGetFunction(&function, first, "_Z7mangledv"));
  EXPECT_DRIVER(CUDA_ERROR_NOT_FOUND, cuModuleGetGlobal(&here, &bytes, first, "nothing"));

  DRIVER_CHECK(cuModuleUnload(first));
  EXPECT_EQ(value(second), 22);
  DRIVER_CHECK(cuModuleUnload(second));
  EXPECT_DRIVER(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&first, path.c_str()));
  path = written("text", "this is no PTX\n");
  EXPECT_DRIVER(CUDA_ERROR_INVALID_IMAGE, cuModuleLoad(&first, path.c_str()));
  CHECK(unlink(path.c_str()) == 0);
  return ok();
}
