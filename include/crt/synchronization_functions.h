// Barriers, fences and what stops or delays a thread. `__syncthreads()` itself is a compiler
// builtin.
#ifndef HEDDLE_CRT_SYNCHRONIZATION_FUNCTIONS_H
#define HEDDLE_CRT_SYNCHRONIZATION_FUNCTIONS_H

#include "crt/device_macros.h"

__HEDDLE_SINCE_20 __HEDDLE_DEVICE__ int __syncthreads_count(int predicate) {
  return __nvvm_bar0_popc(predicate);
}
__HEDDLE_SINCE_20 __HEDDLE_DEVICE__ int __syncthreads_and(int predicate) {
  return __nvvm_bar0_and(predicate);
}
__HEDDLE_SINCE_20 __HEDDLE_DEVICE__ int __syncthreads_or(int predicate) {
  return __nvvm_bar0_or(predicate);
}
__HEDDLE_DEVICE__ void __barrier_sync(unsigned int id) {
  asm volatile("barrier.sync %0;" ::"r"(id) : "memory");
}
__HEDDLE_DEVICE__ void __barrier_sync_count(unsigned int id, unsigned int threads) {
  asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__HEDDLE_DEVICE__ void __syncwarp(unsigned int mask = 0xffffffffu) {
  asm volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
}

__HEDDLE_DEVICE__ void __threadfence_block(void) {
  __nvvm_membar_cta();
}
__HEDDLE_DEVICE__ void __threadfence(void) {
  __nvvm_membar_gl();
}
__HEDDLE_SINCE_20 __HEDDLE_DEVICE__ void __threadfence_system(void) {
  __nvvm_membar_sys();
}

// Programmatic launches: what a grid says to the one that depends on it, and how that one waits.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__HEDDLE_DEVICE__ void cudaTriggerProgrammaticLaunchCompletion(void) {
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}
__HEDDLE_DEVICE__ void cudaGridDependencySynchronize(void) {
  asm volatile("griddepcontrol.wait;" ::: "memory");
}
#endif

__HEDDLE_DEVICE__ void __nanosleep(unsigned int nanoseconds) {
  asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds) : "memory");
}
__HEDDLE_DEVICE__ unsigned long long __globaltimer(void) {
  unsigned long long nanoseconds;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds)::"memory");
  return nanoseconds;
}

__HEDDLE_DEVICE__ void __trap(void) {
  asm volatile("trap;");
}
__HEDDLE_DEVICE__ void __brkpt(int = 0) {
  asm volatile("brkpt;");
}

// The counter number is an immediate in PTX.
#define __prof_trigger(counter) asm volatile("pmevent %0;" ::"n"(counter))

#endif
