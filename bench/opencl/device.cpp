#include "opencl/device.h"

#include <stdexcept>

namespace heddle::bench {

Device& Device::instance() {
  static Device device;
  return device;
}

Device::Device() {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  for (const cl::Platform& platform : platforms) {
    if (platform.getInfo<CL_PLATFORM_NAME>().find("Portable Computing Language") !=
        std::string::npos) {
      std::vector<cl::Device> devices;
      platform.getDevices(CL_DEVICE_TYPE_CPU, &devices);
      device_ = devices.at(0);
      context_ = cl::Context(device_);
      queue_ = cl::CommandQueue(context_, device_);
      return;
    }
  }
  throw std::runtime_error("PoCL is not installed (Debian: pocl-opencl-icd)");
}

cl::Kernel Device::kernel(const char* source, const char* name, const std::string& options) {
  cl::Program program(context_, source);
  try {
    program.build({device_}, ("-cl-std=CL1.2 " + options).c_str());
  } catch (const cl::Error&) {
    throw std::runtime_error(program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device_));
  }
  return cl::Kernel(program, name);
}

} // namespace heddle::bench
