// Shows: objects of a class with virtual functions, placed into a pool of memory by a kernel.
// From: X-180 of the guide.
// Try next: another shape; its objects must be made on the device, too.
#include <new>

#include "../device_array.h"

// Where shapes draw themselves to: a list of the places.
class PrintBuffer {
public:
  __device__ PrintBuffer(int2* places, int* count) : places_(places), count_(count) {}
  __device__ void put(int x, int y) { places_[atomicAdd(count_, 1)] = make_int2(x, y); }

private:
  int2* places_;
  int* count_;
};

// Gives out memory piece by piece, to all threads at the same time.
class MemoryPool {
public:
  __device__ MemoryPool(char* memory, unsigned* used) : memory_(memory), used_(used) {}
  __device__ void* allocate(unsigned bytes) {
    return memory_ + atomicAdd(used_, (bytes + 15) / 16 * 16);
  }

private:
  char* memory_;
  unsigned* used_;
};

class Shape {
public:
  __device__ virtual void draw(PrintBuffer* buffer) const = 0;
};
class Point : public Shape {
public:
  __device__ Point() : x_(0), y_(0) {}
  __device__ Point(int x, int y) : x_(x), y_(y) {}
  __device__ void draw(PrintBuffer* buffer) const override { buffer->put(x_, y_); }

private:
  int x_, y_;
};

__device__ Shape* pointFrom(MemoryPool& pool, int x, int y) {
  return new (pool.allocate(sizeof(Point))) Point(x, y);
}

__global__ void drawPoints(char* memory, unsigned* used, int2* places, int* count) {
  MemoryPool pool(memory, used);
  PrintBuffer buffer(places, count);
  const Shape* shape = pointFrom(pool, threadIdx.x, 10 * threadIdx.x);
  shape->draw(&buffer); // the type of the pointer is Shape, and what is called is Point's
}

int main() {
  const int n = 32;
  DeviceArray<char> memory(n * 64);
  DeviceArray<unsigned> used(1);
  DeviceArray<int2> places(n);
  DeviceArray<int> count(1);
  drawPoints<<<1, n>>>(memory, used, places, count);
  EXPECT(count.values()[0] == n);
  std::vector<bool> isDrawn(n);
  for (int2 place : places.values()) {
    EXPECT(place.x >= 0 && place.x < n && place.y == 10 * place.x);
    isDrawn[place.x] = true;
  }
  EXPECT(isDrawn == std::vector<bool>(n, true));
  return report();
}
