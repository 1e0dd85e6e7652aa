// Records what textures give on a GPU, bit by bit, for the test of the sampler: for each case a
// line of text "name samples words" and then the samples' words.
//   nvcc -std=c++20 -arch=native golden.cu -o golden && ./golden golden.bin
#include "golden_cases.h"

#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t error = (call);                                                                    \
    if (error != cudaSuccess) {                                                                    \
      std::printf("%s:%d %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorName(error));           \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

uint16_t halfOf(float value) {
  return __half_as_ushort(__float2half_rn(value));
}

template <Geometry G, Operation O>
__device__ void sample(cudaTextureObject_t t, const Point& p, unsigned* r) {
  if (O == Fetch || O == FetchInt || O == FetchS) {
#define PLAIN(g, coords, ...)                                                                      \
  if (O == Fetch)                                                                                  \
    asm volatile("tex." g ".v4.f32.f32 {%0,%1,%2,%3}, [%4, " coords "];"                           \
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])                                  \
                 : "l"(t), __VA_ARGS__);                                                           \
  else if (O == FetchInt)                                                                          \
    asm volatile("tex." g ".v4.u32.f32 {%0,%1,%2,%3}, [%4, " coords "];"                           \
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])                                  \
                 : "l"(t), __VA_ARGS__);
    if (G == G1) {
      PLAIN("1d", "{%5}", "f"(p.x))
    }
    if (G == G2) {
      PLAIN("2d", "{%5,%6}", "f"(p.x), "f"(p.y))
    }
    if (G == G3) {
      PLAIN("3d", "{%5,%6,%7,%7}", "f"(p.x), "f"(p.y), "f"(p.z))
    }
    if (G == GA1) {
      PLAIN("a1d", "{%6,%5}", "f"(p.x), "r"(p.layer))
    }
    if (G == GA2) {
      PLAIN("a2d", "{%7,%5,%6,%6}", "f"(p.x), "f"(p.y), "r"(p.layer))
    }
    if (G == GCube) {
      PLAIN("cube", "{%5,%6,%7,%7}", "f"(p.x), "f"(p.y), "f"(p.z))
    }
    if (G == GACube) {
      PLAIN("acube", "{%8,%5,%6,%7}", "f"(p.x), "f"(p.y), "f"(p.z), "r"(p.layer))
    }
    if (O == FetchS && G == G1)
      asm volatile("tex.1d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%5}];"
                   : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                   : "l"(t), "r"((int)p.x));
    if (O == FetchS && G == G2)
      asm volatile("tex.2d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%5,%6}];"
                   : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                   : "l"(t), "r"((int)p.x), "r"((int)p.y));
    if (O == FetchS && G == G3)
      asm volatile("tex.3d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}];"
                   : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                   : "l"(t), "r"((int)p.x), "r"((int)p.y), "r"((int)p.z));
  }
#define LEVEL(g, coords, ...)                                                                      \
  asm volatile("tex.level." g ".v4.f32.f32 {%0,%1,%2,%3}, [%4, " coords "], %5;"                   \
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])                                    \
               : "l"(t), "f"(p.level), __VA_ARGS__);
  if (O == Lod) {
    if (G == G1) {
      LEVEL("1d", "{%6}", "f"(p.x))
    }
    if (G == G2) {
      LEVEL("2d", "{%6,%7}", "f"(p.x), "f"(p.y))
    }
    if (G == G3) {
      LEVEL("3d", "{%6,%7,%8,%8}", "f"(p.x), "f"(p.y), "f"(p.z))
    }
    if (G == GCube) {
      LEVEL("cube", "{%6,%7,%8,%8}", "f"(p.x), "f"(p.y), "f"(p.z))
    }
  }
  if (O == Grad) {
    if (G == G1)
      asm volatile("tex.grad.1d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5}], {%6}, {%7};"
                   : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                   : "l"(t), "f"(p.x), "f"(p.dx[0]), "f"(p.dy[0]));
    if (G == G2)
      asm volatile("tex.grad.2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}], {%7,%8}, {%9,%10};"
                   : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                   : "l"(t), "f"(p.x), "f"(p.y), "f"(p.dx[0]), "f"(p.dx[1]), "f"(p.dy[0]),
                     "f"(p.dy[1]));
    if (G == G3)
      asm volatile("tex.grad.3d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6,%7,%7}], {%8,%9,%10,%10}, "
                   "{%11,%12,%13,%13};"
                   : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                   : "l"(t), "f"(p.x), "f"(p.y), "f"(p.z), "f"(p.dx[0]), "f"(p.dx[1]), "f"(p.dx[2]),
                     "f"(p.dy[0]), "f"(p.dy[1]), "f"(p.dy[2]));
  }
#define GATHER(c)                                                                                  \
  asm volatile("tld4." c ".2d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];"                            \
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])                                    \
               : "l"(t), "f"(p.x), "f"(p.y));
#define GATHERF(c)                                                                                 \
  asm volatile("tld4." c ".2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];"                            \
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])                                    \
               : "l"(t), "f"(p.x), "f"(p.y));
  if (O == Gather0) {
    GATHERF("r")
  }
  if (O == Gather1) {
    GATHER("g")
  }
  if (O == Gather2) {
    GATHER("b")
  }
  if (O == Gather3) {
    GATHER("a")
  }
}

template <Geometry G, Operation O>
__global__ void run(cudaTextureObject_t t, const Point* points, int n, unsigned* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned r[4] = {0xdeadu, 0xdeadu, 0xdeadu, 0xdeadu};
  sample<G, O>(t, points[i], r);
  for (int k = 0; k < 4; ++k)
    out[4 * i + k] = r[k];
}

typedef void (*Kernel)(cudaTextureObject_t, const Point*, int, unsigned*);
static Kernel kernelOf(Geometry g, Operation o) {
#define ROW(G)                                                                                     \
  o == Fetch      ? run<G, Fetch>                                                                  \
  : o == FetchInt ? run<G, FetchInt>                                                               \
  : o == Lod      ? run<G, Lod>                                                                    \
  : o == Grad     ? run<G, Grad>                                                                   \
  : o == FetchS   ? run<G, FetchS>                                                                 \
                  : run<G, Fetch>
  switch (g) {
  case GLinear:
  case G1:
    return ROW(G1);
  case GPitch:
  case G2:
    return o == Gather0   ? run<G2, Gather0>
           : o == Gather1 ? run<G2, Gather1>
           : o == Gather2 ? run<G2, Gather2>
           : o == Gather3 ? run<G2, Gather3>
                          : ROW(G2);
  case G3:
    return ROW(G3);
  case GA1:
    return ROW(GA1);
  case GA2:
    return ROW(GA2);
  case GCube:
    return ROW(GCube);
  default:
    return ROW(GACube);
  }
}

static void runCase(const Case& c, FILE* out) {
  state = 12345;
  static const cudaChannelFormatKind kinds[] = {
      cudaChannelFormatKindFloat,    cudaChannelFormatKindFloat,    cudaChannelFormatKindUnsigned,
      cudaChannelFormatKindSigned,   cudaChannelFormatKindUnsigned, cudaChannelFormatKindSigned,
      cudaChannelFormatKindUnsigned, cudaChannelFormatKindSigned};
  const int bits = bitsOf(c.format) * 8;
  cudaChannelFormatDesc desc =
      cudaCreateChannelDesc(bits, c.channels > 1 ? bits : 0, c.channels > 2 ? bits : 0,
                            c.channels > 2 ? bits : 0, kinds[c.format]);
  const size_t element = c.channels * bitsOf(c.format);
  cudaResourceDesc resource = {};
  std::vector<unsigned char> data;
  void* memory = nullptr;
  if (c.geometry == GLinear) {
    fillTexels(c, data, c.w, 0);
    CHECK(cudaMalloc(&memory, data.size()));
    CHECK(cudaMemcpy(memory, data.data(), data.size(), cudaMemcpyHostToDevice));
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = desc;
    resource.res.linear.sizeInBytes = data.size();
  } else if (c.geometry == GPitch) {
    size_t pitch;
    fillTexels(c, data, (size_t)c.w * c.h, 0);
    CHECK(cudaMallocPitch(&memory, &pitch, c.w * element, c.h));
    CHECK(cudaMemcpy2D(memory, pitch, data.data(), c.w * element, c.w * element, c.h,
                       cudaMemcpyHostToDevice));
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = desc;
    resource.res.pitch2D.width = c.w;
    resource.res.pitch2D.height = c.h;
    resource.res.pitch2D.pitchInBytes = pitch;
  } else {
    unsigned flags = 0;
    if (c.geometry == GA1 || c.geometry == GA2 || c.geometry == GACube)
      flags |= cudaArrayLayered;
    if (c.geometry == GCube || c.geometry == GACube)
      flags |= cudaArrayCubemap;
    if (c.op >= Gather0 && c.op <= Gather3)
      flags |= cudaArrayTextureGather;
    cudaExtent extent = make_cudaExtent(c.w, c.geometry == G1 || c.geometry == GA1 ? 0 : c.h,
                                        c.geometry == GCube                    ? 6
                                        : c.geometry == GACube                 ? 6 * c.d
                                        : c.geometry == G1 || c.geometry == G2 ? 0
                                                                               : c.d);
    cudaMipmappedArray_t mipmap = nullptr;
    cudaArray_t array;
    if (c.levels > 1)
      CHECK(cudaMallocMipmappedArray(&mipmap, &desc, extent, c.levels, flags));
    else
      CHECK(cudaMalloc3DArray(&array, &desc, extent, flags));
    for (int level = 0; level < c.levels; ++level) {
      if (mipmap)
        CHECK(cudaGetMipmappedArrayLevel(&array, mipmap, level));
      size_t w = std::max<size_t>(1, extent.width >> level),
             h = std::max<size_t>(1, extent.height >> level),
             d = std::max<size_t>(1, flags & (cudaArrayLayered | cudaArrayCubemap)
                                         ? extent.depth
                                         : extent.depth >> level);
      fillTexels(c, data, w * h * d, level);
      cudaMemcpy3DParms copy = {};
      copy.srcPtr = make_cudaPitchedPtr(data.data(), w * element, w, h);
      copy.dstArray = array;
      copy.extent = make_cudaExtent(w, h, d);
      copy.kind = cudaMemcpyHostToDevice;
      CHECK(cudaMemcpy3D(&copy));
    }
    if (mipmap) {
      resource.resType = cudaResourceTypeMipmappedArray;
      resource.res.mipmap.mipmap = mipmap;
    } else {
      resource.resType = cudaResourceTypeArray;
      resource.res.array.array = array;
    }
  }
  cudaTextureDesc texture = {};
  for (auto& mode : texture.addressMode)
    mode = static_cast<cudaTextureAddressMode>(c.mode);
  texture.filterMode = c.linear ? cudaFilterModeLinear : cudaFilterModePoint;
  texture.readMode = c.norm ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  texture.sRGB = c.srgb;
  std::memcpy(texture.borderColor, c.border, sizeof c.border);
  texture.normalizedCoords = c.normalized;
  texture.maxAnisotropy = c.aniso;
  texture.mipmapFilterMode = c.mipLinear ? cudaFilterModeLinear : cudaFilterModePoint;
  texture.mipmapLevelBias = c.bias;
  texture.minMipmapLevelClamp = c.minLevel;
  texture.maxMipmapLevelClamp = c.maxLevel;
  texture.seamlessCubemap = c.seamless;
  cudaTextureObject_t object;
  cudaError_t error = cudaCreateTextureObject(&object, &resource, &texture, nullptr);
  if (error != cudaSuccess) {
    cudaGetLastError();
    std::printf("%s: %s\n", c.name, cudaGetErrorName(error));
    return;
  }
  std::vector<Point> points;
  for (int i = 0; i < c.samples; ++i)
    points.push_back(pointOf(c, i));
  Point* devicePoints;
  unsigned* results;
  CHECK(cudaMalloc(&devicePoints, points.size() * sizeof(Point)));
  CHECK(cudaMalloc(&results, points.size() * 16));
  CHECK(cudaMemcpy(devicePoints, points.data(), points.size() * sizeof(Point),
                   cudaMemcpyHostToDevice));
  kernelOf(c.geometry, c.op)<<<(c.samples + 127) / 128, 128>>>(object, devicePoints, c.samples,
                                                               results);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::vector<unsigned> host(points.size() * 4);
  CHECK(cudaMemcpy(host.data(), results, host.size() * 4, cudaMemcpyDeviceToHost));
  std::fprintf(out, "%s %d %d\n", c.name, c.samples, c.words);
  for (int i = 0; i < c.samples; ++i)
    std::fwrite(&host[4 * i], 4, c.words, out);
  CHECK(cudaDestroyTextureObject(object));
  CHECK(cudaFree(devicePoints));
  CHECK(cudaFree(results));
}

int main(int argc, char** argv) {
  FILE* out = std::fopen(argc > 1 ? argv[1] : "golden.bin", "wb");
  for (const Case& c : goldenCases())
    runCase(c, out);
  std::fclose(out);
  return 0;
}
