// A thread that holds its own default stream while the program goes on. In a program compiled with
// --default-stream per-thread only that thread's work waits. With the legacy default stream the
// program's own calls would wait as well, and it would not come to its end. The stream waits for a
// word in memory and not in a host function, which could keep host functions of other streams from
// running.
#pragma once

#include <cuda.h>

#include <thread>

#include "check.h"

class OtherThread {
public:
  OtherThread() {
    CUDA_CHECK(
        cudaMallocHost(reinterpret_cast<void**>(const_cast<unsigned**>(&word_)), sizeof *word_));
    *word_ = 0;
    std::thread([this] {
      CUDA_CHECK(cudaSetDevice(0)); // gives the thread a context
      CHECK(cuStreamWaitValue32(nullptr, reinterpret_cast<CUdeviceptr>(word_), 1,
                                CU_STREAM_WAIT_VALUE_EQ) == CUDA_SUCCESS);
    }).join();
  }
  ~OtherThread() {
    *word_ = 1;
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFreeHost(const_cast<unsigned*>(word_)));
  }

private:
  volatile unsigned* word_ = nullptr;
};
