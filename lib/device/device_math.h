// All of the device math library. Whatever the command line says about fast mathematics, this code
// depends on every rounding happening as written.
#ifndef HEDDLE_DEVICE_DEVICE_MATH_H
#define HEDDLE_DEVICE_DEVICE_MATH_H

#pragma float_control(precise, on, push)

#include "math_base.h"
#include "math_bessel.h"
#include "math_error.h"
#include "math_exponential.h"
#include "math_gamma.h"
#include "math_hyperbolic.h"
#include "math_inverse_trigonometric.h"
#include "math_logarithm.h"
#include "math_polynomials.h"
#include "math_power.h"
#include "math_rounding.h"
#include "math_trigonometric.h"

#pragma float_control(pop)

#endif
