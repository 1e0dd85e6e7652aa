// The table of handles of each kind of object.
#pragma once

#include "driver/context/context.h"
#include "driver/context/green_context.h"
#include "driver/core/driver.h"
#include "driver/device/device_resource.h"
#include "driver/graph/device_node.h"
#include "driver/graph/graph.h"
#include "driver/graph/graph_exec.h"
#include "driver/graphics/external_memory.h"
#include "driver/graphics/external_semaphore.h"
#include "driver/graphics/graphics_resource.h"
#include "driver/memory/array.h"
#include "driver/memory/memory_pool.h"
#include "driver/memory/multicast_object.h"
#include "driver/memory/virtual_memory.h"
#include "driver/module/function.h"
#include "driver/module/library.h"
#include "driver/module/linker.h"
#include "driver/module/module.h"
#include "driver/stream/event.h"
#include "driver/stream/stream.h"
#include "driver/texture/texture.h"
#include "driver/texture/texture_reference.h"

namespace heddle::driver {

struct Driver::Tables {
  HandleTable<Context> contexts{1u << 16};
  HandleTable<GreenContext> greenContexts{1u << 16};
  HandleTable<ResourceDescriptor> resourceDescriptors;
  HandleTable<StreamObject> streams;
  HandleTable<Event> events{1u << 22};
  HandleTable<Module> modules;
  HandleTable<Function> functions;
  HandleTable<Library> libraries;
  HandleTable<Kernel> kernels;
  HandleTable<LinkState> links;
  HandleTable<Array> arrays;
  HandleTable<MipmappedArray> mipmappedArrays;
  // Kernels read the descriptions of textures and surfaces.
  HandleTable<TextureObject> textureObjects{1u << 20, memory::User::Kernels};
  HandleTable<SurfaceObject> surfaceObjects{1u << 20, memory::User::Kernels};
  HandleTable<TextureReference> textureReferences;
  HandleTable<SurfaceReference> surfaceReferences;
  HandleTable<MemoryPool> pools;
  HandleTable<PhysicalMemory> physicalMemory;
  HandleTable<MulticastObject> multicastObjects{1u << 16};
  HandleTable<GraphHandle> graphs;
  HandleTable<DeviceNode> deviceNodes;
  HandleTable<GraphNode> graphNodes{1u << 22};
  HandleTable<GraphExec> graphExecs;
  HandleTable<GraphicsResource> graphicsResources;
  HandleTable<ExternalMemory> externalMemory;
  HandleTable<ExternalSemaphore> externalSemaphores;
};

} // namespace heddle::driver
