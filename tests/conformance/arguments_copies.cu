// What wrong arguments give: copies, symbols and arrays. Each code is what a GPU gave for the same
// calls. rows: R-044 R-054 R-070 R-082 R-088

// nvcc: -lcuda
#include "arguments.h"

int main() {
  void* d;
  void* d2;
  char* h = (char*)calloc(1, 1 << 20);
  char* h2 = (char*)calloc(1, 1 << 20);
  void* p;
  void* m;
  cudaStream_t s, gone;
  OK(cudaMalloc(&d, 1 << 20));
  OK(cudaMalloc(&d2, 1 << 20));
  OK(cudaMallocHost(&p, 1 << 20));
  OK(cudaMallocManaged(&m, 1 << 20));
  OK(cudaStreamCreate(&s));
  OK(cudaStreamCreate(&gone));
  OK(cudaStreamDestroy(gone));
  char* c = (char*)d;
  const cudaMemcpyKind HH = cudaMemcpyHostToHost, HD = cudaMemcpyHostToDevice,
                       DH = cudaMemcpyDeviceToHost, DD = cudaMemcpyDeviceToDevice,
                       DF = cudaMemcpyDefault, K9 = (cudaMemcpyKind)9, KN = (cudaMemcpyKind)-1;

  GIVES(0, cudaMemcpy(nullptr, nullptr, 0, HD));

  GIVES(0, cudaMemcpy(nullptr, nullptr, 0, K9));

  GIVES(0, cudaMemcpy(d, h, 0, KN));

  GIVES(1, cudaMemcpy(nullptr, h, 16, HD));

  GIVES(1, cudaMemcpy(d, nullptr, 16, HD));

  GIVES(1, cudaMemcpy(nullptr, d, 16, DH));

  GIVES(1, cudaMemcpy(h, nullptr, 16, DH));

  GIVES(1, cudaMemcpy(nullptr, h, 16, HH));

  GIVES(1, cudaMemcpy(h, nullptr, 16, HH));

  GIVES(1, cudaMemcpy(nullptr, h, 16, DF));

  GIVES(1, cudaMemcpy(h, nullptr, 16, DF));

  GIVES(1, cudaMemcpy(d, nullptr, 16, DD));

  GIVES(21, cudaMemcpy(d, h, 16, K9));

  GIVES(21, cudaMemcpy(d, h, 16, KN));

  GIVES(21, cudaMemcpy(nullptr, nullptr, 16, K9));

  GIVES(1, cudaMemcpy(d, h, 16, DH));

  GIVES(1, cudaMemcpy(h, d, 16, HD));

  GIVES(1, cudaMemcpy(h, h2, 16, HD));

  GIVES(1, cudaMemcpy(h, h2, 16, DH));

  GIVES(1, cudaMemcpy(h, h2, 16, DD));

  GIVES(0, cudaMemcpy(d, d2, 16, HH));

  GIVES(0, cudaMemcpy(d, d2, 16, HD));

  GIVES(0, cudaMemcpy(d, d2, 16, DH));

  GIVES(1, cudaMemcpy(d, h, 16, DD));

  GIVES(1, cudaMemcpy(h, d, 16, DD));

  GIVES(0, cudaMemcpy(h, d, 16, HH));

  GIVES(0, cudaMemcpy(d, h, 16, HH));

  GIVES(0, cudaMemcpy(d, p, 16, DD));

  GIVES(0, cudaMemcpy(p, d, 16, DD));

  GIVES(0, cudaMemcpy(p, h, 16, HD));

  GIVES(0, cudaMemcpy(m, h, 16, HD));

  GIVES(0, cudaMemcpy(m, h, 16, HH));

  GIVES(0, cudaMemcpy(h, m, 16, HH));

  GIVES(0, cudaMemcpy(h, m, 16, DH));

  GIVES(0, cudaMemcpy(m, p, 16, DD));

  GIVES(0, cudaMemcpy(h, p, 16, DH));

  GIVES(0, cudaMemcpy(d, h, 16, DF));

  GIVES(0, cudaMemcpy(h, d, 16, DF));

  GIVES(0, cudaMemcpy(h, h2, 16, DF));

  GIVES(0, cudaMemcpy(d, d2, 16, DF));

  GIVES(1, cudaMemcpy(d, h, (1 << 20) + 1, HD));

  GIVES(1, cudaMemcpy(h, d, (1 << 20) + 1, DH));

  GIVES(1, cudaMemcpy(d, d2, (1 << 20) + 1, DD));

  GIVES(1, cudaMemcpy(c + (1 << 20) - 8, h, 16, HD));

  GIVES(1, cudaMemcpy(d, h, (size_t)1 << 50, HD));

  GIVES(0, cudaMemcpy(c + 4, c, 16, DD));

  GIVES(0, cudaMemcpy(c, c, 16, DD));

  GIVES(1, cudaMemcpyAsync(nullptr, h, 16, HD, s));

  GIVES(1, cudaMemcpyAsync(d, nullptr, 16, HD, s));

  GIVES(21, cudaMemcpyAsync(d, h, 16, K9, s));

  GIVES(0, cudaMemcpyAsync(d, h, 0, K9, s));

  GIVES(0, cudaMemcpyAsync(nullptr, nullptr, 0, HD, s));

  GIVES(0, cudaMemcpyAsync(d, h, 0, HD, bad<cudaStream_t>()));

  GIVES(1, cudaMemcpyAsync(d, h, 16, DH, s));

  GIVES(1, cudaMemcpyAsync(h, d, 16, HD, s));

  GIVES(1, cudaMemcpyAsync(d, h, (1 << 20) + 1, HD, s));

  GIVES(1, cudaMemcpyAsync(d, d2, (1 << 20) + 1, DD, s));

  GIVES(0, cudaMemcpy2D(d, 64, h, 64, 64, 4, HD));

  GIVES(12, cudaMemcpy2D(d, 63, h, 64, 64, 4, HD));

  GIVES(12, cudaMemcpy2D(d, 64, h, 63, 64, 4, HD));

  GIVES(1, cudaMemcpy2D(d, 63, h, 64, 64, 1, HD));

  GIVES(0, cudaMemcpy2D(d, 0, h, 0, 64, 1, HD));

  GIVES(0, cudaMemcpy2D(d, 0, h, 0, 0, 0, HD));

  GIVES(0, cudaMemcpy2D(d, 64, h, 64, 0, 4, HD));

  GIVES(0, cudaMemcpy2D(d, 64, h, 64, 64, 0, HD));

  GIVES(0, cudaMemcpy2D(d, 32, h, 64, 64, 0, HD));

  GIVES(0, cudaMemcpy2D(d, 32, h, 64, 64, 0, K9));

  GIVES(21, cudaMemcpy2D(d, 64, h, 64, 64, 4, K9));

  GIVES(1, cudaMemcpy2D(nullptr, 64, h, 64, 64, 4, HD));

  GIVES(1, cudaMemcpy2D(d, 64, nullptr, 64, 64, 4, HD));

  GIVES(0, cudaMemcpy2D(nullptr, 64, nullptr, 64, 0, 0, HD));

  GIVES(1, cudaMemcpy2D(d, 1024, h, 1024, 64, 1025, HD));

  GIVES(1, cudaMemcpy2D(d, 64, h, 64, 64, 4, DH));

  GIVES(0, cudaMemcpy2D(d, (size_t)1 << 40, h, 64, 64, 1, HD));

  GIVES(0, cudaMemcpy2D(d, (size_t)1 << 31, h, 64, 64, 1, HD));

  GIVES(1, cudaMemcpy2D(d, (size_t)1 << 31, h, 64, 64, 2, HD));

  GIVES(12, cudaMemcpy2DAsync(d, 63, h, 64, 64, 4, HD, s));

  GIVES(0, cudaMemcpyToSymbol(symbol, h, 16));

  GIVES(1, cudaMemcpyToSymbol(symbol, h, 17));

  GIVES(1, cudaMemcpyToSymbol(symbol, h, 16, 1));

  GIVES(0, cudaMemcpyToSymbol(symbol, h, 0, 16));

  GIVES(0, cudaMemcpyToSymbol(symbol, h, 0, 17));

  GIVES(1, cudaMemcpyToSymbol(symbol, h, 1, (size_t)-1));

  GIVES(21, cudaMemcpyToSymbol(symbol, h, 4, 4, DH));

  GIVES(21, cudaMemcpyToSymbol(symbol, h, 4, 4, HH));

  GIVES(21, cudaMemcpyToSymbol(symbol, h, 4, 4, K9));

  GIVES(1, cudaMemcpyToSymbol(symbol, nullptr, 4));

  GIVES(0, cudaMemcpyToSymbol(symbol, d, 4, 0, DD));

  GIVES(0, cudaMemcpyToSymbol(symbol, d, 4, 0, HD));

  GIVES(1, cudaMemcpyToSymbol(symbol, h, 4, 0, DD));

  GIVES(0, cudaMemcpyToSymbol(symbol, h, 4, 0, DF));

  GIVES(13, cudaMemcpyToSymbol(notASymbol, h, 4));

  GIVES(0, cudaMemcpyToSymbol(notASymbol, h, 0));

  GIVES(13, cudaMemcpyToSymbol((const void*)nullptr, h, 4));

  GIVES(1, cudaMemcpyToSymbol(constantSymbol, h, 17));

  GIVES(0, cudaMemcpyToSymbol(managedSymbol, h, 16));

  GIVES(1, cudaMemcpyToSymbol(managedSymbol, h, 17));

  GIVES(0, cudaMemcpyFromSymbol(h, symbol, 16));

  GIVES(1, cudaMemcpyFromSymbol(h, symbol, 17));

  GIVES(1, cudaMemcpyFromSymbol(h, symbol, 16, 1));

  GIVES(21, cudaMemcpyFromSymbol(h, symbol, 4, 4, HD));

  GIVES(21, cudaMemcpyFromSymbol(h, symbol, 4, 4, HH));

  GIVES(21, cudaMemcpyFromSymbol(h, symbol, 4, 4, K9));

  GIVES(1, cudaMemcpyFromSymbol(nullptr, symbol, 4));

  GIVES(13, cudaMemcpyFromSymbol(h, notASymbol, 4));

  GIVES(13, cudaMemcpyFromSymbol(h, (const void*)nullptr, 4));

  GIVES(0, cudaMemcpyFromSymbol(d, symbol, 4, 0, DH));

  GIVES(1, cudaMemcpyToSymbolAsync(symbol, h, 17, 0, HD, s));

  GIVES(21, cudaMemcpyToSymbolAsync(symbol, h, 4, 0, DH, s));

  GIVES(1, cudaMemcpyFromSymbolAsync(h, symbol, 17, 0, DH, s));

  GIVES(13, cudaMemcpyFromSymbolAsync(h, notASymbol, 4, 0, DH, s));

  void* q;
  size_t n;

  GIVES(13, cudaGetSymbolAddress(&q, (const void*)nullptr));

  GIVES(13, cudaGetSymbolAddress(&q, notASymbol));

  GIVES(0, cudaGetSymbolAddress(&q, managedSymbol));

  GIVES(13, cudaGetSymbolSize(&n, (const void*)nullptr));

  GIVES(13, cudaGetSymbolSize(&n, notASymbol));

  GIVES(0, cudaGetSymbolSize(&n, constantSymbol));

  GIVES(13, cudaGetSymbolAddress(&q, (const void*)kernel));

  GIVES(13, cudaGetSymbolAddress(&q, d));

  GIVES(0, cudaMemcpyPeer(d, 0, d2, 0, 16));

  GIVES(101, cudaMemcpyPeer(d, 0, d2, 9, 16));

  GIVES(101, cudaMemcpyPeer(d, 9, d2, 0, 16));

  GIVES(101, cudaMemcpyPeer(d, -1, d2, 0, 16));

  GIVES(1, cudaMemcpyPeer(nullptr, 0, d2, 0, 16));

  GIVES(1, cudaMemcpyPeer(d, 0, nullptr, 0, 16));

  GIVES(0, cudaMemcpyPeer(d, 0, d2, 0, 0));

  GIVES(0, cudaMemcpyPeer(d, 9, d2, 0, 0));

  GIVES(1, cudaMemcpyPeer(d, 0, h, 0, 16));

  GIVES(1, cudaMemcpyPeer(d, 0, d2, 0, (1 << 20) + 1));

  GIVES(101, cudaMemcpyPeerAsync(d, 0, d2, 9, 16, s));

  cudaMemcpy3DParms q3 = {};

  GIVES(1, cudaMemcpy3D(nullptr));

  GIVES(0, cudaMemcpy3D(&q3));

  q3.srcPtr = make_cudaPitchedPtr(h, 64, 64, 4);
  q3.dstPtr = make_cudaPitchedPtr(d, 64, 64, 4);
  q3.extent = make_cudaExtent(64, 4, 2);
  q3.kind = HD;
  GIVES(0, cudaMemcpy3D(&q3));

  q3.kind = K9;
  GIVES(21, cudaMemcpy3D(&q3));
  q3.kind = DH;
  GIVES(1, cudaMemcpy3D(&q3));
  q3.kind = HD;
  q3.extent = make_cudaExtent(65, 4, 2);
  GIVES(12, cudaMemcpy3D(&q3));
  q3.extent = make_cudaExtent(64, 5, 2);
  GIVES(12, cudaMemcpy3D(&q3));
  q3.extent = make_cudaExtent(64, 5, 1);
  GIVES(1, cudaMemcpy3D(&q3));
  q3.extent = make_cudaExtent(0, 4, 2);
  GIVES(0, cudaMemcpy3D(&q3));
  q3.extent = make_cudaExtent(64, 4, 0);
  GIVES(0, cudaMemcpy3D(&q3));
  q3.extent = make_cudaExtent(64, 4, 2);
  q3.srcPos = make_cudaPos(1, 0, 0);
  GIVES(1, cudaMemcpy3D(&q3));
  q3.srcPos = make_cudaPos(0, 1, 0);
  GIVES(1, cudaMemcpy3D(&q3));
  q3.srcPos = make_cudaPos(0, 0, 1);
  GIVES(0, cudaMemcpy3D(&q3));
  q3.srcPos = make_cudaPos(0, 0, 0);
  q3.dstPos = make_cudaPos(1, 0, 0);
  GIVES(1, cudaMemcpy3D(&q3));
  q3.dstPos = make_cudaPos(0, 0, 0);
  q3.dstPtr.ptr = nullptr;
  GIVES(1, cudaMemcpy3D(&q3));
  q3.dstPtr.ptr = d;
  q3.srcPtr.ptr = nullptr;
  GIVES(1, cudaMemcpy3D(&q3));
  q3.srcPtr.ptr = h;
  q3.dstPtr.pitch = 32;
  GIVES(12, cudaMemcpy3D(&q3));
  q3.dstPtr.pitch = 0;
  GIVES(12, cudaMemcpy3D(&q3));
  q3.dstPtr.pitch = 64;
  q3.dstPtr.ysize = 0;
  GIVES(12, cudaMemcpy3D(&q3));
  q3.dstPtr.ysize = 4;
  q3.srcPtr.xsize = 1;
  GIVES(0, cudaMemcpy3D(&q3));

  GIVES(1, cudaMemcpy3DAsync(nullptr, s));

  // arrays
  cudaArray_t a = nullptr, a2 = nullptr;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float>(), f0 = {},
                        f3 = {32, 32, 32, 0, cudaChannelFormatKindFloat},
                        f24 = {24, 0, 0, 0, cudaChannelFormatKindFloat},
                        fm = {8, 16, 0, 0, cudaChannelFormatKindUnsigned},
                        f8f = {8, 0, 0, 0, cudaChannelFormatKindFloat},
                        f64 = {64, 0, 0, 0, cudaChannelFormatKindUnsigned},
                        fn = {32, 0, 0, 0, cudaChannelFormatKindNone},
                        fgap = {32, 0, 32, 0, cudaChannelFormatKindFloat};

  GIVES(1, cudaMallocArray(nullptr, &f, 16, 16));

  GIVES(1, cudaMallocArray(&a, nullptr, 16, 16));

  GIVES(20, cudaMallocArray(&a, &f0, 16, 16));

  GIVES(20, cudaMallocArray(&a, &f3, 16, 16));

  GIVES(20, cudaMallocArray(&a, &f24, 16, 16));

  GIVES(20, cudaMallocArray(&a, &fm, 16, 16));

  GIVES(20, cudaMallocArray(&a, &f8f, 16, 16));

  GIVES(20, cudaMallocArray(&a, &f64, 16, 16));

  GIVES(20, cudaMallocArray(&a, &fn, 16, 16));

  GIVES(20, cudaMallocArray(&a, &fgap, 16, 16));

  GIVES(1, cudaMallocArray(&a, &f, 0, 0));

  GIVES(1, cudaMallocArray(&a, &f, 0, 16));

  GIVES(1, cudaMallocArray(&a, &f, (size_t)1 << 20, 16));

  GIVES(1, cudaMallocArray(&a, &f, 131073, 0));

  GIVES(0, cudaMallocArray(&a, &f, 131072, 0));

  GIVES(1, cudaMallocArray(&a, &f, 16, 65537));

  GIVES(1, cudaMallocArray(&a, &f, 16, 16, 0x4000));

  GIVES(1, cudaMallocArray(&a, &f, 16, 16, cudaArrayCubemap));

  GIVES(1, cudaMallocArray(&a, &f, 16, 16, cudaArrayLayered));

  GIVES(0, cudaMallocArray(&a, &f, 16, 16, cudaArrayTextureGather));

  GIVES(1, cudaMallocArray(&a, &f, 16, 0, cudaArrayTextureGather));

  OK(cudaMallocArray(&a, &f, 16, 16));
  OK(cudaMallocArray(&a2, &f, 16, 16));
  cudaArray_t b;

  GIVES(1, cudaMalloc3DArray(nullptr, &f, make_cudaExtent(16, 16, 16)));

  GIVES(1, cudaMalloc3DArray(&b, nullptr, make_cudaExtent(16, 16, 16)));

  GIVES(1, cudaMalloc3DArray(&b, &f, make_cudaExtent(0, 16, 16)));

  GIVES(1, cudaMalloc3DArray(&b, &f, make_cudaExtent(16, 0, 16)));

  GIVES(1, cudaMalloc3DArray(&b, &f, make_cudaExtent(16, 16, 5), cudaArrayCubemap));

  GIVES(1, cudaMalloc3DArray(&b, &f, make_cudaExtent(16, 8, 6), cudaArrayCubemap));

  GIVES(0, cudaMalloc3DArray(&b, &f, make_cudaExtent(16, 16, 6), cudaArrayCubemap));

  GIVES(1,
        cudaMalloc3DArray(&b, &f, make_cudaExtent(16, 16, 7), cudaArrayCubemap | cudaArrayLayered));

  GIVES(1, cudaMalloc3DArray(&b, &f, make_cudaExtent(16, 16, 0), cudaArrayLayered));

  GIVES(1, cudaMalloc3DArray(&b, &f, make_cudaExtent(16, 16, 4096), cudaArrayLayered));

  GIVES(0, cudaMalloc3DArray(&b, &f, make_cudaExtent(16, 0, 4), cudaArrayLayered));

  GIVES(1, cudaMalloc3DArray(&b, &f, make_cudaExtent(16385, 16, 16)));

  GIVES(1, cudaMalloc3DArray(&b, &f, make_cudaExtent(16, 16, 16), 0x4000));

  cudaMipmappedArray_t mm;
  GIVES(1, cudaMallocMipmappedArray(nullptr, &f, make_cudaExtent(16, 16, 0), 2));

  GIVES(1, cudaMallocMipmappedArray(&mm, nullptr, make_cudaExtent(16, 16, 0), 2));

  GIVES(0, cudaMallocMipmappedArray(&mm, &f, make_cudaExtent(16, 16, 0), 0));

  GIVES(0, cudaMallocMipmappedArray(&mm, &f, make_cudaExtent(16, 16, 0), 50));

  GIVES(1, cudaMallocMipmappedArray(&mm, &f, make_cudaExtent(0, 16, 0), 2));
  OK(cudaMallocMipmappedArray(&mm, &f, make_cudaExtent(16, 16, 0), 3));
  GIVES(1, cudaGetMipmappedArrayLevel(nullptr, mm, 0));

  GIVES(1, cudaGetMipmappedArrayLevel(&b, mm, 3));

  GIVES(400, cudaGetMipmappedArrayLevel(&b, nullptr, 0));

  GIVES(0, cudaGetMipmappedArrayLevel(&b, mm, 2));

  GIVES(0, cudaFreeMipmappedArray(nullptr));

  GIVES(0, cudaFreeMipmappedArray(mm));

  GIVES(0, cudaFreeArray(nullptr));

  cudaChannelFormatDesc g;
  cudaExtent ex;
  unsigned fl;

  GIVES(1, cudaGetChannelDesc(nullptr, a));

  GIVES(400, cudaGetChannelDesc(&g, nullptr));

  GIVES(0, cudaArrayGetInfo(nullptr, nullptr, nullptr, a));

  GIVES(400, cudaArrayGetInfo(&g, &ex, &fl, nullptr));

  GIVES(0, cudaArrayGetInfo(&g, &ex, &fl, a));

  GIVES(1, cudaArrayGetPlane(&b, a, 0));

  GIVES(400, cudaArrayGetPlane(&b, nullptr, 0));

  cudaArrayMemoryRequirements mr;
  cudaArraySparseProperties spp;
  GIVES(1, cudaArrayGetMemoryRequirements(&mr, a, 0));

  GIVES(1, cudaArrayGetMemoryRequirements(nullptr, a, 0));

  GIVES(1, cudaArrayGetSparseProperties(&spp, a));

  GIVES(0, cudaMemcpy2DToArray(a, 0, 0, h, 64, 64, 16, HD));

  GIVES(12, cudaMemcpy2DToArray(a, 0, 0, h, 64, 65, 16, HD));

  GIVES(1, cudaMemcpy2DToArray(a, 0, 0, h, 64, 64, 17, HD));

  GIVES(1, cudaMemcpy2DToArray(a, 4, 0, h, 64, 64, 16, HD));

  GIVES(1, cudaMemcpy2DToArray(a, 0, 1, h, 64, 64, 16, HD));

  GIVES(12, cudaMemcpy2DToArray(a, 0, 0, h, 63, 64, 16, HD));

  GIVES(0, cudaMemcpy2DToArray(a, 0, 0, h, 64, 63, 16, HD));

  GIVES(0, cudaMemcpy2DToArray(a, 1, 0, h, 64, 4, 1, HD));

  GIVES(400, cudaMemcpy2DToArray(nullptr, 0, 0, h, 64, 64, 16, HD));

  GIVES(1, cudaMemcpy2DToArray(a, 0, 0, nullptr, 64, 64, 16, HD));

  GIVES(21, cudaMemcpy2DToArray(a, 0, 0, h, 64, 64, 16, DH));

  GIVES(21, cudaMemcpy2DToArray(a, 0, 0, h, 64, 64, 16, K9));

  GIVES(0, cudaMemcpy2DToArray(a, 0, 0, h, 64, 0, 16, HD));

  GIVES(0, cudaMemcpy2DToArray(a, 0, 0, h, 64, 64, 0, K9));

  GIVES(0, cudaMemcpy2DToArray(a, 64, 0, h, 64, 0, 0, HD));

  GIVES(0, cudaMemcpy2DFromArray(h, 64, a, 0, 0, 64, 16, DH));

  GIVES(1, cudaMemcpy2DFromArray(h, 64, a, 0, 0, 64, 17, DH));

  GIVES(12, cudaMemcpy2DFromArray(h, 63, a, 0, 0, 64, 16, DH));

  GIVES(400, cudaMemcpy2DFromArray(h, 64, nullptr, 0, 0, 64, 16, DH));

  GIVES(1, cudaMemcpy2DFromArray(nullptr, 64, a, 0, 0, 64, 16, DH));

  GIVES(21, cudaMemcpy2DFromArray(h, 64, a, 0, 0, 64, 16, HD));

  GIVES(0, cudaMemcpy2DArrayToArray(a, 0, 0, a2, 0, 0, 64, 16));

  GIVES(1, cudaMemcpy2DArrayToArray(a, 0, 0, a2, 0, 0, 64, 17));

  GIVES(1, cudaMemcpy2DArrayToArray(a, 4, 0, a2, 0, 0, 64, 16));

  GIVES(1, cudaMemcpy2DArrayToArray(nullptr, 0, 0, a2, 0, 0, 64, 16));

  GIVES(21, cudaMemcpy2DArrayToArray(a, 0, 0, a2, 0, 0, 64, 16, HD));

  GIVES(21, cudaMemcpy2DArrayToArray(a, 0, 0, a2, 0, 0, 64, 16, K9));

  GIVES(0, cudaMemcpyToArray(a, 0, 0, h, 1024, HD));

  GIVES(1, cudaMemcpyToArray(a, 0, 0, h, 1028, HD));

  GIVES(1, cudaMemcpyToArray(a, 4, 0, h, 1024, HD));

  GIVES(0, cudaMemcpyToArray(a, 4, 2, h, 100, HD));

  GIVES(0, cudaMemcpyToArray(a, 0, 0, h, 3, HD));

  GIVES(0, cudaMemcpyFromArray(h, a, 0, 0, 1024, DH));

  GIVES(1, cudaMemcpyFromArray(h, a, 0, 1, 1024, DH));

  GIVES(0, cudaMemcpyToArray(a, 0, 0, h, 0, HD));

  cudaMemcpy3DParms r = {};
  r.srcPtr = make_cudaPitchedPtr(h, 64, 16, 16);
  r.dstArray = a;
  r.extent = make_cudaExtent(16, 16, 1);
  r.kind = HD;
  GIVES(0, cudaMemcpy3D(&r));
  r.extent.width = 17;
  GIVES(1, cudaMemcpy3D(&r));
  r.extent = make_cudaExtent(16, 16, 2);
  GIVES(1, cudaMemcpy3D(&r));
  r.extent = make_cudaExtent(16, 16, 0);
  GIVES(0, cudaMemcpy3D(&r));
  r.extent = make_cudaExtent(16, 16, 1);
  r.dstPtr = make_cudaPitchedPtr(d, 64, 16, 16);
  GIVES(1, cudaMemcpy3D(&r));

  GIVES(0, cudaFreeArray(a));

  GIVES(0, cudaFreeArray(a2));

  OK(cudaFree(d2));
  GIVES(1, cudaMemcpy(d2, h, 16, HD));

  GIVES(1, cudaMemcpy(h, d2, 16, DH));

  GIVES(1, cudaMemcpy(d, d2, 16, DD));

  free(h2);
  free(h);
  return ok();
}
