// Classes in device code: constructors with defaults, private data, friend operators, member
// pointers, inheritance, copies by value. Rows L-371, L-372, L-377.
#include "check.h"

class Complex {
public:
  __host__ __device__ Complex(int re = 0, int im = 0) : re_(re), im_(im) {}
  __host__ __device__ Complex operator*(const Complex& o) const {
    return Complex(re_ * o.re_ - im_ * o.im_, re_ * o.im_ + im_ * o.re_);
  }
  __host__ __device__ Complex& operator+=(const Complex& o) {
    re_ += o.re_;
    im_ += o.im_;
    return *this;
  }
  __host__ __device__ friend bool operator==(const Complex& a, const Complex& b) {
    return a.re_ == b.re_ && a.im_ == b.im_;
  }
  __host__ __device__ int real() const { return re_; }
  __host__ __device__ int imaginary() const { return im_; }

private:
  int re_, im_;
};

__host__ __device__ Complex operator-(Complex a, Complex b) {
  return Complex(a.real() - b.real(), a.imaginary() - b.imaginary());
}

struct Base {
  int id;
  __host__ __device__ Base(int id) : id(id) {}
  __host__ __device__ int describe() const { return id; }
};
struct Mixin {
  short weight = 7;
};
struct Derived : Base, Mixin {
  Complex value;
  __host__ __device__ Derived(int id) : Base(id * 2), value(id, -id) {}
  __host__ __device__ int describe() const {
    return Base::describe() * 100 + weight + value.real();
  }
};

__host__ __device__ inline int work(int i) {
  Complex a(i, 2), b(3), c;
  c += a * b;
  c += a - b;
  Derived d(i), e = d;
  e.weight = 9;
  int Base::* member = &Base::id;
  int (Derived::*method)() const = &Derived::describe;
  return c.real() + 1000 * c.imaginary() + d.describe() * 3 + (e.*method)() + e.*member +
         (a == Complex(5, 2));
}

__global__ void run(int* out) {
  out[threadIdx.x] = work(threadIdx.x);
}

int main() {
  Buffer<int> out(64);
  run<<<1, 64>>>(out.device());
  out.download();
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ_AT(i, out[i], work(i));
  return ok();
}
