#ifndef HEDDLE_NVRTC_TIME_H
#define HEDDLE_NVRTC_TIME_H

typedef long clock_t;

#endif
