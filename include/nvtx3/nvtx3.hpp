// NVTX for C++: ranges as objects, domains as types. Nothing is recorded, as without a tool.
#ifndef HEDDLE_NVTX3_HPP
#define HEDDLE_NVTX3_HPP

#include "nvToolsExt.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#define NVTX3_CPP_VERSION_MAJOR 1
#define NVTX3_CPP_VERSION_MINOR 0
// Libraries ask by this name whether the first version of the C++ interface is declared.
#define NVTX3_CPP_DEFINITIONS_V1_0

namespace nvtx3 {
inline namespace v1 {

class domain {
public:
  struct global {};

  template <class D = global> static const domain& get() noexcept {
    static const domain instance;
    return instance;
  }
  operator nvtxDomainHandle_t() const noexcept { return nullptr; }

private:
  domain() noexcept {}
};

struct rgb {
  using component_type = std::uint8_t;
  constexpr rgb(component_type r, component_type g, component_type b) noexcept
      : red(r), green(g), blue(b) {}
  component_type red, green, blue;
};
struct argb : rgb {
  constexpr argb(component_type a, component_type r, component_type g, component_type b) noexcept
      : rgb(r, g, b), alpha(a) {}
  component_type alpha;
};

class color {
public:
  using value_type = std::uint32_t;
  constexpr explicit color(value_type hex) noexcept : value_(hex) {}
  constexpr color(argb c) noexcept
      : value_(value_type(c.alpha) << 24 | value_type(c.red) << 16 | value_type(c.green) << 8 |
               value_type(c.blue)) {}
  constexpr color(rgb c) noexcept : color(argb(0xff, c.red, c.green, c.blue)) {}
  constexpr value_type get_value() const noexcept { return value_; }
  constexpr nvtxColorType_t get_type() const noexcept { return NVTX_COLOR_ARGB; }

private:
  value_type value_;
};

class category {
public:
  using id_type = std::uint32_t;
  constexpr explicit category(id_type id) noexcept : id_(id) {}
  constexpr id_type get_id() const noexcept { return id_; }

private:
  id_type id_;
};
template <class D = domain::global> class named_category_in final : public category {
public:
  template <class C = D> static const named_category_in& get() noexcept {
    static const named_category_in instance(C::id, C::name);
    return instance;
  }
  named_category_in(id_type id, const char*) noexcept : category(id) {}
  named_category_in(id_type id, const wchar_t*) noexcept : category(id) {}
};
using named_category = named_category_in<domain::global>;

template <class D = domain::global> class registered_string_in {
public:
  template <class M> static const registered_string_in& get() noexcept {
    static const registered_string_in instance(M::message);
    return instance;
  }
  explicit registered_string_in(const char*) noexcept {}
  explicit registered_string_in(const wchar_t*) noexcept {}
  explicit registered_string_in(const std::string&) noexcept {}
  explicit registered_string_in(const std::wstring&) noexcept {}
  nvtxStringHandle_t get_handle() const noexcept { return nullptr; }
};
using registered_string = registered_string_in<domain::global>;

class message {
public:
  using value_type = nvtxMessageValue_t;
  constexpr message(const char* text) noexcept : type_(NVTX_MESSAGE_TYPE_ASCII), value_{text} {}
  message(const std::string& text) noexcept : message(text.c_str()) {}
  message(std::string&&) = delete;
  message(const wchar_t* text) noexcept : type_(NVTX_MESSAGE_TYPE_UNICODE), value_{} {
    value_.unicode = text;
  }
  message(const std::wstring& text) noexcept : message(text.c_str()) {}
  message(std::wstring&&) = delete;
  template <class D>
  message(const registered_string_in<D>& text) noexcept
      : type_(NVTX_MESSAGE_TYPE_REGISTERED), value_{} {
    value_.registered = text.get_handle();
  }
  constexpr value_type get_value() const noexcept { return value_; }
  constexpr nvtxMessageType_t get_type() const noexcept { return type_; }

private:
  nvtxMessageType_t type_;
  value_type value_;
};

class payload {
public:
  using value_type = nvtxEventAttributes_v2::payload_t;
  explicit payload(std::int64_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_INT64) {
    value_.llValue = value;
  }
  explicit payload(std::int32_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_INT32) {
    value_.iValue = value;
  }
  explicit payload(std::uint64_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT64) {
    value_.ullValue = value;
  }
  explicit payload(std::uint32_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT32) {
    value_.uiValue = value;
  }
  explicit payload(float value) noexcept : type_(NVTX_PAYLOAD_TYPE_FLOAT) { value_.fValue = value; }
  explicit payload(double value) noexcept : type_(NVTX_PAYLOAD_TYPE_DOUBLE) {
    value_.dValue = value;
  }
  value_type get_value() const noexcept { return value_; }
  nvtxPayloadType_t get_type() const noexcept { return type_; }

private:
  nvtxPayloadType_t type_;
  value_type value_;
};

// Of each kind of attribute the first one counts.
class event_attributes {
public:
  using value_type = nvtxEventAttributes_t;
  event_attributes() noexcept : attributes_() {
    attributes_.version = NVTX_VERSION;
    attributes_.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  }
  template <class... Args>
  explicit event_attributes(const category& c, const Args&... args) noexcept
      : event_attributes(args...) {
    attributes_.category = c.get_id();
  }
  template <class... Args>
  explicit event_attributes(const color& c, const Args&... args) noexcept
      : event_attributes(args...) {
    attributes_.color = c.get_value();
    attributes_.colorType = c.get_type();
  }
  template <class... Args>
  explicit event_attributes(const payload& p, const Args&... args) noexcept
      : event_attributes(args...) {
    attributes_.payload = p.get_value();
    attributes_.payloadType = p.get_type();
  }
  template <class... Args>
  explicit event_attributes(const message& m, const Args&... args) noexcept
      : event_attributes(args...) {
    attributes_.message = m.get_value();
    attributes_.messageType = m.get_type();
  }
  const value_type* get() const noexcept { return &attributes_; }

private:
  value_type attributes_;
};

template <class D = domain::global> class scoped_range_in {
public:
  explicit scoped_range_in(const event_attributes&) noexcept {}
  template <class... Args>
  explicit scoped_range_in(const Args&... args) noexcept
      : scoped_range_in(event_attributes(args...)) {}
  scoped_range_in() noexcept {}
  ~scoped_range_in() noexcept {}
  void* operator new(std::size_t) = delete;
  scoped_range_in(const scoped_range_in&) = delete;
  scoped_range_in& operator=(const scoped_range_in&) = delete;
};
using scoped_range = scoped_range_in<domain::global>;
template <class D = domain::global> using thread_range_in = scoped_range_in<D>;
using thread_range = scoped_range;

struct range_handle {
  using value_type = nvtxRangeId_t;
  constexpr explicit range_handle(value_type id) noexcept : id_(id) {}
  constexpr range_handle() noexcept = default;
  constexpr range_handle(std::nullptr_t) noexcept {}
  constexpr explicit operator bool() const noexcept { return id_ != 0; }
  constexpr value_type get_value() const noexcept { return id_; }

private:
  value_type id_ = 0;
};
inline bool operator==(range_handle a, range_handle b) noexcept {
  return a.get_value() == b.get_value();
}
inline bool operator!=(range_handle a, range_handle b) noexcept {
  return !(a == b);
}

template <class D = domain::global>
inline range_handle start_range_in(const event_attributes&) noexcept {
  return range_handle();
}
template <class D = domain::global, class... Args>
inline range_handle start_range_in(const Args&... args) noexcept {
  return start_range_in<D>(event_attributes(args...));
}
template <class... Args> inline range_handle start_range(const Args&... args) noexcept {
  return start_range_in<domain::global>(args...);
}
template <class D = domain::global> inline void end_range_in(range_handle) noexcept {}
inline void end_range(range_handle) noexcept {}

template <class D = domain::global> class unique_range_in {
public:
  explicit unique_range_in(const event_attributes&) noexcept {}
  template <class... Args>
  explicit unique_range_in(const Args&... args) noexcept
      : unique_range_in(event_attributes(args...)) {}
  unique_range_in() noexcept {}
  ~unique_range_in() noexcept {}
  unique_range_in(unique_range_in&&) noexcept {}
  unique_range_in& operator=(unique_range_in&&) noexcept { return *this; }
  unique_range_in(const unique_range_in&) = delete;
  unique_range_in& operator=(const unique_range_in&) = delete;
};
using unique_range = unique_range_in<domain::global>;

template <class D = domain::global> inline void mark_in(const event_attributes&) noexcept {}
template <class D = domain::global, class... Args>
inline void mark_in(const Args&... args) noexcept {
  mark_in<D>(event_attributes(args...));
}
template <class... Args> inline void mark(const Args&... args) noexcept {
  mark_in<domain::global>(args...);
}

} // namespace v1
} // namespace nvtx3

#define NVTX3_FUNC_RANGE_IN(D) const ::nvtx3::v1::scoped_range_in<D> nvtx3_range__(__func__)
#define NVTX3_FUNC_RANGE() NVTX3_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_FUNC_RANGE_IF_IN(D, C)                                                               \
  const ::nvtx3::v1::scoped_range_in<D> nvtx3_range__((void)(C), __func__)
#define NVTX3_FUNC_RANGE_IF(C) NVTX3_FUNC_RANGE_IF_IN(::nvtx3::v1::domain::global, C)

#endif
