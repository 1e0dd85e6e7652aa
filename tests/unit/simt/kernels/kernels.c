#include "thread.h"

void guardedCopy(const struct Params* p) {
  unsigned i = globalThread();
  if (i < (unsigned)p->n)
    p->out[i] = p->in[i] * 3 + (int)i;
}

void collatz(const struct Params* p) {
  unsigned i = globalThread();
  if (i >= (unsigned)p->n)
    return;
  unsigned value = i + 1, steps = 0;
  while (value != 1) {
    value = value & 1 ? 3 * value + 1 : value / 2;
    ++steps;
  }
  p->out[i] = (int)steps;
}

// Loops in loops, left early, gone round early, with lanes that return from inside.
void twistedLoops(const struct Params* p) {
  unsigned i = globalThread();
  int sum = 0;
  for (int a = 0; a < (int)(i % 7) + 2; ++a) {
    for (int b = 0;; ++b) {
      if (b > (int)(i % 5) + a)
        break;
      if ((a + b) % 3 == 1)
        continue;
      sum += a * b + p->in[(i + b) % (unsigned)p->n];
      if (sum > 700) {
        p->out[i] = -sum;
        return;
      }
    }
    if (sum % 11 == 5)
      break;
  }
  p->out[i] = sum;
}

void switches(const struct Params* p) {
  unsigned i = globalThread();
  int value = p->in[i];
  switch (value % 6) {
  case 0:
    value += 5;
    break;
  case 1:
    value *= 3; /* fall through */
  case 2:
    value -= 7;
    break;
  case 3:
    p->out[i] = 1;
    return;
  case 4:
    value = p->in[(i * 7) % (unsigned)p->n];
    break;
  default:
    value = -value;
  }
  p->out[i] = value;
}

static SHARED int shared[1024];

void reduceShared(const struct Params* p) {
  unsigned t = thread(), n = blockThreads();
  shared[t] = p->in[globalThread()];
  SYNC();
  for (unsigned width = 1024; width > 0; width >>= 1) {
    if (t < width && t + width < n)
      shared[t] += shared[t + width];
    SYNC();
  }
  if (t == 0)
    p->out[ctaidX()] = shared[0];
}

// The first thread sums up what others overwrite in the next round, with no barrier in between: on
// a GPU it is there first. PTX has some of the addresses as numbers.
void firstThreadSums(const struct Params* p) {
  unsigned t = thread();
  int total = 0;
  if (t < 4)
    shared[t] = 0;
  for (int round = 0; round < 4; ++round) {
    SYNC();
    if (t % 16 == 0 && t < 64)
      shared[t / 16] = p->in[globalThread()] + round;
    SYNC();
    if (t == 0) {
      int sum = shared[0];
      for (unsigned long i = 1; i < 4; ++i)
        sum += *(SHARED int*)((unsigned long)shared + i * sizeof(int));
      total = total * 3 + sum;
    }
    if (t % 16 == 0 && t < 64)
      shared[t / 16] = -1;
  }
  if (t == 0)
    p->out[ctaidX()] = total;
}

// Values of every kind live across barriers; the loop's length differs between blocks only.
void barriersInLoop(const struct Params* p) {
  unsigned t = thread(), n = blockThreads();
  int mine = p->in[globalThread()];
  long wide = (long)mine << 20;
  float scaled = (float)mine * 0.5f;
  for (unsigned round = 0; round < 3 + ctaidX(); ++round) {
    shared[t] = mine;
    SYNC();
    int other = shared[(t + 1) % n];
    SYNC();
    mine = mine / 2 + other % 100 + (int)round;
    wide += other;
    scaled += (float)other;
  }
  p->out[globalThread()] = mine + (int)(wide >> 3) + (int)scaled;
}

// Whole gangs return before the barrier; those that remain still meet.
void returnBeforeBarrier(const struct Params* p) {
  unsigned t = thread();
  p->out[globalThread()] = -1;
  if (t >= (unsigned)p->n)
    return;
  shared[t] = p->in[globalThread()];
  SYNC();
  p->out[globalThread()] = shared[(unsigned)p->n - 1 - t];
}

// Some gangs meet at one barrier, the others at another one: on a GPU both are barrier 0.
void barrierOnBothSides(const struct Params* p) {
  unsigned t = thread(), n = blockThreads();
  shared[t] = (int)t;
  int value;
  if (t < 64) {
    SYNC();
    value = shared[n - 1 - t] * 2;
  } else {
    SYNC();
    value = shared[n - 1 - t] * 3;
  }
  SYNC();
  p->out[globalThread()] = value;
}

void barrierVotes(const struct Params* p) {
  unsigned t = thread();
  int odd = barrierPopc(0, 0, p->in[globalThread()] & 1);
  int all = barrierAnd(0, 0, p->in[globalThread()] >= 0);
  int any = barrierOr(0, 0, p->in[globalThread()] == 12345);
  int again = barrierPopc(0, 0, t < 5);
  p->out[globalThread()] = odd * 1000 + all * 100 + any * 10 + again;
}

// Producer and consumer warps with two named barriers of 64 threads each.
void namedBarriers(const struct Params* p) {
  unsigned t = thread();
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    if (t < 32) {
      shared[t] = p->in[t] + round;
      barrierArrive(1, 64);
      barrier(2, 64);
    } else if (t < 64) {
      barrier(1, 64);
      sum += shared[t - 32];
      barrierArrive(2, 64);
    }
  }
  p->out[globalThread()] = sum;
}

void localArray(const struct Params* p) {
  unsigned i = globalThread();
  int stack[16];
  int top = 0;
  for (int k = 0; k < 16; ++k)
    stack[k] = (int)i + k;
  for (unsigned k = i; k > 0; k /= 3) {
    top = (top + (int)(k % 5) + 1) & 15;
    stack[top] += (int)k;
  }
  int sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += stack[k] * (k + 1);
  p->out[i] = sum;
}

void localArrayAcrossBarrier(const struct Params* p) {
  unsigned t = thread(), n = blockThreads();
  int mine[4];
  for (int k = 0; k < 4; ++k)
    mine[(k + t) & 3] = (int)t * 10 + k;
  shared[t] = mine[1];
  SYNC();
  mine[t & 3] += shared[(t + 3) % n];
  SYNC();
  p->out[globalThread()] = mine[0] + 2 * mine[1] + 3 * mine[2] + 4 * mine[3];
}

static SHARED int bins[16];

void histogram(const struct Params* p) {
  unsigned t = thread(), n = blockThreads();
  for (unsigned b = t; b < 16; b += n)
    bins[b] = 0;
  SYNC();
  if (t % 3 != 1)
    __atomic_fetch_add(&bins[p->in[globalThread()] & 15], 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&bins[0], (int)t, __ATOMIC_RELAXED);
  SYNC();
  for (unsigned b = t; b < 16; b += n)
    __atomic_fetch_add(&p->out[b], bins[b], __ATOMIC_RELAXED);
}

void casLoop(const struct Params* p) {
  unsigned i = globalThread();
  int* cell = &p->out[i % 5];
  int old = __atomic_load_n(cell, __ATOMIC_RELAXED);
  while (
      !__atomic_compare_exchange_n(cell, &old, old + (int)i, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

__attribute__((noinline)) static int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

void recursion(const struct Params* p) {
  unsigned i = globalThread();
  if (i % 2 == 0)
    p->out[i] = ackermann((int)(i % 3), (int)(i % 4));
  else
    p->out[i] = -(int)i;
}

void ballots(const struct Params* p) {
  unsigned i = globalThread();
  int all = ballot(p->in[i] & 1, -1);
  int some = 0;
  if (p->in[i] % 3 == 0)
    some = activeMask();
  p->out[i] = all ^ (some * 3);
}

// Index arithmetic that wraps in 32 bits for lane 0 of the first gang.
void unsignedNeighbour(const struct Params* p) {
  unsigned i = globalThread();
  unsigned left = i - 1, right = i + 1;
  int sum = 0;
  if (left < (unsigned)p->n)
    sum += p->in[left];
  if (right < (unsigned)p->n)
    sum += 2 * p->in[right];
  p->out[i] = sum;
}

static int clampedTo(int place, int last) {
  place = place < 0 ? 0 : place;
  return place > last ? last : place;
}

// The neighbours of an element that is `n` further on, in an array whose last index comes first.
// Sums wrap around at the ends of the numbers.
void clampedNeighbours(const struct Params* p) {
  unsigned i = globalThread(), place = i + (unsigned)p->n;
  int last = p->in[0], sum = 0;
  sum = sum * 3 + p->in[clampedTo((int)(place - 3), last)];
  sum = sum * 3 + p->in[clampedTo((int)(place - 1), last)];
  sum = sum * 3 + p->in[clampedTo((int)place, last)];
  sum = sum * 3 + p->in[clampedTo((int)(place + 2), last)];
  sum = sum * 3 + p->in[clampedTo((int)(place + 3), last)];
  p->out[i] = sum;
}

void indices(const struct Params* p) {
  p->out[globalThread()] = (int)(tidX() + 100 * tidY() + 10000 * tidZ() + 1000000 * ctaidX());
}
