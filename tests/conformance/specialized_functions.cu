// Specializations, explicit instantiations and friends of templates that leave attributes out or
// add some: they have those of the template as well. Rows L-015, L-016.
// nvcc: -w
#include "check.h"

template <class T> __device__ T ofDevice(T x) {
  return x + 1;
}
template <> float ofDevice(float x) {
  return x + 10;
}
template <> __host__ __device__ double ofDevice(double x) {
  return x + 20;
}
template int ofDevice<int>(int);

template <class T> __host__ __device__ T ofBoth(T x) {
  return x + 2;
}
template <> float ofBoth(float x) {
  return x + 30;
}
template <> __device__ double ofBoth(double x) {
  return x + 40;
}
template int ofBoth<int>(int);
template __device__ long ofBoth(long);

template <class T> T ofHost(T x) {
  return x + 3;
}
template <> __device__ float ofHost(float x) {
  return x + 50;
}
template <> __host__ __device__ double ofHost(double x) {
  return x + 60;
}

template <class T> struct Scale {
  __host__ __device__ T apply(T x) { return 2 * x; }
  __device__ static T unit();
};
template <> float Scale<float>::apply(float x) {
  return 3 * x;
}
template <> float Scale<float>::unit() {
  return 7;
}

template <class T> class Number;
template <class T> __host__ __device__ Number<T> operator*(T factor, const Number<T>& number);
template <class T> class Number {
public:
  __host__ __device__ explicit Number(T value) : value(value) {}
  __host__ __device__ T get() const { return value; }

private:
  T value;
  friend Number operator* <T>(T factor, const Number& number);
  template <class U> friend Number<U> operator+(const Number<U>&, const Number<U>&);
};
template <class T> __host__ __device__ Number<T> operator*(T factor, const Number<T>& number) {
  return Number<T>(factor * number.value);
}
template <class U>
__host__ __device__ Number<U> operator+(const Number<U>& one, const Number<U>& other) {
  return Number<U>(one.value + other.value);
}

__global__ void onDevice(float* out) {
  out[0] = ofDevice(1);
  out[1] = ofDevice(1.f);
  out[2] = ofDevice(1.);
  out[3] = ofBoth(1);
  out[4] = ofBoth(1.f);
  out[5] = ofBoth(1.);
  out[6] = ofHost(1.f);
  out[7] = ofHost(1.);
  out[8] = Scale<int>().apply(5);
  out[9] = Scale<float>().apply(5);
  out[10] = Scale<float>::unit();
  out[11] = (3.f * Number<float>(4) + Number<float>(1)).get();
}

int main() {
  Buffer<float> out(12);
  onDevice<<<1, 1>>>(out.device());
  out.download();
  const float expected[] = {2, 11, 21, 3, 31, 41, 51, 61, 10, 15, 7, 13};
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ_AT(i, out[i], expected[i]);
  EXPECT_EQ(ofDevice(1.), 21.);
  EXPECT_EQ(ofBoth(1), 3);
  EXPECT_EQ(ofBoth(1.f), 31.f);
  EXPECT_EQ(ofHost(1), 4);
  EXPECT_EQ(ofHost(1.), 61.);
  EXPECT_EQ(Scale<float>().apply(5), 15.f);
  EXPECT_EQ((2.f * Number<float>(4)).get(), 8.f);
  printf("ok\n");
  return 0;
}
