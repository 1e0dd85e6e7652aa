// cudaCreateChannelDesc<T>(): the channel format of a scalar or vector type.
#ifndef HEDDLE_CHANNEL_DESCRIPTOR_H
#define HEDDLE_CHANNEL_DESCRIPTOR_H

/* The name that programs test for. */
#define __CHANNEL_DESCRIPTOR_H__

#if defined(__cplusplus)

#include "cuda_runtime_api.h"

// Types that no array can hold have the empty format.
template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define HEDDLE_CHANNELS(type, x, y, z, w, kind)                                                    \
  template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<type>() {                         \
    return cudaCreateChannelDesc(x, y, z, w, cudaChannelFormatKind##kind);                         \
  }
#define HEDDLE_VECTOR_CHANNELS(name, bits, kind)                                                   \
  HEDDLE_CHANNELS(name##1, bits, 0, 0, 0, kind)                                                    \
  HEDDLE_CHANNELS(name##2, bits, bits, 0, 0, kind)                                                 \
  HEDDLE_CHANNELS(name##4, bits, bits, bits, bits, kind)

// Plain char has the signedness of the host.
template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<char>() {
  return cudaCreateChannelDesc(
      8, 0, 0, 0, char(-1) < char(0) ? cudaChannelFormatKindSigned : cudaChannelFormatKindUnsigned);
}
HEDDLE_CHANNELS(signed char, 8, 0, 0, 0, Signed)
HEDDLE_CHANNELS(unsigned char, 8, 0, 0, 0, Unsigned)
HEDDLE_CHANNELS(short, 16, 0, 0, 0, Signed)
HEDDLE_CHANNELS(unsigned short, 16, 0, 0, 0, Unsigned)
HEDDLE_CHANNELS(int, 32, 0, 0, 0, Signed)
HEDDLE_CHANNELS(unsigned int, 32, 0, 0, 0, Unsigned)
HEDDLE_CHANNELS(float, 32, 0, 0, 0, Float)
HEDDLE_VECTOR_CHANNELS(char, 8, Signed)
HEDDLE_VECTOR_CHANNELS(uchar, 8, Unsigned)
HEDDLE_VECTOR_CHANNELS(short, 16, Signed)
HEDDLE_VECTOR_CHANNELS(ushort, 16, Unsigned)
HEDDLE_VECTOR_CHANNELS(int, 32, Signed)
HEDDLE_VECTOR_CHANNELS(uint, 32, Unsigned)
HEDDLE_VECTOR_CHANNELS(float, 32, Float)

// Formats that no type of C++ stands for.
template <cudaChannelFormatKind kind> inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}
#define HEDDLE_KIND(kind, x, y, z, w) HEDDLE_CHANNELS(cudaChannelFormatKind##kind, x, y, z, w, kind)
HEDDLE_KIND(SignedNormalized8X1, 8, 0, 0, 0)
HEDDLE_KIND(SignedNormalized8X2, 8, 8, 0, 0)
HEDDLE_KIND(SignedNormalized8X4, 8, 8, 8, 8)
HEDDLE_KIND(UnsignedNormalized8X1, 8, 0, 0, 0)
HEDDLE_KIND(UnsignedNormalized8X2, 8, 8, 0, 0)
HEDDLE_KIND(UnsignedNormalized8X4, 8, 8, 8, 8)
HEDDLE_KIND(SignedNormalized16X1, 16, 0, 0, 0)
HEDDLE_KIND(SignedNormalized16X2, 16, 16, 0, 0)
HEDDLE_KIND(SignedNormalized16X4, 16, 16, 16, 16)
HEDDLE_KIND(UnsignedNormalized16X1, 16, 0, 0, 0)
HEDDLE_KIND(UnsignedNormalized16X2, 16, 16, 0, 0)
HEDDLE_KIND(UnsignedNormalized16X4, 16, 16, 16, 16)
HEDDLE_KIND(UnsignedNormalized1010102, 10, 10, 10, 2)
HEDDLE_KIND(NV12, 8, 8, 8, 0)
HEDDLE_KIND(UnsignedBlockCompressed1, 8, 8, 8, 8)
HEDDLE_KIND(UnsignedBlockCompressed1SRGB, 8, 8, 8, 8)
HEDDLE_KIND(UnsignedBlockCompressed2, 8, 8, 8, 8)
HEDDLE_KIND(UnsignedBlockCompressed2SRGB, 8, 8, 8, 8)
HEDDLE_KIND(UnsignedBlockCompressed3, 8, 8, 8, 8)
HEDDLE_KIND(UnsignedBlockCompressed3SRGB, 8, 8, 8, 8)
HEDDLE_KIND(UnsignedBlockCompressed4, 8, 0, 0, 0)
HEDDLE_KIND(SignedBlockCompressed4, 8, 0, 0, 0)
HEDDLE_KIND(UnsignedBlockCompressed5, 8, 8, 0, 0)
HEDDLE_KIND(SignedBlockCompressed5, 8, 8, 0, 0)
HEDDLE_KIND(UnsignedBlockCompressed6H, 16, 16, 16, 0)
HEDDLE_KIND(SignedBlockCompressed6H, 16, 16, 16, 0)
HEDDLE_KIND(UnsignedBlockCompressed7, 8, 8, 8, 8)
HEDDLE_KIND(UnsignedBlockCompressed7SRGB, 8, 8, 8, 8)

#undef HEDDLE_KIND
#undef HEDDLE_VECTOR_CHANNELS
#undef HEDDLE_CHANNELS

inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
  return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#endif

#endif
