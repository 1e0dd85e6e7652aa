/* Libraries that programs name but that have nothing to provide here: the device runtime is part of
 * the driver, and NVTX is in its headers. An archive needs at least one member. */
static const char heddleCudadevrt[] __attribute__((used)) = "heddle";
