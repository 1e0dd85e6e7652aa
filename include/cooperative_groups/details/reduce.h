// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_COOPERATIVE_GROUPS_DETAILS_REDUCE_H
#define HEDDLE_COOPERATIVE_GROUPS_DETAILS_REDUCE_H

#include "cooperative_groups/reduce.h"

#endif
