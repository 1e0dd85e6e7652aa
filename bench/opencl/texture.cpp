#include "kernels.h"
#include "opencl/device.h"

namespace heddle::bench {
namespace {

constexpr const char* kSource = R"cl(
constant sampler_t linear =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

float sample(read_only image2d_t texture, float x, float y) {
  return read_imagef(texture, linear, (float2)(x, y)).x;
}

// `map` has the place of pixel (0, 0) in the texture, and the cosine and the sine of the angle.
kernel void drawPicture(read_only image2d_t texture, float4 map, float reach, float2 weights,
                        global float* picture, uint n) {
  uint column = get_global_id(0);
  uint row = get_global_id(1);
  float x = map.x + column * map.z - row * map.w;
  float y = map.y + column * map.w + row * map.z;
  float sides = sample(texture, x - reach, y) + sample(texture, x + reach, y) +
                sample(texture, x, y - reach) + sample(texture, x, y + reach);
  picture[row * n + column] = weights.x * sample(texture, x, y) + weights.y * sides;
}
)cl";

class Texture : public Workload {
public:
  Texture() {
    setArguments(kernel_, texture_, cl_float4{{kPictureX, kPictureY, kPictureCos, kPictureSin}},
                 kSampleDistance, cl_float2{{kCentreWeight, kSideWeight}}, picture_, size::picture);
  }

  void run() override {
    device_.launch(kernel_, {size::picture, size::picture}, {32, 8});
    device_.finish();
  }

  std::vector<float> result() override {
    run();
    return device_.read<float>(picture_, kPixels);
  }

private:
  static constexpr std::size_t kTexels = std::size_t{size::texture} * size::texture;
  static constexpr std::size_t kPixels = std::size_t{size::picture} * size::picture;

  Device& device_ = Device::instance();
  cl::Kernel kernel_ = device_.kernel(kSource, "drawPicture");
  cl::Image2D texture_ = device_.image(randomFloats(kTexels, 0.0f, 1.0f, 1), size::texture);
  cl::Buffer picture_ = device_.buffer<float>(kPixels);
};

} // namespace

std::unique_ptr<Workload> makeTexture() {
  return std::make_unique<Texture>();
}

} // namespace heddle::bench
