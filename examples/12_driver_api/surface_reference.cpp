// Shows: surface references of a module, bound to arrays, and a copy from one to the other.
// From: X-146, X-147, X-148 of the guide.
// Try next: cuSurfObjectCreate, which needs no name in the module.
// nvcc: -lcuda -Wno-deprecated-declarations
#include "driver.h"

static const char* const copySurface = R"(
.version 7.5
.target sm_75
.address_size 64

.global .surfref input;
.global .surfref output;

.visible .entry copy()
{
    .reg .b32 %x, %y, %pixel;

    mov.u32         %x, %tid.x;
    mov.u32         %y, %ctaid.x;
    shl.b32         %x, %x, 2;
    suld.b.2d.b32.trap {%pixel}, [input, {%x, %y}];
    sust.b.2d.b32.trap [output, {%x, %y}], {%pixel};
    ret;
}
)";

static CUarray surfaceArray(size_t width, size_t height) {
  CUDA_ARRAY3D_DESCRIPTOR description = {};
  description.Width = width;
  description.Height = height;
  description.Format = CU_AD_FORMAT_UNSIGNED_INT8;
  description.NumChannels = 4;
  description.Flags = CUDA_ARRAY3D_SURFACE_LDST;
  CUarray array;
  CHECK_DRIVER(cuArray3DCreate(&array, &description));
  return array;
}

static void bind(CUmodule module, const char* name, CUarray array) {
  CUsurfref reference;
  CHECK_DRIVER(cuModuleGetSurfRef(&reference, module, name));
  CHECK_DRIVER(cuSurfRefSetArray(reference, array, 0));
  CUarray bound = nullptr;
  CHECK_DRIVER(cuSurfRefGetArray(&bound, reference));
  EXPECT(bound == array);
}

int main() {
  const driver::Context context;
  CUmodule module;
  CUfunction kernel;
  CHECK_DRIVER(cuModuleLoadData(&module, copySurface));
  CHECK_DRIVER(cuModuleGetFunction(&kernel, module, "copy"));

  const unsigned width = 64, height = 20;
  std::vector<unsigned> image(width * height), back(width * height);
  for (size_t i = 0; i < image.size(); ++i)
    image[i] = static_cast<unsigned>(i * 2654435761u);
  CUarray input = surfaceArray(width, height), output = surfaceArray(width, height);
  CUDA_MEMCPY2D copy = {};
  copy.WidthInBytes = width * sizeof(unsigned);
  copy.Height = height;
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = image.data();
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = input;
  CHECK_DRIVER(cuMemcpy2D(&copy));
  bind(module, "input", input);
  bind(module, "output", output);
  CHECK_DRIVER(cuLaunchKernel(kernel, height, 1, 1, width, 1, 1, 0, nullptr, nullptr, nullptr));

  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.srcArray = output;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = back.data();
  CHECK_DRIVER(cuMemcpy2D(&copy));
  EXPECT(back == image);
  return report();
}
