// print_variable NAME: prints an environment variable as the libraries see it.
#include "environment/environment.h"

#include <cstdio>

// LeakSanitizer asks this. It cannot look for leaks in a program with the rights of another user.
extern "C" int __lsan_is_turned_off() {
  return 1;
}

int main(int, char** arguments) {
  const char* value = heddle::environmentVariable(arguments[1]);
  std::puts(value ? value : "not set");
}
