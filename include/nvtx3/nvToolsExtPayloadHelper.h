/* Schemas of structures by macros: for a structure that there is, or together with it. The entries
   are NVTX_PAYLOAD_ENTRIES((member, TYPE_INT, "name", "description", length, FLAG), ...), from the
   name on optional; with the structure, its member's type comes before, and an array is (member,
   length). */
#ifndef HEDDLE_NVTOOLSEXTPAYLOADHELPER_H
#define HEDDLE_NVTOOLSEXTPAYLOADHELPER_H

#include "nvToolsExtPayload.h"

#define __HEDDLE_NVTX_COUNT_(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15,     \
                             a16, n, ...)                                                          \
  n
#define __HEDDLE_NVTX_COUNT(...)                                                                   \
  __HEDDLE_NVTX_COUNT_(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define __HEDDLE_NVTX_ALL(...) __VA_ARGS__

/* Each of up to 16 entries, with what they belong to. */
#define __HEDDLE_NVTX_EACH1(do, id, entry)                                                         \
  do                                                                                               \
  (id, entry)
#define __HEDDLE_NVTX_EACH2(do, id, entry, ...)                                                    \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH1(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH3(do, id, entry, ...)                                                    \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH2(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH4(do, id, entry, ...)                                                    \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH3(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH5(do, id, entry, ...)                                                    \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH4(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH6(do, id, entry, ...)                                                    \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH5(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH7(do, id, entry, ...)                                                    \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH6(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH8(do, id, entry, ...)                                                    \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH7(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH9(do, id, entry, ...)                                                    \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH8(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH10(do, id, entry, ...)                                                   \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH9(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH11(do, id, entry, ...)                                                   \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH10(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH12(do, id, entry, ...)                                                   \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH11(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH13(do, id, entry, ...)                                                   \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH12(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH14(do, id, entry, ...)                                                   \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH13(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH15(do, id, entry, ...)                                                   \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH14(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH16(do, id, entry, ...)                                                   \
  do                                                                                               \
  (id, entry) __HEDDLE_NVTX_EACH15(do, id, __VA_ARGS__)
#define __HEDDLE_NVTX_EACH(do, id, ...)                                                            \
  __HEDDLE_NVTX_JOIN(__HEDDLE_NVTX_EACH, __HEDDLE_NVTX_COUNT(__VA_ARGS__))(do, id, __VA_ARGS__)

#define NVTX_PAYLOAD_ENTRIES
/* A schema in place of a type: what is put before it disappears. */
#define NVTX_PAYLOAD_ENTRY_THROWAWAY
#define NVTX_PAYLOAD_NESTED(id) THROWAWAY id

/* The description of an entry up to its offset. */
#define __HEDDLE_NVTX_ENTRY2(member, type) 0, NVTX_PAYLOAD_ENTRY_##type, NULL, NULL, 0
#define __HEDDLE_NVTX_ENTRY3(member, type, name) 0, NVTX_PAYLOAD_ENTRY_##type, name, NULL, 0
#define __HEDDLE_NVTX_ENTRY4(member, type, name, text) 0, NVTX_PAYLOAD_ENTRY_##type, name, text, 0
#define __HEDDLE_NVTX_ENTRY5(member, type, name, text, length)                                     \
  0, NVTX_PAYLOAD_ENTRY_##type, name, text, length
#define __HEDDLE_NVTX_ENTRY6(member, type, name, text, length, flag)                               \
  NVTX_PAYLOAD_ENTRY_FLAG_##flag, NVTX_PAYLOAD_ENTRY_##type, name, text, length
#define __HEDDLE_NVTX_ENTRY(...)                                                                   \
  __HEDDLE_NVTX_JOIN(__HEDDLE_NVTX_ENTRY, __HEDDLE_NVTX_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define __HEDDLE_NVTX_MEMBER(member, ...) member
#define __HEDDLE_NVTX_DESCRIBE(id, entry)                                                          \
  {__HEDDLE_NVTX_ENTRY entry, offsetof(id, __HEDDLE_NVTX_MEMBER entry), NULL, NULL},

/* The same for entries that begin with a type of C. */
#define __HEDDLE_NVTX_TYPED_ENTRY(type, ...) __HEDDLE_NVTX_ENTRY(__VA_ARGS__)
/* (member, length) or member: the first calls a macro, and gives two arguments more. */
#define __HEDDLE_NVTX_PAIR(member, length) ~, ~
#define __HEDDLE_NVTX_THIRD_(a, b, n, ...) n
#define __HEDDLE_NVTX_THIRD(...) __HEDDLE_NVTX_THIRD_(__VA_ARGS__)
#define __HEDDLE_NVTX_FORM(member)                                                                 \
  __HEDDLE_NVTX_THIRD(__HEDDLE_NVTX_PAIR member, ARRAY, PLAIN, PLAIN)
#define __HEDDLE_NVTX_NAME_PLAIN(member) member
#define __HEDDLE_NVTX_NAME_ARRAY(member) __HEDDLE_NVTX_MEMBER member
#define __HEDDLE_NVTX_NAME(member)                                                                 \
  __HEDDLE_NVTX_JOIN(__HEDDLE_NVTX_NAME_, __HEDDLE_NVTX_FORM(member))(member)
#define __HEDDLE_NVTX_DECLARE_PLAIN(member) member
#define __HEDDLE_NVTX_BRACKETS(member, length) member[length]
#define __HEDDLE_NVTX_DECLARE_ARRAY(member) __HEDDLE_NVTX_BRACKETS member
#define __HEDDLE_NVTX_DECLARATOR(member)                                                           \
  __HEDDLE_NVTX_JOIN(__HEDDLE_NVTX_DECLARE_, __HEDDLE_NVTX_FORM(member))(member)
#define __HEDDLE_NVTX_TYPED_MEMBER(type, member, ...) __HEDDLE_NVTX_NAME(member)
#define __HEDDLE_NVTX_TYPED_DESCRIBE(id, entry)                                                    \
  {__HEDDLE_NVTX_TYPED_ENTRY entry, offsetof(id, __HEDDLE_NVTX_TYPED_MEMBER entry), NULL, NULL},
#define __HEDDLE_NVTX_DECLARE_(type, member, ...) type __HEDDLE_NVTX_DECLARATOR(member);
#define __HEDDLE_NVTX_DECLARE(id, entry) __HEDDLE_NVTX_DECLARE_ entry

/* The schema and its description; `say` is one of the two above. */
#define __HEDDLE_NVTX_SCHEMA(say, id, name, prefix, flags, schema, fields, entries)                \
  prefix nvtxPayloadSchemaEntry_t id##Schema[] = {                                                 \
      __HEDDLE_NVTX_EACH(say, id, __HEDDLE_NVTX_ALL entries){0, 0, NULL, NULL, 0, 0, NULL, NULL}}; \
  prefix nvtxPayloadSchemaAttr_t id##Attr = {                                                      \
      NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES |               \
          NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES |                                             \
          NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_STATIC_SIZE | (fields),                                   \
      name,                                                                                        \
      NVTX_PAYLOAD_SCHEMA_TYPE_STATIC,                                                             \
      flags,                                                                                       \
      id##Schema,                                                                                  \
      __HEDDLE_NVTX_COUNT(__HEDDLE_NVTX_ALL entries),                                              \
      sizeof(id),                                                                                  \
      0,                                                                                           \
      schema,                                                                                      \
      NULL};
#define __HEDDLE_NVTX_SCHEMA2(say, id, entries)                                                    \
  __HEDDLE_NVTX_SCHEMA(say, id, NULL, , NVTX_PAYLOAD_SCHEMA_FLAG_NONE, 0, 0, entries)
#define __HEDDLE_NVTX_SCHEMA3(say, id, name, entries)                                              \
  __HEDDLE_NVTX_SCHEMA4(say, id, name, , entries)
#define __HEDDLE_NVTX_SCHEMA4(say, id, name, prefix, entries)                                      \
  __HEDDLE_NVTX_SCHEMA(say, id, name, prefix, NVTX_PAYLOAD_SCHEMA_FLAG_NONE, 0,                    \
                       NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME, entries)
#define __HEDDLE_NVTX_SCHEMA5(say, id, name, prefix, flags, entries)                               \
  __HEDDLE_NVTX_SCHEMA(say, id, name, prefix, flags, 0,                                            \
                       NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_FLAGS, \
                       entries)
#define __HEDDLE_NVTX_SCHEMA6(say, id, name, prefix, flags, schema, entries)                       \
  __HEDDLE_NVTX_SCHEMA(say, id, name, prefix, flags, schema,                                       \
                       NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME |                                       \
                           NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_FLAGS |                                  \
                           NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_SCHEMA_ID,                               \
                       entries)

#define NVTX_DEFINE_SCHEMA_FOR_STRUCT(id, ...)                                                     \
  __HEDDLE_NVTX_JOIN(__HEDDLE_NVTX_SCHEMA, __HEDDLE_NVTX_COUNT(id, __VA_ARGS__))                   \
  (__HEDDLE_NVTX_DESCRIBE, id, __VA_ARGS__)

/* The entries are the last of two to six arguments. */
#define __HEDDLE_NVTX_LAST2(a, b) b
#define __HEDDLE_NVTX_LAST3(a, b, c) c
#define __HEDDLE_NVTX_LAST4(a, b, c, d) d
#define __HEDDLE_NVTX_LAST5(a, b, c, d, e) e
#define __HEDDLE_NVTX_LAST6(a, b, c, d, e, f) f
#define __HEDDLE_NVTX_LAST(...)                                                                    \
  __HEDDLE_NVTX_JOIN(__HEDDLE_NVTX_LAST, __HEDDLE_NVTX_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define NVTX_DEFINE_STRUCT(id, ...)                                                                \
  typedef struct {                                                                                 \
    __HEDDLE_NVTX_EACH(__HEDDLE_NVTX_DECLARE, id, __VA_ARGS__)                                     \
  } id;
#define __HEDDLE_NVTX_STRUCT_OF(id, entries) NVTX_DEFINE_STRUCT(id, __HEDDLE_NVTX_ALL entries)
#define NVTX_DEFINE_STRUCT_WITH_SCHEMA(id, ...)                                                    \
  __HEDDLE_NVTX_STRUCT_OF(id, __HEDDLE_NVTX_LAST(id, __VA_ARGS__))                                 \
  __HEDDLE_NVTX_JOIN(__HEDDLE_NVTX_SCHEMA, __HEDDLE_NVTX_COUNT(id, __VA_ARGS__))                   \
  (__HEDDLE_NVTX_TYPED_DESCRIBE, id, __VA_ARGS__)

#define NVTX_PAYLOAD_SCHEMA_REGISTER(domain, id) nvtxPayloadSchemaRegister(domain, &id##Attr);
#define NVTX_DEFINE_SCHEMA_FOR_STRUCT_AND_REGISTER(domain, id, ...)                                \
  NVTX_DEFINE_SCHEMA_FOR_STRUCT(id, __VA_ARGS__)                                                   \
  const uint64_t id##_schemaId = NVTX_PAYLOAD_SCHEMA_REGISTER(domain, id)
#define NVTX_DEFINE_STRUCT_WITH_SCHEMA_AND_REGISTER(domain, id, ...)                               \
  NVTX_DEFINE_STRUCT_WITH_SCHEMA(id, __VA_ARGS__)                                                  \
  const uint64_t id##_schemaId = NVTX_PAYLOAD_SCHEMA_REGISTER(domain, id)

#endif
