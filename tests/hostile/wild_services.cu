// Shows that a kernel cannot reach the host's memory through instructions and functions that the
// driver carries out for it: printf, textures, surfaces and tensor copies. With an address of the
// host's memory each of them is error 700 and harms nothing, with protection keys and without. So
// is a tex1Dfetch, which compiled code carries out, wherever there is a wall.
// nvcc: -arch=sm_90
#include <cuda.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

static char inStatic[4096];

__global__ void print(const char* format, const char* text) {
  printf(format, text);
}

__global__ void sample(cudaTextureObject_t texture, float* out) {
  *out = tex2D<float>(texture, 1.5f, 1.5f);
}

__global__ void fetch(cudaTextureObject_t texture, float* out) {
  *out = tex1Dfetch<float>(texture, 1);
}

__global__ void storeConverted(cudaSurfaceObject_t surface) {
  asm volatile("sust.p.2d.b32.trap [%0, {%1, %2}], {%3};" ::"l"(surface), "r"(1), "r"(1), "r"(0x5a)
               : "memory");
}

__device__ unsigned sharedAddress(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__global__ void loadBox(const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(128) int area[64];
  __shared__ uint64_t barrier;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&barrier)) : "memory");
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
               "[%0], [%1, {%2}], [%3];" ::"r"(sharedAddress(area)),
               "l"(&map), "r"(0), "r"(sharedAddress(&barrier))
               : "memory");
}

__global__ void storeBox(const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(128) int area[64];
  area[threadIdx.x] = 0x5a5a5a5a;
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%0, {%1}], [%2];"
                 "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::"l"(&map),
                 "r"(0), "r"(sharedAddress(area))
                 : "memory");
}

static int failures = 0;

// The error of a launch: its own, or that of the kernel.
static cudaError_t endOfLaunch() {
  const cudaError_t launched = cudaGetLastError();
  return launched == cudaSuccess ? cudaDeviceSynchronize() : launched;
}

// `reach` launches a kernel that uses the address. It must succeed with an address of the device
// and end with error 700 with one of the host.
template <typename Reach> static void expectFault(const char* name, Reach reach) {
  std::memset(inStatic, 7, sizeof inStatic);
  char* device = nullptr;
  cudaMalloc(&device, sizeof inStatic);
  cudaMemset(device, 0, sizeof inStatic);
  reach(device);
  const cudaError_t right = endOfLaunch();
  reach(inStatic);
  const cudaError_t wrong = endOfLaunch();
  const bool isUnharmed =
      std::all_of(inStatic, inStatic + sizeof inStatic, [](char c) { return c == 7; });
  if (right != cudaSuccess || wrong != cudaErrorIllegalAddress || !isUnharmed) {
    ++failures;
    std::printf("%s: %s, then %s; data %s\n", name, cudaGetErrorName(right),
                cudaGetErrorName(wrong), isUnharmed ? "unharmed" : "HARMED");
  }
  cudaDeviceReset();
  cudaGetLastError(); // forgets the fault
}

// At least as many bytes as a description of a texture has (src/ir/texture.h).
static const std::size_t kDescriptionBytes = 1100;

// A copy in device memory of the description behind a handle, with other texels. The address of the
// texels comes first in a description.
static unsigned long long withTexels(unsigned long long handle, void* texels) {
  char description[kDescriptionBytes];
  std::memcpy(description, reinterpret_cast<const void*>(handle), sizeof description);
  std::memcpy(description, &texels, sizeof texels);
  void* copy = nullptr;
  cudaMalloc(&copy, sizeof description);
  cudaMemcpy(copy, description, sizeof description, cudaMemcpyHostToDevice);
  return reinterpret_cast<unsigned long long>(copy);
}

template <typename Element> static cudaResourceDesc arrayOf(unsigned flags) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<Element>();
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  cudaMallocArray(&resource.res.array.array, &format, 16, 16, flags);
  return resource;
}

static void sampleAt(char* texels) {
  const cudaResourceDesc resource = arrayOf<float>(0);
  cudaTextureDesc descriptor{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &descriptor, nullptr);
  float* out = nullptr;
  cudaMalloc(&out, sizeof *out);
  sample<<<1, 1>>>(withTexels(texture, texels), out);
}

static cudaTextureObject_t linearTexture() {
  float* texels = nullptr;
  cudaMalloc(&texels, 64 * sizeof(float));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = texels;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 64 * sizeof(float);
  cudaTextureDesc descriptor{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &descriptor, nullptr);
  return texture;
}

static void fetchAt(char* texels) {
  float* out = nullptr;
  cudaMalloc(&out, sizeof *out);
  fetch<<<1, 1>>>(withTexels(linearTexture(), texels), out);
}

// Fetches by a copy of a description that lies in the memory of the device or in that of the host.
static void fetchBy(char* memory) {
  static char onHost[kDescriptionBytes];
  char* const copy = memory == inStatic ? onHost : memory;
  cudaMemcpy(copy, reinterpret_cast<const void*>(linearTexture()), kDescriptionBytes,
             cudaMemcpyDefault);
  float* out = nullptr;
  cudaMalloc(&out, sizeof *out);
  fetch<<<1, 1>>>(reinterpret_cast<cudaTextureObject_t>(copy), out);
}

static void storeAt(char* texels) {
  const cudaResourceDesc resource = arrayOf<unsigned char>(cudaArraySurfaceLoadStore);
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  storeConverted<<<1, 1>>>(withTexels(surface, texels));
}

// A map of a tensor in device memory in which the address is replaced.
static CUtensorMap mapOf(void* address) {
  void* encode = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &encode, cudaEnableDefault, &found);
  void* memory = nullptr;
  cudaMalloc(&memory, 4096);
  CUtensorMap map{};
  const cuuint64_t extent[] = {64}, stride[] = {0};
  const cuuint32_t box[] = {64}, step[] = {1};
  reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(
      &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, memory, extent, stride, box, step,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  std::memcpy(&map, &address, sizeof address);
  return map;
}

int main() {
  // What the device prints is of no interest here.
  setenv("HEDDLE_QUIET", "1", 1);
  char* format = nullptr;
  expectFault("string of printf", [&](char* text) {
    cudaMalloc(&format, 8);
    cudaMemcpy(format, "%s", 3, cudaMemcpyHostToDevice);
    print<<<1, 1>>>(format, text);
  });
  expectFault("format of printf", [](char* text) { print<<<1, 1>>>(text, nullptr); });
  expectFault("texels", sampleAt);
  const char* const wall = std::getenv("HEDDLE_WALL");
  if (wall && std::strcmp(wall, "0") == 0) {
    std::printf("no wall: tex1Dfetch is not tried\n");
  } else {
    expectFault("texels of tex1Dfetch", fetchAt);
    expectFault("description of tex1Dfetch", fetchBy);
  }
  expectFault("sust.p", storeAt);
  expectFault("tensor load", [](char* tensor) { loadBox<<<1, 1>>>(mapOf(tensor)); });
  expectFault("tensor store", [](char* tensor) { storeBox<<<1, 64>>>(mapOf(tensor)); });
  std::printf("%d failures\n", failures);
  return failures;
}
