// print_variable NAME: prints an environment variable as the libraries see it.
#include "environment/environment.h"

#include <cstdio>

int main(int, char** arguments) {
  const char* value = heddle::environmentVariable(arguments[1]);
  std::puts(value ? value : "not set");
}
