/* A CUDA runtime that only tells what a host program asks of it. */
#include <stdio.h>

typedef struct {
  unsigned x, y, z;
} Dim3;

struct Wrapper {
  int magic, version;
  const void* container;
  const void* const* extra;
};

static Dim3 configuredGrid, configuredBlock;

void** __cudaRegisterFatBinary(struct Wrapper* wrapper) {
  int containers = 1;
  if (wrapper->version == 2)
    for (containers = 0; wrapper->extra[containers]; ++containers) {
    }
  printf("register version %d with %d\n", wrapper->version, containers);
  return (void**)wrapper;
}
void __cudaRegisterFatBinaryEnd(void** handle) {
  (void)handle;
  printf("end\n");
}
void __cudaUnregisterFatBinary(void** handle) {
  (void)handle;
  printf("unregister\n");
}
void __cudaRegisterFunction(void** handle, const char* host, char* device, const char* name,
                            int limit, void* a, void* b, void* c, void* d, int* e) {
  (void)handle, (void)host, (void)device, (void)limit, (void)a, (void)b, (void)c, (void)d, (void)e;
  printf("function %s\n", name);
}
void __cudaRegisterVar(void** handle, char* host, char* device, const char* name, int external,
                       size_t size, int constant, int global) {
  (void)handle, (void)host, (void)device, (void)external, (void)global;
  printf("variable %s of %zu%s\n", name, size, constant ? " constant" : "");
}
unsigned __cudaPushCallConfiguration(Dim3 grid, Dim3 block, size_t shared, void* stream) {
  (void)shared, (void)stream;
  configuredGrid = grid;
  configuredBlock = block;
  return 0;
}
int __cudaPopCallConfiguration(Dim3* grid, Dim3* block, size_t* shared, void** stream) {
  *grid = configuredGrid;
  *block = configuredBlock;
  *shared = 0;
  *stream = 0;
  return 0;
}
static int launch(const char* how, Dim3 grid, Dim3 block) {
  printf("%s %u,%u,%u x %u,%u,%u\n", how, grid.x, grid.y, grid.z, block.x, block.y, block.z);
  return 0;
}
int cudaLaunchKernel(const void* kernel, Dim3 grid, Dim3 block, void** arguments, size_t shared,
                     void* stream) {
  (void)kernel, (void)arguments, (void)shared, (void)stream;
  return launch("launch", grid, block);
}
int cudaLaunchKernel_ptsz(const void* kernel, Dim3 grid, Dim3 block, void** arguments,
                          size_t shared, void* stream) {
  (void)kernel, (void)arguments, (void)shared, (void)stream;
  return launch("launch per thread", grid, block);
}
