// Bulk tensor copies for the programs about tensor maps: kernels that move one box between a tensor
// and shared memory, for tensors of one to five dimensions.
#pragma once

#include "driver.h"

#include <cuda.h>
#include <stdint.h>
#include <string.h>

constexpr unsigned kAreaBytes = 32768; // of shared memory, which starts out filled with kUntouched
constexpr unsigned char kUntouched = 0xcd;

struct BoxPosition {
  int coordinates[5];
  unsigned short offsets[3]; // of im2col mode
};

__device__ inline unsigned sharedAddress(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ inline void initBarrier(uint64_t* barrier) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(barrier)) : "memory");
  asm volatile("fence.proxy.async;" ::: "memory");
}
__device__ inline void expectBytes(uint64_t* barrier, unsigned bytes) {
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(barrier)),
      "r"(bytes)
      : "memory");
}
__device__ inline void waitForBytes(uint64_t* barrier) {
  asm volatile(
      "{\n.reg .pred done;\nWAIT: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      "@!done bra WAIT;\n}" ::"r"(sharedAddress(barrier))
      : "memory");
}

#define LOAD(RANK, MODE, COORDINATES, OFFSETS, ...)                                                \
  asm volatile("cp.async.bulk.tensor." #RANK "d.shared::cluster.global" MODE                       \
               ".mbarrier::complete_tx::bytes [%0], [%1, {" COORDINATES "}], [%2]" OFFSETS         \
               ";" ::"r"(sharedAddress(to)),                                                       \
               "l"(map), "r"(sharedAddress(barrier)), __VA_ARGS__                                  \
               : "memory")
#define AT(i) "r"(at.coordinates[i])
#define BY(i) "h"(at.offsets[i])

template <int Rank>
__device__ void loadTile(void* to, const CUtensorMap* map, const BoxPosition& at,
                         uint64_t* barrier) {
  if constexpr (Rank == 1)
    LOAD(1, ".tile", "%3", "", AT(0));
  if constexpr (Rank == 2)
    LOAD(2, "", "%3, %4", "", AT(0), AT(1));
  if constexpr (Rank == 3)
    LOAD(3, ".tile", "%3, %4, %5", "", AT(0), AT(1), AT(2));
  if constexpr (Rank == 4)
    LOAD(4, ".tile", "%3, %4, %5, %6", "", AT(0), AT(1), AT(2), AT(3));
  if constexpr (Rank == 5)
    LOAD(5, ".tile", "%3, %4, %5, %6, %7", "", AT(0), AT(1), AT(2), AT(3), AT(4));
}

template <int Rank>
__device__ void loadIm2col(void* to, const CUtensorMap* map, const BoxPosition& at,
                           uint64_t* barrier) {
  if constexpr (Rank == 3)
    LOAD(3, ".im2col", "%3, %4, %5", ", {%6}", AT(0), AT(1), AT(2), BY(0));
  if constexpr (Rank == 4)
    LOAD(4, ".im2col", "%3, %4, %5, %6", ", {%7, %8}", AT(0), AT(1), AT(2), AT(3), BY(0), BY(1));
  if constexpr (Rank == 5)
    LOAD(5, ".im2col", "%3, %4, %5, %6, %7", ", {%8, %9, %10}", AT(0), AT(1), AT(2), AT(3), AT(4),
         BY(0), BY(1), BY(2));
}

enum class Mode { Tile, Im2col };

template <int Rank>
__global__ void loadBox(const __grid_constant__ CUtensorMap map, BoxPosition at, unsigned bytes,
                        Mode mode, unsigned char* out) {
  extern __shared__ __align__(1024) unsigned char area[];
  __shared__ uint64_t barrier;
  for (unsigned i = 0; i < kAreaBytes; ++i)
    area[i] = kUntouched;
  initBarrier(&barrier);
  expectBytes(&barrier, bytes);
  if (mode == Mode::Im2col)
    loadIm2col<Rank>(area, &map, at, &barrier);
  else
    loadTile<Rank>(area, &map, at, &barrier);
  waitForBytes(&barrier);
  for (unsigned i = 0; i < kAreaBytes; ++i)
    out[i] = area[i];
}

// Loads a box and gives back the first bytes of shared memory.
inline void load(int rank, const CUtensorMap& map, const BoxPosition& at, unsigned bytes, Mode mode,
                 unsigned char* deviceOut, unsigned char* out) {
  switch (rank) {
  case 1:
    loadBox<1><<<1, 1, kAreaBytes>>>(map, at, bytes, mode, deviceOut);
    break;
  case 2:
    loadBox<2><<<1, 1, kAreaBytes>>>(map, at, bytes, mode, deviceOut);
    break;
  case 3:
    loadBox<3><<<1, 1, kAreaBytes>>>(map, at, bytes, mode, deviceOut);
    break;
  case 4:
    loadBox<4><<<1, 1, kAreaBytes>>>(map, at, bytes, mode, deviceOut);
    break;
  case 5:
    loadBox<5><<<1, 1, kAreaBytes>>>(map, at, bytes, mode, deviceOut);
    break;
  }
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaMemcpy(out, deviceOut, kAreaBytes, cudaMemcpyDeviceToHost));
}

// The same sequence everywhere.
inline unsigned pseudoRandom() {
  static uint64_t state = 12345;
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return static_cast<unsigned>(state >> 33);
}
