// nvcuda::experimental::awbarrier: a barrier in shared memory as an object.
#ifndef HEDDLE_CUDA_AWBARRIER_H
#define HEDDLE_CUDA_AWBARRIER_H

/* The name that programs test for. */
#define _CUDA_AWBARRIER_H_

#include "cuda_awbarrier_primitives.h"

#if defined(__cplusplus) && (defined(__CUDACC__) || defined(__CUDA__))

namespace nvcuda {
namespace experimental {

class awbarrier {
public:
  class arrival_token {
  public:
    arrival_token() = default;
    __device__ uint32_t pending_count() const { return __mbarrier_token_pending_count(token_); }

  private:
    __device__ explicit arrival_token(__mbarrier_token_t token) : token_(token) {}
    __mbarrier_token_t token_;
    friend class awbarrier;
  };

  awbarrier() = default;
  awbarrier(const awbarrier&) = delete;
  awbarrier& operator=(const awbarrier&) = delete;

  __device__ arrival_token arrive() { return arrival_token(__mbarrier_arrive(&barrier_)); }
  __device__ arrival_token arrive_and_drop() {
    return arrival_token(__mbarrier_arrive_and_drop(&barrier_));
  }
  __device__ void wait(arrival_token token) {
    while (!__mbarrier_test_wait(&barrier_, token.token_)) {
    }
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  __device__ bool timed_wait(arrival_token token, uint32_t hint_cycles) {
    return try_wait(token, hint_cycles);
  }
  __device__ bool timed_wait_parity(bool phase, uint32_t hint_cycles) {
    return try_wait_parity(phase, hint_cycles);
  }
  __device__ bool try_wait(arrival_token token, uint32_t max_sleep_nanosec) {
    return __mbarrier_try_wait(&barrier_, token.token_, max_sleep_nanosec);
  }
  __device__ bool try_wait_parity(bool phase, uint32_t max_sleep_nanosec) {
    return __mbarrier_try_wait_parity(&barrier_, phase, max_sleep_nanosec);
  }
  static __host__ __device__ constexpr uint32_t max() { return __mbarrier_maximum_count(); }

private:
  __mbarrier_t barrier_;
  friend __device__ inline void init(awbarrier* barrier, uint32_t expected_count) {
    __mbarrier_init(&barrier->barrier_, expected_count);
  }
  friend __device__ inline void inval(awbarrier* barrier) { __mbarrier_inval(&barrier->barrier_); }
  friend class pipeline;
};

__device__ inline void init(awbarrier* barrier, uint32_t expected_count);
__device__ inline void inval(awbarrier* barrier);

} // namespace experimental
} // namespace nvcuda

#endif

#endif
