#include <cstdio>

int launched(int value);

int main() {
  int result = launched(3);
  std::printf("%s: %d\n", result == 52 ? "PASSED" : "FAILED", result);
  return result == 52 ? 0 : 1;
}
