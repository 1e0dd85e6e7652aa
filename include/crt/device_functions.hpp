// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CRT_DEVICE_FUNCTIONS_HPP
#define HEDDLE_CRT_DEVICE_FUNCTIONS_HPP

#include "crt/device_functions.h"

#endif
