// Shows: the arguments of a kernel packed into one buffer by hand, each at its alignment.
// From: X-128 of the guide.
// Try next: an array of pointers in place of the buffer, as in vector_add.cpp.
// nvcc: -lcuda
// ptx: kernels/mixed_arguments.cu
#include <cstring>

#include "driver.h"

struct alignas(16) Float4 {
  float x, y, z, w;
};
struct alignas(8) Float2 {
  float x, y;
};

class Arguments {
public:
  // Puts a value at the next place that is aligned for it, and says where that is.
  template <class T> size_t add(const T& value) {
    const size_t at = (size_ + alignof(T) - 1) / alignof(T) * alignof(T);
    std::memcpy(buffer_ + at, &value, sizeof value);
    size_ = at + sizeof value;
    return at;
  }
  void launch(CUfunction function) {
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer_, CU_LAUNCH_PARAM_BUFFER_SIZE, &size_,
                     CU_LAUNCH_PARAM_END};
    CHECK_DRIVER(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));
  }

private:
  char buffer_[256] = {};
  size_t size_ = 0;
};

int main() {
  const driver::Context context;
  CUmodule module;
  CUfunction mixed;
  CHECK_DRIVER(cuModuleLoad(&module, "mixed_arguments.ptx"));
  CHECK_DRIVER(cuModuleGetFunction(&mixed, module, "mixed"));
  CUdeviceptr out;
  CHECK_DRIVER(cuMemAlloc(&out, 5 * sizeof(float)));

  Arguments arguments;
  EXPECT(arguments.add(7) == 0);
  EXPECT(arguments.add(Float4{1, 2, 3, 4}) == 16);
  EXPECT(arguments.add('c') == 32);
  EXPECT(arguments.add(2.5f) == 36);
  EXPECT(arguments.add(out) == 40);
  EXPECT(arguments.add(Float2{3, 5}) == 48);
  arguments.launch(mixed);
  EXPECT(driver::valuesOf<float>(out, 5) == (std::vector<float>{7, 10, 'c', 2.5f, 15}));
  return report();
}
