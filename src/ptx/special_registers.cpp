#include "ptx/special_registers.h"

#include <array>

namespace heddle::ptx {
namespace {

constexpr auto U32 = ScalarType::U32;
constexpr auto U64 = ScalarType::U64;

constexpr std::array kRegisters = {
    SpecialRegisterInfo{"%tid", U32, true, ThreadOp::TidX, 0},
    SpecialRegisterInfo{"%ntid", U32, true, ThreadOp::NtidX, 0},
    SpecialRegisterInfo{"%ctaid", U32, true, ThreadOp::CtaidX, 0},
    SpecialRegisterInfo{"%nctaid", U32, true, ThreadOp::NctaidX, 0},
    SpecialRegisterInfo{"%laneid", U32, false, ThreadOp::LaneId, 0},
    SpecialRegisterInfo{"%warpid", U32, false, ThreadOp::WarpId, 0},
    SpecialRegisterInfo{"%nwarpid", U32, false, ThreadOp::NWarpId, 0},
    SpecialRegisterInfo{"%smid", U32, false, ThreadOp::SmId, 0},
    SpecialRegisterInfo{"%nsmid", U32, false, ThreadOp::NSmId, 0},
    SpecialRegisterInfo{"%gridid", U64, false, ThreadOp::GridId, 0},
    SpecialRegisterInfo{"%lanemask_eq", U32, false, ThreadOp::LanemaskEq, 0},
    SpecialRegisterInfo{"%lanemask_le", U32, false, ThreadOp::LanemaskLe, 0},
    SpecialRegisterInfo{"%lanemask_lt", U32, false, ThreadOp::LanemaskLt, 0},
    SpecialRegisterInfo{"%lanemask_ge", U32, false, ThreadOp::LanemaskGe, 0},
    SpecialRegisterInfo{"%lanemask_gt", U32, false, ThreadOp::LanemaskGt, 0},
    SpecialRegisterInfo{"%clock", U32, false, ThreadOp::Clock64, 0, 0, 32},
    SpecialRegisterInfo{"%clock_hi", U32, false, ThreadOp::Clock64, 0, 32, 32},
    SpecialRegisterInfo{"%clock64", U64, false, ThreadOp::Clock64, 0},
    SpecialRegisterInfo{"%globaltimer", U64, false, ThreadOp::GlobalTimer, 0},
    SpecialRegisterInfo{"%globaltimer_lo", U32, false, ThreadOp::GlobalTimer, 0, 0, 32},
    SpecialRegisterInfo{"%globaltimer_hi", U32, false, ThreadOp::GlobalTimer, 0, 32, 32},
    SpecialRegisterInfo{"%dynamic_smem_size", U32, false, ThreadOp::DynamicSmemSize, 0},
    SpecialRegisterInfo{"%total_smem_size", U32, false, ThreadOp::TotalSmemSize, 0},
    SpecialRegisterInfo{"%aggr_smem_size", U32, false, ThreadOp::TotalSmemSize, 0},
    SpecialRegisterInfo{"%is_explicit_cluster", ScalarType::Pred, false,
                        ThreadOp::IsExplicitCluster, 0},
    SpecialRegisterInfo{"%clusterid", U32, true, ThreadOp::ClusterIdX, 0},
    SpecialRegisterInfo{"%nclusterid", U32, true, ThreadOp::NClusterIdX, 0},
    SpecialRegisterInfo{"%cluster_ctaid", U32, true, ThreadOp::ClusterCtaidX, 0},
    SpecialRegisterInfo{"%cluster_nctaid", U32, true, ThreadOp::ClusterNctaidX, 0},
    SpecialRegisterInfo{"%cluster_ctarank", U32, false, ThreadOp::ClusterCtarank, 0},
    SpecialRegisterInfo{"%cluster_nctarank", U32, false, ThreadOp::ClusterNctarank, 0},
    SpecialRegisterInfo{"%current_graph_exec", U64, false, ThreadOp::None, 0},
    SpecialRegisterInfo{"%reserved_smem_offset_begin", U32, false, ThreadOp::None, 0},
    SpecialRegisterInfo{"%reserved_smem_offset_end", U32, false, ThreadOp::None, 0},
    SpecialRegisterInfo{"%reserved_smem_offset_cap", U32, false, ThreadOp::None, 0},
    SpecialRegisterInfo{"%reserved_smem_offset_0", U32, false, ThreadOp::None, 0},
    SpecialRegisterInfo{"%reserved_smem_offset_1", U32, false, ThreadOp::None, 0},
    // %pm0 … %pm7, %pm0_64 … and %envreg0 … %envreg31 read as zero, since PTX leaves their values
    // to the driver. They are listed once, without the number.
    SpecialRegisterInfo{"%envreg", U32, false, ThreadOp::None, 0},
    SpecialRegisterInfo{"%pm", U32, false, ThreadOp::None, 0},
    SpecialRegisterInfo{"%pm_64", U64, false, ThreadOp::None, 0},
};

// The name without the number, under which a register is listed: %envreg12 → %envreg, %pm3_64 →
// %pm_64.
std::string_view stemOf(std::string_view name) {
  auto isNumber = [](std::string_view text, unsigned limit) {
    unsigned value = 0;
    if (text.empty() || text.size() > 2 || (text.size() == 2 && text[0] == '0'))
      return false;
    for (char c : text) {
      if (c < '0' || c > '9')
        return false;
      value = value * 10 + static_cast<unsigned>(c - '0');
    }
    return value < limit;
  };
  if (name.starts_with("%envreg"))
    return isNumber(name.substr(7), 32) ? "%envreg" : std::string_view();
  if (name.starts_with("%pm")) {
    bool wide = name.ends_with("_64");
    std::string_view number = name.substr(3, name.size() - 3 - (wide ? 3 : 0));
    return !isNumber(number, 8) ? std::string_view() : wide ? "%pm_64" : "%pm";
  }
  return name;
}

} // namespace

const SpecialRegisterInfo& specialRegister(unsigned index) {
  return kRegisters[index];
}

std::optional<unsigned> specialRegisterByName(std::string_view name) {
  std::string_view stem = stemOf(name);
  if (stem.empty())
    return std::nullopt;
  for (unsigned i = 0; i < kRegisters.size(); ++i)
    if (kRegisters[i].name == stem)
      return i;
  return std::nullopt;
}

} // namespace heddle::ptx
