// Shows: objects with operator() as arguments of a kernel template: addition and subtraction.
// From: X-182 of the guide.
// Try next: a lambda, compiled with --extended-lambda.
#include "../device_array.h"

class Add {
public:
  __device__ float operator()(float a, float b) const { return a + b; }
};
class Sub {
public:
  __device__ float operator()(float a, float b) const { return a - b; }
};

template <class Operation>
__global__ void vectorOperation(const float* a, const float* b, float* c, int n,
                                Operation operation) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = operation(a[i], b[i]);
}

int main() {
  const int n = 1000;
  std::vector<float> a(n), b(n);
  for (int i = 0; i < n; ++i) {
    a[i] = 1.5f * i;
    b[i] = static_cast<float>(i % 10);
  }
  DeviceArray<float> deviceA(a), deviceB(b), sums(n), differences(n);
  vectorOperation<<<(n + 127) / 128, 128>>>(deviceA, deviceB, static_cast<float*>(sums), n, Add());
  vectorOperation<<<(n + 127) / 128, 128>>>(deviceA, deviceB, static_cast<float*>(differences), n,
                                            Sub());
  const std::vector<float> sum = sums.values(), difference = differences.values();
  for (int i = 0; i < n; ++i) {
    EXPECT(sum[i] == a[i] + b[i]);
    EXPECT(difference[i] == a[i] - b[i]);
  }
  return report();
}
