#include "cuda/device.h"
#include "kernels.h"

namespace heddle::bench {
namespace {

__global__ void drawPicture(cudaTextureObject_t texture, float* picture, unsigned n) {
  unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < n && row < n) {
    float x = kPictureX + column * kPictureCos - row * kPictureSin;
    float y = kPictureY + column * kPictureSin + row * kPictureCos;
    float sides = tex2D<float>(texture, x - kSampleDistance, y) +
                  tex2D<float>(texture, x + kSampleDistance, y) +
                  tex2D<float>(texture, x, y - kSampleDistance) +
                  tex2D<float>(texture, x, y + kSampleDistance);
    picture[row * n + column] = kCentreWeight * tex2D<float>(texture, x, y) + kSideWeight * sides;
  }
}

constexpr std::size_t kTexels = std::size_t{size::texture} * size::texture;
constexpr std::size_t kPixels = std::size_t{size::picture} * size::picture;

// A texture with bilinear filtering, whose coordinates are clamped to its edge.
class FilteredImage {
public:
  explicit FilteredImage(const std::vector<float>& texels) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    check(cudaMallocArray(&array_, &format, size::texture, size::texture));
    constexpr std::size_t kRow = size::texture * sizeof(float);
    check(cudaMemcpy2DToArray(array_, 0, 0, texels.data(), kRow, kRow, size::texture,
                              cudaMemcpyHostToDevice));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_;
    cudaTextureDesc sampling{};
    sampling.addressMode[0] = sampling.addressMode[1] = cudaAddressModeClamp;
    sampling.filterMode = cudaFilterModeLinear;
    sampling.readMode = cudaReadModeElementType;
    check(cudaCreateTextureObject(&object_, &resource, &sampling, nullptr));
  }
  ~FilteredImage() {
    cudaDestroyTextureObject(object_);
    cudaFreeArray(array_);
  }
  FilteredImage(const FilteredImage&) = delete;
  FilteredImage& operator=(const FilteredImage&) = delete;

  cudaTextureObject_t object() const { return object_; }

private:
  cudaArray_t array_ = nullptr;
  cudaTextureObject_t object_ = 0;
};

class Texture : public Workload {
public:
  void run() override {
    const dim3 block(32, 8);
    const dim3 grid(size::picture / 32, size::picture / 8);
    drawPicture<<<grid, block>>>(texture_.object(), picture_.data(), size::picture);
    finish();
  }

  std::vector<float> result() override {
    run();
    return picture_.read();
  }

private:
  FilteredImage texture_{randomFloats(kTexels, 0.0f, 1.0f, 1)};
  Buffer<float> picture_{kPixels};
};

} // namespace

std::unique_ptr<Workload> makeTexture() {
  return std::make_unique<Texture>();
}

} // namespace heddle::bench
