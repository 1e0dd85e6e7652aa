/* What the runtime can do on this platform. */
#ifndef HEDDLE_CUDART_PLATFORM_H
#define HEDDLE_CUDART_PLATFORM_H

/* The name that programs test for. */
#define __CUDART_PLATFORM_H__

#endif
