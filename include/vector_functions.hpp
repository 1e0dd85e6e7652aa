/* The functions are defined in vector_functions.h; this name stays for programs that include it. */
#include "vector_functions.h"
