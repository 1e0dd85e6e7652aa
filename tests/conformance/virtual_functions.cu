// Objects with virtual functions made and used on the device; the threads of a warp hold objects of
// different classes. Rows L-373, L-374.
#include "check.h"

class Shape {
public:
  __device__ explicit Shape(float size) : size_(size) {}
  __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
  __device__ virtual int corners() const { return 0; }
  __device__ float twice() const { return 2 * area(); }

protected:
  float size_;
};

class Square : public Shape {
public:
  __device__ explicit Square(float size) : Shape(size) {}
  __device__ float area() const override { return size_ * size_; }
  __device__ int corners() const override { return 4; }
};

class Rectangle : public Square {
public:
  __device__ Rectangle(float size, float other) : Square(size), other_(other) {}
  __device__ float area() const override { return size_ * other_; }

private:
  float other_;
};

class Disc : public Shape {
public:
  __device__ Disc(float size, int* destroyed) : Shape(size), destroyed_(destroyed) {}
  __device__ ~Disc() override { atomicAdd(destroyed_, 1); }
  __device__ float area() const override {
    float sum = 0;
    for (int i = 0; i < static_cast<int>(size_); ++i)
      sum += 3;
    return sum * size_;
  }

private:
  int* destroyed_;
};

__device__ Shape* shapes[90];

__global__ void make(int* destroyed) {
  int i = threadIdx.x;
  if (i % 3 == 0)
    shapes[i] = new Square(i);
  else if (i % 3 == 1)
    shapes[i] = new Rectangle(i, 2);
  else
    shapes[i] = new Disc(i, destroyed);
}

__global__ void measure(float* areas, int* corners) {
  int i = threadIdx.x;
  areas[i] = shapes[i]->twice();
  corners[i] = shapes[i]->corners();
  delete shapes[i];
}

int main() {
  Buffer<float> areas(90);
  Buffer<int> corners(90), destroyed(1);
  make<<<1, 90>>>(destroyed.device());
  measure<<<1, 90>>>(areas.device(), corners.device());
  areas.download();
  corners.download();
  destroyed.download();
  for (int i = 0; i < 90; ++i) {
    float area = i % 3 == 0 ? i * i : i % 3 == 1 ? 2 * i : 3 * i * i;
    EXPECT_EQ_AT(i, areas[i], 2 * area);
    EXPECT_EQ_AT(i, corners[i], i % 3 == 2 ? 0 : 4);
  }
  EXPECT_EQ(destroyed[0], 30);
  return ok();
}
