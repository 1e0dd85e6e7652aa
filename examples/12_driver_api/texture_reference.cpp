// Shows: a texture reference of a module, bound to pitched memory and to an array; a rotation.
// From: X-142, X-143, X-144, X-145 of the guide.
// Try next: cuTexObjectCreate, which needs no name in the module.
// nvcc: -lcuda -Wno-deprecated-declarations
#include "driver.h"

#include "../10_textures/rotation.h"

// out[y][x] = the texture at (x, y) turned by an angle, in normalised coordinates.
static const char* const rotation = R"(
.version 7.5
.target sm_75
.address_size 64

.global .texref texRef;

.visible .entry rotate(.param .u64 out, .param .u32 width, .param .u32 height, .param .f32 cosine,
                       .param .f32 sine)
{
    .reg .b32  %x, %y, %w, %h, %size, %thread, %at;
    .reg .f32  %c, %s, %u, %v, %f, %tu, %tv, %r, %g, %b, %a, %minus;
    .reg .b64  %out, %offset;

    mov.u32         %x, %ctaid.x;
    mov.u32         %size, %ntid.x;
    mov.u32         %thread, %tid.x;
    mad.lo.u32      %x, %x, %size, %thread;
    mov.u32         %y, %ctaid.y;
    mov.u32         %size, %ntid.y;
    mov.u32         %thread, %tid.y;
    mad.lo.u32      %y, %y, %size, %thread;
    ld.param.u32    %w, [width];
    ld.param.u32    %h, [height];
    ld.param.f32    %c, [cosine];
    ld.param.f32    %s, [sine];

    cvt.rn.f32.u32  %u, %x;
    cvt.rn.f32.u32  %f, %w;
    div.rn.f32      %u, %u, %f;
    sub.f32         %u, %u, 0f3F000000;
    cvt.rn.f32.u32  %v, %y;
    cvt.rn.f32.u32  %f, %h;
    div.rn.f32      %v, %v, %f;
    sub.f32         %v, %v, 0f3F000000;
    mul.f32         %tu, %u, %c;
    mul.f32         %f, %v, %s;
    sub.f32         %tu, %tu, %f;
    add.f32         %tu, %tu, 0f3F000000;
    mul.f32         %tv, %v, %c;
    mul.f32         %f, %u, %s;
    add.f32         %tv, %tv, %f;
    add.f32         %tv, %tv, 0f3F000000;
    tex.2d.v4.f32.f32 {%r, %g, %b, %a}, [texRef, {%tu, %tv}];

    mad.lo.u32      %at, %y, %w, %x;
    mul.wide.u32    %offset, %at, 4;
    ld.param.u64    %out, [out];
    cvta.to.global.u64 %out, %out;
    add.u64         %out, %out, %offset;
    st.global.f32   [%out], %r;
    ret;
}
)";

int main() {
  const driver::Context context;
  CUmodule module;
  CUfunction rotate;
  CUtexref reference;
  CHECK_DRIVER(cuModuleLoadData(&module, rotation));
  CHECK_DRIVER(cuModuleGetFunction(&rotate, module, "rotate"));
  CHECK_DRIVER(cuModuleGetTexRef(&reference, module, "texRef"));
  CHECK_DRIVER(cuTexRefSetAddressMode(reference, 0, CU_TR_ADDRESS_MODE_WRAP));
  CHECK_DRIVER(cuTexRefSetAddressMode(reference, 1, CU_TR_ADDRESS_MODE_WRAP));
  CHECK_DRIVER(cuTexRefSetFilterMode(reference, CU_TR_FILTER_MODE_LINEAR));
  CHECK_DRIVER(cuTexRefSetFlags(reference, CU_TRSF_NORMALIZED_COORDINATES));
  CHECK_DRIVER(cuTexRefSetFormat(reference, CU_AD_FORMAT_FLOAT, 1));

  unsigned width = 64, height = 32;
  const size_t rowBytes = width * sizeof(float);
  const std::vector<float> image = rampImage(width, height);
  CUDA_ARRAY_DESCRIPTOR description = {};
  description.Format = CU_AD_FORMAT_FLOAT;
  description.NumChannels = 1;
  description.Width = width;
  description.Height = height;
  CUdeviceptr memory, out;
  size_t pitch;
  CUarray array;
  CHECK_DRIVER(cuMemAllocPitch(&memory, &pitch, rowBytes, height, 4));
  CHECK_DRIVER(cuArrayCreate(&array, &description));
  CHECK_DRIVER(cuMemAlloc(&out, rowBytes * height));
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = image.data();
  copy.srcPitch = rowBytes;
  copy.WidthInBytes = rowBytes;
  copy.Height = height;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = memory;
  copy.dstPitch = pitch;
  CHECK_DRIVER(cuMemcpy2D(&copy));
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  CHECK_DRIVER(cuMemcpy2D(&copy));

  const float angle = 0.7f;
  float cosine = std::cos(angle), sine = std::sin(angle);
  void* arguments[] = {&out, &width, &height, &cosine, &sine};
  for (bool isArray : {false, true}) {
    if (isArray)
      CHECK_DRIVER(cuTexRefSetArray(reference, array, CU_TRSA_OVERRIDE_FORMAT));
    else
      CHECK_DRIVER(cuTexRefSetAddress2D(reference, &description, memory, pitch));
    CHECK_DRIVER(cuMemsetD8(out, 0, rowBytes * height));
    CHECK_DRIVER(cuLaunchKernel(rotate, width / 16, height / 16, 1, 16, 16, 1, 0, nullptr,
                                arguments, nullptr));
    checkRotation(image, driver::valuesOf<float>(out, width * height), width, height, angle);
  }
  return report();
}
