// A gate in a stream: a host function that holds the stream until the program opens it. With it a
// program knows, without sleeping, that work behind the gate has not run.
#pragma once

#include <sched.h>

#include <atomic>

#include "check.h"

class Gate {
public:
  void close(cudaStream_t stream) { CUDA_CHECK(cudaLaunchHostFunc(stream, wait, this)); }
  void open() { open_.store(true); }

private:
  static void CUDART_CB wait(void* self) {
    while (!static_cast<Gate*>(self)->open_.load())
      sched_yield();
  }
  std::atomic<bool> open_{false};
};
