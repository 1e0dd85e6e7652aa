// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CRT_SM_90_RT_HPP
#define HEDDLE_CRT_SM_90_RT_HPP

#include "crt/sm_90_rt.h"

#endif
