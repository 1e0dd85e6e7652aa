#include "table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

namespace heddle::bench {
namespace {

std::string formatSeconds(const std::optional<double>& seconds) {
  if (!seconds) {
    return "–";
  }
  return *seconds < 1e-4 ? fmt::format("{:.2f} µs", *seconds * 1e6)
                         : fmt::format("{:.2f} ms", *seconds * 1e3);
}

// How many times as fast as platform `peer` Heddle is.
std::optional<double> ratio(const Suite& suite, const Row& row, std::size_t peer) {
  const std::optional<double>& heddle = row.times[suite.heddle()];
  if (row.times[peer] && heddle) {
    return *row.times[peer] / *heddle;
  }
  return std::nullopt;
}

std::string formatRatio(const std::optional<double>& value) {
  return value ? fmt::format("{:.2f}×", *value) : "–";
}

std::string formatGoals(const Suite& suite, const Row& row) {
  std::vector<std::string> texts;
  const auto judge = [&](const std::string& goal, std::optional<bool> met) {
    texts.push_back(met ? fmt::format("{} {}", goal, *met ? "met" : "MISSED") : goal);
  };
  const Goals& goals = row.benchmark->goals;
  for (std::size_t peer = 0; peer < suite.heddle(); ++peer) {
    if (const double goal = goals.speedOver[peer]; goal > 0) {
      const std::optional<double> value = ratio(suite, row, peer);
      judge(fmt::format("≥ {:.3g}× {}", goal, suite.platforms[peer].title),
            value ? std::optional(*value >= goal) : std::nullopt);
    }
  }
  if (goals.seconds > 0) {
    const std::optional<double>& time = row.times[suite.heddle()];
    judge(fmt::format("< {}", formatSeconds(goals.seconds)),
          time ? std::optional(*time < goals.seconds) : std::nullopt);
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

// The mean is over the workloads, because launches and starts of processes are no kernels.
std::optional<double> meanRatio(const Suite& suite, const std::vector<Row>& rows,
                                std::size_t peer) {
  double logarithms = 0;
  unsigned count = 0;
  for (const Row& row : rows) {
    const std::optional<double> value = ratio(suite, row, peer);
    if (row.benchmark->kind == Kind::Workload && value) {
      logarithms += std::log(*value);
      ++count;
    }
  }
  return count > 0 ? std::optional(std::exp(logarithms / count)) : std::nullopt;
}

std::string formatHead(const Suite& suite) {
  std::string titles = "| benchmark |";
  std::string rule = "|---|";
  for (const Platform& platform : suite.platforms) {
    titles += fmt::format(" {} |", platform.title);
    rule += "--:|";
  }
  for (std::size_t peer = 0; peer < suite.heddle(); ++peer) {
    titles += fmt::format(" vs {} |", suite.platforms[peer].title);
    rule += "--:|";
  }
  return fmt::format("{} results | goals |\n{}---|---|\n", titles, rule);
}

std::string formatRow(const Suite& suite, const Row& row) {
  std::string text = fmt::format("| {} |", row.benchmark->name);
  for (const std::optional<double>& time : row.times) {
    text += fmt::format(" {} |", formatSeconds(time));
  }
  for (std::size_t peer = 0; peer < suite.heddle(); ++peer) {
    text += fmt::format(" {} |", formatRatio(ratio(suite, row, peer)));
  }
  return fmt::format("{} {} | {} |\n", text, row.complaints.empty() ? "agree" : "**see below**",
                     formatGoals(suite, row));
}

std::string formatMeans(const Suite& suite, const std::vector<Row>& rows) {
  std::string text = "| **geometric mean** |";
  for (std::size_t platform = 0; platform < suite.platforms.size(); ++platform) {
    text += " |";
  }
  for (std::size_t peer = 0; peer < suite.heddle(); ++peer) {
    text += fmt::format(" {} |", formatRatio(meanRatio(suite, rows, peer)));
  }
  return text + " | |\n";
}

} // namespace

std::string formatTable(const Suite& suite, const std::vector<Row>& rows,
                        const std::vector<const Platform*>& missing,
                        const TableSettings& settings) {
  std::string text =
      fmt::format("{}. {} on {} hardware threads; a ratio above 1 means that Heddle is faster.\n\n",
                  suite.title,
                  settings.hasProcessorTimes ? "The least processor time of all threads together"
                                             : "The shortest times",
                  settings.threads > 0 ? settings.threads : std::thread::hardware_concurrency());
  text += formatHead(suite);
  for (const Row& row : rows) {
    text += formatRow(suite, row);
  }
  text += formatMeans(suite, rows);
  for (const Platform* platform : missing) {
    text += fmt::format("\n- {} was not measured: this build has no {}", platform->title,
                        platform->needs);
  }
  for (const Row& row : rows) {
    for (const Platform* platform : row.unsupportedBy) {
      text += fmt::format("\n- {}: {} has no such operation on this machine", row.benchmark->name,
                          platform->title);
    }
    for (const std::string& complaint : row.complaints) {
      text += fmt::format("\n- {}: {}", row.benchmark->name, complaint);
    }
  }
  return text + '\n';
}

void replaceMeasurements(const std::string& file, const std::string& text) {
  constexpr std::string_view kBegin = "<!-- measurements: made by bench --document -->\n";
  constexpr std::string_view kEnd = "<!-- end of measurements -->\n";
  std::ifstream stream(file);
  std::string contents{std::istreambuf_iterator<char>(stream), {}};
  const std::size_t begin = contents.find(kBegin);
  const std::size_t end = contents.find(kEnd);
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    throw std::runtime_error(fmt::format("{} has no place for measurements", file));
  }
  const std::size_t first = begin + kBegin.size();
  contents.replace(first, end - first, text);
  if (!(std::ofstream(file) << contents).flush()) {
    throw std::runtime_error(fmt::format("cannot write {}", file));
  }
}

} // namespace heddle::bench
