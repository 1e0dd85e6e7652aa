// Thread IR from C: the heddle.* functions under C names.
#pragma once
#define PURE __attribute__((const))
#define MEET __attribute__((convergent))
unsigned tidX(void) __asm__("heddle.tid.x") PURE;
unsigned tidY(void) __asm__("heddle.tid.y") PURE;
unsigned tidZ(void) __asm__("heddle.tid.z") PURE;
unsigned ntidX(void) __asm__("heddle.ntid.x") PURE;
unsigned ntidY(void) __asm__("heddle.ntid.y") PURE;
unsigned ntidZ(void) __asm__("heddle.ntid.z") PURE;
unsigned ctaidX(void) __asm__("heddle.ctaid.x") PURE;
unsigned laneId(void) __asm__("heddle.laneid") PURE;
void barrier(int id, int threads) __asm__("heddle.barrier") MEET;
void barrierArrive(int id, int threads) __asm__("heddle.barrier.arrive") MEET;
int barrierPopc(int id, int threads, _Bool predicate) __asm__("heddle.barrier.popc") MEET;
_Bool barrierAnd(int id, int threads, _Bool predicate) __asm__("heddle.barrier.and") MEET;
_Bool barrierOr(int id, int threads, _Bool predicate) __asm__("heddle.barrier.or") MEET;
int ballot(_Bool predicate, int members) __asm__("heddle.vote.ballot") MEET;
int activeMask(void) __asm__("heddle.activemask") MEET;
#define SHARED __attribute__((address_space(3)))
#define SYNC() barrier(0, 0)
static inline unsigned thread(void) {
  return tidX() + ntidX() * (tidY() + ntidY() * tidZ());
}
static inline unsigned blockThreads(void) {
  return ntidX() * ntidY() * ntidZ();
}
static inline unsigned globalThread(void) {
  return ctaidX() * blockThreads() + thread();
}
struct Params {
  int* out;
  const int* in;
  int n;
};
