// The word of an mbarrier object, from the lowest bit: pending arrivals (20 bits), expected
// arrivals (20), pending transactions in bytes (23, signed), phase (1).
#include "builtins.h"

// The word after some arrivals, of which `dropped` are not expected in later phases, and with
// `transactions` more bytes to wait for.
uint64_t next(uint64_t, uint32_t, uint32_t, uint32_t) HELPER("mbarrier.next");
uint64_t next(uint64_t state, uint32_t arrivals, uint32_t dropped, uint32_t transactions) {
  uint64_t pending = (state - arrivals) & 0xfffff;
  uint64_t expected = ((state >> 20) - dropped) & 0xfffff;
  uint64_t open = ((state >> 40) + transactions) & 0x7fffff;
  uint64_t complete = (pending | open) == 0;
  uint64_t phase = state >> 63 ^ complete;
  return (complete ? expected : pending) | expected << 20 | open << 40 | phase << 63;
}
