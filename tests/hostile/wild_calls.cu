// Shows that a call through a pointer that is no device function is an error, 718 or for some
// addresses 700 as on a GPU, and runs no code of the host, while calls of device functions go on to
// work.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using Function = int (*)(int);

__device__ int twice(int x) {
  return 2 * x;
}
__device__ int thrice(int x) {
  return 3 * x;
}
__device__ Function functions[2] = {twice, thrice};

struct Shape {
  __device__ virtual int corners() const { return 0; }
};
struct Square : Shape {
  __device__ int corners() const override { return 4; }
};

__global__ void callGood(int* out) {
  Square square;
  const Shape* volatile shape = &square;
  out[threadIdx.x] = functions[threadIdx.x % 2](static_cast<int>(threadIdx.x)) + shape->corners();
}

__global__ void callWild(Function wild, int* out) {
  const Function function = threadIdx.x == 5 ? wild : functions[0];
  out[threadIdx.x] = function(static_cast<int>(threadIdx.x));
}

// Threads that meet in functions behind pointers run as fibers.
__device__ int meet(int x) {
  __syncthreads();
  return x;
}
__device__ Function meeting = meet;
__global__ void callWildInFibers(Function wild, int* out) {
  out[threadIdx.x] = meeting(1) + (threadIdx.x == 5 ? wild : functions[0])(2);
}

// A virtual call of an object that a kernel has overwritten.
__global__ void callOverwritten(std::uintptr_t table, int* out) {
  Square square;
  *reinterpret_cast<std::uintptr_t volatile*>(&square) = table;
  const Shape* volatile shape = &square;
  out[threadIdx.x] = shape->corners();
}

static int calls = 0;
static int hostFunction(int x) {
  ++calls;
  return x;
}
static std::uintptr_t hostTable[4];

static int failures = 0;
static void check(bool condition, const char* what, std::uintptr_t target) {
  if (condition)
    return;
  ++failures;
  std::printf("%s at %#zx\n", what, static_cast<std::size_t>(target));
}

static int* allocate() {
  int* out = nullptr;
  cudaMallocManaged(&out, 4096);
  return out;
}

static void checkGood(std::uintptr_t after) {
  int* out = allocate();
  callGood<<<1, 64>>>(out);
  check(cudaDeviceSynchronize() == cudaSuccess && out[6] == 16 && out[7] == 25,
        "good calls fail after one", after);
  cudaFree(out);
}

int main() {
  setenv("HEDDLE_QUIET", "1", 1);
  checkGood(0);
  for (std::uintptr_t& entry : hostTable)
    entry = reinterpret_cast<std::uintptr_t>(&hostFunction);
  int* out = allocate();
  const auto middle = [] {
    std::uintptr_t address = 0;
    cudaMemcpyFromSymbol(&address, functions, sizeof address);
    return address + 4;
  }();
  const std::uintptr_t targets[] = {0,
                                    8,
                                    0x1000,
                                    reinterpret_cast<std::uintptr_t>(&hostFunction),
                                    reinterpret_cast<std::uintptr_t>(&std::exit),
                                    reinterpret_cast<std::uintptr_t>(out),
                                    reinterpret_cast<std::uintptr_t>(out) + 64,
                                    reinterpret_cast<std::uintptr_t>(&calls),
                                    middle,
                                    0x7000000000000000,
                                    ~std::uintptr_t{0}};
  for (const std::uintptr_t target : targets)
    for (int form = 0; form < 2; ++form) {
      const auto wild = reinterpret_cast<Function>(target);
      out = allocate();
      if (form == 0)
        callWild<<<2, 64>>>(wild, out);
      else
        callWildInFibers<<<1, 64>>>(wild, out);
      const cudaError_t error = cudaDeviceSynchronize();
      check(error == cudaErrorInvalidPc || error == cudaErrorIllegalAddress,
            cudaGetErrorName(error), target);
      cudaDeviceReset();
      checkGood(target);
    }
  out = allocate();
  callOverwritten<<<1, 64>>>(reinterpret_cast<std::uintptr_t>(hostTable), out);
  const cudaError_t error = cudaDeviceSynchronize();
  check(error == cudaErrorInvalidPc || error == cudaErrorIllegalAddress, cudaGetErrorName(error),
        1);
  cudaDeviceReset();
  checkGood(1);
  check(calls == 0, "a function of the host ran", 0);
  std::printf("%d failures\n", failures);
  return failures != 0;
}
