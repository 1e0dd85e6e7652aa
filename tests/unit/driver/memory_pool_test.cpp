// Memory pools whose freed memory is still in use by work that has not been done.
#include "fixture.h"

#include <semaphore>
#include <thread>

using namespace heddle::driver::test;

namespace {

constexpr std::size_t kBytes = 1u << 20;

struct MemoryPoolTest : ContextTest {
  CUmemoryPool pool = nullptr;
  CUstream stream = nullptr;
  std::binary_semaphore gate{0};

  void SetUp() override {
    ContextTest::SetUp();
    CUmemPoolProps properties{};
    properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    ASSERT_CU(cuMemPoolCreate(&pool, &properties));
    ASSERT_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  }

  // Allocates and frees in the stream, which does not get to the free before the gate opens.
  CUdeviceptr freeBehindGate() {
    CUdeviceptr pointer = 0;
    EXPECT_CU(cuMemAllocFromPoolAsync(&pointer, kBytes, pool, stream));
    EXPECT_CU(cuLaunchHostFunc(
        stream, [](void* gate) { static_cast<std::binary_semaphore*>(gate)->acquire(); }, &gate));
    EXPECT_CU(cuMemFreeAsync(pointer, stream));
    return pointer;
  }

  void set(CUmemPool_attribute attribute, int value) {
    EXPECT_CU(cuMemPoolSetAttribute(pool, attribute, &value));
  }

  static std::size_t freeBytes() {
    std::size_t free = 0, total = 0;
    EXPECT_CU(cuMemGetInfo(&free, &total));
    return free;
  }
};

TEST_F(MemoryPoolTest, StreamWithTheHandleOfADestroyedOneDoesNotReuseItsMemory) {
  set(CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC, 0);
  set(CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES, 0);
  const CUdeviceptr freed = freeBehindGate();
  const CUstream destroyed = stream;
  EXPECT_CU(cuStreamDestroy(destroyed));
  // A handle comes again after some others.
  stream = nullptr;
  for (int i = 0; i < 10000 && stream != destroyed; ++i) {
    if (stream)
      EXPECT_CU(cuStreamDestroy(stream));
    ASSERT_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  }
  ASSERT_EQ(stream, destroyed);
  CUdeviceptr pointer = 0;
  EXPECT_CU(cuMemAllocFromPoolAsync(&pointer, kBytes, pool, stream));
  EXPECT_NE(pointer, freed);
  gate.release();
}

TEST_F(MemoryPoolTest, SameStreamReusesItsMemoryAtOnce) {
  const CUdeviceptr freed = freeBehindGate();
  CUdeviceptr pointer = 0;
  EXPECT_CU(cuMemAllocFromPoolAsync(&pointer, kBytes, pool, stream));
  EXPECT_EQ(pointer, freed);
  gate.release();
}

TEST_F(MemoryPoolTest, DestroyedPoolGivesMemoryBackAfterTheWorkThatMayUseIt) {
  const std::size_t before = freeBytes();
  freeBehindGate();
  EXPECT_CU(cuMemPoolDestroy(pool));
  EXPECT_EQ(freeBytes(), before - kBytes);
  gate.release();
  EXPECT_CU(cuCtxSynchronize());
  // The memory follows the stream's work, and no call waits for that.
  while (freeBytes() != before)
    std::this_thread::yield();
}

} // namespace
