/* Requirements on the host compiler: GCC or Clang, which the headers count on for attributes. */
#ifndef HEDDLE_HOST_CONFIG_H
#define HEDDLE_HOST_CONFIG_H

/* The name that programs test for. */
#define __HOST_CONFIG_H__

#if !defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC_RTC__)
#error "the CUDA headers need GCC or Clang as the host compiler"
#endif

#endif
