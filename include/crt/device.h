// Everything that CUDA code sees without including anything: the umbrella that cuda_runtime.h pulls
// in for a CUDA compilation. It is parsed in the host and in the device pass alike. The headers of
// this folder declare the language's functions; the mathematics behind them is in lib/device.
#ifndef HEDDLE_CRT_DEVICE_H
#define HEDDLE_CRT_DEVICE_H

/* The name that programs test for. */
#define __DEVICE_FUNCTIONS_H__

#include "crt/atomic_functions.h"
#include "crt/builtin_variables.h"
#include "crt/cluster_functions.h"
#include "crt/complex_functions.h"
#include "crt/conversion_functions.h"
#include "crt/device_runtime.h"
#include "crt/dpx_functions.h"
#include "crt/float_functions.h"
#include "crt/integer_functions.h"
#include "crt/load_store_functions.h"
#include "crt/math_functions.h"
#include "crt/min_max_functions.h"
#include "crt/scoped_atomic_functions.h"
#include "crt/simd_functions.h"
#include "crt/synchronization_functions.h"
#include "crt/warp_functions.h"
#include "surface_functions.h"
#include "texture_fetch_functions.h"

#endif
