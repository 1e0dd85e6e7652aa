/* An older name. */
#ifndef HEDDLE_TEXTURE_FETCH_FUNCTIONS_H
#define HEDDLE_TEXTURE_FETCH_FUNCTIONS_H

#include "texture_indirect_functions.h"

#endif
