// Programs link libculibos beside NVIDIA's static libraries. Ours needs nothing of it, but an
// archive needs at least one member.
namespace heddle::curand {
extern const char culibos;
const char culibos = 0;
} // namespace heddle::curand
