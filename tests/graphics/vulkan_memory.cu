// Memory of Vulkan on Mesa's driver for processors, exported as a file descriptor: a kernel writes
// a buffer and an image, and Vulkan copies them out equal; and the other way round. Row R-339.

// nvcc: -lvulkan
#include "../conformance/check.h"

#include <vector>
#include <vulkan/vulkan.h>

#define VK_CHECK(call) EXPECT_EQ(int(call), int(VK_SUCCESS))

constexpr unsigned kWidth = 37, kHeight = 21, kLevels = 3;

__host__ __device__ uchar4 colourAt(int x, int y) {
  return make_uchar4(7 * x, 11 * y, x ^ y, 255 - x);
}

__global__ void paint(cudaSurfaceObject_t surface, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width)
    surf2Dwrite(colourAt(x, y), surface, x * 4, y);
}

__global__ void addIndex(int* values, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] += i;
}

struct Vulkan {
  Vulkan() {
    VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_2;
    VkInstanceCreateInfo instanceInfo = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    instanceInfo.pApplicationInfo = &application;
    VkInstance instance;
    VK_CHECK(vkCreateInstance(&instanceInfo, nullptr, &instance));
    uint32_t count = 0;
    VK_CHECK(vkEnumeratePhysicalDevices(instance, &count, nullptr));
    std::vector<VkPhysicalDevice> devices(count);
    VK_CHECK(vkEnumeratePhysicalDevices(instance, &count, devices.data()));
    for (VkPhysicalDevice each : devices) {
      VkPhysicalDeviceProperties properties;
      vkGetPhysicalDeviceProperties(each, &properties);
      if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU)
        physical = each;
    }
    CHECK(physical != VK_NULL_HANDLE);
    const float priority = 1;
    VkDeviceQueueCreateInfo queueInfo = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queueInfo.queueCount = 1;
    queueInfo.pQueuePriorities = &priority;
    const char* extension = "VK_KHR_external_memory_fd";
    VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queueInfo;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &extension;
    VK_CHECK(vkCreateDevice(physical, &info, nullptr, &device));
    vkGetDeviceQueue(device, 0, 0, &queue);
    VkCommandPoolCreateInfo poolInfo = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VK_CHECK(vkCreateCommandPool(device, &poolInfo, nullptr, &pool));
  }

  // The first kind of memory will do: the driver has one, which the host sees.
  VkDeviceMemory allocate(VkDeviceSize bytes, bool isExported) {
    VkExportMemoryAllocateInfo exported = {VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO};
    exported.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    info.pNext = isExported ? &exported : nullptr;
    info.allocationSize = bytes;
    VkDeviceMemory memory;
    VK_CHECK(vkAllocateMemory(device, &info, nullptr, &memory));
    return memory;
  }

  VkBuffer buffer(VkDeviceSize bytes) {
    VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = bytes;
    info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    VkBuffer made;
    VK_CHECK(vkCreateBuffer(device, &info, nullptr, &made));
    return made;
  }

  cudaExternalMemory_t import(VkDeviceMemory memory, VkDeviceSize bytes) {
    VkMemoryGetFdInfoKHR get = {VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR};
    get.memory = memory;
    get.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    cudaExternalMemoryHandleDesc description = {};
    description.type = cudaExternalMemoryHandleTypeOpaqueFd;
    description.size = bytes;
    const auto getFd =
        reinterpret_cast<PFN_vkGetMemoryFdKHR>(vkGetDeviceProcAddr(device, "vkGetMemoryFdKHR"));
    VK_CHECK(getFd(device, &get, &description.handle.fd));
    cudaExternalMemory_t imported;
    CUDA_CHECK(cudaImportExternalMemory(&imported, &description));
    return imported;
  }

  // Records commands and waits until they are done.
  template <class Record> void run(Record record) {
    VkCommandBufferAllocateInfo allocation = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    allocation.commandPool = pool;
    allocation.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    allocation.commandBufferCount = 1;
    VkCommandBuffer commands;
    VK_CHECK(vkAllocateCommandBuffers(device, &allocation, &commands));
    VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VK_CHECK(vkBeginCommandBuffer(commands, &begin));
    record(commands);
    VK_CHECK(vkEndCommandBuffer(commands));
    VkSubmitInfo submission = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submission.commandBufferCount = 1;
    submission.pCommandBuffers = &commands;
    VK_CHECK(vkQueueSubmit(queue, 1, &submission, VK_NULL_HANDLE));
    VK_CHECK(vkQueueWaitIdle(queue));
  }

  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device;
  VkQueue queue;
  VkCommandPool pool;
};

// Vulkan fills a buffer, a kernel adds to it, and Vulkan copies it to another buffer.
void buffers(Vulkan& vulkan) {
  constexpr int kCount = 5000;
  constexpr VkDeviceSize kBytes = kCount * sizeof(int), kOffset = 256;
  const VkBuffer shared = vulkan.buffer(kBytes), copy = vulkan.buffer(kBytes);
  const VkDeviceMemory memory = vulkan.allocate(kOffset + kBytes, true);
  const VkDeviceMemory copyMemory = vulkan.allocate(kBytes, false);
  VK_CHECK(vkBindBufferMemory(vulkan.device, shared, memory, kOffset));
  VK_CHECK(vkBindBufferMemory(vulkan.device, copy, copyMemory, 0));
  vulkan.run([&](VkCommandBuffer commands) { vkCmdFillBuffer(commands, shared, 0, kBytes, 1000); });
  cudaExternalMemory_t imported = vulkan.import(memory, kOffset + kBytes);
  cudaExternalMemoryBufferDesc description = {};
  description.offset = kOffset;
  description.size = kBytes;
  int* values;
  CUDA_CHECK(cudaExternalMemoryGetMappedBuffer((void**)&values, imported, &description));
  addIndex<<<(kCount + 255) / 256, 256>>>(values, kCount);
  CUDA_CHECK(cudaDeviceSynchronize());
  vulkan.run([&](VkCommandBuffer commands) {
    VkBufferCopy whole = {0, 0, kBytes};
    vkCmdCopyBuffer(commands, shared, copy, 1, &whole);
  });
  void* seen;
  VK_CHECK(vkMapMemory(vulkan.device, copyMemory, 0, kBytes, 0, &seen));
  for (int i = 0; i < kCount; ++i)
    EXPECT_EQ_AT(i, static_cast<int*>(seen)[i], 1000 + i);
  CUDA_CHECK(cudaFree(values));
  CUDA_CHECK(cudaDestroyExternalMemory(imported));
}

VkImageMemoryBarrier barrierTo(VkImage image, VkImageLayout layout) {
  VkImageMemoryBarrier barrier = {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
  barrier.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
  barrier.oldLayout = VK_IMAGE_LAYOUT_GENERAL;
  barrier.newLayout = layout;
  barrier.image = image;
  barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, kLevels, 0, 1};
  return barrier;
}

// A kernel paints the levels of an image through surfaces, and Vulkan copies them to a buffer.
void images(Vulkan& vulkan) {
  VkExternalMemoryImageCreateInfo external = {VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO};
  external.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  VkImageCreateInfo info = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
  info.pNext = &external;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = VK_FORMAT_R8G8B8A8_UNORM;
  info.extent = {kWidth, kHeight, 1};
  info.mipLevels = kLevels;
  info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_STORAGE_BIT;
  VkImage image;
  VK_CHECK(vkCreateImage(vulkan.device, &info, nullptr, &image));
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(vulkan.device, image, &needs);
  const VkDeviceMemory memory = vulkan.allocate(needs.size, true);
  VK_CHECK(vkBindImageMemory(vulkan.device, image, memory, 0));

  cudaExternalMemory_t imported = vulkan.import(memory, needs.size);
  cudaExternalMemoryMipmappedArrayDesc description = {};
  description.formatDesc = cudaCreateChannelDesc<uchar4>();
  description.extent = make_cudaExtent(kWidth, kHeight, 0);
  description.flags = cudaArraySurfaceLoadStore;
  description.numLevels = kLevels;
  cudaMipmappedArray_t levels;
  CUDA_CHECK(cudaExternalMemoryGetMappedMipmappedArray(&levels, imported, &description));
  for (unsigned level = 0; level < kLevels; ++level) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    CUDA_CHECK(cudaGetMipmappedArrayLevel(&resource.res.array.array, levels, level));
    cudaSurfaceObject_t surface;
    CUDA_CHECK(cudaCreateSurfaceObject(&surface, &resource));
    paint<<<dim3(2, kHeight >> level), 32>>>(surface, kWidth >> level);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaDestroySurfaceObject(surface));
  }

  const VkDeviceSize bytes = kWidth * kHeight * 4 * kLevels;
  const VkBuffer copy = vulkan.buffer(bytes);
  const VkDeviceMemory copyMemory = vulkan.allocate(bytes, false);
  VK_CHECK(vkBindBufferMemory(vulkan.device, copy, copyMemory, 0));
  vulkan.run([&](VkCommandBuffer commands) {
    const auto barrier = barrierTo(image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                         VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0, nullptr, 1, &barrier);
    for (unsigned level = 0; level < kLevels; ++level) {
      VkBufferImageCopy part = {};
      part.bufferOffset = level * kWidth * kHeight * 4;
      part.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1};
      part.imageExtent = {kWidth >> level, kHeight >> level, 1};
      vkCmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, copy, 1, &part);
    }
  });
  void* seen;
  VK_CHECK(vkMapMemory(vulkan.device, copyMemory, 0, bytes, 0, &seen));
  for (unsigned level = 0; level < kLevels; ++level)
    for (unsigned y = 0; y < kHeight >> level; ++y)
      for (unsigned x = 0; x < kWidth >> level; ++x) {
        const uchar4 found =
            static_cast<uchar4*>(seen)[level * kWidth * kHeight + y * (kWidth >> level) + x];
        const uchar4 wanted = colourAt(int(x), int(y));
        CHECK(found.x == wanted.x && found.y == wanted.y && found.z == wanted.z &&
              found.w == wanted.w);
      }
  CUDA_CHECK(cudaFreeMipmappedArray(levels));
  CUDA_CHECK(cudaDestroyExternalMemory(imported));
}

int main() {
  Vulkan vulkan;
  buffers(vulkan);
  images(vulkan);
}
