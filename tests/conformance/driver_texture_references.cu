// D-006 D-007 D-008 D-053 D-054 D-101 D-102 D-103 D-104 D-105 D-106 D-107 D-108 D-109: texture and
// surface references of a PTX module through the driver API: arrays, pitched and linear memory are
// bound to them, with formats, addressing and filter modes.
// nvcc: -lcuda
#include <string.h>

#include "driver.h"

#include <vector>

namespace {

constexpr char kModule[] = R"(
.version 7.0
.target sm_50
.address_size 64
.global .texref image;
.global .texref line;
.global .surfref output;
.visible .entry readImage(.param .f32 x, .param .f32 y, .param .u64 out) {
  .reg .f32 %f<8>;
  .reg .b64 %rd<3>;
  ld.param.f32 %f1, [x];
  ld.param.f32 %f2, [y];
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd2, %rd1;
  tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [image, {%f1, %f2}];
  st.global.f32 [%rd2], %f3;
  ret;
}
.visible .entry readLine(.param .u32 x, .param .u64 out) {
  .reg .b32 %r<8>;
  .reg .b64 %rd<3>;
  ld.param.u32 %r1, [x];
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd2, %rd1;
  tex.1d.v4.s32.s32 {%r2, %r3, %r4, %r5}, [line, {%r1}];
  st.global.v2.u32 [%rd2], {%r2, %r3};
  ret;
}
.visible .entry store(.param .u32 x, .param .u32 value) {
  .reg .b32 %r<4>;
  ld.param.u32 %r1, [x];
  ld.param.u32 %r2, [value];
  mov.u32 %r3, 1;
  sust.b.2d.b32.trap [output, {%r1, %r3}], %r2;
  ret;
}
)";

constexpr int kWidth = 8, kHeight = 4;

CUarray arrayOf(unsigned flags) {
  CUDA_ARRAY3D_DESCRIPTOR desc = {};
  desc.Width = kWidth;
  desc.Height = kHeight;
  desc.Format = CU_AD_FORMAT_FLOAT;
  desc.NumChannels = 1;
  desc.Flags = flags;
  CUarray array;
  DRIVER_CHECK(cuArray3DCreate(&array, &desc));
  std::vector<float> values(kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i)
    values[i] = static_cast<float>(i);
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = values.data();
  copy.srcPitch = kWidth * sizeof(float);
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = kWidth * sizeof(float);
  copy.Height = kHeight;
  DRIVER_CHECK(cuMemcpy2D(&copy));
  return array;
}

} // namespace

int main() {
  usePrimaryContext();
  CUmodule module;
  DRIVER_CHECK(cuModuleLoadData(&module, kModule));
  CUfunction readImage, readLine, store;
  DRIVER_CHECK(cuModuleGetFunction(&readImage, module, "readImage"));
  DRIVER_CHECK(cuModuleGetFunction(&readLine, module, "readLine"));
  DRIVER_CHECK(cuModuleGetFunction(&store, module, "store"));
  CUtexref image, line;
  CUsurfref output;
  DRIVER_CHECK(cuModuleGetTexRef(&image, module, "image"));
  DRIVER_CHECK(cuModuleGetTexRef(&line, module, "line"));
  DRIVER_CHECK(cuModuleGetSurfRef(&output, module, "output"));
  CUtexref none;
  EXPECT_DRIVER(CUDA_ERROR_NOT_FOUND, cuModuleGetTexRef(&none, module, "nothing"));

  Buffer<float> out(2);
  const auto imageAt = [&](float x, float y) {
    float* place = out.device();
    void* arguments[] = {&x, &y, &place};
    DRIVER_CHECK(cuLaunchKernel(readImage, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    out.download();
    return out[0];
  };
  const CUarray array = arrayOf(0);
  DRIVER_CHECK(cuTexRefSetArray(image, array, CU_TRSA_OVERRIDE_FORMAT));
  DRIVER_CHECK(cuTexRefSetAddressMode(image, 0, CU_TR_ADDRESS_MODE_CLAMP));
  DRIVER_CHECK(cuTexRefSetAddressMode(image, 1, CU_TR_ADDRESS_MODE_CLAMP));
  DRIVER_CHECK(cuTexRefSetFilterMode(image, CU_TR_FILTER_MODE_POINT));
  DRIVER_CHECK(cuTexRefSetFlags(image, 0));
  EXPECT_EQ(imageAt(2.75f, 1.5f), 10.0f);
  EXPECT_EQ(imageAt(-5, 100), 24.0f);
  DRIVER_CHECK(cuTexRefSetFilterMode(image, CU_TR_FILTER_MODE_LINEAR));
  EXPECT_EQ(imageAt(2.75f, 1.5f), 10.25f);
  DRIVER_CHECK(cuTexRefSetAddressMode(image, 0, CU_TR_ADDRESS_MODE_WRAP));
  DRIVER_CHECK(cuTexRefSetFlags(image, CU_TRSF_NORMALIZED_COORDINATES));
  EXPECT_EQ(imageAt(1 + 2.75f / kWidth, 1.5f / kHeight), 10.25f);
  CUarray bound;
  DRIVER_CHECK(cuTexRefGetArray(&bound, image));
  CHECK(bound == array);
  CUaddress_mode mode;
  DRIVER_CHECK(cuTexRefGetAddressMode(&mode, image, 0));
  EXPECT_EQ(static_cast<int>(mode), static_cast<int>(CU_TR_ADDRESS_MODE_WRAP));
  CUfilter_mode filter;
  DRIVER_CHECK(cuTexRefGetFilterMode(&filter, image));
  EXPECT_EQ(static_cast<int>(filter), static_cast<int>(CU_TR_FILTER_MODE_LINEAR));
  unsigned flags;
  DRIVER_CHECK(cuTexRefGetFlags(&flags, image));
  EXPECT_EQ(flags, static_cast<unsigned>(CU_TRSF_NORMALIZED_COORDINATES));

  // Pitched memory.
  CUdeviceptr memory;
  size_t pitch;
  DRIVER_CHECK(cuMemAllocPitch(&memory, &pitch, kWidth * sizeof(float), kHeight, 4));
  DRIVER_CHECK(cuMemsetD2D32(memory, pitch, 0x40a00000, kWidth, kHeight)); // 5
  CUDA_ARRAY_DESCRIPTOR desc = {kWidth, kHeight, CU_AD_FORMAT_FLOAT, 1};
  DRIVER_CHECK(cuTexRefSetFormat(image, CU_AD_FORMAT_FLOAT, 1));
  DRIVER_CHECK(cuTexRefSetAddress2D(image, &desc, memory, pitch));
  EXPECT_EQ(imageAt(0.3f, 0.6f), 5.0f);

  // Linear memory of pairs, and zero behind its end.
  const int pairs[] = {1, -2, 3, -4};
  CUdeviceptr linear;
  DRIVER_CHECK(cuMemAlloc(&linear, sizeof pairs));
  DRIVER_CHECK(cuMemcpyHtoD(linear, pairs, sizeof pairs));
  DRIVER_CHECK(cuTexRefSetFormat(line, CU_AD_FORMAT_SIGNED_INT32, 2));
  DRIVER_CHECK(cuTexRefSetFlags(line, CU_TRSF_READ_AS_INTEGER));
  size_t offset = 1;
  DRIVER_CHECK(cuTexRefSetAddress(&offset, line, linear, sizeof pairs));
  EXPECT_EQ(offset, size_t{0});
  CUdeviceptr where;
  DRIVER_CHECK(cuTexRefGetAddress(&where, line));
  EXPECT_EQ(where, linear);
  CUarray_format format;
  int channels;
  DRIVER_CHECK(cuTexRefGetFormat(&format, &channels, line));
  EXPECT_EQ(channels, 2);
  for (int x = 0; x < 3; ++x) {
    float* place = out.device();
    void* arguments[] = {&x, &place};
    DRIVER_CHECK(cuLaunchKernel(readLine, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    out.download();
    int found[2];
    memcpy(found, out.host(), sizeof found);
    EXPECT_EQ_AT(x, found[0], x < 2 ? pairs[2 * x] : 0);
    EXPECT_EQ_AT(x, found[1], x < 2 ? pairs[2 * x + 1] : 0);
  }

  const CUarray target = arrayOf(CUDA_ARRAY3D_SURFACE_LDST);
  DRIVER_CHECK(cuSurfRefSetArray(output, target, 0));
  unsigned x = 3 * sizeof(float), value = 0x42280000; // 42
  void* arguments[] = {&x, &value};
  DRIVER_CHECK(cuLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  DRIVER_CHECK(cuCtxSynchronize());
  float row[kWidth];
  DRIVER_CHECK(cuMemcpyAtoH(row, target, 0, sizeof row));
  EXPECT_EQ(row[3], 3.0f);
  DRIVER_CHECK(cuTexRefSetArray(image, target, CU_TRSA_OVERRIDE_FORMAT));
  DRIVER_CHECK(cuTexRefSetFilterMode(image, CU_TR_FILTER_MODE_POINT));
  EXPECT_EQ(imageAt(3.5f / kWidth, 1.5f / kHeight), 42.0f);
  puts("ok");
}
