// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_CRT_FUNC_MACRO_H
#define HEDDLE_CRT_FUNC_MACRO_H

#include "crt/host_defines.h"

#endif
