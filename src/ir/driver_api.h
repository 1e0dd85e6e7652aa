// Facts about the driver API beside its table (driver_api.def), for libcuda and those who look
// functions up in it.
#pragma once

namespace heddle {

// The forms of functions for a default stream per thread came with CUDA 7.0, also those of
// functions that are older.
constexpr int perThreadFormIntroduced(int introduced) {
  constexpr int kPerThreadStreams = 7000;
  return introduced < kPerThreadStreams ? kPerThreadStreams : introduced;
}

} // namespace heddle
