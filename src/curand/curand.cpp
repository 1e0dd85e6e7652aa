// What cuRAND says about itself.
#include "curand.h"

#define HEDDLE_CURAND extern "C" __attribute__((visibility("default"))) curandStatus_t

HEDDLE_CURAND curandGetVersion(int* version) {
  if (!version)
    return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}

HEDDLE_CURAND curandGetProperty(libraryPropertyType type, int* value) {
  constexpr int values[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
  if (!value || type < MAJOR_VERSION || type > PATCH_LEVEL)
    return CURAND_STATUS_OUT_OF_RANGE;
  *value = values[type];
  return CURAND_STATUS_SUCCESS;
}
