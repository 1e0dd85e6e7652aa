/* Intentionally without content: an archive needs a member. */
static const char heddle_cudadevrt[] __attribute__((used)) = "heddle";
