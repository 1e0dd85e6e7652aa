/* The functions are defined in vector_functions.h; this name stays for programs that include it. */
#ifndef HEDDLE_VECTOR_FUNCTIONS_HPP
#define HEDDLE_VECTOR_FUNCTIONS_HPP

/* The name that programs test for. */
#define __VECTOR_FUNCTIONS_HPP__

#include "vector_functions.h"

#endif
