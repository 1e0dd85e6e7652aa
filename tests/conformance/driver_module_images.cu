// What a driver says of images that are no module: at once for modules and for what is added to a
// link, and for libraries when something is asked of them. rows: D-044 D-047 D-050
// nvcc: -lcuda
#include <string>

#include "driver.h"

struct Image {
  const char* name;
  std::string text;
  int module; // also what the library says of a kernel
  int link;   // when added as PTX
};

static const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";
static const std::string kernel = ".visible .entry k(.param .u64 p) { ret; }\n";

static std::string headOf(const char* version, const char* target) {
  return std::string(".version ") + version + "\n.target " + target + "\n.address_size 64\n";
}

static std::string body(const char* text) {
  return head + ".visible .entry k() { " + text + " }\n";
}

static const Image images[] = {
    {"garbage", "garbage", 200, 200},
    {"blank", " ", 200, 200},
    {"comment", "// nothing\n", 200, 200},
    {"byte order mark", "\xef\xbb\xbf" + head + kernel, 200, 200},
    {"no version", ".target sm_80\n.address_size 64\n" + kernel, 200, 200},
    {"version alone", ".version 8.0\n", 218, 218},
    {"no target", ".version 8.0\n.address_size 64\n" + kernel, 218, 218},
    {"no address size", ".version 8.0\n.target sm_80\n" + kernel, 0, 0},
    {"plain", head + kernel, 0, 0},
    {"comments before", "\n\n// c\n" + head + kernel, 0, 0},
    {"carriage returns", ".version 8.0\r\n.target sm_80\r\n.address_size 64\r\n" + kernel, 0, 0},
    {"version to come", headOf("99.0", "sm_80") + kernel, 222, 222},
    {"version that never was", headOf("0.9", "sm_80") + kernel, 222, 222},
    {"unknown target", headOf("8.0", "sm_999") + kernel, 218, 218},
    {"target that is no name", headOf("8.0", "foo") + kernel, 218, 218},
    {"target newer than the version", headOf("7.0", "sm_90") + kernel, 218, 218},
    {"32-bit addresses", ".version 8.0\n.target sm_80\n.address_size 32\n" + kernel, 218, 218},
    {"16-bit addresses", ".version 8.0\n.target sm_80\n.address_size 16\n" + kernel, 218, 218},
    {"unknown instruction", body("nosuch; ret;"), 218, 218},
    {"undeclared registers", body("add.u32 %a, %b, 1; ret;"), 218, 218},
    {"no semicolon", body("ret"), 218, 218},
    {"no ret", body(""), 0, 0},
    {"twice", head + kernel + kernel, 218, 218},
    {"undefined function", head + ".extern .func f;\n.visible .entry k() { call f; ret; }\n", 218,
     0},
    {"undefined function, not called", head + ".extern .func f;\n" + kernel, 0, 0},
    {"large parameter", head + ".visible .entry k(.param .align 4 .b8 p[4356]) { ret; }\n", 218,
     218},
    {"larger parameters since 8.1",
     headOf("8.1", "sm_80") + ".visible .entry k(.param .align 4 .b8 p[4356]) { ret; }\n", 0, 0},
    {"text behind", head + kernel + "trailing", 218, 218},
};

static void expect(const Image& image, const char* way, int expected, int actual) {
  if (actual == expected)
    return;
  char message[200];
  snprintf(message, sizeof message, "%s, %s: %d, expected %d", image.name, way, actual, expected);
  conformance::fail(__FILE__, __LINE__, message);
}

static int linked(CUjitInputType type, const std::string& text) {
  CUlinkState state;
  DRIVER_CHECK(cuLinkCreate(0, nullptr, nullptr, &state));
  const int result = cuLinkAddData(state, type, const_cast<char*>(text.c_str()), text.size() + 1,
                                   "image", 0, nullptr, nullptr);
  DRIVER_CHECK(cuLinkDestroy(state));
  return result;
}

int main() {
  DRIVER_CHECK(cuInit(0));
  CUcontext context;
  DRIVER_CHECK(cuDevicePrimaryCtxRetain(&context, 0));
  DRIVER_CHECK(cuCtxSetCurrent(context));
  for (const Image& image : images) {
    CUmodule module;
    expect(image, "module", image.module, cuModuleLoadData(&module, image.text.c_str()));
    CUlibrary library;
    DRIVER_CHECK(
        cuLibraryLoadData(&library, image.text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    CUkernel k;
    expect(image, "library's kernel", image.module, cuLibraryGetKernel(&k, library, "k"));
    expect(image, "library's module", image.module, cuLibraryGetModule(&module, library));
    if (image.module == 0)
      EXPECT_DRIVER(CUDA_ERROR_NOT_PERMITTED, cuModuleUnload(module));
    DRIVER_CHECK(cuLibraryUnload(library));
    expect(image, "link of PTX", image.link, linked(CU_JIT_INPUT_PTX, image.text));
    expect(image, "link of a fat binary", image.link, linked(CU_JIT_INPUT_FATBINARY, image.text));
    expect(image, "link of a cubin", 200, linked(CU_JIT_INPUT_CUBIN, image.text));
    expect(image, "link of an object", 999, linked(CU_JIT_INPUT_OBJECT, image.text));
  }

  // Names.
  const std::string text =
      head + ".visible .global .u32 g;\n.visible .func f() { ret; }\n" + kernel;
  CUmodule module;
  CUfunction function;
  CUdeviceptr address;
  size_t bytes;
  DRIVER_CHECK(cuModuleLoadData(&module, text.c_str()));
  EXPECT_DRIVER(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&function, module, "f"));
  EXPECT_DRIVER(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&function, module, "g"));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuModuleGetFunction(&function, module, ""));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuModuleGetGlobal(&address, &bytes, module, "k"));
  EXPECT_DRIVER(CUDA_ERROR_NOT_FOUND, cuModuleGetGlobal(&address, &bytes, module, "f"));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuModuleGetGlobal(&address, &bytes, module, ""));

  // Options.
  const auto options = [&](CUjit_option option, size_t value) {
    void* values[] = {reinterpret_cast<void*>(value)};
    CUmodule made;
    return cuModuleLoadDataEx(&made, text.c_str(), 1, &option, values);
  };
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, options(CU_JIT_MAX_REGISTERS, 0));
  EXPECT_DRIVER(CUDA_SUCCESS, options(CU_JIT_MAX_REGISTERS, 1000));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, options(CU_JIT_CACHE_MODE, 9));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, options(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, 100));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, options(CU_JIT_GLOBAL_SYMBOL_COUNT, 1));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, options(static_cast<CUjit_option>(999), 0));

  // A link is completed once.
  CUlinkState state;
  void* cubin;
  DRIVER_CHECK(cuLinkCreate(0, nullptr, nullptr, &state));
  const auto add = [&](const char* name) {
    return cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char*>(text.c_str()), text.size() + 1,
                         name, 0, nullptr, nullptr);
  };
  DRIVER_CHECK(add("a"));
  DRIVER_CHECK(cuLinkComplete(state, &cubin, &bytes));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_HANDLE, cuLinkComplete(state, &cubin, &bytes));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, add("b"));
  DRIVER_CHECK(cuLinkDestroy(state));
  return ok();
}
