// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_COOPERATIVE_GROUPS_DETAILS_ASYNC_H
#define HEDDLE_COOPERATIVE_GROUPS_DETAILS_ASYNC_H

#include "cooperative_groups.h"

#endif
