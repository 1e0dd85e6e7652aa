// Found only by headers of ours; a program that wants these names brings its own file. Types of 64
// bits are what most such files, and libcu++, say they are: C++ lets a type be named twice.
#ifndef HEDDLE_NVRTC_STDINT_H
#define HEDDLE_NVRTC_STDINT_H

typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef signed long long int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef unsigned long long uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;

#endif
