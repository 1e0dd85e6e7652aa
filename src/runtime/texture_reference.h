// Texture and surface references: variables of the program, known by the addresses of their host
// shadows, whose attributes the program may change at any time before a launch.
#pragma once

#include "runtime/driver.h"
#include "runtime/registry.h"

#include "heddle/texture_references.h"

namespace heddle::runtime {

class TextureReferences {
public:
  static TextureReferences& instance();

  void addTexture(Binary& binary, const textureReference* host, const char* name, bool readsFloats);
  void addSurface(Binary& binary, const surfaceReference* host, const char* name);

  // Removes the references of a binary that is being unloaded.
  void remove(const Binary& binary);

  // `symbol` is the address of the host shadow or, as in early versions of CUDA, its name.
  const textureReference* findTexture(const void* symbol);
  const surfaceReference* findSurface(const void* symbol);

  // Gives the driver's reference in the current context the attributes that the program has set in
  // its own. From setBound() on, refresh() keeps them up to date.
  cudaError_t prepare(const Driver& driver, const textureReference* host, CUtexref& reference);
  cudaError_t surface(const Driver& driver, const surfaceReference* host, CUsurfref& reference);
  void setBound(const textureReference* host, bool bound, size_t offset = 0);
  bool alignmentOffset(const textureReference* host, size_t& offset);

  // Called before a launch: gives the driver the attributes of bound references that have changed.
  void refresh(const Driver& driver) {
    if (boundCount_.load(std::memory_order_acquire))
      refreshBound(driver);
  }

private:
  struct Texture {
    Binary* binary;
    const textureReference* host;
    const char* name;
    bool readsFloats;
    bool bound = false;
    size_t offset = 0;
    textureReference applied{};
  };
  struct Surface {
    Binary* binary;
    const surfaceReference* host;
    const char* name;
  };

  void refreshBound(const Driver& driver);
  cudaError_t apply(const Driver& driver, Texture& texture, CUtexref& reference);
  Texture* find(const textureReference* host);

  std::mutex mutex_;
  std::vector<Texture> textures_;
  std::vector<Surface> surfaces_;
  std::atomic<unsigned> boundCount_ = 0;
};

} // namespace heddle::runtime
