// The address of an element of a surface.
#include "builtins.h"
#include "ir/texture.h"

INLINE int32_t limited(int32_t value, int32_t most) {
  int32_t positive = value < 0 ? 0 : value;
  return positive > most ? most : positive;
}

// An access outside of the surface is moved to the nearest element if `clamp` is set. Otherwise it
// goes to the address `outside`: memory whose contents do not matter, or one that faults.
INLINE uint64_t placeOf(uint64_t handle, int32_t x, int32_t y, int32_t z, uint32_t bytes,
                        uint32_t clamp, uint64_t outside) {
  const struct TextureLevel* level = &((const struct Texture*)handle)->level[0];
  int32_t mostX = (int32_t)(level->widthBytes - bytes), mostY = (int32_t)level->height - 1,
          mostZ = (int32_t)level->depth - 1;
  int32_t limitedX = limited(x, mostX), limitedY = limited(y, mostY), limitedZ = limited(z, mostZ);
  int inside = limitedX == x && limitedY == y && limitedZ == z;
  uint64_t place = (uint64_t)level->data + (uint64_t)(uint32_t)limitedX +
                   (uint64_t)(uint32_t)limitedY * level->rowBytes +
                   (uint64_t)(uint32_t)limitedZ * level->sliceBytes;
  place &= ~(uint64_t)(bytes - 1);
  return inside | (int)clamp ? place : outside;
}

// x is in bytes.
uint64_t clamped(uint64_t, int32_t, int32_t, int32_t, uint32_t) HELPER("surface.clamp");
uint64_t clamped(uint64_t handle, int32_t x, int32_t y, int32_t z, uint32_t bytes) {
  return placeOf(handle, x, y, z, bytes, 1, 0);
}
uint64_t readZero(uint64_t, int32_t, int32_t, int32_t, uint32_t) HELPER("surface.zero.read");
uint64_t readZero(uint64_t handle, int32_t x, int32_t y, int32_t z, uint32_t bytes) {
  return placeOf(handle, x, y, z, bytes, 0, (uint64_t)((const struct Texture*)handle)->zeros);
}
uint64_t writeZero(uint64_t, int32_t, int32_t, int32_t, uint32_t) HELPER("surface.zero.write");
uint64_t writeZero(uint64_t handle, int32_t x, int32_t y, int32_t z, uint32_t bytes) {
  return placeOf(handle, x, y, z, bytes, 0, (uint64_t)((const struct Texture*)handle)->sink);
}
uint64_t trapped(uint64_t, int32_t, int32_t, int32_t, uint32_t) HELPER("surface.trap");
uint64_t trapped(uint64_t handle, int32_t x, int32_t y, int32_t z, uint32_t bytes) {
  return placeOf(handle, x, y, z, bytes, 0, 0);
}
// x is in elements.
int32_t elements(uint64_t, int32_t) HELPER("surface.elements");
int32_t elements(uint64_t handle, int32_t x) {
  return x * (int32_t)((const struct Texture*)handle)->elementBytes;
}
