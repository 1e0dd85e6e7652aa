// Placement new and operators new of a class that take a pool, on the device. Row L-374.
#include <new>

#include "check.h"

struct Pool {
  char* memory;
  unsigned* used;
};

struct Item {
  int a, b;
  __device__ Item(int a, int b) : a(a), b(b) {}
  __device__ ~Item() { a = -1; }
  __device__ static void* operator new(size_t size, Pool& pool) {
    return pool.memory + atomicAdd(pool.used, static_cast<unsigned>(size));
  }
  __device__ static void operator delete(void*, Pool&) {}
  __device__ static void* operator new(size_t, void* where) { return where; }
  __device__ static void operator delete(void*, void*) {}
};

__global__ void run(Pool pool, Item** items, int* out) {
  int t = threadIdx.x;
  items[t] = new (pool) Item(t, t * t);
  alignas(Item) char local[sizeof(Item)];
  Item* here = new (local) Item(t * 2, 5);
  out[t] = here->a + here->b;
  here->~Item();
  if (t % 2)
    items[t]->~Item();
}

int main() {
  const int n = 50;
  Buffer<char> memory(n * sizeof(Item));
  Buffer<unsigned> used(1);
  Buffer<Item*> items(n);
  Buffer<int> out(n);
  run<<<1, n>>>(Pool{memory.device(), used.device()}, items.device(), out.device());
  memory.download();
  used.download();
  items.download();
  out.download();
  EXPECT_EQ(used[0], n * sizeof(Item));
  for (int t = 0; t < n; ++t) {
    EXPECT_EQ_AT(t, out[t], t * 2 + 5);
    const int* item = reinterpret_cast<const int*>(
        memory.host() + (reinterpret_cast<char*>(items[t]) - memory.device()));
    EXPECT_EQ_AT(t, item[1], t * t);
    if (t % 2 == 0)
      EXPECT_EQ_AT(t, item[0], t);
  }
  return ok();
}
