/* cuSPARSE under the name that its header had beside that of an older interface. */
#ifndef HEDDLE_CUSPARSE_V2_H
#define HEDDLE_CUSPARSE_V2_H

/* The name that programs test for. */
#define CUSPARSE_V2_H_

#include "cusparse.h"

#endif
