// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_COOPERATIVE_GROUPS_DETAILS_DRIVER_ABI_H
#define HEDDLE_COOPERATIVE_GROUPS_DETAILS_DRIVER_ABI_H

#include "cooperative_groups.h"

#endif
