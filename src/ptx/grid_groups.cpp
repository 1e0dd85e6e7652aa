#include "ptx/grid_groups.h"

#include <algorithm>

namespace heddle::ptx {
namespace {

// The barrier is that of cooperative_groups/details/helpers.h.
constexpr std::string_view kText = R"(.version 6.3
.target sm_70
.address_size 64

// For each of 64 grids in flight: how many blocks have arrived, and how often all have.
.global .align 8 .b32 heddle_grid_barriers[128];

// A grid is the only group there is, and has the number 1.
.visible .func (.param .b64 result) cudaCGGetIntrinsicHandle(.param .b32 scope)
{
  .reg .pred %isGrid;
  .reg .b32 %scope;
  .reg .b64 %handle;
  ld.param.u32 %scope, [scope];
  setp.eq.u32 %isGrid, %scope, 1;
  selp.b64 %handle, 1, 0, %isGrid;
  st.param.b64 [result], %handle;
  ret;
}

// The first thread of each block arrives for it and waits for the others.
.func heddle_synchronize_grid()
{
  .reg .pred %isOther, %isEarly, %haveAll;
  .reg .b32 %x, %y, %z, %others, %arrived, %before, %now;
  .reg .b64 %grid, %barrier;
  bar.sync 0;
  mov.u32 %x, %tid.x;
  mov.u32 %y, %tid.y;
  mov.u32 %z, %tid.z;
  or.b32 %x, %x, %y;
  or.b32 %x, %x, %z;
  setp.ne.u32 %isOther, %x, 0;
  @%isOther bra DONE;
  mov.u32 %x, %nctaid.x;
  mov.u32 %y, %nctaid.y;
  mov.u32 %z, %nctaid.z;
  mul.lo.u32 %others, %x, %y;
  mul.lo.u32 %others, %others, %z;
  sub.u32 %others, %others, 1;
  mov.u64 %grid, %gridid;
  and.b64 %grid, %grid, 63;
  shl.b64 %grid, %grid, 3;
  mov.u64 %barrier, heddle_grid_barriers;
  add.u64 %barrier, %barrier, %grid;
  ld.volatile.global.u32 %before, [%barrier+4];
  membar.gl;
  atom.global.add.u32 %arrived, [%barrier], 1;
  setp.ne.u32 %isEarly, %arrived, %others;
  @%isEarly bra WAIT;
  st.volatile.global.u32 [%barrier], 0;
  membar.gl;
  red.global.add.u32 [%barrier+4], 1;
WAIT:
  ld.volatile.global.u32 %now, [%barrier+4];
  setp.ne.u32 %haveAll, %now, %before;
  @%haveAll bra TOGETHER;
  nanosleep.u32 100;
  bra WAIT;
TOGETHER:
  membar.gl;
DONE:
  bar.sync 0;
  ret;
}

// cudaErrorInvalidValue for what is no grid.
.visible .func (.param .b32 result) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)
{
  .reg .pred %isGrid;
  .reg .b64 %handle;
  ld.param.u64 %handle, [handle];
  setp.eq.u64 %isGrid, %handle, 1;
  @%isGrid bra GRID;
  st.param.b32 [result], 1;
  ret;
GRID:
  call heddle_synchronize_grid;
  st.param.b32 [result], 0;
  ret;
}

.visible .func (.param .b32 result) cudaCGSynchronizeGrid(.param .b64 handle, .param .b32 flags)
{
  call heddle_synchronize_grid;
  st.param.b32 [result], 0;
  ret;
}

// The number of threads, and of grids, which is one.
.visible .func (.param .b32 result) cudaCGGetSize(.param .b64 threads, .param .b64 grids, .param .b64 handle)
{
  .reg .pred %isWanted;
  .reg .b32 %factor, %size;
  .reg .b64 %threads, %grids;
  ld.param.u64 %threads, [threads];
  ld.param.u64 %grids, [grids];
  mov.u32 %size, %ntid.x;
  mov.u32 %factor, %ntid.y;
  mul.lo.u32 %size, %size, %factor;
  mov.u32 %factor, %ntid.z;
  mul.lo.u32 %size, %size, %factor;
  mov.u32 %factor, %nctaid.x;
  mul.lo.u32 %size, %size, %factor;
  mov.u32 %factor, %nctaid.y;
  mul.lo.u32 %size, %size, %factor;
  mov.u32 %factor, %nctaid.z;
  mul.lo.u32 %size, %size, %factor;
  setp.ne.u64 %isWanted, %threads, 0;
  @%isWanted st.u32 [%threads], %size;
  setp.ne.u64 %isWanted, %grids, 0;
  @%isWanted st.u32 [%grids], 1;
  st.param.b32 [result], 0;
  ret;
}

// The rank of the thread in its grid, and of the grid.
.visible .func (.param .b32 result) cudaCGGetRank(.param .b64 thread, .param .b64 grid, .param .b64 handle)
{
  .reg .pred %isWanted;
  .reg .b32 %block, %rank, %size, %index;
  .reg .b64 %thread, %grid;
  ld.param.u64 %thread, [thread];
  ld.param.u64 %grid, [grid];
  mov.u32 %block, %ctaid.z;
  mov.u32 %size, %nctaid.y;
  mov.u32 %index, %ctaid.y;
  mad.lo.u32 %block, %block, %size, %index;
  mov.u32 %size, %nctaid.x;
  mov.u32 %index, %ctaid.x;
  mad.lo.u32 %block, %block, %size, %index;
  mov.u32 %rank, %tid.z;
  mov.u32 %size, %ntid.y;
  mov.u32 %index, %tid.y;
  mad.lo.u32 %rank, %rank, %size, %index;
  mul.lo.u32 %block, %block, %size;
  mov.u32 %size, %ntid.x;
  mov.u32 %index, %tid.x;
  mad.lo.u32 %rank, %rank, %size, %index;
  mul.lo.u32 %block, %block, %size;
  mov.u32 %size, %ntid.z;
  mad.lo.u32 %rank, %block, %size, %rank;
  setp.ne.u64 %isWanted, %thread, 0;
  @%isWanted st.u32 [%thread], %rank;
  setp.ne.u64 %isWanted, %grid, 0;
  @%isWanted st.u32 [%grid], 0;
  st.param.b32 [result], 0;
  ret;
}
)";

std::shared_ptr<const Unit> parseGridGroups() {
  std::vector<Diagnostic> diagnostics;
  return parseUnit(kText, diagnostics);
}

bool isDeclared(const Function& function) {
  return !function.defined && function.name.starts_with("cudaCG");
}

} // namespace

std::shared_ptr<const Unit> gridGroupsFor(std::span<const std::shared_ptr<const Unit>> units) {
  const bool needed = std::ranges::any_of(units, [](const auto& unit) {
    return std::ranges::any_of(unit->functions,
                               [](const auto& function) { return isDeclared(*function); });
  });
  if (!needed)
    return nullptr;
  static const std::shared_ptr<const Unit> unit = parseGridGroups();
  return unit;
}

} // namespace heddle::ptx
