#include "driver/graph/user_object.h"

#include "driver/graph/graph.h"

#include <atomic>

namespace heddle::driver {

struct UserObject {
  void* pointer;
  CUhostFn destroy;
  std::atomic<unsigned> references;
  UserObject(void* pointer, CUhostFn destroy, unsigned references)
      : pointer(pointer), destroy(destroy), references(references) {}
};

namespace {

// Never destroyed, since graphs may release user objects during the exit of the process.
HandleTable<UserObject>& userObjects() {
  static auto* const table = new HandleTable<UserObject>;
  return *table;
}

} // namespace

void retainUserObject(CUuserObject handle, unsigned count) {
  if (UserObject* object = userObjects().find(handle))
    object->references += count;
}

void releaseUserObject(CUuserObject handle, unsigned count) {
  UserObject* object = userObjects().find(handle);
  if (!object || object->references.fetch_sub(count) != count)
    return;
  object->destroy(object->pointer);
  userObjects().destroy(object);
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuUserObjectCreate(CUuserObject* out, void* pointer, CUhostFn destroy,
                            unsigned int references, unsigned int flags) {
  HEDDLE_TRY(Driver::instance().state());
  if (!out || !destroy || references == 0 || flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC)
    return CUDA_ERROR_INVALID_VALUE;
  UserObject* object = userObjects().create(pointer, destroy, references);
  if (!object)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *out = reinterpret_cast<CUuserObject>(object);
  return CUDA_SUCCESS;
}

CUresult cuUserObjectRetain(CUuserObject handle, unsigned int count) {
  HEDDLE_TRY(Driver::instance().state());
  if (!userObjects().find(handle) || count == 0)
    return CUDA_ERROR_INVALID_VALUE;
  retainUserObject(handle, count);
  return CUDA_SUCCESS;
}

CUresult cuUserObjectRelease(CUuserObject handle, unsigned int count) {
  HEDDLE_TRY(Driver::instance().state());
  UserObject* object = userObjects().find(handle);
  if (!object || count == 0 || count > object->references)
    return CUDA_ERROR_INVALID_VALUE;
  releaseUserObject(handle, count);
  return CUDA_SUCCESS;
}

CUresult cuGraphRetainUserObject(CUgraph graphHandle, CUuserObject object, unsigned int count,
                                 unsigned int flags) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(graphHandle, graph));
  if (!userObjects().find(object) || count == 0 ||
      (flags & ~static_cast<unsigned>(CU_GRAPH_USER_OBJECT_MOVE)))
    return CUDA_ERROR_INVALID_VALUE;
  if (!(flags & CU_GRAPH_USER_OBJECT_MOVE))
    retainUserObject(object, count);
  graph->retain(object, count);
  return CUDA_SUCCESS;
}

CUresult cuGraphReleaseUserObject(CUgraph graphHandle, CUuserObject object, unsigned int count) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(graphHandle, graph));
  if (!graph->release(object, count))
    return CUDA_ERROR_INVALID_VALUE;
  releaseUserObject(object, count);
  return CUDA_SUCCESS;
}
