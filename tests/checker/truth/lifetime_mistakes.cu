// Mistakes with memory that begins and ends in other ways than by cudaMalloc and cudaFree: virtual
// memory, memory of graphs and pools, registered memory, the heap of the device; with captures,
// graphs, arrays and textures; and kernels that are launched with what they cannot run with.
#include "truth.h"

#include <cstdlib>
#include <cuda.h>

template <typename Function> Function* driverFunction(const char* name) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult result;
  cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &result);
  return reinterpret_cast<Function*>(function);
}
#define DRIVER(name) driverFunction<decltype(name)>(#name)

__global__ void addOne(int* values, std::size_t index) {
  values[index + threadIdx.x] += 1;
}
__global__ void fillWithOnes(int* values, std::size_t index) {
  values[index + threadIdx.x] = 1;
}

// Virtual memory: two granules of addresses, with memory behind the first.
struct Mapping {
  CUdeviceptr address = 0;
  std::size_t granule = 0;
  CUmemGenericAllocationHandle memory = 0;

  explicit Mapping(CUmemAccess_flags access) {
    cudaFree(nullptr);
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    DRIVER(cuMemGetAllocationGranularity)(&granule, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    DRIVER(cuMemAddressReserve)(&address, 2 * granule, 0, 0, 0);
    DRIVER(cuMemCreate)(&memory, granule, &properties, 0);
    DRIVER(cuMemMap)(address, granule, 0, memory, 0);
    CUmemAccessDesc rights{};
    rights.location = properties.location;
    rights.flags = access;
    DRIVER(cuMemSetAccess)(address, granule, &rights, 1);
  }
  int* values() const { return reinterpret_cast<int*>(address); }
  void unmap() const {
    DRIVER(cuMemUnmap)(address, granule);
    DRIVER(cuMemRelease)(memory);
    DRIVER(cuMemAddressFree)(address, 2 * granule);
  }
};
CASE(clean, mapped_memory) {
  const Mapping mapping(CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  cudaMemset(mapping.values(), 0, mapping.granule);
  addOne<<<1, 32>>>(mapping.values(), 0);
  cudaDeviceSynchronize();
  mapping.unmap();
}
CASE(memcheck, mapped_memory_behind) {
  const Mapping mapping(CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  addOne<<<1, 32>>>(mapping.values(), mapping.granule / sizeof(int) - 16);
}
CASE(memcheck, mapped_memory_unmapped) {
  const Mapping mapping(CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  mapping.unmap();
  fillWithOnes<<<1, 32>>>(mapping.values(), 0);
}
CASE(memcheck, mapped_memory_read_only) {
  const Mapping mapping(CU_MEM_ACCESS_FLAGS_PROT_READ);
  fillWithOnes<<<1, 32>>>(mapping.values(), 0);
}
CASE(initcheck, mapped_memory_never_written) {
  const Mapping mapping(CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  addOne<<<1, 32>>>(mapping.values(), 0);
}
CASE_WITH(memcheck, leak_of_mapped_memory, "--leak-check full") {
  const Mapping mapping(CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  fillWithOnes<<<1, 32>>>(mapping.values(), 0);
  cudaDeviceReset();
}

// Memory of graphs.
void addKernel(cudaGraph_t graph, cudaGraphNode_t* node, cudaGraphNode_t behind,
               void (*kernel)(int*, std::size_t), int* values) {
  std::size_t index = 0;
  void* arguments[] = {&values, &index};
  cudaKernelNodeParams parameters{};
  parameters.func = reinterpret_cast<void*>(kernel);
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(32);
  parameters.kernelParams = arguments;
  cudaGraphAddKernelNode(node, graph, &behind, 1, &parameters);
}
int* addAllocation(cudaGraph_t graph, cudaGraphNode_t* node) {
  cudaMemAllocNodeParams parameters{};
  parameters.poolProps.allocType = cudaMemAllocationTypePinned;
  parameters.poolProps.location.type = cudaMemLocationTypeDevice;
  parameters.bytesize = 128;
  cudaGraphAddMemAllocNode(node, graph, nullptr, 0, &parameters);
  return static_cast<int*>(parameters.dptr);
}
void runGraph(cudaGraph_t graph) {
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, nullptr);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
}
CASE(clean, memory_of_graph) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t allocation, first, second, end;
  int* values = addAllocation(graph, &allocation);
  addKernel(graph, &first, allocation, fillWithOnes, values);
  addKernel(graph, &second, first, addOne, values);
  cudaGraphAddMemFreeNode(&end, graph, &second, 1, values);
  runGraph(graph);
}
CASE(initcheck, memory_of_graph_never_written) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t allocation, first, end;
  int* values = addAllocation(graph, &allocation);
  addKernel(graph, &first, allocation, addOne, values);
  cudaGraphAddMemFreeNode(&end, graph, &first, 1, values);
  runGraph(graph);
}
CASE(memcheck, memory_of_graph_freed) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t allocation, end;
  int* values = addAllocation(graph, &allocation);
  cudaGraphAddMemFreeNode(&end, graph, &allocation, 1, values);
  runGraph(graph);
  fillWithOnes<<<1, 32>>>(values, 0);
}
CASE(memcheck, memory_of_graph_behind) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t allocation, first, end;
  int* values = addAllocation(graph, &allocation);
  addKernel(graph, &first, allocation, fillWithOnes, values + 16);
  cudaGraphAddMemFreeNode(&end, graph, &first, 1, values);
  runGraph(graph);
}

// Pools, streams and registered memory.
CASE(memcheck, pool_of_own_behind) {
  cudaMemPool_t pool;
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  cudaMemPoolCreate(&pool, &properties);
  int* values;
  cudaMallocFromPoolAsync(&values, 64 * sizeof(int), pool, nullptr);
  fillWithOnes<<<1, 32>>>(values, 48);
}
CASE(memcheck, freed_in_order_of_other_stream) {
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  int* values;
  cudaMallocAsync(&values, 64 * sizeof(int), first);
  cudaStreamSynchronize(first);
  cudaFreeAsync(values, second);
  cudaStreamSynchronize(second);
  fillWithOnes<<<1, 32, 0, first>>>(values, 0);
}
CASE(memcheck, freed_in_order_and_freed) {
  int* values;
  cudaMallocAsync(&values, 64 * sizeof(int), nullptr);
  cudaFreeAsync(values, nullptr);
  cudaStreamSynchronize(nullptr);
  cudaFree(values);
}
CASE(memcheck, registered_memory_unregistered) {
  int* memory = static_cast<int*>(std::aligned_alloc(4096, 4096));
  int* values;
  cudaHostRegister(memory, 4096, cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&values, memory, 0);
  cudaHostUnregister(memory);
  fillWithOnes<<<1, 32>>>(values, 0);
}
CASE(memcheck, device_pointer_of_plain_memory) {
  static int memory[64];
  int* values;
  cudaHostGetDevicePointer(&values, memory, 0);
}
CASE(memcheck, copy_of_freed_in_order) {
  int *values, result[64];
  cudaMallocAsync(&values, sizeof result, nullptr);
  cudaFreeAsync(values, nullptr);
  cudaStreamSynchronize(nullptr);
  cudaMemcpy(result, values, sizeof result, cudaMemcpyDeviceToHost);
}

// The heap of the device.
__device__ int* kept;
__global__ void allocate(int count) {
  kept = static_cast<int*>(std::malloc(count * sizeof(int)));
  for (int i = 0; i < count; ++i)
    kept[i] = i;
}
__global__ void release() {
  std::free(kept);
}
__global__ void freeShared() {
  __shared__ int values[32];
  values[threadIdx.x] = 0;
  free(values);
}
__global__ void freeLocal(int index) {
  int values[4] = {index, 1, 2, 3};
  free(&values[index]);
}
CASE(memcheck, heap_free_of_shared_memory) {
  freeShared<<<1, 1>>>();
}
CASE(memcheck, heap_free_of_local_memory) {
  freeLocal<<<1, 1>>>(0);
}
CASE(memcheck, heap_memory_freed_by_host) {
  allocate<<<1, 1>>>(32);
  int* values;
  cudaMemcpyFromSymbol(&values, kept, sizeof values);
  cudaFree(values);
}
CASE(memcheck, heap_memory_copied_by_host) {
  allocate<<<1, 1>>>(32);
  int *values, result[32];
  cudaMemcpyFromSymbol(&values, kept, sizeof values);
  cudaMemcpy(result, values, sizeof result, cudaMemcpyDeviceToHost);
}
CASE(memcheck, heap_memory_freed_in_two_launches) {
  allocate<<<1, 1>>>(32);
  release<<<1, 1>>>();
  release<<<1, 1>>>();
}
__global__ void growing(int* result) {
  int* values = new int[4];
  for (int i = 0; i < 8; ++i)
    values[i] = i;
  *result = values[threadIdx.x];
  delete[] values;
}
CASE(memcheck, heap_array_that_does_not_grow) {
  growing<<<1, 1>>>(zeros<int>(1));
}

// Captures and graphs.
CASE(memcheck, synchronised_while_captured) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* values = zeros<int>(64);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fillWithOnes<<<1, 32, 0, stream>>>(values, 0);
  cudaStreamSynchronize(stream);
}
CASE(memcheck, allocated_while_captured) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* values = zeros<int>(64);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fillWithOnes<<<1, 32, 0, stream>>>(values, 0);
  cudaMalloc(&values, 256);
}
CASE(memcheck, capture_ended_that_never_began) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaStreamEndCapture(stream, &graph);
}
CASE(memcheck, captured_kernel_writes_behind) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* values = zeros<int>(64);
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fillWithOnes<<<1, 32, 0, stream>>>(values, 48);
  cudaStreamEndCapture(stream, &graph);
  runGraph(graph);
}
CASE(clean, captured_kernel) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* values = zeros<int>(64);
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fillWithOnes<<<1, 32, 0, stream>>>(values, 0);
  addOne<<<1, 32, 0, stream>>>(values, 0);
  cudaStreamEndCapture(stream, &graph);
  runGraph(graph);
}
CASE(memcheck, cycle_of_nodes) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t first, second;
  cudaGraphAddEmptyNode(&first, graph, nullptr, 0);
  cudaGraphAddEmptyNode(&second, graph, &first, 1);
  cudaGraphAddDependencies(graph, &second, &first, nullptr, 1);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
}

// Launches.
__global__ void __launch_bounds__(64) bounded(int* values) {
  values[threadIdx.x] = 1;
}
CASE(memcheck, more_threads_than_bounds) {
  bounded<<<1, 128>>>(zeros<int>(128));
}
__global__ void dynamicNumbers(int* result, int count) {
  extern __shared__ int numbers[];
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    numbers[i] = i;
  __syncthreads();
  result[threadIdx.x] = numbers[count - 1 - threadIdx.x];
}
CASE(memcheck, more_shared_memory_than_allowed) {
  dynamicNumbers<<<1, 32, 64 * 1024>>>(zeros<int>(32), 64);
}
CASE(memcheck, more_shared_memory_than_there_is) {
  cudaFuncSetAttribute(dynamicNumbers, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20);
}
CASE(clean, much_shared_memory) {
  cudaFuncSetAttribute(dynamicNumbers, cudaFuncAttributeMaxDynamicSharedMemorySize, 96 * 1024);
  dynamicNumbers<<<1, 32, 96 * 1024>>>(zeros<int>(32), 24 * 1024);
}
CASE(memcheck, much_shared_memory_behind) {
  cudaFuncSetAttribute(dynamicNumbers, cudaFuncAttributeMaxDynamicSharedMemorySize, 96 * 1024);
  dynamicNumbers<<<1, 32, 96 * 1024>>>(zeros<int>(32), 24 * 1024 + 512);
}
CASE(memcheck, cluster_too_large) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {64, 1, 1};
  cudaLaunchConfig_t configuration{};
  configuration.gridDim = dim3(64);
  configuration.blockDim = dim3(32);
  configuration.attrs = &attribute;
  configuration.numAttrs = 1;
  cudaLaunchKernelEx(&configuration, fillWithOnes, zeros<int>(32), static_cast<std::size_t>(0));
}

// Arrays and textures.
CASE(memcheck, array_copied_too_wide) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, 16, 16);
  static float image[32 * 16];
  cudaMemcpy2DToArray(array, 0, 0, image, 32 * sizeof(float), 32 * sizeof(float), 16,
                      cudaMemcpyHostToDevice);
}
__global__ void sampleAt(cudaTextureObject_t texture, float* result) {
  result[threadIdx.x] = tex2D<float>(texture, threadIdx.x * 1000.0f, -5.0f);
}
CASE(clean, samples_outside_of_array) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, 16, 16);
  static const float image[16 * 16] = {};
  cudaMemcpy2DToArray(array, 0, 0, image, 16 * sizeof(float), 16 * sizeof(float), 16,
                      cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const cudaTextureDesc sampling{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &sampling, nullptr);
  sampleAt<<<1, 32>>>(texture, zeros<float>(32));
}
CASE(memcheck, texture_of_misaligned_memory) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = zeros<char>(256) + 4;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 128;
  const cudaTextureDesc sampling{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &sampling, nullptr);
}
CASE_WITH(memcheck, leak_of_volume, "--leak-check full") {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMalloc3DArray(&array, &format, make_cudaExtent(16, 8, 4));
  cudaDeviceReset();
}
CASE_WITH(memcheck, leak_of_cube, "--leak-check full") {
  cudaPitchedPtr cube;
  cudaMalloc3D(&cube, make_cudaExtent(64, 8, 4));
  cudaDeviceReset();
}
