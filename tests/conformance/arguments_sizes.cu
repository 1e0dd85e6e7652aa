// What sizes give that are too large, or that overflow when they are multiplied: no copy or fill
// goes beyond the memory it was given. Each code is what a GPU gave for the same calls.
// rows: R-054 R-066
// nvcc: -lcuda
#include "arguments.h"

int main() {
  const size_t most = SIZE_MAX;
  const size_t bytes = 1 << 20;
  char* d;
  OK(cudaMalloc(&d, bytes));
  char* h = static_cast<char*>(calloc(1, bytes));
  void* p;
  size_t pitch;
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  OK(cudaMallocArray(&array, &format, 64, 64));

  // Fills.
  GIVES(1, cudaMemset2D(d, 1024, 0, 2048, 4));
  GIVES(1, cudaMemset2D(d, 1024, 0, 1024, size_t{1} << 40));
  GIVES(1, cudaMemset2D(d, size_t{1} << 62, 0, 4, 4));
  GIVES(0, cudaMemset2D(d, 1024, 0, 0, most));
  GIVES(0, cudaMemset2D(d, 0, 0, 0, 0));
  GIVES(0, cudaMemset2D(d, 0, 0, 16, 1));
  GIVES(1, cudaMemset(d, 0, bytes + 1));
  GIVES(1, cudaMemset(d + bytes / 2, 0, bytes));
  GIVES(0, cudaMemset(nullptr, 0, 0));
  GIVES(1, cudaMemset(nullptr, 0, 1));
  const cudaPitchedPtr pitched = make_cudaPitchedPtr(d, 1024, 1024, 4);
  GIVES(1, cudaMemset3D(pitched, 0, make_cudaExtent(16, most, most)));
  GIVES(1, cudaMemset3D(pitched, 0, make_cudaExtent(16, 4, size_t{1} << 50)));
  GIVES(1, cudaMemset3D(pitched, 0, make_cudaExtent(16, size_t{1} << 33, size_t{1} << 33)));
  GIVES(0, cudaMemset3D(pitched, 0, make_cudaExtent(0, most, most)));
  const CUdeviceptr device = reinterpret_cast<CUdeviceptr>(d);
  GIVES(0, cuMemsetD2D16(device, 1024, 0, most / 2 + 1, 2));
  GIVES(0, cuMemsetD2D32(device, 1024, 0, most / 4 + 1, 2));
  GIVES(0, cuMemsetD32(device, 0, most / 4 + 2));
  GIVES(0, cuMemsetD16(device, 0, most / 2 + 2));
  GIVES(1, cuMemsetD32(device + 1, 0, 1));
  GIVES(0, cuMemsetD32(device, 0, 0));

  // Copies.
  GIVES(1, cudaMemcpy(d, h, most, cudaMemcpyHostToDevice));
  GIVES(1, cudaMemcpy(d, d, bytes + 4, cudaMemcpyDeviceToDevice));
  GIVES(12, cudaMemcpy2D(d, 1024, h, 1024, 2048, 4, cudaMemcpyHostToDevice));
  GIVES(1, cudaMemcpy2D(d, 1024, h, 1024, 16, most, cudaMemcpyHostToDevice));
  GIVES(1, cudaMemcpy2D(d, size_t{1} << 62, h, 1024, 16, 8, cudaMemcpyHostToDevice));
  GIVES(0, cudaMemcpy2D(d, 1024, h, 1024, 0, most, cudaMemcpyHostToDevice));
  GIVES(1, cudaMemcpy2D(d, 1024, h, 1024, 16, size_t{1} << 40, cudaMemcpyHostToDevice));
  GIVES(1, cudaMemcpy2D(d, 1024, d, 1024, 1024, 2000, cudaMemcpyDeviceToDevice));
  cudaMemcpy3DParms box{};
  box.srcPtr = make_cudaPitchedPtr(d, 1024, 1024, 4);
  box.dstPtr = make_cudaPitchedPtr(d + bytes / 2, 1024, 1024, 4);
  box.kind = cudaMemcpyDeviceToDevice;
  const auto copyBox = [&](cudaExtent extent, cudaPos from) {
    box.extent = extent;
    box.srcPos = from;
    return cudaMemcpy3D(&box);
  };
  GIVES(1, copyBox(make_cudaExtent(16, 4, most), cudaPos{}));
  GIVES(12, copyBox(make_cudaExtent(16, most, 4), cudaPos{}));
  GIVES(12, copyBox(make_cudaExtent(most, 4, 4), cudaPos{}));
  GIVES(1, copyBox(make_cudaExtent(16, 4, size_t{1} << 40), cudaPos{}));
  GIVES(0, copyBox(make_cudaExtent(0, 4, most), cudaPos{}));
  GIVES(1, copyBox(make_cudaExtent(16, 4, 4), make_cudaPos(most, 0, 0)));
  GIVES(1, copyBox(make_cudaExtent(16, 4, 4), make_cudaPos(0, most, 0)));
  GIVES(1, copyBox(make_cudaExtent(16, 4, 4), make_cudaPos(0, 0, size_t{1} << 50)));
  GIVES(1, copyBox(make_cudaExtent(16, 4, 4), make_cudaPos(1020, 0, 0)));
  CUDA_MEMCPY2D rectangle{};
  rectangle.srcMemoryType = rectangle.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  rectangle.srcDevice = device;
  rectangle.dstDevice = device + bytes / 2;
  rectangle.dstPitch = 1024;
  const auto copyRectangle = [&](size_t x, size_t y, size_t width, size_t height, size_t rowPitch) {
    rectangle.srcXInBytes = x;
    rectangle.srcY = y;
    rectangle.WidthInBytes = width;
    rectangle.Height = height;
    rectangle.srcPitch = rowPitch;
    return cuMemcpy2D(&rectangle);
  };
  GIVES(1, copyRectangle(0, most, 16, 4, 1024));
  GIVES(1, copyRectangle(0, size_t{1} << 52, 16, 4, 1024));
  GIVES(1, copyRectangle(most, 0, 16, 4, 1024));
  GIVES(1, copyRectangle(1020, 0, 16, 4, 1024));
  GIVES(1, copyRectangle(0, 0, 16, most, 1024));
  GIVES(1, copyRectangle(0, 0, 16, size_t{1} << 54, 1024));
  GIVES(1, copyRectangle(0, 0, most, 4, 1024));
  GIVES(0, copyRectangle(0, 0, 16, 4, 0));
  GIVES(1, copyRectangle(0, 0, 16, 4, 8));
  const cudaMemcpyKind inside = cudaMemcpyDeviceToDevice;
  GIVES(1, cudaMemcpy2DToArray(array, 0, 0, d, 256, 256, most, inside));
  GIVES(1, cudaMemcpy2DToArray(array, most, 0, d, 256, 4, 1, inside));
  GIVES(1, cudaMemcpy2DToArray(array, 0, most, d, 256, 4, 1, inside));
  GIVES(1, cudaMemcpy2DToArray(array, 0, 0, d, 256, most, 1, inside));
  GIVES(1, cudaMemcpy2DToArray(array, 0, 0, d, 256, 257, 1, inside));
  GIVES(1, cudaMemcpy2DToArray(array, 0, 0, d, 128, 256, 1, inside));
  GIVES(1, cudaMemcpy2DFromArray(d, 256, array, 4, 1, 256, 64, inside));

  // Allocations.
  GIVES(2, cudaMalloc(&p, most));
  GIVES(2, cudaMalloc(&p, most - 100));
  GIVES(1, cudaMallocPitch(&p, &pitch, most, 1));
  GIVES(2, cudaMallocPitch(&p, &pitch, 1, most));
  GIVES(1, cudaMallocPitch(&p, &pitch, size_t{1} << 33, size_t{1} << 33));
  GIVES(0, cudaMallocPitch(&p, &pitch, 0, 1));
  GIVES(2, cudaMallocHost(&p, most));
  GIVES(2, cudaMallocHost(&p, size_t{1} << 50));
  GIVES(2, cudaMallocAsync(&p, most, 0));
  GIVES(0, cudaMallocAsync(&p, 0, 0));
  cudaPitchedPtr box3D;
  GIVES(1, cudaMalloc3D(&box3D, make_cudaExtent(most, 1, 1)));
  GIVES(2, cudaMalloc3D(&box3D, make_cudaExtent(1, most, 1)));
  GIVES(0, cudaMalloc3D(&box3D, make_cudaExtent(0, 0, 0)));
  GIVES(1, cudaMallocArray(&array, &format, most));
  GIVES(1, cudaMallocArray(&array, &format, 1 << 17, 1 << 17));
  GIVES(1, cudaMallocArray(&array, &format, 0));
  GIVES(1, cudaMalloc3DArray(&array, &format, make_cudaExtent(most, most, most)));
  GIVES(2, cudaMalloc3DArray(&array, &format, make_cudaExtent(16384, 16384, 16384)));
  CUdeviceptr range;
  GIVES(1, cuMemAddressReserve(&range, most, 0, 0, 0));
  GIVES(2, cuMemAddressReserve(&range, size_t{1} << 62, 0, 0, 0));
  GIVES(1, cuMemAddressReserve(&range, 0, 0, 0, 0));
  GIVES(2, cuMemAlloc(&range, most));
  GIVES(1, cuMemAllocPitch(&range, &pitch, most, 2, 4));
  GIVES(2, cuMemAllocPitch(&range, &pitch, 16, most, 4));
  GIVES(1, cuMemAllocPitch(&range, &pitch, 16, 16, 5));
  GIVES(1, cudaHostRegister(h, most, 0));
  GIVES(1, cudaHostRegister(h, 0, 0));
  GIVES(1, cudaHostRegister(nullptr, 16, 0));
  GIVES(1, cudaMemPrefetchAsync(d, most, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, 0));

  OK(cudaDeviceSynchronize());
  free(h);
  return ok();
}
