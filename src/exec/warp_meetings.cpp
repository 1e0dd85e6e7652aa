#include "exec/warp_meetings.h"

#include <algorithm>

namespace heddle::exec {
namespace {

bool isMember(std::uint32_t members, std::uint32_t lane) {
  return members >> lane & 1;
}

} // namespace

void WarpMeetings::forgetLeft(std::uint32_t place) {
  for (auto& [mask, members] : open_)
    std::erase_if(members.operations, [&](const Operation& operation) {
      const bool isLeft = operation.leftAt != 0 && operation.leftAt != place;
      // Lanes that have returned count as if they had come.
      if (isLeft)
        for (std::uint64_t& count : members.counts)
          count = std::max(count, operation.number);
      return isLeft;
    });
  std::erase_if(open_, [](const auto& entry) { return entry.second.operations.empty(); });
}

void WarpMeetings::arrive(std::uint32_t lane, std::uint32_t members, const char* site,
                          std::span<const std::uint32_t> reconvergence) {
  // Another check reports a thread that is not among the members itself.
  if (!isMember(members, lane))
    return;
  forgetLeft(0);
  Members& state = open_[members];
  const std::uint64_t number = ++state.counts[lane];
  auto operation = std::ranges::find(state.operations, site, &Operation::site);
  if (operation == state.operations.end())
    operation = state.operations.insert(operation, {.site = site,
                                                    .lane = lane,
                                                    .number = 0,
                                                    .reconvergence = reconvergence,
                                                    .ahead = {},
                                                    .leftAt = 0});
  if (operation->number < number) {
    operation->lane = lane;
    operation->number = number;
    operation->ahead.assign(reconvergence.begin(), reconvergence.end());
    operation->leftAt = 0;
  }
  for (std::uint32_t other = 0; other < state.counts.size(); ++other)
    if (isMember(members, other) && state.counts[other] != number)
      return;
  open_.erase(members);
}

std::optional<WarpMeetings::Missed> WarpMeetings::pass(std::uint32_t lane, std::uint32_t place) {
  forgetLeft(place);
  for (auto& [members, state] : open_) {
    if (!isMember(members, lane))
      continue;
    for (Operation& operation : state.operations) {
      if (std::ranges::find(operation.reconvergence, place) == operation.reconvergence.end())
        continue;
      if (state.counts[lane] < operation.number) {
        const Missed missed{operation.site, operation.lane, members};
        open_.erase(members);
        return missed;
      }
      std::erase(operation.ahead, place);
      if (operation.ahead.empty())
        operation.leftAt = place;
    }
  }
  return std::nullopt;
}

} // namespace heddle::exec
