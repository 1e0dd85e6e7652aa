// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CRT_MMA_HPP
#define HEDDLE_CRT_MMA_HPP

#include "mma.h"

#endif
