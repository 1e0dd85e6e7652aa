// Part of another header elsewhere; here for those who name it.
#ifndef HEDDLE_COOPERATIVE_GROUPS_DETAILS_SCAN_H
#define HEDDLE_COOPERATIVE_GROUPS_DETAILS_SCAN_H

#include "cooperative_groups/scan.h"

#endif
