/* How a fat binary lies in an object: the wrapper that registration is given, and the sections. */
#ifndef HEDDLE_FATBINARY_SECTION_H
#define HEDDLE_FATBINARY_SECTION_H

/* The name that programs test for. */
#define fatbinary_section_INCLUDED

#define FATBINC_MAGIC 0x466243B1
#define FATBINC_VERSION 1
#define FATBINC_LINK_VERSION 2

typedef struct {
  int magic;
  int version;
  const unsigned long long* data;
  void* filename_or_fatbins; /* in version 2 an array of what was linked before */
} __fatBinC_Wrapper_t;

#define FATBIN_CONTROL_SECTION_NAME ".nvFatBinSegment"
#define FATBIN_DATA_SECTION_NAME ".nv_fatbin"
#define FATBIN_PRELINK_DATA_SECTION_NAME "__nv_relfatbin"

#endif
