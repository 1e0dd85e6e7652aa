// cuFFT's advanced layouts: strides between elements, distances between the transforms of a batch
// and rows inside of larger arrays; in a stream of the program's, with a work area of the
// program's, and in a graph.

// nvcc: -lcufft
#include "fft.h"

using fft::Number;

struct Side {
  int embed[2];
  int stride, distance;
  size_t at(int b, int x, int y) const {
    return size_t(b * distance + (x * embed[1] + y) * stride);
  }
};

const int nx = 6, ny = 10, batch = 3;

cufftHandle makePlan(Side& in, Side& out, void** area) {
  int lengths[2] = {nx, ny};
  cufftHandle plan;
  size_t bytes = 0, again = 0;
  FFT_CHECK(cufftCreate(&plan));
  FFT_CHECK(cufftSetAutoAllocation(plan, 0));
  FFT_CHECK(cufftMakePlanMany(plan, 2, lengths, in.embed, in.stride, in.distance, out.embed,
                              out.stride, out.distance, CUFFT_C2C, batch, &bytes));
  FFT_CHECK(cufftGetSize(plan, &again));
  EXPECT_EQ(again, bytes);
  CUDA_CHECK(cudaMalloc(area, bytes + 1));
  FFT_CHECK(cufftSetWorkArea(plan, *area));
  return plan;
}

void check(Side in, Side out, bool captured) {
  const size_t room = 4096;
  const std::vector<Number> numbers = fft::randomNumbers(size_t(batch * nx * ny), false);
  std::vector<float2> host(room, float2{7, 7});
  for (int b = 0; b < batch; ++b)
    for (int x = 0; x < nx; ++x)
      for (int y = 0; y < ny; ++y) {
        const Number number = numbers[size_t((b * nx + x) * ny + y)];
        host[in.at(b, x, y)] = {float(number.real()), float(number.imag())};
      }
  float2 *from, *to;
  void* area;
  const size_t bytes = room * sizeof(float2);
  CUDA_CHECK(cudaMalloc(&from, bytes));
  CUDA_CHECK(cudaMalloc(&to, bytes));
  CUDA_CHECK(cudaMemset(to, 0, bytes));
  CUDA_CHECK(cudaMemcpy(from, host.data(), bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaDeviceSynchronize());
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  const cufftHandle plan = makePlan(in, out, &area);
  FFT_CHECK(cufftSetStream(plan, stream));
  if (captured) {
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    FFT_CHECK(cufftExecC2C(plan, from, to, CUFFT_FORWARD));
    CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(executable, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaGraphExecDestroy(executable));
    CUDA_CHECK(cudaGraphDestroy(graph));
  } else {
    FFT_CHECK(cufftExecC2C(plan, from, to, CUFFT_FORWARD));
    CUDA_CHECK(cudaStreamSynchronize(stream));
  }
  CUDA_CHECK(cudaMemcpy(host.data(), to, bytes, cudaMemcpyDeviceToHost));
  std::vector<bool> isResult(room);
  for (int b = 0; b < batch; ++b) {
    const size_t first = size_t(b * nx * ny);
    const std::vector<Number> expected = fft::transform(
        {numbers.begin() + long(first), numbers.begin() + long(first + nx * ny)}, {nx, ny}, -1);
    std::vector<Number> actual;
    for (int x = 0; x < nx; ++x)
      for (int y = 0; y < ny; ++y) {
        isResult[out.at(b, x, y)] = true;
        actual.push_back({host[out.at(b, x, y)].x, host[out.at(b, x, y)].y});
      }
    CHECK(fft::error(actual, expected) < fft::bound<float>());
  }
  // What lies between the results is left alone.
  for (size_t i = 0; i < room; ++i)
    if (!isResult[i])
      EXPECT_EQ_AT(i, host[i].x, 0.0f);
  FFT_CHECK(cufftDestroy(plan));
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaFree(from));
  CUDA_CHECK(cudaFree(to));
  CUDA_CHECK(cudaFree(area));
}

int main() {
  const Side dense = {{nx, ny}, 1, nx * ny};
  const Side padded = {{nx + 1, ny + 3}, 1, 200};
  const Side strided = {{nx, ny + 2}, 3, 400};
  const Side interleaved = {{nx, ny}, batch, 1};
  check(dense, padded, false);
  check(padded, strided, false);
  check(strided, dense, true);
  check(interleaved, interleaved, false);
  check(interleaved, dense, true);
  puts("ok");
}
