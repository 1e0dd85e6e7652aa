// Many copies in one call, with pointers and arrays, and many ranges of managed memory that are
// prefetched or discarded.
#include "check.h"

#include <string.h>
#include <vector>

int main() {
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const size_t bytes = 4096;
  unsigned char *host, *device, *other;
  CUDA_CHECK(cudaMallocHost(&host, bytes));
  CUDA_CHECK(cudaMalloc(&device, bytes));
  CUDA_CHECK(cudaMalloc(&other, bytes));
  for (size_t i = 0; i < bytes; ++i)
    host[i] = static_cast<unsigned char>(i % 251);

  cudaMemcpyAttributes attributes[2] = {};
  attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
  void* up[] = {device, device + 1000, device + 2000};
  const void* from[] = {host + 5, host + 6, host + 7};
  size_t sizes[] = {100, 200, 300}, first[] = {0, 2};
  CUDA_CHECK(cudaMemcpyBatchAsync(up, from, sizes, 3, attributes, first, 2, stream));
  void* across[] = {other, other + 500};
  const void* middle[] = {device + 1000, device + 2000};
  size_t parts[] = {200, 300};
  CUDA_CHECK(cudaMemcpyBatchAsync(across, middle, parts, 2, attributes, first, 1, stream));
  std::vector<unsigned char> back(bytes);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaMemcpy(back.data(), other, 800, cudaMemcpyDeviceToHost));
  EXPECT_EQ(memcmp(back.data(), host + 6, 200), 0);
  EXPECT_EQ(memcmp(back.data() + 500, host + 7, 300), 0);

  const auto refused = [&](cudaError_t status) {
    cudaGetLastError();
    EXPECT_EQ(static_cast<int>(status), static_cast<int>(cudaErrorInvalidValue));
  };
  refused(cudaMemcpyBatchAsync(up, from, sizes, 3, attributes, first, 1, nullptr));
  refused(cudaMemcpyBatchAsync(up, from, sizes, 0, attributes, first, 1, stream));
  refused(cudaMemcpyBatchAsync(up, from, sizes, 3, attributes, first, 0, stream));
  refused(cudaMemcpyBatchAsync(up, from, sizes, 3, attributes, first, 4, stream));
  attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
  refused(cudaMemcpyBatchAsync(up, from, sizes, 3, attributes, first, 1, stream));
  attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
  sizes[1] = 0;
  refused(cudaMemcpyBatchAsync(up, from, sizes, 3, attributes, first, 1, stream));

  // Into a part of an array and out again; rows count elements, here of 16 bytes.
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
  cudaArray_t array;
  CUDA_CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(16, 8, 4)));
  cudaMemcpy3DBatchOp in = {}, out = {};
  in.src.type = cudaMemcpyOperandTypePointer;
  in.src.op.ptr.ptr = host;
  in.src.op.ptr.rowLength = 10;
  in.src.op.ptr.layerHeight = 4;
  in.dst.type = cudaMemcpyOperandTypeArray;
  in.dst.op.array.array = array;
  in.dst.op.array.offset = {2, 1, 1};
  in.extent = make_cudaExtent(5, 3, 2);
  in.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  out.src = in.dst;
  out.dst.type = cudaMemcpyOperandTypePointer;
  out.dst.op.ptr.ptr = device;
  out.dst.op.ptr.rowLength = 6;
  out.dst.op.ptr.layerHeight = 3;
  out.extent = in.extent;
  out.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  CUDA_CHECK(cudaMemsetAsync(device, 0, bytes, stream));
  CUDA_CHECK(cudaMemcpy3DBatchAsync(1, &in, 0, stream));
  CUDA_CHECK(cudaMemcpy3DBatchAsync(1, &out, 0, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaMemcpy(back.data(), device, bytes, cudaMemcpyDeviceToHost));
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 6 * 16; ++x)
        EXPECT_EQ(int(back[(z * 3 + y) * 96 + x]), x < 80 ? int(host[(z * 4 + y) * 160 + x]) : 0);
  in.extent.depth = 0;
  refused(cudaMemcpy3DBatchAsync(1, &in, 0, stream));

  int concurrent = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, 0));
  if (concurrent) {
    const size_t part = 2 << 20;
    char* managed;
    CUDA_CHECK(cudaMallocManaged(&managed, 2 * part));
    void* ranges[] = {managed, managed + part};
    size_t lengths[] = {part, part}, places[] = {0, 1};
    cudaMemLocation locations[2] = {};
    locations[0].type = cudaMemLocationTypeDevice;
    locations[1].type = cudaMemLocationTypeHost;
    memset(managed, 3, 2 * part);
    CUDA_CHECK(cudaMemPrefetchBatchAsync(ranges, lengths, 2, locations, places, 2, 0, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    EXPECT_EQ(int(managed[0]), 3);
    EXPECT_EQ(int(managed[2 * part - 1]), 3);
    CUDA_CHECK(cudaMemDiscardBatchAsync(ranges, lengths, 1, 0, stream));
    CUDA_CHECK(
        cudaMemDiscardAndPrefetchBatchAsync(ranges, lengths, 1, locations, places, 1, 0, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    EXPECT_EQ(int(managed[part]), 3); // not discarded
    refused(cudaMemDiscardBatchAsync(ranges, lengths, 0, 0, stream));
    refused(cudaMemPrefetchBatchAsync(ranges, lengths, 2, locations, places, 2, 0, nullptr));
  }
  return ok();
}
