// What streams wait for. One stream is held at a gate, and another shows by a completed
// synchronisation that it does not wait for it, or by the order of the results that it does. What
// must not wait is waited for with the gate closed, so that a wrong order hangs; what must wait
// gets the gate opened meanwhile, and nothing depends on when. rows: R-111 R-112 R-113 R-116 R-118
// R-122 R-127 R-140 R-141 R-142 R-143 R-145 R-146 R-147 R-148 rows: R-149 R-150 R-151 R-152 R-153
// R-154 R-155 R-156 R-157 R-158 R-159 R-160
#include <chrono>
#include <functional>
#include <thread>

#include "gate.h"

__global__ void mark(int* place, int* slot) {
  *slot = atomicAdd(place, 1) + 1;
}

__global__ void increment(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += 1;
}

using Action = std::function<void()>;

// Opens a gate a moment later, so that what should have waited for it would be seen not to.
class Opener {
public:
  explicit Opener(Gate& gate)
      : thread_([&gate] {
          std::this_thread::sleep_for(std::chrono::milliseconds(5));
          gate.open();
        }) {}
  ~Opener() { thread_.join(); }

private:
  std::thread thread_;
};

// Marks in the order in which streams came to them, to be read by the host as soon as a
// synchronisation says that they are there.
static int* place;
static volatile int* slots;
static int* deviceSlots;

static void reset() {
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaMemset(place, 0, sizeof(int)));
  CUDA_CHECK(cudaDeviceSynchronize());
  slots[1] = slots[2] = 0;
}

static void put(int slot, cudaStream_t stream) {
  mark<<<1, 1, 0, stream>>>(place, deviceSlots + slot);
  CUDA_CHECK(cudaGetLastError());
}

// `second` waits for `first` when the host does `between` in between.
static void expectOrdered(cudaStream_t first, cudaStream_t second, const Action& between) {
  reset();
  Gate gate;
  gate.close(first);
  put(1, first);
  Opener opener(gate);
  between();
  put(2, second);
  CUDA_CHECK(cudaStreamSynchronize(second));
  EXPECT_EQ(slots[1], 1);
  EXPECT_EQ(slots[2], 2);
}

// `second` ends while `first` is held.
static void expectIndependent(cudaStream_t first, cudaStream_t second, const Action& between) {
  reset();
  Gate gate;
  gate.close(first);
  put(1, first);
  between();
  put(2, second);
  CUDA_CHECK(cudaStreamSynchronize(second));
  EXPECT_EQ(slots[2], 1);
  EXPECT_EQ(slots[1], 0);
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(first));
  gate.open();
  CUDA_CHECK(cudaStreamSynchronize(first));
  EXPECT_EQ(slots[1], 2);
}

// Devices differ in whether `second` waits; both come to their end.
static void expectEither(cudaStream_t first, cudaStream_t second, const Action& between) {
  reset();
  Gate gate;
  gate.close(first);
  put(1, first);
  Opener opener(gate);
  between();
  put(2, second);
  CUDA_CHECK(cudaStreamSynchronize(first));
  CUDA_CHECK(cudaStreamSynchronize(second));
  CHECK((slots[1] == 1 && slots[2] == 2) || (slots[1] == 2 && slots[2] == 1));
}

// The host waits for `stream` in `wait`.
static void expectWaiting(cudaStream_t stream, const Action& wait) {
  reset();
  Gate gate;
  gate.close(stream);
  put(1, stream);
  Opener opener(gate);
  wait();
  EXPECT_EQ(slots[1], 1);
}

// The host does not wait for `stream` in `pass`.
static void expectPassing(cudaStream_t stream, const Action& pass) {
  reset();
  Gate gate;
  gate.close(stream);
  put(1, stream);
  pass();
  EXPECT_EQ(slots[1], 0);
  gate.open();
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CHECK(slots[1] != 0);
}

int main() {
  int *a, *b, *pinned, *mapped;
  CUDA_CHECK(cudaMalloc(&place, sizeof(int)));
  CUDA_CHECK(cudaMalloc(&a, 4096));
  CUDA_CHECK(cudaMalloc(&b, 4096));
  CUDA_CHECK(cudaMallocHost(&pinned, 4096));
  CUDA_CHECK(cudaHostAlloc(&mapped, 4096, cudaHostAllocMapped));
  CUDA_CHECK(cudaHostGetDevicePointer(&deviceSlots, mapped, 0));
  slots = mapped;
  cudaStream_t s, t, free1, free2;
  CUDA_CHECK(cudaStreamCreate(&s));
  CUDA_CHECK(cudaStreamCreate(&t));
  CUDA_CHECK(cudaStreamCreateWithFlags(&free1, cudaStreamNonBlocking));
  CUDA_CHECK(cudaStreamCreateWithFlags(&free2, cudaStreamNonBlocking));
  put(0, 0); // loaded before anything is held
  increment<<<1, 1>>>(a, 1);
  CUDA_CHECK(cudaMemset(a, 0, 4096));
  CUDA_CHECK(cudaMemcpy(b, a, 4096, cudaMemcpyDeviceToDevice));
  CUDA_CHECK(cudaDeviceSynchronize());
  const Action nothing = [] {};
  const cudaStream_t legacy = cudaStreamLegacy, perThread = cudaStreamPerThread;

  // Different streams do not wait for each other; the default stream, which is the legacy one where
  // nothing else is said, waits for blocking ones and is waited for, and has no part in the others.
  expectIndependent(s, t, nothing);
  expectIndependent(free1, free2, nothing);
  expectIndependent(s, free1, nothing);
  expectIndependent(free1, s, nothing);
  for (cudaStream_t null : {cudaStream_t{}, legacy}) {
    expectOrdered(s, null, nothing);
    expectOrdered(null, s, nothing);
    expectIndependent(free1, null, nothing);
    expectIndependent(null, free1, nothing);
  }
  expectOrdered(0, legacy, nothing); // one stream
  expectOrdered(legacy, 0, nothing);

  // It is one for all host threads; streams per thread are not.
  expectOrdered(s, t, [&] { std::thread([&] { increment<<<1, 32>>>(a, 32); }).join(); });
  reset();
  {
    Gate gate;
    gate.close(0);
    put(1, 0);
    Opener opener(gate);
    std::thread([&] {
      put(2, 0);
      CUDA_CHECK(cudaStreamSynchronize(0));
      EXPECT_EQ(slots[1], 1);
      EXPECT_EQ(slots[2], 2);
    }).join();
  }
  expectPassing(perThread, [&] {
    std::thread([&] {
      put(2, perThread);
      CUDA_CHECK(cudaStreamSynchronize(perThread));
      EXPECT_EQ(slots[2], 1);
    }).join();
  });
  expectOrdered(perThread, 0, nothing); // a blocking stream
  expectOrdered(0, perThread, nothing);
  expectIndependent(perThread, s, nothing);

  // Any work of the default stream in between orders blocking streams, and no others.
  const Action ofDefault[] = {
      [&] { increment<<<1, 32>>>(a, 32); },
      [&] { CUDA_CHECK(cudaMemset(a, 1, 4096)); },
      [&] { CUDA_CHECK(cudaMemsetAsync(a, 1, 4096, 0)); },
      [&] { CUDA_CHECK(cudaMemcpy(b, a, 4096, cudaMemcpyDeviceToDevice)); },
      [&] { CUDA_CHECK(cudaMemcpyAsync(b, a, 4096, cudaMemcpyDeviceToDevice, 0)); },
      [&] { CUDA_CHECK(cudaMemcpyAsync(a, pinned, 4096, cudaMemcpyHostToDevice, 0)); },
      [&] { CUDA_CHECK(cudaMemcpyAsync(pinned, a, 4096, cudaMemcpyDeviceToHost, legacy)); },
      [&] { CUDA_CHECK(cudaMemcpy(a, pinned, 4096, cudaMemcpyHostToDevice)); },
      [&] { CUDA_CHECK(cudaMemcpy(pinned, a, 4096, cudaMemcpyDeviceToHost)); },
  };
  for (const Action& between : ofDefault) {
    expectOrdered(s, t, between);
    expectIndependent(free1, free2, between);
  }
  expectIndependent(s, free1, ofDefault[0]);
  // The same work in a stream of its own orders nothing.
  expectIndependent(s, t, [&] { CUDA_CHECK(cudaMemsetAsync(a, 1, 4096, t)); });
  expectIndependent(s, t, [&] {
    CUDA_CHECK(cudaMemcpyAsync(b, a, 4096, cudaMemcpyDeviceToDevice, t));
    CUDA_CHECK(cudaMemcpyAsync(pinned, b, 4096, cudaMemcpyDeviceToHost, t));
    CUDA_CHECK(cudaMemcpyAsync(b, pinned, 4096, cudaMemcpyHostToDevice, free1));
  });

  // Allocation and configuration may or may not wait; what is allocated is of use at once.
  expectEither(s, t, [&] {
    int* p;
    CUDA_CHECK(cudaMalloc(&p, 4096));
    CUDA_CHECK(cudaMemsetAsync(p, 0, 4096, t));
    increment<<<4, 256, 0, t>>>(p, 1024);
    CUDA_CHECK(cudaMemcpyAsync(pinned, p, 4096, cudaMemcpyDeviceToHost, t));
    CUDA_CHECK(cudaStreamSynchronize(t));
    for (int i = 0; i < 1024; ++i)
      EXPECT_EQ_AT(i, pinned[i], 1);
    CUDA_CHECK(cudaFree(p));
  });
  CUDA_CHECK(cudaMemset(a, 1, 4096));
  expectEither(s, t, [&] {
    int* p;
    CUDA_CHECK(cudaMallocHost(&p, 4096));
    p[5] = 0;
    CUDA_CHECK(cudaMemcpyAsync(p, a, 4096, cudaMemcpyDeviceToHost, t));
    CUDA_CHECK(cudaStreamSynchronize(t));
    EXPECT_EQ(p[5], 0x01010101);
    CUDA_CHECK(cudaFreeHost(p));
  });
  expectEither(s, t, [] {
    CUDA_CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
    CUDA_CHECK(cudaFuncSetCacheConfig(increment, cudaFuncCachePreferL1));
  });
  CUDA_CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferNone));

  // What has to know whether a launch is done holds nobody else up: more work of its stream, asking
  // for the stream or for an event.
  cudaEvent_t event;
  CUDA_CHECK(cudaEventCreate(&event));
  CUDA_CHECK(cudaEventQuery(event)); // nothing to wait for before the first record
  expectIndependent(s, t, [&] {
    increment<<<1, 32, 0, s>>>(a, 32);
    CUDA_CHECK(cudaMemcpyAsync(pinned, a, 4096, cudaMemcpyDeviceToHost, s));
    EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(s));
    CUDA_CHECK(cudaEventRecord(event, s));
    EXPECT_CUDA(cudaErrorNotReady, cudaEventQuery(event));
  });

  // An event is there with the work before it in its stream; in the default stream, with that of
  // all blocking streams.
  const auto record = [&](cudaStream_t stream) { CUDA_CHECK(cudaEventRecord(event, stream)); };
  const auto synchronize = [&] { CUDA_CHECK(cudaEventSynchronize(event)); };
  expectWaiting(s, [&] {
    record(s);
    synchronize();
    CUDA_CHECK(cudaEventQuery(event));
  });
  expectWaiting(s, [&] {
    record(0);
    synchronize();
  });
  expectWaiting(0, [&] {
    record(s);
    synchronize();
  });
  expectPassing(s, [&] {
    record(t);
    synchronize();
  });
  expectPassing(s, [&] {
    record(free1);
    synchronize();
  });
  expectPassing(free1, [&] {
    record(0);
    synchronize();
  });
  expectPassing(s, [&] {
    record(t);
    synchronize();
    record(s); // the recording that counts is the last one
    EXPECT_CUDA(cudaErrorNotReady, cudaEventQuery(event));
  });
  expectOrdered(s, free1, [&] {
    record(s);
    CUDA_CHECK(cudaStreamWaitEvent(free1, event, 0));
  });
  expectOrdered(free1, t, [&] { // through the default stream
    record(free1);
    CUDA_CHECK(cudaStreamWaitEvent(0, event, 0));
    increment<<<1, 32>>>(a, 32);
  });
  expectIndependent(s, free2, [&] {
    record(s);
    CUDA_CHECK(cudaStreamWaitEvent(free1, event, 0)); // holds one stream only
  });

  // What the host waits for, and what it does not wait for.
  expectWaiting(s, [&] { CUDA_CHECK(cudaStreamSynchronize(s)); });
  expectWaiting(s, [&] { CUDA_CHECK(cudaStreamSynchronize(0)); });
  expectWaiting(0, [&] {
    put(2, t);
    CUDA_CHECK(cudaStreamSynchronize(t));
  });
  expectWaiting(s, [&] { CUDA_CHECK(cudaDeviceSynchronize()); });
  expectWaiting(free1, [&] { CUDA_CHECK(cudaDeviceSynchronize()); });
  expectWaiting(0, [&] { CUDA_CHECK(cudaDeviceSynchronize()); });
  expectWaiting(s, [&] { CUDA_CHECK(cudaMemcpy(pinned, a, 64, cudaMemcpyDeviceToHost)); });
  expectWaiting(s, [&] {
    int pageable[16];
    CUDA_CHECK(cudaMemcpy(pageable, a, sizeof pageable, cudaMemcpyDeviceToHost));
  });
  expectPassing(free1, [&] { CUDA_CHECK(cudaMemcpy(pinned, a, 64, cudaMemcpyDeviceToHost)); });
  expectPassing(free1, [&] { CUDA_CHECK(cudaStreamSynchronize(0)); });
  expectPassing(s, [&] { CUDA_CHECK(cudaStreamSynchronize(free1)); });
  expectPassing(s, [&] { EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(s)); });
  expectPassing(s, [&] { CUDA_CHECK(cudaStreamQuery(free1)); });
  std::thread([&] { put(1, free1); }).join();
  CUDA_CHECK(cudaDeviceSynchronize()); // also for what another host thread has issued
  EXPECT_CUDA(cudaSuccess, cudaStreamQuery(free1));

  // Copies up, kernels and copies down of two streams, issued one stream after the other or one
  // step after the other: the second stream ends, whichever step the first is held at.
  int *host, *device;
  const int n = 512;
  CUDA_CHECK(cudaMallocHost(&host, 2 * n * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&device, 2 * n * sizeof(int)));
  cudaStream_t streams[2] = {s, t};
  for (bool depthFirst : {true, false}) {
    for (int held = 0; held < 3; ++held) {
      for (int i = 0; i < 2 * n; ++i)
        host[i] = i;
      Gate gate;
      const auto issue = [&](int i, int step) {
        if (i == 0 && step == held)
          gate.close(s);
        if (step == 0)
          CUDA_CHECK(cudaMemcpyAsync(device + i * n, host + i * n, n * sizeof(int),
                                     cudaMemcpyHostToDevice, streams[i]));
        else if (step == 1)
          increment<<<n / 128, 128, 0, streams[i]>>>(device + i * n, n);
        else
          CUDA_CHECK(cudaMemcpyAsync(host + i * n, device + i * n, n * sizeof(int),
                                     cudaMemcpyDeviceToHost, streams[i]));
      };
      for (int k = 0; k < 6; ++k)
        depthFirst ? issue(k / 3, k % 3) : issue(k % 2, k / 2);
      CUDA_CHECK(cudaStreamSynchronize(t));
      for (int i = 0; i < 2 * n; ++i)
        EXPECT_EQ_AT(i, host[i], i < n ? i : i + 1);
      gate.open();
      CUDA_CHECK(cudaStreamSynchronize(s));
      for (int i = 0; i < 2 * n; ++i)
        EXPECT_EQ_AT(i, host[i], i + 1);
    }
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
  return ok();
}
