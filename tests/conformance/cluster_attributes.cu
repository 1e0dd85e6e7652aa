// Clusters that a function is given after it was compiled, and what is said of those that it was
// compiled for.
// nvcc: -lcuda -arch=sm_90
#include "driver.h"

__global__ void width(int* out) {
  unsigned blocks;
  asm volatile("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(blocks));
  if (blockIdx.x == 0)
    *out = blocks;
}

__global__ void __cluster_dims__(2, 1, 1) pairs(int* out) {
  *out = 2;
}

static int* out;

static CUfunction functionOf(const void* symbol) {
  cudaFunction_t function;
  CUDA_CHECK(cudaGetFuncBySymbol(&function, symbol));
  return reinterpret_cast<CUfunction>(function);
}

// The width that a kernel of so many blocks sees; `cluster` 0 leaves it to the function.
static int run(CUfunction function, unsigned blocks, unsigned cluster, CUresult expected) {
  CUlaunchConfig config = {};
  config.gridDimX = blocks;
  config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = config.blockDimY = config.blockDimZ = 1;
  CUlaunchAttribute attribute;
  attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attribute.value.clusterDim.x = cluster;
  attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = cluster != 0;
  void* arguments[] = {&out};
  EXPECT_DRIVER(expected, cuLaunchKernelEx(&config, function, arguments, nullptr));
  int value = -1;
  CUDA_CHECK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

static void set(CUfunction function, int x, int y, int z) {
  DRIVER_CHECK(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, x));
  DRIVER_CHECK(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, y));
  DRIVER_CHECK(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, z));
}

static int get(CUfunction function, CUfunction_attribute attribute) {
  int value = -1;
  DRIVER_CHECK(cuFuncGetAttribute(&value, attribute, function));
  return value;
}

int main() {
  CUDA_CHECK(cudaMalloc(&out, sizeof(int)));
  const CUfunction plain = functionOf(reinterpret_cast<const void*>(width));
  const CUfunction fixed = functionOf(reinterpret_cast<const void*>(pairs));
  const CUresult refused = CUDA_ERROR_INVALID_CLUSTER_SIZE;
  EXPECT_EQ(run(plain, 4, 0, CUDA_SUCCESS), 1);
  set(plain, 2, 0, 0); // all or nothing
  run(plain, 4, 0, refused);
  set(plain, 2, 1, 1);
  EXPECT_EQ(get(plain, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH), 2);
  EXPECT_EQ(run(plain, 4, 0, CUDA_SUCCESS), 2);
  run(plain, 3, 0, refused);
  EXPECT_EQ(run(plain, 4, 2, CUDA_SUCCESS), 2);
  run(plain, 4, 4, refused);
  run(plain, 4, 1, refused);
  set(plain, 16, 1, 1); // more than every device can
  run(plain, 16, 0, refused);
  set(plain, 0, 0, 0);
  EXPECT_EQ(run(plain, 4, 0, CUDA_SUCCESS), 1);
  EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE,
                cuFuncSetAttribute(plain, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, -1));

  run(plain, 16, 16, refused);
  EXPECT_EQ(get(plain, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED), 0);
  DRIVER_CHECK(cuFuncSetAttribute(plain, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 2));
  EXPECT_EQ(get(plain, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED), 1);
  EXPECT_EQ(run(plain, 16, 16, CUDA_SUCCESS), 16);
  run(plain, 32, 32, refused);
  DRIVER_CHECK(
      cuFuncSetAttribute(plain, CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, 2));
  EXPECT_EQ(get(plain, CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE), 2);

  EXPECT_EQ(get(fixed, CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET), 1);
  EXPECT_EQ(get(fixed, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT), 1);
  DRIVER_CHECK(cuFuncSetAttribute(fixed, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, 2));
  for (int other : {0, 4, -1})
    EXPECT_DRIVER(CUDA_ERROR_INVALID_VALUE,
                  cuFuncSetAttribute(fixed, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, other));
  EXPECT_EQ(run(fixed, 4, 0, CUDA_SUCCESS), 2);
  run(fixed, 4, 4, refused);
  run(fixed, 4, 1, refused);
  return ok();
}
