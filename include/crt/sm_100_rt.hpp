// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CRT_SM_100_RT_HPP
#define HEDDLE_CRT_SM_100_RT_HPP

#include "crt/sm_100_rt.h"

#endif
