#include "nvcc/driver.h"

#include <string>
#include <vector>

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  return heddle::nvcc::driverMain(arguments);
}
