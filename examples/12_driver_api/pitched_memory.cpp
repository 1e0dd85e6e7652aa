// Shows: pitched memory, and a launch as it was before CUDA 4: argument by argument.
// From: X-131 of the guide.
// Try next: cuLaunchKernel in place of the seven calls.
// nvcc: -lcuda -Wno-deprecated-declarations
// ptx: kernels/row_sums.cu
#include "driver.h"

// Sets an argument at the next place that is aligned for it.
template <class T> void addArgument(CUfunction function, int& offset, T value) {
  const int alignment = static_cast<int>(alignof(T));
  offset = (offset + alignment - 1) / alignment * alignment;
  CHECK_DRIVER(cuParamSetv(function, offset, &value, sizeof value));
  offset += static_cast<int>(sizeof value);
}

int main() {
  const driver::Context context;
  CUmodule module;
  CUfunction sumRows;
  CHECK_DRIVER(cuModuleLoad(&module, "row_sums.ptx"));
  CHECK_DRIVER(cuModuleGetFunction(&sumRows, module, "sumRows"));

  const int width = 50, height = 40;
  std::vector<float> data(width * height), expected(height);
  for (int i = 0; i < width * height; ++i)
    expected[i / width] += data[i] = static_cast<float>(i % 19);
  CUdeviceptr memory, sums;
  size_t pitch;
  CHECK_DRIVER(cuMemAllocPitch(&memory, &pitch, width * sizeof(float), height, 4));
  CHECK_DRIVER(cuMemAlloc(&sums, height * sizeof(float)));
  EXPECT(pitch >= width * sizeof(float));
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = data.data();
  copy.srcPitch = width * sizeof(float);
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = memory;
  copy.dstPitch = pitch;
  copy.WidthInBytes = width * sizeof(float);
  copy.Height = height;
  CHECK_DRIVER(cuMemcpy2D(&copy));

  int offset = 0;
  addArgument(sumRows, offset, memory);
  addArgument(sumRows, offset, static_cast<unsigned long long>(pitch));
  addArgument(sumRows, offset, width);
  addArgument(sumRows, offset, height);
  addArgument(sumRows, offset, sums);
  CHECK_DRIVER(cuParamSetSize(sumRows, offset));
  CHECK_DRIVER(cuFuncSetBlockShape(sumRows, 32, 1, 1));
  CHECK_DRIVER(cuLaunchGrid(sumRows, 1, 1));
  EXPECT(driver::valuesOf<float>(sums, height) == expected);
  return report();
}
