// What work of different streams waits for when the host thread does something in between. A stream
// is held at a gate; whatever a device does about the calls (some let both streams go on, some
// wait), the results are those of the order that the rules give, and nothing hangs. rows: R-111
// R-112 R-113 R-116 R-118 R-122 R-127 R-145 R-146 R-147 R-148 R-149 R-150 R-151 R-152 rows: R-153
// R-154 R-155 R-156
#include <chrono>
#include <functional>
#include <thread>

#include "gate.h"

__global__ void append(int* log, int* place, int value) {
  log[atomicAdd(place, 1)] = value;
}

__global__ void increment(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += 1;
}

// Holds `first` at a gate, calls `between`, gives work to `second`, and opens the gate after a
// moment from another thread, since some devices wait in `between`. Returns whether the work of
// `second` came first.
static bool overtakes(cudaStream_t first, cudaStream_t second, int* log, int* place,
                      const std::function<void()>& between) {
  CUDA_CHECK(cudaMemset(place, 0, sizeof(int)));
  CUDA_CHECK(cudaDeviceSynchronize());
  Gate gate;
  gate.close(first);
  append<<<1, 1, 0, first>>>(log, place, 1);
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    gate.open();
  });
  between();
  append<<<1, 1, 0, second>>>(log, place, 2);
  CUDA_CHECK(cudaGetLastError());
  opener.join();
  CUDA_CHECK(cudaDeviceSynchronize());
  int host[2];
  CUDA_CHECK(cudaMemcpy(host, log, sizeof host, cudaMemcpyDeviceToHost));
  CHECK((host[0] == 1 && host[1] == 2) || (host[0] == 2 && host[1] == 1));
  return host[0] == 2;
}

int main() {
  int *log, *place, *a, *b;
  CUDA_CHECK(cudaMalloc(&log, 64));
  CUDA_CHECK(cudaMalloc(&place, sizeof(int)));
  CUDA_CHECK(cudaMalloc(&a, 4096));
  CUDA_CHECK(cudaMalloc(&b, 4096));
  cudaStream_t s, t, free1, free2;
  CUDA_CHECK(cudaStreamCreate(&s));
  CUDA_CHECK(cudaStreamCreate(&t));
  CUDA_CHECK(cudaStreamCreateWithFlags(&free1, cudaStreamNonBlocking));
  CUDA_CHECK(cudaStreamCreateWithFlags(&free2, cudaStreamNonBlocking));
  append<<<1, 1>>>(log, place, 0); // loaded before anything is held
  increment<<<1, 1>>>(a, 1);
  CUDA_CHECK(cudaDeviceSynchronize());

  // Nothing in between: different streams do not wait for each other.
  CHECK(overtakes(s, t, log, place, [] {}));
  CHECK(overtakes(free1, free2, log, place, [] {}));

  // Work of the default stream in between orders blocking streams, and no others.
  const auto launchInDefault = [&] { increment<<<1, 32>>>(a, 32); };
  CHECK(!overtakes(s, t, log, place, launchInDefault));
  CHECK(overtakes(free1, free2, log, place, launchInDefault));
  const auto fill = [&] { CUDA_CHECK(cudaMemset(a, 1, 4096)); };
  CHECK(!overtakes(s, t, log, place, fill));
  const auto copyWithin = [&] { CUDA_CHECK(cudaMemcpy(b, a, 4096, cudaMemcpyDeviceToDevice)); };
  CHECK(!overtakes(s, t, log, place, copyWithin));

  // Allocation and configuration may or may not wait.
  overtakes(s, t, log, place, [] {
    void* p;
    CUDA_CHECK(cudaMalloc(&p, 4096));
    CUDA_CHECK(cudaFree(p));
  });
  overtakes(s, t, log, place, [] {
    void* p;
    CUDA_CHECK(cudaMallocHost(&p, 4096));
    CUDA_CHECK(cudaFreeHost(p));
  });
  overtakes(s, t, log, place, [] {
    CUDA_CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
    CUDA_CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferNone));
  });

  // Asking whether a stream is done holds nobody up.
  CHECK(overtakes(s, t, log, place, [&] { EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(s)); }));

  // Issue order, depth first and breadth first: the same results.
  int *host, *device;
  const int n = 512;
  CUDA_CHECK(cudaMallocHost(&host, 2 * n * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&device, 2 * n * sizeof(int)));
  cudaStream_t streams[2] = {s, t};
  for (bool depthFirst : {true, false}) {
    for (int i = 0; i < 2 * n; ++i)
      host[i] = i;
    const auto up = [&](int i) {
      CUDA_CHECK(cudaMemcpyAsync(device + i * n, host + i * n, n * sizeof(int),
                                 cudaMemcpyHostToDevice, streams[i]));
    };
    const auto run = [&](int i) { increment<<<n / 128, 128, 0, streams[i]>>>(device + i * n, n); };
    const auto down = [&](int i) {
      CUDA_CHECK(cudaMemcpyAsync(host + i * n, device + i * n, n * sizeof(int),
                                 cudaMemcpyDeviceToHost, streams[i]));
    };
    if (depthFirst) {
      for (int i = 0; i < 2; ++i) {
        up(i);
        run(i);
        down(i);
      }
    } else {
      for (int i = 0; i < 2; ++i)
        up(i);
      for (int i = 0; i < 2; ++i)
        run(i);
      for (int i = 0; i < 2; ++i)
        down(i);
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 2 * n; ++i)
      EXPECT_EQ_AT(i, host[i], i + 1);
  }

  // An asynchronous copy from pageable memory: the source may be changed as soon as it returns.
  int pageable[64];
  for (int i = 0; i < 64; ++i)
    pageable[i] = i;
  CUDA_CHECK(cudaMemcpyAsync(device, pageable, sizeof pageable, cudaMemcpyHostToDevice, s));
  for (int& value : pageable)
    value = -1;
  CUDA_CHECK(cudaMemcpyAsync(pageable, device, sizeof pageable, cudaMemcpyDeviceToHost, s));
  CUDA_CHECK(cudaStreamSynchronize(s));
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ_AT(i, pageable[i], i);

  // cudaDeviceSynchronize waits for what another host thread has issued, in any stream.
  std::thread([&] { increment<<<1, 32, 0, free1>>>(device, 32); }).join();
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_CUDA(cudaSuccess, cudaStreamQuery(free1));
  return ok();
}
