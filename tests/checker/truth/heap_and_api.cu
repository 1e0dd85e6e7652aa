// The heap of kernels, leaks, and calls of the API that fail.
#include "truth.h"

__global__ void useHeap(int count, int index, int* result) {
  int* values = static_cast<int*>(malloc(count * sizeof(int)));
  values[index] = 1;
  *result = values[0];
  free(values);
}
CASE(memcheck, heap_write_behind) {
  useHeap<<<1, 1>>>(10, 10, zeros<int>(1));
}
CASE(memcheck, heap_write_far_behind) {
  useHeap<<<1, 1>>>(10, 1 << 24, zeros<int>(1));
}
CASE(memcheck, heap_write_before) {
  useHeap<<<1, 1>>>(10, -1, zeros<int>(1));
}
CASE(memcheck, heap_exhausted) {
  useHeap<<<1, 1>>>(1 << 29, 0, zeros<int>(1));
}
CASE(clean, heap) {
  useHeap<<<1, 1>>>(10, 0, zeros<int>(1));
}
__global__ void readFreed(int* result) {
  int* values = static_cast<int*>(malloc(10 * sizeof(int)));
  values[3] = 1;
  free(values);
  *result = static_cast<volatile int*>(values)[3];
}
CASE(memcheck, heap_read_freed) {
  readFreed<<<1, 1>>>(zeros<int>(1));
}
__global__ void writeFreed() {
  int* values = static_cast<int*>(malloc(10 * sizeof(int)));
  values[3] = 1;
  free(values);
  static_cast<volatile int*>(values)[3] = 2;
}
CASE(memcheck, heap_write_freed) {
  writeFreed<<<1, 1>>>();
}
__global__ void freeTwice(int** kept) {
  kept[0] = static_cast<int*>(malloc(10 * sizeof(int)));
  free(kept[0]);
  free(kept[0]);
}
CASE(memcheck, heap_double_free) {
  freeTwice<<<1, 1>>>(zeros<int*>(1));
}
__global__ void freeInside(int** kept) {
  kept[0] = static_cast<int*>(malloc(100 * sizeof(int)));
  free(kept[0] + 4);
}
CASE(memcheck, heap_free_inside) {
  freeInside<<<1, 1>>>(zeros<int*>(1));
}
__global__ void freeGiven(int* values) {
  free(values);
}
CASE(memcheck, heap_free_of_device_memory) {
  freeGiven<<<1, 1>>>(zeros<int>(10));
}
CASE(clean, heap_free_null) {
  freeGiven<<<1, 1>>>(nullptr);
}
__global__ void keep(int** kept, int n) {
  kept[0] = static_cast<int*>(malloc(n * sizeof(int)));
}
__global__ void freeKept(int** kept) {
  free(kept[0]);
}
CASE_WITH(memcheck, heap_leak, "--leak-check full") {
  int** kept = zeros<int*>(1);
  keep<<<1, 1>>>(kept, 10);
  cudaDeviceSynchronize();
  cudaFree(kept);
  cudaDeviceReset();
}
CASE_WITH(clean, heap_without_leak, "--leak-check full") {
  int** kept = zeros<int*>(1);
  keep<<<1, 1>>>(kept, 10);
  freeKept<<<1, 1>>>(kept);
  cudaDeviceSynchronize();
  cudaFree(kept);
  cudaDeviceReset();
}
__global__ void deleteTwice(int** kept) {
  kept[0] = new int[4];
  delete[] kept[0];
  delete[] kept[0];
}
CASE(memcheck, heap_double_delete) {
  deleteTwice<<<1, 1>>>(zeros<int*>(1));
}
__global__ void freeInOtherKernel(int** kept) {
  kept[0][0] = 1;
}
CASE(memcheck, heap_freed_by_other_kernel) {
  int** kept = zeros<int*>(1);
  keep<<<1, 1>>>(kept, 10);
  freeKept<<<1, 1>>>(kept);
  freeInOtherKernel<<<1, 1>>>(kept);
}
CASE(clean, heap_across_kernels) {
  int** kept = zeros<int*>(1);
  keep<<<1, 1>>>(kept, 10);
  freeInOtherKernel<<<1, 1>>>(kept);
  freeKept<<<1, 1>>>(kept);
}

CASE_WITH(memcheck, leak_of_memory, "--leak-check full") {
  zeros<char>(400);
  cudaDeviceReset();
}
CASE_WITH(memcheck, leak_without_reset, "--leak-check full") {
  zeros<char>(400);
}
CASE_WITH(memcheck, leak_of_two, "--leak-check full") {
  zeros<char>(400);
  zeros<char>(36);
  cudaDeviceReset();
}
CASE_WITH(clean, no_leak, "--leak-check full") {
  cudaFree(zeros<char>(400));
  cudaDeviceReset();
}
CASE_WITH(memcheck, leak_of_managed, "--leak-check full") {
  char* memory;
  cudaMallocManaged(&memory, 400);
  cudaDeviceReset();
}
CASE_WITH(memcheck, leak_of_stream_ordered, "--leak-check full") {
  char* memory;
  cudaMallocAsync(&memory, 400, nullptr);
  cudaStreamSynchronize(nullptr);
  cudaDeviceReset();
}
CASE_WITH(clean, no_leak_of_stream_ordered, "--leak-check full") {
  char* memory;
  cudaMallocAsync(&memory, 400, nullptr);
  cudaFreeAsync(memory, nullptr);
  cudaStreamSynchronize(nullptr);
  cudaDeviceReset();
}
CASE_WITH(memcheck, leak_of_pinned, "--leak-check full") {
  char* memory;
  cudaMallocHost(&memory, 400);
  cudaDeviceReset();
}
CASE_WITH(memcheck, leak_of_array, "--leak-check full") {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaMallocArray(&array, &format, 16, 16);
  cudaDeviceReset();
}
CASE_WITH(memcheck, leak_of_stream, "--leak-check full") {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaDeviceReset();
}
CASE_WITH(memcheck, leak_of_event, "--leak-check full") {
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaDeviceReset();
}

CASE(memcheck, api_copy_too_long) {
  static char host[200];
  cudaMemcpy(zeros<char>(100), host, 200, cudaMemcpyHostToDevice);
}
CASE(memcheck, api_copy_out_too_long) {
  static char host[200];
  cudaMemcpy(host, zeros<char>(100), 200, cudaMemcpyDeviceToHost);
}
CASE(memcheck, api_copy_a_little_too_long) {
  static char host[104];
  cudaMemcpy(host, zeros<char>(100), 104, cudaMemcpyDeviceToHost);
}
CASE(memcheck, api_copy_between_too_long) {
  cudaMemcpy(zeros<char>(100), zeros<char>(200), 200, cudaMemcpyDeviceToDevice);
}
CASE(memcheck, api_copy_asynchronously_too_long) {
  static char host[4096];
  cudaMemcpyAsync(zeros<char>(100), host, 4096, cudaMemcpyHostToDevice, nullptr);
}
CASE(memcheck, api_fill_too_long) {
  cudaMemset(zeros<char>(100), 0, 1000);
}
CASE(memcheck, api_fill_freed) {
  char* memory = zeros<char>(100);
  cudaFree(memory);
  cudaMemset(memory, 0, 100);
}
CASE(clean, api_copies) {
  static char host[100];
  char* memory = zeros<char>(100);
  cudaMemcpy(memory, host, 100, cudaMemcpyHostToDevice);
  cudaMemcpy(zeros<char>(100), memory, 100, cudaMemcpyDeviceToDevice);
  cudaMemcpy(host, memory, 100, cudaMemcpyDeviceToHost);
}
CASE(memcheck, api_copy_in_wrong_direction) {
  static char host[100];
  cudaMemcpy(host, zeros<char>(100), 100, cudaMemcpyHostToDevice);
}
CASE(memcheck, api_double_free) {
  char* memory = zeros<char>(100);
  cudaFree(memory);
  cudaFree(memory);
}
CASE(memcheck, api_free_inside) {
  cudaFree(zeros<char>(100) + 16);
}
CASE(memcheck, api_free_of_host_memory) {
  static char host[100];
  cudaFree(host);
}
CASE(memcheck, api_allocation_too_large) {
  void* memory;
  cudaMalloc(&memory, std::size_t{1} << 50);
}
CASE(memcheck, api_too_many_threads) {
  useHeap<<<1, 2000>>>(10, 0, nullptr);
}
CASE(memcheck, api_no_threads) {
  useHeap<<<1, 0>>>(10, 0, nullptr);
}
CASE(memcheck, api_too_much_shared_memory) {
  useHeap<<<1, 1, 1 << 20>>>(10, 0, nullptr);
}
CASE(memcheck, api_no_such_device) {
  cudaSetDevice(99);
}
CASE(memcheck, api_event_not_recorded) {
  cudaEvent_t first, second;
  cudaEventCreate(&first);
  cudaEventCreate(&second);
  float time;
  cudaEventElapsedTime(&time, first, second);
}
__device__ int small[4];
CASE(memcheck, api_symbol_too_small) {
  static int host[8];
  cudaMemcpyToSymbol(small, host, sizeof host);
}
CASE(memcheck, api_free_of_unknown_pinned) {
  static char host[100];
  cudaFreeHost(host);
}
CASE(memcheck, api_unregister_unknown) {
  static char host[100];
  cudaHostUnregister(host);
}
CASE(clean, api_query_not_ready) {
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventRecord(event);
  cudaEventQuery(event);
  cudaEventDestroy(event);
}
