// Functions of a program's own class under names of math functions, as classes for half precision
// have them. The overloads for mixed numbers must not stand in their way.
#include <cuda_runtime.h>

struct Number {
  float value;
  __device__ operator float() const { return value; }
  friend __device__ Number nextafter(Number x, Number y) { return {x.value + y.value}; }
  friend __device__ Number fma(Number x, Number y, Number z) {
    return {x.value * y.value + z.value};
  }
  friend __device__ Number atan2(Number x, int y) { return {x.value + y}; }
};

__global__ void kernel(Number* numbers) {
  numbers[0] = nextafter(numbers[0], numbers[1]);
  numbers[1] = fma(numbers[0], numbers[1], numbers[2]);
  numbers[2] = atan2(numbers[0], 3);
  numbers[3].value = nextafter(numbers[0].value, 1.0f) + fma(2.0f, 3.0f, numbers[1].value);
}
