// Arrays whose memory the program provides, and arrays of compressed blocks.
#include "fixture.h"

#include <numeric>

using namespace heddle::driver::test;

namespace {

CUDA_ARRAY3D_DESCRIPTOR shapeOf(std::size_t width, std::size_t height, CUarray_format format,
                                unsigned channels, unsigned flags) {
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  shape.Width = width;
  shape.Height = height;
  shape.Format = format;
  shape.NumChannels = channels;
  shape.Flags = flags;
  return shape;
}

CUmemGenericAllocationHandle allocate(std::size_t bytes) {
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.allocFlags.usage = CU_MEM_CREATE_USAGE_TILE_POOL;
  CUmemGenericAllocationHandle memory = 0;
  EXPECT_CU(cuMemCreate(&memory, bytes, &properties, 0));
  return memory;
}

struct Box {
  std::size_t x = 0, y = 0, width = 0, height = 1; // x and width in bytes
};
CUDA_MEMCPY3D copyOf(CUarray array, void* host, const Box& box, bool isUpload) {
  CUDA_MEMCPY3D copy{};
  copy.srcMemoryType = isUpload ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_ARRAY;
  copy.dstMemoryType = isUpload ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_HOST;
  copy.srcHost = copy.dstHost = host;
  copy.srcArray = copy.dstArray = array;
  (isUpload ? copy.srcPitch : copy.dstPitch) = box.width;
  (isUpload ? copy.dstXInBytes : copy.srcXInBytes) = box.x;
  (isUpload ? copy.dstY : copy.srcY) = box.y;
  copy.WidthInBytes = box.width;
  copy.Height = box.height;
  copy.Depth = 1;
  return copy;
}
CUresult upload(CUarray array, const std::vector<float>& values, const Box& box) {
  const CUDA_MEMCPY3D copy = copyOf(array, const_cast<float*>(values.data()), box, true);
  return cuMemcpy3D(&copy);
}
std::vector<float> download(CUarray array, const Box& box) {
  std::vector<float> values(box.width * box.height / sizeof(float), -1);
  const CUDA_MEMCPY3D copy = copyOf(array, values.data(), box, false);
  EXPECT_CU(cuMemcpy3D(&copy));
  return values;
}

// A request for the tiles from (x, y) on.
CUarrayMapInfo tilesOf(CUarray array, unsigned x, unsigned y, unsigned width, unsigned height) {
  CUarrayMapInfo request{};
  request.resourceType = CU_RESOURCE_TYPE_ARRAY;
  request.resource.array = array;
  auto& part = request.subresource.sparseLevel;
  part.offsetX = x;
  part.offsetY = y;
  part.extentWidth = width;
  part.extentHeight = height;
  part.extentDepth = 1;
  request.memOperationType = CU_MEM_OPERATION_TYPE_UNMAP;
  request.deviceBitMask = 1;
  return request;
}
CUarrayMapInfo mapped(CUarrayMapInfo request, CUmemGenericAllocationHandle memory,
                      std::size_t offset) {
  request.memOperationType = CU_MEM_OPERATION_TYPE_MAP;
  request.memHandle.memHandle = memory;
  request.offset = offset;
  return request;
}

constexpr unsigned kTile = 128; // along both axes, of floats
constexpr std::size_t kTileBytes = 64 << 10;
constexpr std::size_t kMemory = 2 << 20;

struct SparseArrayTest : ContextTest {
  CUarray array = nullptr;
  CUmemGenericAllocationHandle memory = 0;
  void SetUp() override {
    ContextTest::SetUp();
    const auto shape = shapeOf(1000, 300, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SPARSE);
    ASSERT_CU(cuArray3DCreate(&array, &shape));
    memory = allocate(kMemory);
  }
  void TearDown() override {
    EXPECT_CU(cuArrayDestroy(array));
    ContextTest::TearDown();
  }
  CUresult map(CUarrayMapInfo request) { return cuMemMapArrayAsync(&request, 1, nullptr); }
};

TEST_F(SparseArrayTest, TilesHaveTheExtentsOfTheDevice) {
  CUDA_ARRAY_SPARSE_PROPERTIES properties{};
  EXPECT_CU(cuArrayGetSparseProperties(&properties, array));
  EXPECT_EQ(properties.tileExtent.width, kTile);
  EXPECT_EQ(properties.tileExtent.height, kTile);
  EXPECT_EQ(properties.tileExtent.depth, 1u);
  CUarray plain;
  const auto shape = shapeOf(16, 16, CU_AD_FORMAT_FLOAT, 1, 0);
  ASSERT_CU(cuArray3DCreate(&plain, &shape));
  EXPECT_EQ(cuArrayGetSparseProperties(&properties, plain), CUDA_ERROR_INVALID_VALUE);
  EXPECT_CU(cuArrayDestroy(plain));
}

TEST_F(SparseArrayTest, OnlyMappedTilesKeepWhatIsWritten) {
  // A box that reaches over four tiles, of which one is mapped.
  const Box box{(kTile - 2) * sizeof(float), kTile - 2, 4 * sizeof(float), 4};
  std::vector<float> values(16);
  std::iota(values.begin(), values.end(), 1);
  EXPECT_CU(map(mapped(tilesOf(array, kTile, 0, kTile, kTile), memory, 0)));
  EXPECT_CU(upload(array, values, box));
  EXPECT_EQ(download(array, box),
            (std::vector<float>{0, 0, 3, 4, 0, 0, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST_F(SparseArrayTest, TilesCanShareMemoryAndKeepIt) {
  EXPECT_CU(map(mapped(tilesOf(array, 0, 0, 2 * kTile, kTile), memory, 0)));
  EXPECT_CU(upload(array, {5}, {kTile * sizeof(float), 0, sizeof(float)}));
  // The second tile of the first row has the second piece of the memory.
  EXPECT_CU(map(mapped(tilesOf(array, 0, kTile, kTile, kTile), memory, kTileBytes)));
  EXPECT_EQ(download(array, {0, kTile, sizeof(float)}), std::vector<float>{5});
  EXPECT_CU(cuMemRelease(memory));
  EXPECT_CU(map(tilesOf(array, kTile, 0, kTile, kTile)));
  EXPECT_EQ(download(array, {kTile * sizeof(float), 0, sizeof(float)}), std::vector<float>{0});
  EXPECT_EQ(download(array, {0, kTile, sizeof(float)}), std::vector<float>{5});
}

TEST_F(SparseArrayTest, RequestsMustBeOfWholeTilesAndInsideTheMemory) {
  EXPECT_EQ(map(mapped(tilesOf(array, 1, 0, kTile, kTile), memory, 0)), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(map(mapped(tilesOf(array, 0, 0, 1, kTile), memory, 0)), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(map(mapped(tilesOf(array, 0, 0, kTile, kTile), memory, 1)), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(map(mapped(tilesOf(array, 0, 0, kTile, kTile), memory, kMemory)),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(map(mapped(tilesOf(array, 0, 0, kTile, kTile), 1, 0)), CUDA_ERROR_INVALID_VALUE);
  // The last tiles reach beyond the array.
  EXPECT_CU(map(
      mapped(tilesOf(array, 7 * kTile, 2 * kTile, 1000 - 7 * kTile, 300 - 2 * kTile), memory, 0)));
}

// Where the system overcommits memory, entries for as many requests would fill the machine.
TEST_F(SparseArrayTest, CountsBeyondTheRequestsAreFoundAtTheFirstWrongOne) {
  std::vector<CUarrayMapInfo> requests{
      mapped(tilesOf(array, 0, 0, kTile, kTile), memory, 0),
      mapped(tilesOf(array, 1, 0, kTile, kTile), memory, 0),
  };
  EXPECT_EQ(cuMemMapArrayAsync(requests.data(), UINT_MAX, nullptr), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(SparseArrayTest, ArraysOfTooManyTilesDoNotFillTheHostsMemory) {
  auto shape =
      shapeOf(32768, 32768, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SPARSE | CUDA_ARRAY3D_LAYERED);
  shape.Depth = 2048;
  CUarray large = nullptr;
  EXPECT_EQ(cuArray3DCreate(&large, &shape), CUDA_ERROR_OUT_OF_MEMORY);
}

TEST_F(SparseArrayTest, CopiesInGraphs) {
  CUstream stream;
  ASSERT_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  EXPECT_CU(map(mapped(tilesOf(array, 0, 0, kTile, kTile), memory, 0)));
  ASSERT_CU(cuCtxSynchronize());
  CUdeviceptr source;
  ASSERT_CU(cuMemAlloc(&source, 8));
  const float values[] = {8, 9};
  ASSERT_CU(cuMemcpyHtoD(source, values, 8));
  ASSERT_CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
  CUDA_MEMCPY3D copy = copyOf(array, nullptr, {4, 1, 8}, true);
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = source;
  EXPECT_CU(cuMemcpy3DAsync(&copy, stream));
  CUgraph graph;
  CUgraphExec exec;
  ASSERT_CU(cuStreamEndCapture(stream, &graph));
  ASSERT_CU(cuGraphInstantiate(&exec, graph, 0));
  EXPECT_CU(cuGraphLaunch(exec, stream));
  EXPECT_CU(cuStreamSynchronize(stream));
  EXPECT_EQ(download(array, {4, 1, 8}), (std::vector<float>{8, 9}));
}

TEST_F(SparseArrayTest, SmallLevelsShareTheMipTail) {
  CUmipmappedArray mipmapped;
  const auto shape = shapeOf(512, 512, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SPARSE);
  ASSERT_CU(cuMipmappedArrayCreate(&mipmapped, &shape, 10));
  CUDA_ARRAY_SPARSE_PROPERTIES properties{};
  EXPECT_CU(cuMipmappedArrayGetSparseProperties(&properties, mipmapped));
  EXPECT_EQ(properties.miptailFirstLevel, 3u);
  EXPECT_EQ(properties.miptailSize, kTileBytes);
  CUarrayMapInfo tail{};
  tail.resourceType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  tail.resource.mipmap = mipmapped;
  tail.subresourceType = CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL;
  tail.subresource.miptail.size = kTileBytes;
  EXPECT_CU(map(mapped(tail, memory, 0)));
  for (unsigned level = 2; level < 10; ++level) {
    CUarray part;
    ASSERT_CU(cuMipmappedArrayGetLevel(&part, mipmapped, level));
    EXPECT_CU(upload(part, {static_cast<float>(level)}, {0, 0, sizeof(float)}));
  }
  for (unsigned level = 2; level < 10; ++level) {
    CUarray part;
    ASSERT_CU(cuMipmappedArrayGetLevel(&part, mipmapped, level));
    EXPECT_EQ(download(part, {0, 0, sizeof(float)})[0], level < 3 ? 0 : level);
  }
  EXPECT_CU(cuMipmappedArrayDestroy(mipmapped));
}

TEST_F(SparseArrayTest, DeferredMappingIsOfTheWholeArray) {
  CUarray deferred;
  const auto shape = shapeOf(100, 100, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_DEFERRED_MAPPING);
  ASSERT_CU(cuArray3DCreate(&deferred, &shape));
  CUDA_ARRAY_MEMORY_REQUIREMENTS requirements{};
  EXPECT_CU(cuArrayGetMemoryRequirements(&requirements, deferred, 0));
  EXPECT_GE(requirements.size, 100u * 100 * sizeof(float));
  CUarrayMapInfo request{};
  request.resourceType = CU_RESOURCE_TYPE_ARRAY;
  request.resource.array = deferred;
  request.deviceBitMask = 1;
  EXPECT_CU(map(mapped(request, memory, requirements.alignment)));
  EXPECT_CU(upload(deferred, {3, 4}, {0, 99, 8}));
  EXPECT_EQ(download(deferred, {0, 99, 8}), (std::vector<float>{3, 4}));
  request.memOperationType = CU_MEM_OPERATION_TYPE_UNMAP;
  EXPECT_CU(map(request));
  EXPECT_CU(map(mapped(request, memory, requirements.alignment)));
  EXPECT_EQ(download(deferred, {0, 99, 8}), (std::vector<float>{3, 4}));
  EXPECT_CU(cuArrayDestroy(deferred));
}

using CompressedArrayTest = ContextTest;

TEST_F(CompressedArrayTest, RowsAreRowsOfBlocks) {
  CUarray array;
  const auto shape = shapeOf(10, 6, CU_AD_FORMAT_BC1_UNORM, 4, 0);
  ASSERT_CU(cuArray3DCreate(&array, &shape));
  std::vector<float> blocks(3 * 2 * 2); // 3 x 2 blocks of 8 bytes
  std::iota(blocks.begin(), blocks.end(), 1);
  EXPECT_CU(upload(array, blocks, {0, 0, 24, 2}));
  EXPECT_EQ(download(array, {0, 0, 24, 2}), blocks);
  EXPECT_EQ(upload(array, blocks, {0, 0, 24, 3}), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(upload(array, blocks, {0, 0, 32, 1}), CUDA_ERROR_INVALID_VALUE);
  EXPECT_CU(cuArrayDestroy(array));
}

} // namespace
