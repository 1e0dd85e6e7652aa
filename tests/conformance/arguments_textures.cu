// R-303 R-304 R-311 H-066 H-067 H-069: what descriptors of textures and surfaces give which
// errors.
#include "texture.h"

using namespace conformance;

namespace {

cudaError_t make(const cudaResourceDesc& resource, const cudaTextureDesc& texture,
                 const cudaResourceViewDesc* view = nullptr) {
  cudaTextureObject_t object;
  const cudaError_t error = cudaCreateTextureObject(&object, &resource, &texture, view);
  if (error == cudaSuccess)
    CUDA_CHECK(cudaDestroyTextureObject(object));
  else
    EXPECT_CUDA(error, cudaGetLastError());
  return error;
}
cudaError_t makeSurface(const cudaResourceDesc& resource) {
  cudaSurfaceObject_t object;
  const cudaError_t error = cudaCreateSurfaceObject(&object, &resource);
  if (error == cudaSuccess)
    CUDA_CHECK(cudaDestroySurfaceObject(object));
  else
    EXPECT_CUDA(error, cudaGetLastError());
  return error;
}

cudaResourceDesc ofArray(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}
cudaResourceDesc ofLinear(void* pointer, size_t bytes, cudaChannelFormatDesc desc) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = pointer;
  resource.res.linear.sizeInBytes = bytes;
  resource.res.linear.desc = desc;
  return resource;
}
cudaResourceDesc ofPitched(void* pointer, size_t width, size_t height, size_t pitch) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = pointer;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  return resource;
}

} // namespace

int main() {
  char* memory;
  CUDA_CHECK(cudaMalloc(&memory, 1 << 20));
  const cudaChannelFormatDesc real = cudaCreateChannelDesc<float>();
  const cudaChannelFormatDesc byte = cudaCreateChannelDesc<unsigned char>();
  const cudaTextureDesc point = sampler(), linear = sampler(cudaFilterModeLinear);
  const cudaTextureDesc fractions =
      sampler(cudaFilterModePoint, false, cudaAddressModeClamp, cudaReadModeNormalizedFloat);
  const auto changed = [&](auto change) {
    cudaTextureDesc desc = sampler();
    change(desc);
    return desc;
  };

  CUDA_CHECK(make(ofLinear(memory, 4096, real), point));
  CUDA_CHECK(make(ofLinear(memory, 0, real), point));
  CUDA_CHECK(make(ofLinear(memory, 4098, real), point));
  CUDA_CHECK(make(ofLinear(memory, 4096, real), linear));
  CUDA_CHECK(make(ofLinear(memory, 4096, byte), fractions));
  EXPECT_CUDA(cudaErrorInvalidValue, make(ofLinear(nullptr, 4096, real), point));
  EXPECT_CUDA(cudaErrorInvalidValue, make(ofLinear(memory + 4, 4096, real), point));
  EXPECT_CUDA(cudaErrorInvalidValue, make(ofLinear(memory + 256, 4096, real), point));
  EXPECT_CUDA(cudaErrorInvalidNormSetting, make(ofLinear(memory, 4096, real), fractions));
  const cudaChannelFormatDesc wrong[] = {
      {32, 32, 32, 0, cudaChannelFormatKindFloat},  {32, 16, 0, 0, cudaChannelFormatKindFloat},
      {24, 0, 0, 0, cudaChannelFormatKindUnsigned}, {8, 0, 0, 0, cudaChannelFormatKindFloat},
      {0, 0, 0, 0, cudaChannelFormatKindUnsigned},  {32, 0, 0, 0, cudaChannelFormatKindNone}};
  for (const cudaChannelFormatDesc& desc : wrong)
    EXPECT_CUDA(cudaErrorInvalidChannelDescriptor, make(ofLinear(memory, 4096, desc), point));

  CUDA_CHECK(make(ofPitched(memory, 32, 8, 128), linear));
  CUDA_CHECK(make(ofPitched(memory + 512, 32, 8, 160), point));
  EXPECT_CUDA(cudaErrorInvalidValue, make(ofPitched(memory, 32, 8, 132), point));
  EXPECT_CUDA(cudaErrorInvalidValue, make(ofPitched(memory + 32, 32, 8, 512), point));
  EXPECT_CUDA(cudaErrorInvalidValue, make(ofPitched(memory, 200000, 1, 800000), point));

  const cudaArray_t array = arrayOf(std::vector<float>(64), make_cudaExtent(8, 8, 0));
  const cudaArray_t numbers = arrayOf(std::vector<int>(64), make_cudaExtent(8, 8, 0));
  const cudaArray_t bytes = arrayOf(std::vector<unsigned char>(64), make_cudaExtent(8, 8, 0));
  CUDA_CHECK(make(ofArray(array), linear));
  CUDA_CHECK(make(ofArray(array), sampler(cudaFilterModePoint, false, cudaAddressModeWrap)));
  EXPECT_CUDA(cudaErrorInvalidNormSetting, make(ofArray(array), fractions));
  EXPECT_CUDA(cudaErrorInvalidNormSetting, make(ofArray(numbers), fractions));
  EXPECT_CUDA(cudaErrorInvalidFilterSetting, make(ofArray(numbers), linear));
  EXPECT_CUDA(cudaErrorInvalidFilterSetting, make(ofArray(bytes), linear));
  CUDA_CHECK(make(ofArray(bytes), fractions));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, make(ofArray(nullptr), point));
  const auto mode = [&](int number) {
    return changed([&](auto& desc) {
      for (auto& each : desc.addressMode)
        each = static_cast<cudaTextureAddressMode>(number);
    });
  };
  EXPECT_CUDA(cudaErrorInvalidValue, make(ofArray(array), mode(7)));
  EXPECT_CUDA(cudaErrorInvalidValue, make(ofArray(array), changed([](auto& desc) {
                                            desc.filterMode = static_cast<cudaTextureFilterMode>(5);
                                          })));
  CUDA_CHECK(make(ofArray(array), changed([](auto& desc) { desc.maxAnisotropy = 1000; })));
  CUDA_CHECK(make(ofArray(array), changed([](auto& desc) { desc.minMipmapLevelClamp = 5; })));
  EXPECT_CUDA(cudaErrorInvalidValue,
              make(ofArray(array), changed([](auto& desc) { desc.seamlessCubemap = 1; })));
  cudaResourceDesc unknown = ofArray(array);
  unknown.resType = static_cast<cudaResourceType>(9);
  EXPECT_CUDA(cudaErrorInvalidValue, make(unknown, point));

  // Views have the extents of the whole, and elements of its size.
  cudaResourceViewDesc view = {};
  view.format = cudaResViewFormatUnsignedChar4;
  view.width = view.height = 8;
  CUDA_CHECK(make(ofArray(array), point, &view));
  view.format = cudaResViewFormatFloat2;
  EXPECT_CUDA(cudaErrorInvalidValue, make(ofArray(array), point, &view));
  view.format = cudaResViewFormatFloat1;
  view.width = 4;
  EXPECT_CUDA(cudaErrorInvalidValue, make(ofArray(array), point, &view));

  const cudaResourceDesc resource = ofArray(array);
  cudaTextureObject_t object;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaCreateTextureObject(nullptr, &resource, &point, nullptr));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaCreateTextureObject(&object, nullptr, &point, nullptr));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle,
              cudaCreateTextureObject(&object, &resource, nullptr, nullptr));
  cudaResourceDesc found;
  cudaTextureDesc foundTexture;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGetTextureObjectResourceDesc(&found, 0x123456));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGetTextureObjectTextureDesc(&foundTexture, 0x123456));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGetSurfaceObjectResourceDesc(&found, 0));
  CUDA_CHECK(cudaDestroyTextureObject(0));
  CUDA_CHECK(cudaDestroyTextureObject(0x123456));
  CUDA_CHECK(cudaDestroySurfaceObject(0));

  CUDA_CHECK(makeSurface(ofArray(array)));
  EXPECT_CUDA(cudaErrorInvalidValue, makeSurface(ofLinear(memory, 4096, real)));
  EXPECT_CUDA(cudaErrorInvalidValue, makeSurface(ofPitched(memory, 32, 8, 128)));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, makeSurface(ofArray(nullptr)));
  cudaSurfaceObject_t surface;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaCreateSurfaceObject(nullptr, &resource));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaCreateSurfaceObject(&surface, nullptr));
  puts("ok");
}
