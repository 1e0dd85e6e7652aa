// Shows: the vector addition with the driver API: device, context, module from a file, launch.
// From: of the guide.
// Try next: a name that the module does not have, in cuModuleGetFunction.
// nvcc: -lcuda
// ptx: kernels/vector_add.cu
#include "driver.h"

// Where there is no device, the program says so and ends well.
static bool hasDevice() {
  int count = 0;
  const CUresult result = cuInit(0);
  if (result != CUDA_ERROR_NO_DEVICE) {
    CHECK_DRIVER(result);
    CHECK_DRIVER(cuDeviceGetCount(&count));
  }
  if (count == 0)
    std::printf("There is no device supporting CUDA.\n");
  return count > 0;
}

static void addVectors() {
  const driver::Context context;
  CUmodule module;
  CUfunction vecAdd;
  CHECK_DRIVER(cuModuleLoad(&module, "vector_add.ptx"));
  CHECK_DRIVER(cuModuleGetFunction(&vecAdd, module, "VecAdd"));

  int n = 1000;
  std::vector<float> a(n), b(n);
  for (int i = 0; i < n; ++i) {
    a[i] = 0.5f * i;
    b[i] = static_cast<float>(n - i);
  }
  CUdeviceptr deviceA = driver::copied(a), deviceB = driver::copied(b), deviceC;
  CHECK_DRIVER(cuMemAlloc(&deviceC, n * sizeof(float)));
  const int threads = 256, blocks = (n + threads - 1) / threads;
  void* arguments[] = {&deviceA, &deviceB, &deviceC, &n};
  CHECK_DRIVER(cuLaunchKernel(vecAdd, blocks, 1, 1, threads, 1, 1, 0, nullptr, arguments, nullptr));
  const std::vector<float> c = driver::valuesOf<float>(deviceC, n);
  for (int i = 0; i < n; ++i)
    EXPECT(c[i] == a[i] + b[i]);
  for (CUdeviceptr memory : {deviceA, deviceB, deviceC})
    CHECK_DRIVER(cuMemFree(memory));
  CHECK_DRIVER(cuModuleUnload(module));
}

int main(int argc, char** argv) {
  if (!hasDevice())
    return 0;
  addVectors();
  if (argc > 1)
    return 0;

  // Once more, without a device.
  std::string text;
  const std::string command = std::string("CUDA_VISIBLE_DEVICES=-1 '") + argv[0] + "' again";
  std::FILE* pipe = popen(command.c_str(), "r");
  for (int letter; pipe && (letter = std::fgetc(pipe)) != EOF;)
    text += static_cast<char>(letter);
  EXPECT(pipe && pclose(pipe) == 0);
  EXPECT(text == "There is no device supporting CUDA.\n");
  return report();
}
