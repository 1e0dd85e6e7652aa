// D-016 D-066 D-071 D-073 D-075 L-035: the plainest calls of the driver API: capability,
// memory with a pitch, copies with and without a direction; arguments packed by __alignof; and
// cuLaunch.
// nvcc: -lcuda -Wno-deprecated-declarations
#include <string.h>

#include "capture.h"
#include "driver.h"

static const char* source = R"(
.version 6.4
.target sm_50
.address_size 64

.extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 text[6] = {111, 110, 99, 101, 10, 0};

.visible .entry say()
{
  .reg .b64 %rd<3>;
  mov.u64 %rd1, text;
  cvta.global.u64 %rd2, %rd1;
  {
    .param .b64 format;
    .param .b64 arguments;
    .param .b32 result;
    st.param.b64 [format], %rd2;
    st.param.b64 [arguments], 0;
    call.uni (result), vprintf, (format, arguments);
  }
  ret;
}

.visible .entry store(.param .u8 first, .param .u64 out, .param .u16 second)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<2>;
  ld.param.u8 %r1, [first];
  ld.param.u16 %r2, [second];
  ld.param.u64 %rd1, [out];
  mad.lo.u32 %r3, %r1, 1000, %r2;
  st.global.u32 [%rd1], %r3;
  ret;
}
)";

static CUfunction functionOf(CUmodule module, const char* name) {
  CUfunction function;
  DRIVER_CHECK(cuModuleGetFunction(&function, module, name));
  return function;
}

static void capability() {
  int major = 0, minor = -1, attribute = 0;
  DRIVER_CHECK(cuDeviceComputeCapability(&major, &minor, 0));
  DRIVER_CHECK(cuDeviceGetAttribute(&attribute, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
  EXPECT_EQ(major, attribute);
  DRIVER_CHECK(cuDeviceGetAttribute(&attribute, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0));
  EXPECT_EQ(minor, attribute);
}

static void memory() {
  CUdeviceptr rows;
  size_t pitch = 0;
  DRIVER_CHECK(cuMemAllocPitch(&rows, &pitch, 100, 8, 16));
  CHECK(pitch >= 100 && pitch % 16 == 0);
  CHECK(rows % 16 == 0);
  int in[4] = {1, 2, 3, 4}, out[4] = {}, again[4] = {};
  DRIVER_CHECK(cuMemcpyHtoD(rows + 7 * pitch, in, sizeof in));
  DRIVER_CHECK(cuMemcpyDtoH(out, rows + 7 * pitch, sizeof out));
  CHECK(memcmp(in, out, sizeof in) == 0);
  // Under unified addressing the pointers tell the direction.
  const auto host = [](int* pointer) { return reinterpret_cast<CUdeviceptr>(pointer); };
  DRIVER_CHECK(cuMemcpy(rows, rows + 7 * pitch, sizeof in));
  DRIVER_CHECK(cuMemcpyAsync(host(again), rows, sizeof again, nullptr));
  DRIVER_CHECK(cuStreamSynchronize(nullptr));
  CHECK(memcmp(in, again, sizeof in) == 0);
  DRIVER_CHECK(cuMemFree(rows));
}

// Each argument begins at a multiple of its alignment.
template <class T> void pack(char* buffer, size_t& size, T value) {
  size = (size + __alignof(T) - 1) / __alignof(T) * __alignof(T);
  memcpy(buffer + size, &value, sizeof value);
  size += sizeof value;
}

static void packedArguments(CUmodule module) {
  CUdeviceptr out;
  DRIVER_CHECK(cuMemAlloc(&out, sizeof(int)));
  char buffer[32];
  size_t size = 0;
  pack(buffer, size, static_cast<unsigned char>(42));
  pack(buffer, size, out);
  pack(buffer, size, static_cast<unsigned short>(7));
  EXPECT_EQ(size, 18);
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  DRIVER_CHECK(
      cuLaunchKernel(functionOf(module, "store"), 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));
  int value = 0;
  DRIVER_CHECK(cuMemcpyDtoH(&value, out, sizeof value));
  EXPECT_EQ(value, 42007);
  DRIVER_CHECK(cuMemFree(out));
}

static void oldLaunch(CUmodule module) {
  const CUfunction say = functionOf(module, "say");
  DRIVER_CHECK(cuFuncSetBlockShape(say, 1, 1, 1));
  static Capture capture(stdout);
  DRIVER_CHECK(cuLaunch(say));
  DRIVER_CHECK(cuCtxSynchronize());
  const bool hasArrived = strcmp(capture.text(), "once\n") == 0;
  capture.finish();
  CHECK(hasArrived);
}

int main() {
  usePrimaryContext();
  capability();
  memory();
  CUmodule module;
  DRIVER_CHECK(cuModuleLoadData(&module, source));
  packedArguments(module);
  oldLaunch(module);
  DRIVER_CHECK(cuModuleUnload(module));
  return ok();
}
