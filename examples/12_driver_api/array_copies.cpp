// Shows: a CUDA array of floats, and a copy of two dimensions from pitched memory to it.
// From: of the guide.
// Try next: copy a part of it, with dstXInBytes and dstY.
// nvcc: -lcuda
#include "driver.h"

int main() {
  const driver::Context context;
  const size_t width = 40, height = 25, rowBytes = width * sizeof(float);
  CUDA_ARRAY_DESCRIPTOR description = {};
  description.Format = CU_AD_FORMAT_FLOAT;
  description.NumChannels = 1;
  description.Width = width;
  description.Height = height;
  CUarray array;
  CHECK_DRIVER(cuArrayCreate(&array, &description));
  CUDA_ARRAY_DESCRIPTOR asked;
  CHECK_DRIVER(cuArrayGetDescriptor(&asked, array));
  EXPECT(asked.Format == CU_AD_FORMAT_FLOAT && asked.NumChannels == 1);
  EXPECT(asked.Width == width && asked.Height == height);

  std::vector<float> sent(width * height), received(width * height);
  for (size_t i = 0; i < sent.size(); ++i)
    sent[i] = 0.5f * i;
  CUdeviceptr memory;
  size_t pitch;
  CHECK_DRIVER(cuMemAllocPitch(&memory, &pitch, rowBytes, height, 4));
  CUDA_MEMCPY2D copy = {};
  copy.WidthInBytes = rowBytes;
  copy.Height = height;
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = sent.data();
  copy.srcPitch = rowBytes;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = memory;
  copy.dstPitch = pitch;
  CHECK_DRIVER(cuMemcpy2D(&copy));

  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = memory;
  copy.srcPitch = pitch;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  CHECK_DRIVER(cuMemcpy2D(&copy));

  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.srcArray = array;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = received.data();
  copy.dstPitch = rowBytes;
  CHECK_DRIVER(cuMemcpy2D(&copy));
  EXPECT(received == sent);
  CHECK_DRIVER(cuArrayDestroy(array));
  CHECK_DRIVER(cuMemFree(memory));
  return report();
}
