// Shows: objects made with new in one kernel, used by virtual functions in another.
// From: our own; shapes_in_a_pool.cu is the guide's.
// Try next: a circle.
#include "../example.h"

class Shape {
public:
  __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
};

class Rectangle : public Shape {
public:
  __device__ Rectangle(float width, float height) : width_(width), height_(height) {}
  __device__ float area() const override { return width_ * height_; }

private:
  float width_, height_;
};

class Triangle : public Shape {
public:
  __device__ Triangle(float base, float height) : base_(base), height_(height) {}
  __device__ float area() const override { return base_ * height_ / 2; }

private:
  float base_, height_;
};

__global__ void make(Shape** shapes) {
  int i = threadIdx.x;
  if (i % 2 == 0)
    shapes[i] = new Rectangle(i + 1.0f, 2);
  else
    shapes[i] = new Triangle(i + 1.0f, 3);
}

__global__ void measure(Shape** shapes, float* areas) {
  int i = threadIdx.x;
  areas[i] = shapes[i]->area();
  delete shapes[i];
}

int main() {
  const int n = 64;
  Shape** shapes;
  float *deviceAreas, areas[n];
  CHECK_CUDA(cudaMalloc(&shapes, n * sizeof(Shape*)));
  CHECK_CUDA(cudaMalloc(&deviceAreas, sizeof areas));
  make<<<1, n>>>(shapes);
  CHECK_CUDA(cudaGetLastError());
  measure<<<1, n>>>(shapes, deviceAreas);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(areas, deviceAreas, sizeof areas, cudaMemcpyDeviceToHost));
  bool right = true;
  for (int i = 0; i < n; ++i)
    right = right && areas[i] == (i % 2 == 0 ? (i + 1) * 2.0f : (i + 1) * 1.5f);
  std::printf("%d shapes, the first areas are %g, %g, %g, %g\n", n, areas[0], areas[1], areas[2],
              areas[3]);
  cudaFree(shapes);
  cudaFree(deviceAreas);
  return report(right);
}
