extern "C" __global__ void answer(int* value) {
  *value = 42;
}
