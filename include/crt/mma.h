// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CRT_MMA_H
#define HEDDLE_CRT_MMA_H

#include "mma.h"

#endif
