/* The older name of crt/host_defines.h. */
#ifndef HEDDLE_HOST_DEFINES_H
#define HEDDLE_HOST_DEFINES_H

#include "crt/host_defines.h"

#endif
