// Setting up MTGP32 for kernels, from the host.
#ifndef HEDDLE_CURAND_MTGP32_HOST_H
#define HEDDLE_CURAND_MTGP32_HOST_H

/* The name that programs test for. */
#define CURAND_MTGP32_HOST_H

#include "cuda_runtime.h"
#include "curand.h"
#include "curand_mtgp32.h"
#include "curand_mtgp32dc_p_11213.h"

#include <stdlib.h>
#include <string.h>

// The authors' initialization of a state with one number.
static inline __host__ void mtgp32_init_state(unsigned int state[],
                                              const mtgp32_params_fast_t* para, unsigned int seed) {
  const int size = para->mexp / 32 + 1;
  const unsigned int hidden = para->tbl[4] ^ (para->tbl[8] << 16);
  unsigned int fill = hidden;
  fill += fill >> 16;
  fill += fill >> 8;
  memset(state, (int)(fill & 0xff), sizeof(unsigned int) * (size_t)size);
  state[0] = seed;
  state[1] = hidden;
  for (int i = 1; i < size; ++i)
    state[i] ^= 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + (unsigned int)i;
}

static inline __host__ curandStatus_t curandMakeMTGP32Constants(const mtgp32_params_fast_t params[],
                                                                mtgp32_kernel_params_t* p) {
  mtgp32_kernel_params_t* sets = (mtgp32_kernel_params_t*)malloc(sizeof *sets);
  if (!sets)
    return CURAND_STATUS_ALLOCATION_FAILED;
  sets->mask[0] = params[0].mask;
  for (int i = 0; i < CURAND_NUM_MTGP32_PARAMS; ++i) {
    sets->pos_tbl[i] = (unsigned int)params[i].pos;
    sets->sh1_tbl[i] = (unsigned int)params[i].sh1;
    sets->sh2_tbl[i] = (unsigned int)params[i].sh2;
    memcpy(sets->param_tbl[i], params[i].tbl, sizeof params[i].tbl);
    memcpy(sets->temper_tbl[i], params[i].tmp_tbl, sizeof params[i].tmp_tbl);
    memcpy(sets->single_temper_tbl[i], params[i].flt_tmp_tbl, sizeof params[i].flt_tmp_tbl);
  }
  const cudaError_t copied = cudaMemcpy(p, sets, sizeof *sets, cudaMemcpyHostToDevice);
  free(sets);
  return copied == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_INITIALIZATION_FAILED;
}

static inline __host__ curandStatus_t CURANDAPI
curandMakeMTGP32KernelState(curandStateMtgp32_t* s, mtgp32_params_fast_t params[],
                            mtgp32_kernel_params_t* k, int n, unsigned long long seed) {
  curandStateMtgp32_t* states = (curandStateMtgp32_t*)calloc((size_t)n, sizeof *states);
  if (!states)
    return CURAND_STATUS_ALLOCATION_FAILED;
  const unsigned int folded = (unsigned int)(seed ^ (seed >> 32));
  for (int i = 0; i < n; ++i) {
    mtgp32_init_state(states[i].s, &params[i], folded + (unsigned int)i + 1);
    states[i].offset = 0;
    states[i].pIdx = i;
    states[i].k = k;
  }
  const cudaError_t copied =
      cudaMemcpy(s, states, sizeof *states * (size_t)n, cudaMemcpyHostToDevice);
  free(states);
  return copied == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_INITIALIZATION_FAILED;
}

#endif
