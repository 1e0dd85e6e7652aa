// Plans for several devices. The data of a transform are gathered on the first device, transformed
// there, and divided again: the devices share the memory and the processor of one machine, so that
// transforms of parts on each of them would not be faster.
#include "cufft/plan.h"

#include "library/current_device.h"

#include <algorithm>
#include <bit>

namespace heddle::cufft {

namespace {

using library::CurrentDevice;

// NVIDIA's library has these limits, and like it this one lets a device be in the list several
// times.
constexpr int kFewestDevices = 2, kMostDevices = 16;

bool isShuffled(int format) {
  return format == CUFFT_XT_FORMAT_INPLACE_SHUFFLED || format == CUFFT_XT_FORMAT_OUTPUT;
}
Order orderOf(const cudaLibXtDesc& data) {
  return isShuffled(data.subFormat) ? Order::Shuffled : Order::Natural;
}

// The format of what a transform makes of data with this format.
int transformedFormat(int format) {
  switch (format) {
  case CUFFT_XT_FORMAT_INPUT:
  case CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED:
    return CUFFT_XT_FORMAT_OUTPUT;
  case CUFFT_XT_FORMAT_OUTPUT:
    return CUFFT_XT_FORMAT_INPUT;
  case CUFFT_XT_FORMAT_INPLACE_SHUFFLED:
    return CUFFT_XT_FORMAT_INPLACE;
  default:
    return CUFFT_XT_FORMAT_INPLACE_SHUFFLED;
  }
}

void freeDescriptor(cudaLibXtDesc* data) {
  CurrentDevice current;
  for (int index = 0; index < data->descriptor->nGPUs; ++index) {
    current.set(data->descriptor->GPUs[index]);
    cudaFree(data->descriptor->data[index]);
  }
  delete data->descriptor;
  delete data;
}

// Copies between the whole data and what the devices have of it, one slice after the other.
enum class Direction : std::uint8_t { Gather, Scatter };
template <class Copy>
cudaError_t copySlices(const Distribution& distribution, const cudaLibXtDesc& data, void* whole,
                       Direction direction, Copy copy) {
  for (int index = 0; index < data.descriptor->nGPUs; ++index) {
    auto* part = static_cast<char*>(data.descriptor->data[index]);
    for (const Slice& slice : distribution.slices(orderOf(data), static_cast<unsigned>(index))) {
      if (slice.bytes() == 0)
        continue;
      void* const place = static_cast<char*>(whole) + slice.offset;
      const cudaError_t error =
          direction == Direction::Gather
              ? copy(place, slice.pitch, part, slice.rowBytes, slice.rowBytes, slice.rows)
              : copy(part, slice.rowBytes, place, slice.pitch, slice.rowBytes, slice.rows);
      if (error != cudaSuccess)
        return error;
      part += slice.bytes();
    }
  }
  return cudaSuccess;
}

cudaError_t copyNow(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                    std::size_t width, std::size_t height) {
  return cudaMemcpy2D(to, toPitch, from, fromPitch, width, height, cudaMemcpyDefault);
}

// Waits for what the default streams of these devices still have to do.
void waitForDevices(const cudaXtDesc& data) {
  CurrentDevice current;
  for (int index = 0; index < data.nGPUs; ++index) {
    current.set(data.GPUs[index]);
    cudaStreamSynchronize(nullptr);
  }
}

// Lets `stream`, one of `streamDevice`, wait for the default streams of the devices that have the
// data, or these for it.
enum class Waiting : std::uint8_t { Stream, Devices };
cudaError_t orderBetween(cudaStream_t stream, int streamDevice, const cudaXtDesc& data,
                         Waiting waiting) {
  CurrentDevice current;
  for (int index = 0; index < data.nGPUs; ++index) {
    const bool isDeviceFirst = waiting == Waiting::Stream;
    const int first = isDeviceFirst ? data.GPUs[index] : streamDevice;
    const int second = isDeviceFirst ? streamDevice : data.GPUs[index];
    current.set(first);
    cudaEvent_t done = nullptr;
    cudaError_t error = cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    if (error == cudaSuccess)
      error = cudaEventRecord(done, isDeviceFirst ? nullptr : stream);
    current.set(second);
    if (error == cudaSuccess)
      error = cudaStreamWaitEvent(isDeviceFirst ? stream : nullptr, done, 0);
    cudaEventDestroy(done);
    if (error != cudaSuccess)
      return error;
  }
  return cudaSuccess;
}

} // namespace

cufftResult Plan::setDevices(int count, const int* devices) {
  if (!devices)
    return CUFFT_INVALID_VALUE;
  const std::lock_guard lock(mutex_);
  if (isMade_)
    return CUFFT_INVALID_PLAN;
  if (count < kFewestDevices || count > kMostDevices)
    return CUFFT_INVALID_VALUE;
  int known = 0;
  if (cudaGetDeviceCount(&known) != cudaSuccess)
    return CUFFT_SETUP_FAILED;
  if (!std::all_of(devices, devices + count,
                   [&](int device) { return device >= 0 && device < known; }))
    return CUFFT_INVALID_DEVICE;
  devices_.assign(devices, devices + count);
  return CUFFT_SUCCESS;
}

std::vector<int> Plan::devices() const {
  if (!devices_.empty())
    return devices_;
  int current = 0;
  cudaGetDevice(&current);
  return {current};
}

Distribution Plan::distribution(std::size_t devices) const {
  return {geometry_, 2 * scalarBytes(precision_), static_cast<unsigned>(devices)};
}

cufftResult Plan::allocateData(cudaLibXtDesc** data, cufftXtSubFormat format) {
  if (!data)
    return CUFFT_INVALID_VALUE;
  const std::lock_guard lock(mutex_);
  if (!isMade_)
    return CUFFT_INVALID_PLAN;
  const std::vector<int> numbers = devices();
  const Distribution parts = distribution(numbers.size());
  auto parting = std::make_unique<cudaXtDesc>();
  parting->version = CUDA_XT_DESCRIPTOR_VERSION;
  auto made = std::make_unique<cudaLibXtDesc>();
  *made = {CUDA_XT_DESCRIPTOR_VERSION, parting.release(), LIB_FORMAT_CUFFT, format, nullptr};
  CurrentDevice current;
  for (const int number : numbers) {
    const int index = made->descriptor->nGPUs++;
    made->descriptor->GPUs[index] = number;
    made->descriptor->size[index] = parts.capacity(static_cast<unsigned>(index));
    current.set(number);
    if (cudaMalloc(&made->descriptor->data[index], made->descriptor->size[index]) != cudaSuccess) {
      freeDescriptor(made.release());
      return CUFFT_ALLOC_FAILED;
    }
  }
  *data = made.release();
  return CUFFT_SUCCESS;
}

cufftResult Plan::copyData(void* to, void* from, cufftXtCopyType type) {
  if (!to || !from)
    return CUFFT_INVALID_VALUE;
  const std::lock_guard lock(mutex_);
  if (!isMade_)
    return CUFFT_INVALID_PLAN;
  const auto move = [&](void* divided, void* whole, Direction direction) {
    const auto& data = *static_cast<const cudaLibXtDesc*>(divided);
    waitForDevices(*data.descriptor);
    return copySlices(distribution(static_cast<std::size_t>(data.descriptor->nGPUs)), data, whole,
                      direction, copyNow);
  };
  cudaError_t error = cudaSuccess;
  switch (type) {
  case CUFFT_COPY_HOST_TO_DEVICE:
    error = move(to, from, Direction::Scatter);
    break;
  case CUFFT_COPY_DEVICE_TO_HOST:
    error = move(from, to, Direction::Gather);
    break;
  case CUFFT_COPY_DEVICE_TO_DEVICE: {
    std::vector<char> whole(distribution(1).bytes());
    error = move(from, whole.data(), Direction::Gather);
    if (error == cudaSuccess)
      error = move(to, whole.data(), Direction::Scatter);
    break;
  }
  default:
    return CUFFT_INVALID_VALUE;
  }
  return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_INTERNAL_ERROR;
}

cufftResult Plan::query(cufftXtQueryType type, cufftXt1dFactors* factors) {
  if (!factors || type != CUFFT_QUERY_1D_FACTORS)
    return CUFFT_INVALID_VALUE;
  const std::lock_guard lock(mutex_);
  if (!isMade_ || devices_.empty())
    return CUFFT_INVALID_PLAN;
  const std::optional<Strings> strings = distribution(devices_.size()).strings();
  if (!strings)
    return CUFFT_INVALID_PLAN;
  const auto number = [](std::uint64_t value) { return static_cast<long long>(value); };
  const auto shift = [](std::uint64_t value) { return std::countr_zero(value); };
  *factors = {number(geometry_.lengths[0]), number(strings->count),
              number(strings->length),      number(strings->substringLength),
              number(strings->factor1),     number(strings->factor2),
              number(strings->length - 1),  number(strings->substringLength - 1),
              number(strings->factor1 - 1), number(strings->factor2 - 1),
              shift(strings->length),       shift(strings->substringLength),
              shift(strings->factor1),      shift(strings->factor2)};
  return CUFFT_SUCCESS;
}

cufftResult Plan::executeData(PassKind kind, Precision precision, cudaLibXtDesc* in,
                              cudaLibXtDesc* out, int direction) {
  {
    const std::lock_guard lock(mutex_);
    if (!isMade_)
      return CUFFT_INVALID_PLAN;
    if (kind != geometry_.kind || precision != precision_)
      return CUFFT_INVALID_TYPE;
  }
  return executeData(in, out, direction);
}

cufftResult Plan::executeData(cudaLibXtDesc* in, cudaLibXtDesc* out, int direction) {
  const std::lock_guard lock(mutex_);
  if (!isMade_)
    return CUFFT_INVALID_PLAN;
  const std::vector<int> numbers = devices();
  const auto fits = [&](const cudaLibXtDesc* data) {
    return data && data->descriptor && data->descriptor->nGPUs == static_cast<int>(numbers.size());
  };
  if (!fits(in) || !fits(out))
    return CUFFT_INVALID_VALUE;
  const Distribution parts = distribution(numbers.size());
  CurrentDevice current;
  current.set(numbers.front());
  if (!gathered_ && cudaMalloc(&gathered_, parts.bytes()) != cudaSuccess)
    return CUFFT_ALLOC_FAILED;
  const auto copy = [&](auto... arguments) {
    return cudaMemcpy2DAsync(arguments..., cudaMemcpyDefault, stream_);
  };
  const auto order = [&](const cudaLibXtDesc& data, Waiting waiting) {
    return orderBetween(stream_, numbers.front(), *data.descriptor, waiting);
  };
  if (order(*in, Waiting::Stream) != cudaSuccess || order(*out, Waiting::Stream) != cudaSuccess ||
      copySlices(parts, *in, gathered_, Direction::Gather, copy) != cudaSuccess)
    return CUFFT_EXEC_FAILED;
  if (const cufftResult result = launch(gathered_, gathered_, direction))
    return result;
  out->subFormat = transformedFormat(in->subFormat);
  if (copySlices(parts, *out, gathered_, Direction::Scatter, copy) != cudaSuccess ||
      order(*out, Waiting::Devices) != cudaSuccess)
    return CUFFT_EXEC_FAILED;
  return CUFFT_SUCCESS;
}

cufftResult freeData(cudaLibXtDesc* data) {
  if (data)
    freeDescriptor(data);
  return CUFFT_SUCCESS;
}

} // namespace heddle::cufft
