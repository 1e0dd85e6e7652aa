#include "fixture.h"

#include <cstring>
#include <numeric>

using namespace heddle::driver::test;

namespace {

struct MemoryTest : ContextTest {
  CUdeviceptr allocate(std::size_t bytes) {
    CUdeviceptr pointer = 0;
    EXPECT_CU(cuMemAlloc(&pointer, bytes));
    return pointer;
  }
};

TEST_F(MemoryTest, AllocationAndAccounting) {
  std::size_t before, after, total;
  EXPECT_CU(cuMemGetInfo(&before, &total));
  CUdeviceptr pointer = allocate(10u << 20);
  EXPECT_EQ(pointer % 256, 0u);
  EXPECT_CU(cuMemGetInfo(&after, &total));
  EXPECT_EQ(before - after, 10u << 20);
  EXPECT_CU(cuMemFree(pointer));
  EXPECT_CU(cuMemGetInfo(&after, &total));
  EXPECT_EQ(before, after);
  EXPECT_EQ(cuMemAlloc(&pointer, total + 1), CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(cuMemAlloc(&pointer, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemAlloc(nullptr, 1), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(MemoryTest, BadFrees) {
  CUdeviceptr pointer = allocate(100);
  EXPECT_EQ(cuMemFree(pointer + 4), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFree(0x1000), CUDA_ERROR_INVALID_VALUE);
  EXPECT_CU(cuMemFree(0));
  EXPECT_CU(cuMemFree(pointer));
  EXPECT_EQ(cuMemFree(pointer), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(MemoryTest, CopiesOfManySizes) {
  for (std::size_t bytes : {1u, 1000u, 70000u, 5u << 20}) {
    std::vector<unsigned char> in(bytes), out(bytes);
    std::iota(in.begin(), in.end(), 0);
    CUdeviceptr a = allocate(bytes), b = allocate(bytes);
    EXPECT_CU(cuMemcpyHtoD(a, in.data(), bytes));
    EXPECT_CU(cuMemcpyDtoD(b, a, bytes));
    EXPECT_CU(cuMemcpyDtoH(out.data(), b, bytes));
    EXPECT_EQ(in, out);
    EXPECT_EQ(cuMemcpyHtoD(a, in.data(), bytes + 1), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(cuMemcpyDtoH(out.data(), reinterpret_cast<CUdeviceptr>(in.data()), bytes),
              CUDA_ERROR_INVALID_VALUE);
    EXPECT_CU(cuMemcpyHtoD(a, in.data(), 0));
  }
}

TEST_F(MemoryTest, AsynchronousCopyLeavesTheSourceFree) {
  CUstream stream;
  ASSERT_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  for (std::size_t bytes : {4096u, 500000u, 3u << 20}) {
    std::vector<char> in(bytes, 'a'), out(bytes);
    CUdeviceptr a = allocate(bytes);
    EXPECT_CU(cuMemsetD8Async(a, 0, bytes, stream));
    EXPECT_CU(cuMemcpyHtoDAsync(a, in.data(), bytes, stream));
    std::fill(in.begin(), in.end(), 'b');
    EXPECT_CU(cuMemcpyDtoHAsync(out.data(), a, bytes, stream));
    EXPECT_EQ(out, std::vector<char>(bytes, 'a'));
  }
}

TEST_F(MemoryTest, Fills) {
  CUdeviceptr a = allocate(1u << 20);
  EXPECT_CU(cuMemsetD8(a, 0xab, 1u << 20));
  EXPECT_CU(cuMemsetD16(a + 2, 0x1234, 3));
  EXPECT_CU(cuMemsetD32(a + 8, 0xdeadbeef, 2));
  EXPECT_CU(cuMemsetD2D8(a + 100, 50, 1, 10, 3));
  unsigned char out[300];
  EXPECT_CU(cuMemcpyDtoH(out, a, sizeof out));
  const unsigned char expected[] = {0xab, 0xab, 0x34, 0x12, 0x34, 0x12,
                                    0x34, 0x12, 0xef, 0xbe, 0xad, 0xde};
  EXPECT_EQ(std::memcmp(out, expected, sizeof expected), 0);
  EXPECT_EQ(out[100], 1);
  EXPECT_EQ(out[109], 1);
  EXPECT_EQ(out[110], 0xab);
  EXPECT_EQ(out[150], 1);
  EXPECT_EQ(out[209], 1);
  EXPECT_EQ(out[250], 0xab);
  EXPECT_EQ(cuMemsetD32(a + 1, 0, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemsetD8(a, 0, (1u << 20) + 1), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(MemoryTest, PitchedCopies) {
  CUdeviceptr a;
  std::size_t pitch;
  ASSERT_CU(cuMemAllocPitch(&a, &pitch, 100, 20, 4));
  EXPECT_GE(pitch, 100u);
  EXPECT_EQ(pitch % 512, 0u);
  std::vector<unsigned char> in(100 * 20), out(100 * 20);
  std::iota(in.begin(), in.end(), 0);
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = in.data();
  copy.srcPitch = 100;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = a;
  copy.dstPitch = pitch;
  copy.WidthInBytes = 100;
  copy.Height = 20;
  EXPECT_CU(cuMemcpy2D(&copy));
  CUDA_MEMCPY2D back{};
  back.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  back.srcDevice = a;
  back.srcPitch = pitch;
  back.srcXInBytes = 10;
  back.srcY = 5;
  back.dstMemoryType = CU_MEMORYTYPE_HOST;
  back.dstHost = out.data();
  back.dstPitch = 100;
  back.WidthInBytes = 30;
  back.Height = 4;
  EXPECT_CU(cuMemcpy2DUnaligned(&back));
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 30; ++x)
      EXPECT_EQ(out[y * 100 + x], in[(y + 5) * 100 + x + 10]);
  copy.Height = 1000;
  EXPECT_EQ(cuMemcpy2D(&copy), CUDA_ERROR_INVALID_VALUE);

  CUDA_MEMCPY3D cube{};
  cube.srcMemoryType = CU_MEMORYTYPE_HOST;
  cube.srcHost = in.data();
  cube.srcPitch = 10;
  cube.srcHeight = 10;
  cube.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  cube.dstDevice = a;
  cube.dstPitch = 16;
  cube.dstHeight = 12;
  cube.WidthInBytes = 7;
  cube.Height = 8;
  cube.Depth = 5;
  EXPECT_CU(cuMemcpy3D(&cube));
  std::vector<unsigned char> raw(16 * 12 * 5);
  EXPECT_CU(cuMemcpyDtoH(raw.data(), a, raw.size()));
  for (int z = 0; z < 5; ++z)
    for (int y = 0; y < 8; ++y)
      for (int x = 0; x < 7; ++x)
        EXPECT_EQ(raw[(z * 12 + y) * 16 + x], in[(z * 10 + y) * 10 + x]);
}

TEST_F(MemoryTest, PointerAttributes) {
  CUdeviceptr device = allocate(1000), managed;
  void* pinned;
  ASSERT_CU(cuMemAllocManaged(&managed, 500, CU_MEM_ATTACH_GLOBAL));
  ASSERT_CU(cuMemHostAlloc(&pinned, 500, CU_MEMHOSTALLOC_PORTABLE));
  unsigned type = 0;
  EXPECT_CU(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device + 7));
  EXPECT_EQ(type, unsigned(CU_MEMORYTYPE_DEVICE));
  EXPECT_CU(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                  reinterpret_cast<CUdeviceptr>(pinned)));
  EXPECT_EQ(type, unsigned(CU_MEMORYTYPE_HOST));
  int isManaged = 0;
  EXPECT_CU(cuPointerGetAttribute(&isManaged, CU_POINTER_ATTRIBUTE_IS_MANAGED, managed));
  EXPECT_EQ(isManaged, 1);
  CUcontext owner;
  EXPECT_CU(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, device));
  EXPECT_EQ(owner, context);
  int local;
  EXPECT_EQ(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                  reinterpret_cast<CUdeviceptr>(&local)),
            CUDA_ERROR_INVALID_VALUE);
  CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                 CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
  int ordinal = 0;
  void* values[] = {&type, &ordinal};
  EXPECT_CU(cuPointerGetAttributes(2, asked, values, reinterpret_cast<CUdeviceptr>(&local)));
  EXPECT_EQ(type, 0u);
  EXPECT_EQ(ordinal, -2);
  values[0] = nullptr;
  EXPECT_EQ(cuPointerGetAttributes(2, asked, values, device), CUDA_ERROR_INVALID_VALUE);
  CUdeviceptr base;
  std::size_t size;
  EXPECT_CU(cuMemGetAddressRange(&base, &size, device + 999));
  EXPECT_EQ(base, device);
  EXPECT_EQ(size, 1000u);
  EXPECT_EQ(cuMemGetAddressRange(&base, &size, device + 1000), CUDA_ERROR_NOT_FOUND);
  EXPECT_CU(cuMemFreeHost(pinned));
  EXPECT_CU(cuMemFree(managed));
}

TEST_F(MemoryTest, RegisteredHostMemory) {
  std::vector<char> host(10000);
  EXPECT_CU(cuMemHostRegister(host.data(), host.size(), CU_MEMHOSTREGISTER_DEVICEMAP));
  EXPECT_EQ(cuMemHostRegister(host.data(), host.size(), 0),
            CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  CUdeviceptr device;
  EXPECT_CU(cuMemHostGetDevicePointer(&device, host.data() + 5, 0));
  EXPECT_EQ(device, reinterpret_cast<CUdeviceptr>(host.data() + 5));
  EXPECT_CU(cuMemHostUnregister(host.data()));
  EXPECT_EQ(cuMemHostUnregister(host.data()), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

TEST_F(MemoryTest, StreamOrderedAllocation) {
  CUstream stream;
  ASSERT_CU(cuStreamCreate(&stream, 0));
  CUdeviceptr pointer;
  ASSERT_CU(cuMemAllocAsync(&pointer, 1u << 20, stream));
  EXPECT_CU(cuMemsetD8Async(pointer, 3, 1u << 20, stream));
  unsigned char last = 0;
  EXPECT_CU(cuMemcpyDtoHAsync(&last, pointer + (1u << 20) - 1, 1, stream));
  EXPECT_EQ(last, 3);
  EXPECT_CU(cuMemFreeAsync(pointer, stream));
  EXPECT_CU(cuStreamSynchronize(stream));
  EXPECT_EQ(cuMemFreeAsync(pointer, stream), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(MemoryTest, SynchronousMemoryIsRemembered) {
  CUdeviceptr first, second;
  ASSERT_CU(cuMemAlloc(&first, 64));
  ASSERT_CU(cuMemAllocManaged(&second, 64, CU_MEM_ATTACH_GLOBAL));
  const auto synchronous = [](CUdeviceptr pointer) {
    unsigned value = 9;
    EXPECT_CU(cuPointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, pointer));
    return value;
  };
  for (const unsigned value : {1u, 0u}) {
    EXPECT_CU(cuPointerSetAttribute(&value, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, second + 8));
    EXPECT_EQ(synchronous(second), value);
    EXPECT_EQ(synchronous(first), 0u);
  }
  EXPECT_CU(cuMemFree(first));
  EXPECT_CU(cuMemFree(second));
}

TEST_F(MemoryTest, ThoseWhoAccessARangeAreListedDevicesFirst) {
  CUdeviceptr memory;
  ASSERT_CU(cuMemAllocManaged(&memory, 4096, CU_MEM_ATTACH_GLOBAL));
  EXPECT_CU(
      cuMemAdvise(memory, 4096, CU_MEM_ADVISE_SET_ACCESSED_BY, {CU_MEM_LOCATION_TYPE_HOST, 0}));
  EXPECT_CU(
      cuMemAdvise(memory, 4096, CU_MEM_ADVISE_SET_ACCESSED_BY, {CU_MEM_LOCATION_TYPE_DEVICE, 0}));
  int list[3] = {};
  EXPECT_CU(
      cuMemRangeGetAttribute(list, sizeof list, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, memory, 4096));
  EXPECT_EQ(list[0], 0);
  EXPECT_EQ(list[1], CU_DEVICE_CPU);
  EXPECT_EQ(list[2], CU_DEVICE_INVALID);
  EXPECT_CU(cuMemFree(memory));
}

// An H200 whose device does not access pageable memory gives these codes.
TEST_F(MemoryTest, PageableMemoryTakesAdviceWhereTheDeviceAccessesIt) {
  int accessesPageable = -1;
  ASSERT_CU(cuDeviceGetAttribute(&accessesPageable, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, 0));
  const CUresult expected = accessesPageable ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  std::vector<char> pageable(4096);
  const auto memory = reinterpret_cast<CUdeviceptr>(pageable.data());
  const CUmemLocation device{CU_MEM_LOCATION_TYPE_DEVICE, 0};
  EXPECT_EQ(cuMemAdvise(memory, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, device), expected);
  EXPECT_EQ(cuMemPrefetchAsync(memory, 4096, device, 0, nullptr), expected);
  int isReadMostly = -1;
  EXPECT_EQ(cuMemRangeGetAttribute(&isReadMostly, sizeof isReadMostly,
                                   CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, memory, 4096),
            expected);
  EXPECT_EQ(isReadMostly, accessesPageable ? 1 : -1);
}

TEST_F(MemoryTest, WhatGraphsHoldIsCounted) {
  const auto get = [](CUgraphMem_attribute attribute) {
    cuuint64_t value = ~0ull;
    EXPECT_CU(cuDeviceGetGraphMemAttribute(0, attribute, &value));
    return value;
  };
  const auto reset = [](CUgraphMem_attribute attribute, cuuint64_t value) {
    return cuDeviceSetGraphMemAttribute(0, attribute, &value);
  };
  EXPECT_CU(cuDeviceGraphMemTrim(0));
  const cuuint64_t before = get(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT);
  CUgraph graph;
  ASSERT_CU(cuGraphCreate(&graph, 0));
  CUDA_MEM_ALLOC_NODE_PARAMS parameters{};
  parameters.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  parameters.poolProps.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  parameters.bytesize = 1000;
  CUgraphNode node, end;
  ASSERT_CU(cuGraphAddMemAllocNode(&node, graph, nullptr, 0, &parameters));
  ASSERT_CU(cuGraphAddMemFreeNode(&end, graph, &node, 1, parameters.dptr));
  CUgraphExec exec;
  ASSERT_CU(cuGraphInstantiate(&exec, graph, 0));
  EXPECT_EQ(get(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT), before);
  EXPECT_CU(cuGraphUpload(exec, nullptr));
  const cuuint64_t used = get(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT);
  EXPECT_GE(used, before + 1000);
  EXPECT_CU(cuGraphLaunch(exec, nullptr));
  EXPECT_CU(cuCtxSynchronize());
  EXPECT_EQ(get(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT), used);
  EXPECT_EQ(get(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT), used);
  // The mark begins again from what is used, also when the graph is gone.
  EXPECT_CU(cuGraphExecDestroy(exec));
  EXPECT_CU(cuGraphDestroy(graph));
  EXPECT_CU(reset(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, 0));
  EXPECT_EQ(get(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH), used);
  EXPECT_CU(cuDeviceGraphMemTrim(0));
  EXPECT_EQ(get(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT), before);
  EXPECT_EQ(get(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH), used);
  EXPECT_CU(reset(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, 0));
  EXPECT_EQ(get(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH), before);
  EXPECT_EQ(reset(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, 1), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(reset(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuDeviceGraphMemTrim(99), CUDA_ERROR_INVALID_DEVICE);
}

} // namespace
