/* What a CUDA program includes, or has included for it by the compiler driver: the runtime API with
   its C++ forms and, in CUDA compilations, the language's built-in variables and functions. */
#ifndef HEDDLE_CUDA_RUNTIME_H
#define HEDDLE_CUDA_RUNTIME_H

/* The name that programs test for. */
#define __CUDA_RUNTIME_H__

/* The order counts: each header may use the names of those before it. */
/* clang-format off */
#include "host_config.h"
#include "crt/host_defines.h"
#include "vector_types.h"
#include "driver_types.h"
#include "library_types.h"
#include "cuda_runtime_api.h"
#include "vector_functions.h"
#include "driver_functions.h"
#if defined(__cplusplus) && !defined(__CUDACC_RTC__)
#include "channel_descriptor.h"
#include "heddle/runtime_templates.h"
#include "heddle/occupancy_templates.h"
#endif
#if defined(__cplusplus)
#include "heddle/launch_syntax.h"
#endif
#if defined(__CUDACC__) || defined(__CUDA__)
#include "crt/device.h"
#endif
/* clang-format on */

#endif
