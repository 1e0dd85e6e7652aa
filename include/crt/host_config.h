/* Requirements on the host compiler. */
#ifndef HEDDLE_CRT_HOST_CONFIG_H
#define HEDDLE_CRT_HOST_CONFIG_H

#include "host_config.h"

#endif
