// nvstd::function on both sides.
#include <nvfunctional>

struct Large {
  int values[20];
  __host__ __device__ int operator()(int i) const { return values[i]; }
};
__device__ int twice(int x) {
  return 2 * x;
}

__global__ void kernel(int* p) {
  nvstd::function<int(int)> f = twice;
  p[0] = f(3);
  const int captured = p[1];
  f = [captured](int x) { return x + captured; };
  nvstd::function<int(int)> g = f;
  p[1] = g(4);
  g = Large();
  p[2] = g ? g(5) : 0;
  g = nullptr;
  p[3] = g == nullptr;
}

int host() {
  nvstd::function<int(int)> f = Large();
  return f(1);
}
