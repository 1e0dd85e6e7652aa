// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CRT_MATH_FUNCTIONS_HPP
#define HEDDLE_CRT_MATH_FUNCTIONS_HPP

#include "crt/math_functions.h"

#endif
