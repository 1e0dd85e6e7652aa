#include "stddef.h"
