// PoCL's CPU device, and what every workload does with it: build a kernel, keep buffers, launch.
#pragma once

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <string>
#include <vector>

namespace heddle::bench {

class Device {
public:
  static Device& instance();

  cl::Kernel kernel(const char* source, const char* name, const std::string& options = "");

  template <typename T> cl::Buffer buffer(const std::vector<T>& contents) {
    cl::Buffer buffer(context_, CL_MEM_READ_WRITE, contents.size() * sizeof(T));
    write(buffer, contents);
    return buffer;
  }
  template <typename T> cl::Buffer buffer(std::size_t count) {
    return cl::Buffer(context_, CL_MEM_READ_WRITE, count * sizeof(T));
  }
  // A picture of single floats with `side` rows and columns.
  cl::Image2D image(const std::vector<float>& contents, std::size_t side) {
    return cl::Image2D(context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, {CL_R, CL_FLOAT}, side,
                       side, 0, const_cast<float*>(contents.data()));
  }
  template <typename T> void write(const cl::Buffer& buffer, const std::vector<T>& contents) {
    queue_.enqueueWriteBuffer(buffer, CL_TRUE, 0, contents.size() * sizeof(T), contents.data());
  }
  template <typename T> std::vector<T> read(const cl::Buffer& buffer, std::size_t count) {
    std::vector<T> contents(count);
    queue_.enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(T), contents.data());
    return contents;
  }

  void launch(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local) {
    queue_.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
  }
  void fillZero(const cl::Buffer& buffer, std::size_t bytes) {
    queue_.enqueueFillBuffer(buffer, cl_uint{0}, 0, bytes);
  }
  void finish() { queue_.finish(); }

private:
  Device();

  cl::Device device_;
  cl::Context context_;
  cl::CommandQueue queue_;
};

template <typename... Values> void setArguments(cl::Kernel& kernel, const Values&... values) {
  cl_uint index = 0;
  (kernel.setArg(index++, values), ...);
}

constexpr std::size_t roundUp(std::size_t count, std::size_t multiple) {
  return (count + multiple - 1) / multiple * multiple;
}

} // namespace heddle::bench
