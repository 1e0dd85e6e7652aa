// Counts bank conflicts from the addresses that the threads of a kernel access.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "../device_array.h"

// Reads element stride * i of a shared array in thread i; tells the address and the value.
template <class T> __global__ void readShared(int stride, unsigned* addresses, T* values) {
  __shared__ T data[32 * 8];
  const int i = threadIdx.x;
  for (int k = i; k < 32 * 8; k += blockDim.x)
    data[k] = static_cast<T>(k % 100);
  __syncthreads();
  addresses[i] = static_cast<unsigned>(__cvta_generic_to_shared(&data[stride * i]));
  values[i] = data[stride * i];
}

// The byte addresses of one warp's accesses.
template <class T> std::vector<unsigned> addressesOf(int stride) {
  DeviceArray<unsigned> addresses(32);
  DeviceArray<T> values(32);
  readShared<T><<<1, 32>>>(stride, addresses, values);
  const std::vector<T> seen = values.values();
  for (int i = 0; i < 32; ++i)
    EXPECT(seen[i] == static_cast<T>(stride * i % 100));
  return addresses.values();
}

// How many accesses one bank has to serve after each other: 1 means that there is no conflict.
// Accesses at the same place are one access; a place has `placeBytes` bytes.
inline int conflictDegree(const std::vector<unsigned>& addresses, int banks, int placeBytes) {
  std::map<unsigned, std::set<unsigned>> placesOfBank;
  for (unsigned address : addresses)
    placesOfBank[address / 4 % banks].insert(address / placeBytes);
  size_t degree = 0;
  for (const auto& [bank, places] : placesOfBank)
    degree = std::max(degree, places.size());
  return static_cast<int>(degree);
}
