// Memory of pools that is used or freed on another stream than that of its allocation, with and
// without something that orders the two.
#include "truth.h"

__global__ void fill(int* values) {
  values[threadIdx.x] = 1;
}
__global__ void copy(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x];
}
__global__ void fillIfSame(int* values, const int* other) {
  if (values == other)
    values[threadIdx.x] = 1;
}

#define RACES "--track-stream-ordered-races all"
constexpr int kThreads = 64;
constexpr std::size_t kBytes = kThreads * sizeof(int);

struct Streams {
  cudaStream_t one, other, blocking;
  cudaEvent_t event;
  int* values = nullptr;
  int* results = zeros<int>(kThreads);
  int host[kThreads] = {};

  Streams() {
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaStreamCreate(&blocking);
    cudaEventCreate(&event);
    cudaDeviceSynchronize();
  }
  void allocate() { cudaMallocAsync(&values, kBytes, one); }
  void allocateAndWait() {
    allocate();
    cudaStreamSynchronize(one);
  }
  void order(cudaStream_t first, cudaStream_t second) const {
    cudaEventRecord(event, first);
    cudaStreamWaitEvent(second, event, 0);
  }
  void use(cudaStream_t stream) const { fill<<<1, kThreads, 0, stream>>>(values); }
};

CASE_WITH(memcheck, used_before_alloc, RACES) {
  Streams s;
  s.allocate();
  s.use(s.other);
}
CASE_WITH(memcheck, read_before_alloc, RACES) {
  Streams s;
  s.allocate();
  copy<<<1, kThreads, 0, s.other>>>(s.values, s.results);
}
CASE_WITH(memcheck, set_before_alloc, RACES) {
  Streams s;
  s.allocate();
  cudaMemsetAsync(s.values, 0, kBytes, s.other);
}
CASE_WITH(memcheck, copied_to_before_alloc, RACES) {
  Streams s;
  s.allocate();
  cudaMemcpyAsync(s.values, s.host, kBytes, cudaMemcpyHostToDevice, s.other);
}
CASE_WITH(memcheck, copied_from_before_alloc, RACES) {
  Streams s;
  s.allocate();
  cudaMemcpyAsync(s.results, s.values, kBytes, cudaMemcpyDeviceToDevice, s.other);
}
CASE_WITH(memcheck, event_recorded_before_alloc, RACES) {
  Streams s;
  cudaEventRecord(s.event, s.one);
  s.allocate();
  cudaStreamWaitEvent(s.other, s.event, 0);
  s.use(s.other);
}
CASE_WITH(memcheck, used_in_legacy_stream_before_alloc, RACES) {
  Streams s;
  s.allocate();
  s.use(nullptr);
}
CASE_WITH(memcheck, memory_of_pool_used_again_before_alloc, RACES) {
  Streams s;
  s.allocate();
  s.use(s.one);
  cudaFreeAsync(s.values, s.one);
  s.allocate();
  s.use(s.other);
}
CASE_WITH(clean, used_in_order, RACES) {
  Streams s;
  s.allocate();
  s.use(s.one);
  cudaFreeAsync(s.values, s.one);
}
CASE_WITH(clean, used_behind_event, RACES) {
  Streams s;
  s.allocate();
  s.order(s.one, s.other);
  s.use(s.other);
  s.order(s.other, s.one);
  cudaFreeAsync(s.values, s.one);
}
CASE_WITH(clean, used_behind_waits_of_host, RACES) {
  Streams s;
  s.allocateAndWait();
  s.use(s.other);
  cudaStreamSynchronize(s.other);
  cudaFreeAsync(s.values, s.one);
}
CASE_WITH(clean, used_behind_event_of_host, RACES) {
  Streams s;
  s.allocate();
  cudaEventRecord(s.event, s.one);
  cudaEventSynchronize(s.event);
  s.use(s.other);
  cudaDeviceSynchronize();
  cudaFree(s.values);
}
CASE_WITH(clean, used_behind_query, RACES) {
  Streams s;
  s.allocate();
  while (cudaStreamQuery(s.one) != cudaSuccess) {
  }
  s.use(s.other);
}
CASE_WITH(clean, used_in_legacy_stream, RACES) {
  Streams s;
  cudaMallocAsync(&s.values, kBytes, s.blocking);
  s.use(nullptr);
  cudaFreeAsync(s.values, s.blocking);
}
CASE_WITH(clean, given_but_not_accessed, RACES) {
  Streams s;
  s.allocate();
  fillIfSame<<<1, kThreads, 0, s.other>>>(s.values, s.results);
  cudaFreeAsync(s.values, s.one);
}
CASE_WITH(memcheck, freed_beside_use, RACES) {
  Streams s;
  s.allocateAndWait();
  s.use(s.other);
  cudaFreeAsync(s.values, s.one);
}
CASE_WITH(memcheck, freed_by_host_beside_use, RACES) {
  Streams s;
  s.allocateAndWait();
  s.use(s.other);
  cudaFree(s.values);
}
CASE_WITH(memcheck, freed_beside_set, RACES) {
  Streams s;
  s.allocateAndWait();
  cudaMemsetAsync(s.values, 0, kBytes, s.other);
  cudaFreeAsync(s.values, s.one);
}
CASE_WITH(memcheck, freed_before_alloc, RACES) {
  Streams s;
  s.allocate();
  cudaFreeAsync(s.values, s.other);
}
CASE_WITH(memcheck, used_and_freed_on_other_stream, RACES) {
  Streams s;
  s.allocate();
  s.use(s.one);
  cudaFreeAsync(s.values, s.other);
}
CASE_WITH(memcheck, used_behind_free, RACES) {
  Streams s;
  s.allocateAndWait();
  cudaFreeAsync(s.values, s.one);
  s.use(s.other);
}
CASE_WITH(memcheck, set_behind_free, RACES) {
  Streams s;
  s.allocateAndWait();
  cudaFreeAsync(s.values, s.one);
  cudaMemsetAsync(s.values, 0, kBytes, s.other);
}
CASE_WITH(memcheck, used_before_alloc_without_option, "") {
  Streams s;
  s.allocate();
  s.use(s.other);
}
CASE_WITH(memcheck, used_before_alloc_with_other_option,
          "--track-stream-ordered-races use-after-free") {
  Streams s;
  s.allocate();
  s.use(s.other);
}
CASE_WITH(memcheck, freed_beside_use_with_other_option,
          "--track-stream-ordered-races use-before-alloc") {
  Streams s;
  s.allocateAndWait();
  s.use(s.other);
  cudaFreeAsync(s.values, s.one);
}
