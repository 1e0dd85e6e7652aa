// The headers beside the language: matrices, groups, pipelines, random numbers, small floats.
// arch: sm_80
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_awbarrier.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <curand_kernel.h>
#include <mma.h>

using namespace nvcuda;

__global__ void matrices(const half* a, const half* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

__global__ void random(float* out) {
  curandState state;
  curand_init(1, threadIdx.x, 0, &state);
  out[threadIdx.x] = curand_uniform(&state) + curand_normal(&state) +
                     static_cast<float>(__nv_fp8_e4m3(curand_log_normal(&state, 0.0f, 1.0f)));
}

__global__ void copies(const int* in, int* out) {
  __shared__ int buffer[256];
  cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
  cooperative_groups::memcpy_async(block, buffer, in, sizeof(int) * 256);
  cooperative_groups::wait(block);
  out[threadIdx.x] = cooperative_groups::inclusive_scan(
      cooperative_groups::tiled_partition<32>(block), buffer[threadIdx.x]);
}
