// Nothing: the library is there for its name.
namespace heddle::curand {
extern const char culibos;
const char culibos = 0;
} // namespace heddle::curand
