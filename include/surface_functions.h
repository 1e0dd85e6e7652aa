/* An older name. */
#ifndef HEDDLE_SURFACE_FUNCTIONS_H
#define HEDDLE_SURFACE_FUNCTIONS_H

#include "surface_indirect_functions.h"

#endif
