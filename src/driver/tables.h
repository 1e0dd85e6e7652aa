// The tables of live objects.
#pragma once

#include "driver/array.h"
#include "driver/context.h"
#include "driver/driver.h"
#include "driver/event.h"
#include "driver/function.h"
#include "driver/graph.h"
#include "driver/graph_exec.h"
#include "driver/library.h"
#include "driver/linker.h"
#include "driver/memory_pool.h"
#include "driver/module.h"
#include "driver/stream.h"
#include "driver/texture.h"
#include "driver/texture_reference.h"
#include "driver/virtual_memory.h"

namespace heddle::driver {

struct Driver::Tables {
  HandleTable<Context> contexts{1u << 16};
  HandleTable<StreamObject> streams;
  HandleTable<Event> events{1u << 22};
  HandleTable<Module> modules;
  HandleTable<Function> functions;
  HandleTable<Library> libraries;
  HandleTable<Kernel> kernels;
  HandleTable<LinkState> links;
  HandleTable<Array> arrays;
  HandleTable<MipmappedArray> mipmappedArrays;
  HandleTable<TextureObject> textureObjects;
  HandleTable<SurfaceObject> surfaceObjects;
  HandleTable<TextureReference> textureReferences;
  HandleTable<SurfaceReference> surfaceReferences;
  HandleTable<MemoryPool> pools;
  HandleTable<PhysicalMemory> physicalMemory;
  HandleTable<GraphHandle> graphs;
  HandleTable<GraphNode> graphNodes{1u << 22};
  HandleTable<GraphExec> graphExecs;
  HandleTable<Condition> conditions;
};

} // namespace heddle::driver
