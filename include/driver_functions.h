/* make_cudaExtent and its like. */
#ifndef HEDDLE_DRIVER_FUNCTIONS_H
#define HEDDLE_DRIVER_FUNCTIONS_H

/* The name that programs test for. */
#define __DRIVER_FUNCTIONS_H__

#include "crt/host_defines.h"
#include "driver_types.h"

static __inline__ __host__ struct cudaPitchedPtr make_cudaPitchedPtr(void* d, size_t p, size_t xsz,
                                                                     size_t ysz) {
  struct cudaPitchedPtr pitched;
  pitched.ptr = d;
  pitched.pitch = p;
  pitched.xsize = xsz;
  pitched.ysize = ysz;
  return pitched;
}

static __inline__ __host__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos pos;
  pos.x = x;
  pos.y = y;
  pos.z = z;
  return pos;
}

static __inline__ __host__ struct cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) {
  struct cudaExtent extent;
  extent.width = w;
  extent.height = h;
  extent.depth = d;
  return extent;
}

#endif
