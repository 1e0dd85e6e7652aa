// Shows: a class for pixels with operators, used by the device and by the host.
// From: X-179 of the guide.
// Try next: operator* with a float.
#include "../device_array.h"

class PixelRGBA {
public:
  __host__ __device__ PixelRGBA() : r_(0), g_(0), b_(0), a_(0) {}
  __host__ __device__ PixelRGBA(unsigned char r, unsigned char g, unsigned char b,
                                unsigned char a = 255)
      : r_(r), g_(g), b_(b), a_(a) {}

  friend __host__ __device__ PixelRGBA operator+(const PixelRGBA& p, const PixelRGBA& q) {
    return PixelRGBA(p.r_ + q.r_, p.g_ + q.g_, p.b_ + q.b_, p.a_ + q.a_);
  }
  friend __host__ __device__ bool operator==(const PixelRGBA& p, const PixelRGBA& q) {
    return p.r_ == q.r_ && p.g_ == q.g_ && p.b_ == q.b_ && p.a_ == q.a_;
  }

private:
  unsigned char r_, g_, b_, a_;
};

__global__ void add(const PixelRGBA* p, const PixelRGBA* q, PixelRGBA* sum) {
  const int i = threadIdx.x;
  const PixelRGBA p1 = p[i], p2 = q[i];
  sum[i] = p1 + p2;
}

int main() {
  const int n = 64;
  std::vector<PixelRGBA> p(n), q(n);
  for (int i = 0; i < n; ++i) {
    p[i] = PixelRGBA(i, 2 * i, 3 * i, 0);
    q[i] = PixelRGBA(1, 2, 3);
  }
  DeviceArray<PixelRGBA> deviceP(p), deviceQ(q), deviceSum(n);
  add<<<1, n>>>(deviceP, deviceQ, deviceSum);
  const std::vector<PixelRGBA> sum = deviceSum.values();
  for (int i = 0; i < n; ++i)
    EXPECT(sum[i] == PixelRGBA(i + 1, 2 * i + 2, 3 * i + 3, 255));
  return report();
}
