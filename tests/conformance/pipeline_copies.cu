// Asynchronous copies into shared memory: __pipeline_* and cooperative_groups::memcpy_async, with
// stages in flight, zero fill and odd sizes.

// nvcc: -arch=sm_80
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

const int threads = 128, stages = 3, tiles = 10;

__global__ void staged(const int4* in, int4* out) {
  __shared__ int4 buffer[stages][threads];
  int t = threadIdx.x;
  for (int s = 0; s < stages - 1; ++s) {
    __pipeline_memcpy_async(&buffer[s][t], &in[s * threads + t], sizeof(int4));
    __pipeline_commit();
  }
  for (int s = 0; s < tiles; ++s) {
    int ahead = s + stages - 1;
    if (ahead < tiles)
      __pipeline_memcpy_async(&buffer[ahead % stages][t], &in[ahead * threads + t], sizeof(int4));
    __pipeline_commit();
    __pipeline_wait_prior(stages - 1);
    __syncthreads();
    // Another thread's element.
    out[s * threads + t] = buffer[s % stages][threads - 1 - t];
    __syncthreads();
  }
}

__global__ void zeroFill(const int* in, int* out) {
  __shared__ __align__(16) int buffer[4 * threads];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    buffer[4 * t + i] = -1;
  __pipeline_memcpy_async(&buffer[4 * t], &in[4 * t], 16, t % 4 * 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  for (int i = 0; i < 4; ++i)
    out[4 * t + i] = buffer[4 * t + i];
}

__global__ void group(const char* in, char* out, int bytes, int shift) {
  __shared__ __align__(16) char buffer[1024 + 16];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, buffer + shift, in + shift, bytes);
  cg::wait(block);
  for (int i = threadIdx.x; i < bytes; i += blockDim.x)
    out[i] = buffer[shift + bytes - 1 - i];
  block.sync();
  int* words = reinterpret_cast<int*>(buffer);
  cg::memcpy_async(block, words, 100, reinterpret_cast<const int*>(in), 40);
  cg::memcpy_async(block, words + 64, 20, reinterpret_cast<const int*>(in) + 64, 30);
  cg::wait_prior<1>(block);
  int first = words[39 - threadIdx.x % 40];
  cg::wait(block);
  if (threadIdx.x < 20)
    reinterpret_cast<int*>(out + 1024)[threadIdx.x] = first + words[64 + threadIdx.x];
}

int main() {
  Buffer<int4> in(tiles * threads), out(tiles * threads);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = make_int4(static_cast<int>(i), 2, static_cast<int>(i * 3), 4);
  in.upload();
  staged<<<1, threads>>>(in.device(), out.device());
  out.download();
  for (int i = 0; i < tiles * threads; ++i) {
    int from = i / threads * threads + threads - 1 - i % threads;
    EXPECT_EQ_AT(i, out[i].x, from);
    EXPECT_EQ_AT(i, out[i].z, from * 3);
  }

  Buffer<int> words(4 * threads), filled(4 * threads);
  for (size_t i = 0; i < words.size(); ++i)
    words[i] = static_cast<int>(i) + 5;
  words.upload();
  zeroFill<<<1, threads>>>(words.device(), filled.device());
  filled.download();
  for (int i = 0; i < 4 * threads; ++i)
    EXPECT_EQ_AT(i, filled[i], i % 4 < 4 - i / 4 % 4 ? i + 5 : 0);

  Buffer<char> bytes(2048), copied(2048);
  for (int i = 0; i < 2048; ++i)
    bytes[i] = static_cast<char>(i * 7);
  bytes.upload();
  const int sizes[] = {1, 4, 37, 512, 1000, 1024}, shifts[] = {0, 1, 4, 8};
  for (int size : sizes) {
    for (int shift : shifts) {
      group<<<1, threads>>>(bytes.device(), copied.device(), size, shift);
      copied.download();
      for (int i = 0; i < size; ++i)
        EXPECT_EQ_AT(size * 10000 + shift * 1000 + i, copied[i], bytes[shift + size - 1 - i]);
      for (int i = 0; i < 20; ++i)
        EXPECT_EQ_AT(i, reinterpret_cast<int*>(copied.host() + 1024)[i],
                     reinterpret_cast<int*>(bytes.host())[39 - i] +
                         reinterpret_cast<int*>(bytes.host())[64 + i]);
    }
  }
  return ok();
}
