// Initialisers of device variables: scalars, arrays, structures, strings, and pointers to other
// variables. Rows L-023, R-092.
#include "check.h"

struct Node {
  int value;
  const Node* next;
};

__device__ int number = -5;
__device__ double wide = 1.0 / 3;
__device__ short list[6] = {1, -2, 3};
__device__ unsigned char bytes[2][3] = {{1, 2, 3}, {250, 251, 252}};
__device__ const char text[] = "weft";
__device__ const char* words[] = {"one", "three", "seventeen"};
__device__ Node tail = {30, nullptr};
__device__ Node middle = {20, &tail};
__device__ Node head = {10, &middle};
__device__ int cells[8] = {0, 11, 22, 33};
__device__ int* third = &cells[3];
__device__ int** indirect = &third;
__device__ float zeroed[100];
__device__ long long large = 0x123456789abcdefLL;
__device__ bool flag = true;
constexpr int computed(int n) {
  return n <= 1 ? 1 : n * computed(n - 1);
}
__device__ int factorial = computed(6);

__device__ int length(const char* s) {
  int n = 0;
  while (s[n])
    ++n;
  return n;
}

__global__ void run(int* out) {
  int k = 0;
  out[k++] = number;
  out[k++] = wide == 1.0 / 3;
  out[k++] = list[0] + list[1] * 10 + list[2] * 100 + list[5];
  out[k++] = bytes[1][0] + bytes[0][2];
  out[k++] = text[0] + length(text) * 1000;
  out[k++] = length(words[0]) + 10 * length(words[1]) + 100 * length(words[2]);
  int sum = 0;
  for (const Node* n = &head; n; n = n->next)
    sum = sum * 10 + n->value;
  out[k++] = sum;
  out[k++] = *third + **indirect + (*indirect)[-1];
  float zero = 0;
  for (int i = 0; i < 100; ++i)
    zero += zeroed[i];
  out[k++] = zero == 0;
  out[k++] = static_cast<int>(large >> 32);
  out[k++] = flag;
  out[k++] = factorial;
}

int main() {
  Buffer<int> out(12);
  run<<<1, 1>>>(out.device());
  out.download();
  const int want[] = {-5, 1, 281, 253, 'w' + 4000, 953, 1230, 33 + 33 + 22, 1, 0x1234567, 1, 720};
  for (int k = 0; k < 12; ++k)
    EXPECT_EQ_AT(k, out[k], want[k]);
  return ok();
}
