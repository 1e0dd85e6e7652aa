// Sparse arrays and arrays with deferred mapping: the tiles of all element sizes, mip tails, what
// textures read with and without memory behind a tile, and what cuMemMapArrayAsync refuses.
// nvcc: -std=c++17 -lcuda
#include "driver.h"

#include <cuda.h>
#include <vector>

static CUDA_ARRAY3D_DESCRIPTOR shapeOf(size_t width, size_t height, size_t depth,
                                       CUarray_format format, unsigned channels, unsigned flags) {
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  shape.Width = width;
  shape.Height = height;
  shape.Depth = depth;
  shape.Format = format;
  shape.NumChannels = channels;
  shape.Flags = flags;
  return shape;
}

static CUmemGenericAllocationHandle allocate(size_t bytes, unsigned char usage) {
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.allocFlags.usage = usage;
  CUmemGenericAllocationHandle memory;
  DRIVER_CHECK(cuMemCreate(&memory, bytes, &properties, 0));
  return memory;
}

static void expectTile(size_t depth, CUarray_format format, unsigned channels, unsigned x,
                       unsigned y, unsigned z) {
  CUarray array;
  const auto shape = shapeOf(1024, 1024, depth, format, channels, CUDA_ARRAY3D_SPARSE);
  CUDA_ARRAY_SPARSE_PROPERTIES properties{};
  DRIVER_CHECK(cuArray3DCreate(&array, &shape));
  DRIVER_CHECK(cuArrayGetSparseProperties(&properties, array));
  EXPECT_EQ(properties.tileExtent.width, x);
  EXPECT_EQ(properties.tileExtent.height, y);
  EXPECT_EQ(properties.tileExtent.depth, z);
  EXPECT_EQ(properties.miptailFirstLevel, 0u);
  EXPECT_EQ(properties.miptailSize, 0ull);
  DRIVER_CHECK(cuArrayDestroy(array));
}

static void tiles() {
  expectTile(0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 256, 256, 1);
  expectTile(0, CU_AD_FORMAT_UNSIGNED_INT8, 2, 256, 128, 1);
  expectTile(0, CU_AD_FORMAT_FLOAT, 1, 128, 128, 1);
  expectTile(0, CU_AD_FORMAT_FLOAT, 2, 128, 64, 1);
  expectTile(0, CU_AD_FORMAT_FLOAT, 4, 64, 64, 1);
  expectTile(64, CU_AD_FORMAT_UNSIGNED_INT8, 1, 64, 32, 32);
  expectTile(64, CU_AD_FORMAT_HALF, 1, 32, 32, 32);
  expectTile(64, CU_AD_FORMAT_FLOAT, 1, 32, 32, 16);
  expectTile(64, CU_AD_FORMAT_HALF, 4, 32, 16, 16);
  expectTile(64, CU_AD_FORMAT_FLOAT, 4, 16, 16, 16);
  expectTile(0, CU_AD_FORMAT_BC1_UNORM, 4, 512, 256, 1);
  expectTile(0, CU_AD_FORMAT_BC7_UNORM, 4, 256, 256, 1);
}

static void expectTail(size_t width, size_t height, size_t depth, unsigned levels, unsigned first,
                       unsigned long long size) {
  CUmipmappedArray array;
  const auto shape = shapeOf(width, height, depth, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SPARSE);
  CUDA_ARRAY_SPARSE_PROPERTIES properties{};
  DRIVER_CHECK(cuMipmappedArrayCreate(&array, &shape, levels));
  DRIVER_CHECK(cuMipmappedArrayGetSparseProperties(&properties, array));
  EXPECT_EQ(properties.miptailFirstLevel, first);
  EXPECT_EQ(properties.miptailSize, size);
  DRIVER_CHECK(cuMipmappedArrayDestroy(array));
}

static void tails() {
  expectTail(1024, 1024, 0, 11, 4, 65536);
  expectTail(1024, 1024, 0, 4, 4, 0);
  expectTail(1024, 1024, 0, 1, 1, 0);
  expectTail(1000, 700, 0, 10, 3, 131072);
  expectTail(256, 256, 256, 9, 4, 65536);
}

static void expectRequirement(size_t width, size_t height, unsigned levels, size_t size) {
  CUmipmappedArray array;
  const auto shape =
      shapeOf(width, height, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_DEFERRED_MAPPING);
  CUDA_ARRAY_MEMORY_REQUIREMENTS requirements{};
  DRIVER_CHECK(cuMipmappedArrayCreate(&array, &shape, levels));
  DRIVER_CHECK(cuMipmappedArrayGetMemoryRequirements(&requirements, array, 0));
  EXPECT_EQ(requirements.size, size);
  EXPECT_EQ(requirements.alignment, size_t(65536));
  DRIVER_CHECK(cuMipmappedArrayDestroy(array));
}

static void refusedArrays() {
  const auto sparse = CUDA_ARRAY3D_SPARSE;
  const CUDA_ARRAY3D_DESCRIPTOR shapes[] = {
      shapeOf(4096, 0, 0, CU_AD_FORMAT_FLOAT, 1, sparse),
      shapeOf(1024, 1024, 6, CU_AD_FORMAT_FLOAT, 1, sparse | CUDA_ARRAY3D_CUBEMAP),
      shapeOf(1024, 1024, 0, CU_AD_FORMAT_FLOAT, 1, sparse | CUDA_ARRAY3D_SURFACE_LDST),
      shapeOf(1024, 1024, 0, CU_AD_FORMAT_FLOAT, 1, sparse | CUDA_ARRAY3D_DEFERRED_MAPPING),
      shapeOf(64, 0, 0, CU_AD_FORMAT_BC1_UNORM, 4, 0),
      shapeOf(64, 64, 0, CU_AD_FORMAT_BC1_UNORM, 1, 0),
      shapeOf(64, 64, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_DEPTH_TEXTURE),
      shapeOf(64, 64, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_COLOR_ATTACHMENT),
  };
  CUarray array;
  for (const auto& shape : shapes)
    EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuArray3DCreate(&array, &shape));
  const auto surface = shapeOf(64, 64, 0, CU_AD_FORMAT_BC1_UNORM, 4, CUDA_ARRAY3D_SURFACE_LDST);
  EXPECT_DRIVER(CUDA_ERROR_NOT_SUPPORTED, cuArray3DCreate(&array, &surface));
  CUDA_ARRAY_SPARSE_PROPERTIES properties;
  CUDA_ARRAY_MEMORY_REQUIREMENTS requirements;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuArrayGetSparseProperties(&properties, nullptr));
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuArrayGetMemoryRequirements(&requirements, nullptr, 0));
}

__global__ void readTexels(cudaTextureObject_t texture, float* values, int* residents) {
  bool resident;
  values[threadIdx.x] =
      tex2DLod<float>(texture, threadIdx.x * 0.125f + 0.0625f, 0.0625f, 0, &resident);
  residents[threadIdx.x] = resident;
}

static CUDA_MEMCPY2D oneTexel(CUarray array, unsigned x, float* value, bool isUpload) {
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = isUpload ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_ARRAY;
  copy.dstMemoryType = isUpload ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_HOST;
  copy.srcHost = copy.dstHost = value;
  copy.srcArray = copy.dstArray = array;
  (isUpload ? copy.dstXInBytes : copy.srcXInBytes) = x * sizeof(float);
  (isUpload ? copy.dstY : copy.srcY) = 64;
  copy.WidthInBytes = sizeof(float);
  copy.Height = 1;
  return copy;
}

// Eight tiles in a row of a mipmapped array, of which the second and the fourth have memory.
static void mappedTexels() {
  CUmipmappedArray mipmapped;
  CUarray level;
  const auto shape = shapeOf(1024, 1024, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SPARSE);
  DRIVER_CHECK(cuMipmappedArrayCreate(&mipmapped, &shape, 11));
  DRIVER_CHECK(cuMipmappedArrayGetLevel(&level, mipmapped, 0));
  const CUmemGenericAllocationHandle memory = allocate(2 << 20, CU_MEM_CREATE_USAGE_TILE_POOL);
  CUarrayMapInfo request{};
  request.resourceType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  request.resource.mipmap = mipmapped;
  request.memOperationType = CU_MEM_OPERATION_TYPE_MAP;
  request.memHandleType = CU_MEM_HANDLE_TYPE_GENERIC;
  request.memHandle.memHandle = memory;
  request.deviceBitMask = 1;
  auto& part = request.subresource.sparseLevel;
  part.extentWidth = part.extentHeight = 128;
  part.extentDepth = 1;
  for (unsigned tile : {1, 3}) {
    part.offsetX = tile * 128;
    request.offset = tile * 65536;
    DRIVER_CHECK(cuMemMapArrayAsync(&request, 1, nullptr));
  }
  for (unsigned tile : {1, 3}) {
    float value = tile * 10.0f;
    const CUDA_MEMCPY2D copy = oneTexel(level, tile * 128 + 64, &value, true);
    DRIVER_CHECK(cuMemcpy2D(&copy));
  }
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  resource.res.mipmap.hMipmappedArray = mipmapped;
  CUDA_TEXTURE_DESC description{};
  description.flags = CU_TRSF_NORMALIZED_COORDINATES;
  CUtexObject texture;
  DRIVER_CHECK(cuTexObjectCreate(&texture, &resource, &description, nullptr));
  float* values;
  int* residents;
  CUDA_CHECK(cudaMallocManaged(&values, 8 * sizeof(float)));
  CUDA_CHECK(cudaMallocManaged(&residents, 8 * sizeof(int)));
  readTexels<<<1, 8>>>(texture, values, residents);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int tile = 0; tile < 8; ++tile) {
    const bool isMapped = tile == 1 || tile == 3;
    EXPECT_EQ_AT(tile, residents[tile], isMapped ? 1 : 0);
    EXPECT_EQ_AT(tile, values[tile], isMapped ? tile * 10.0f : 0.0f);
  }
  // Levels of the mip tail, and requests that are not of whole tiles.
  part.offsetX = 0;
  request.offset = 0;
  part.level = 4;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemMapArrayAsync(&request, 1, nullptr));
  part.level = 0;
  part.extentWidth = 127;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemMapArrayAsync(&request, 1, nullptr));
  request.subresourceType = CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL;
  request.subresource.miptail.layer = 0;
  request.subresource.miptail.offset = 0;
  request.subresource.miptail.size = 100;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemMapArrayAsync(&request, 1, nullptr));
  request.subresource.miptail.size = 65536;
  DRIVER_CHECK(cuMemMapArrayAsync(&request, 1, nullptr));
  DRIVER_CHECK(cuTexObjectDestroy(texture));
  DRIVER_CHECK(cuMipmappedArrayDestroy(mipmapped));
  DRIVER_CHECK(cuMemRelease(memory));
}

static void deferred() {
  expectRequirement(1024, 1024, 11, 5636096);
  expectRequirement(1024, 1024, 3, 5505024);
  expectRequirement(1000, 700, 1, 3145728);
  expectRequirement(16, 16, 1, 65536);
  CUarray array;
  const auto shape = shapeOf(256, 256, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_DEFERRED_MAPPING);
  DRIVER_CHECK(cuArray3DCreate(&array, &shape));
  CUarrayMapInfo request{};
  request.resourceType = CU_RESOURCE_TYPE_ARRAY;
  request.resource.array = array;
  request.memOperationType = CU_MEM_OPERATION_TYPE_MAP;
  request.memHandleType = CU_MEM_HANDLE_TYPE_GENERIC;
  request.deviceBitMask = 1;
  request.memHandle.memHandle = allocate(2 << 20, 0);
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemMapArrayAsync(&request, 1, nullptr));
  DRIVER_CHECK(cuMemRelease(request.memHandle.memHandle));
  request.memHandle.memHandle = allocate(2 << 20, CU_MEM_CREATE_USAGE_TILE_POOL);
  request.offset = 4096;
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE, cuMemMapArrayAsync(&request, 1, nullptr));
  request.offset = 65536;
  DRIVER_CHECK(cuMemMapArrayAsync(&request, 1, nullptr));
  float value = 7, read = 0;
  const CUDA_MEMCPY2D in = oneTexel(array, 3, &value, true), out = oneTexel(array, 3, &read, false);
  DRIVER_CHECK(cuMemcpy2D(&in));
  DRIVER_CHECK(cuMemcpy2D(&out));
  EXPECT_EQ(read, 7.0f);
  DRIVER_CHECK(cuMemRelease(request.memHandle.memHandle));
  DRIVER_CHECK(cuArrayDestroy(array));
}

int main() {
  CUDA_CHECK(cudaFree(nullptr));
  tiles();
  tails();
  refusedArrays();
  mappedTexels();
  deferred();
  puts("ok");
}
