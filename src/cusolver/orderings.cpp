#include "cusolver/orderings.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace heddle::cusolver {

namespace {

// The nodes of a component by their distance from one of them, and where each distance begins.
struct Levels {
  std::vector<int> nodes;
  std::vector<std::size_t> begins;
};
class Components {
public:
  explicit Components(const Graph& graph) : graph_(graph), seenBy_(graph.size(), 0) {}

  Levels levelsFrom(int start) {
    Levels levels{{start}, {0}};
    ++search_;
    seenBy_[index(start)] = search_;
    for (std::size_t begin = 0; begin < levels.nodes.size();) {
      const std::size_t end = levels.nodes.size();
      for (; begin < end; ++begin)
        for (const int next : graph_[index(levels.nodes[begin])])
          if (std::exchange(seenBy_[index(next)], search_) != search_)
            levels.nodes.push_back(next);
      if (levels.nodes.size() > end)
        levels.begins.push_back(end);
    }
    return levels;
  }
  // Starts at an end of the component, where there are many levels.
  Levels longestLevels(int start) {
    const auto byDegree = [&](int left, int right) {
      return graph_[index(left)].size() < graph_[index(right)].size();
    };
    Levels best = levelsFrom(start);
    for (;;) {
      const auto last = best.nodes.begin() + static_cast<std::ptrdiff_t>(best.begins.back());
      Levels next = levelsFrom(*std::min_element(last, best.nodes.end(), byDegree));
      if (next.begins.size() <= best.begins.size())
        return best;
      best = std::move(next);
    }
  }
  bool isSeen(int node) const { return seenBy_[index(node)] != 0; }

private:
  const Graph& graph_;
  std::vector<int> seenBy_; // by node, the last search that came there
  int search_ = 0;
};

// Breadth first, neighbours by their degrees.
void appendByDegree(const Graph& graph, int start, std::vector<bool>& isFree,
                    std::vector<int>& order) {
  std::size_t at = order.size();
  order.push_back(start);
  isFree[index(start)] = false;
  for (; at < order.size(); ++at) {
    const auto begin = static_cast<std::ptrdiff_t>(order.size());
    for (const int next : graph[index(order[at])])
      if (isFree[index(next)]) {
        isFree[index(next)] = false;
        order.push_back(next);
      }
    std::sort(order.begin() + begin, order.end(), [&](int left, int right) {
      return std::pair(graph[index(left)].size(), left) <
             std::pair(graph[index(right)].size(), right);
    });
  }
}

// The part of a graph with these nodes in ascending order, numbered by their places in the list.
Graph subgraph(const Graph& graph, const std::vector<int>& nodes) {
  Graph result(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (const int next : graph[index(nodes[i])]) {
      const auto found = std::lower_bound(nodes.begin(), nodes.end(), next);
      if (found != nodes.end() && *found == next)
        result[i].push_back(static_cast<int>(found - nodes.begin()));
    }
  return result;
}

// The components of a graph. Of a connected one, the nodes before its middle level, those behind
// it, and then this level, which separates them; only one part where there are too few levels.
std::vector<std::vector<int>> dissect(const Graph& graph) {
  Components components(graph);
  std::vector<std::vector<int>> parts;
  const Levels levels = components.longestLevels(0);
  const std::size_t middle = levels.begins.size() / 2;
  if (levels.nodes.size() < graph.size()) {
    parts.push_back(levels.nodes);
    for (int node = 1; node < static_cast<int>(graph.size()); ++node)
      if (!components.isSeen(node))
        parts.push_back(components.levelsFrom(node).nodes);
  } else if (middle + 1 < levels.begins.size()) {
    const auto at = [&](std::size_t level) {
      return levels.nodes.begin() + static_cast<std::ptrdiff_t>(levels.begins[level]);
    };
    parts = {{levels.nodes.begin(), at(middle)},
             {at(middle + 1), levels.nodes.end()},
             {at(middle), at(middle + 1)}};
  } else {
    parts.push_back(levels.nodes);
  }
  for (std::vector<int>& part : parts)
    std::sort(part.begin(), part.end());
  return parts;
}

// Columns are matched one after the other, each by a path on which earlier ones move to other rows.
class Matching {
public:
  explicit Matching(const Graph& rowsOfColumn)
      : rowsOfColumn_(rowsOfColumn), columnOf_(rowsOfColumn.size(), -1),
        visitedBy_(rowsOfColumn.size(), -1) {}

  // The path is kept in a list, since recursion could need as many frames as there are columns.
  bool match(int column) {
    std::vector<Place> path = {{column, 0}};
    while (!path.empty()) {
      Place& place = path.back();
      const std::vector<int>& rows = rowsOfColumn_[index(place.column)];
      if (place.next == rows.size()) {
        path.pop_back();
        continue;
      }
      const int row = rows[place.next++];
      if (visitedBy_[index(row)] == column)
        continue;
      visitedBy_[index(row)] = column;
      if (columnOf_[index(row)] < 0) {
        for (const Place& moved : path)
          columnOf_[index(rowsOfColumn_[index(moved.column)][moved.next - 1])] = moved.column;
        return true;
      }
      path.push_back({columnOf_[index(row)], 0});
    }
    return false;
  }
  // By row, its column or -1.
  const std::vector<int>& columns() const { return columnOf_; }

private:
  struct Place {
    int column;
    std::size_t next;
  };
  const Graph& rowsOfColumn_;
  std::vector<int> columnOf_, visitedBy_;
};

// Below this size a separator saves less fill than minimum degree does.
constexpr std::size_t kSmallestDissected = 64;

} // namespace

Graph symmetricGraph(const CsrPattern& a) {
  Graph graph(index(a.rows));
  a.forEach([&](int row, int column, int) {
    if (row == column)
      return;
    graph[index(row)].push_back(column);
    graph[index(column)].push_back(row);
  });
  for (std::vector<int>& neighbours : graph) {
    std::sort(neighbours.begin(), neighbours.end());
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
  }
  return graph;
}

bool isPermutation(const int* p, int n) {
  std::vector<bool> isFound(index(n), false);
  for (int i = 0; i < n; ++i) {
    if (p[i] < 0 || p[i] >= n || isFound[index(p[i])])
      return false;
    isFound[index(p[i])] = true;
  }
  return true;
}

std::vector<int> naturalOrder(int n) {
  std::vector<int> order(index(n));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

std::vector<int> reverseCuthillMcKee(const Graph& graph) {
  std::vector<int> order;
  std::vector<bool> isFree(graph.size(), true);
  Components components(graph);
  for (int node = 0; node < static_cast<int>(graph.size()); ++node)
    if (isFree[index(node)])
      appendByDegree(graph, components.longestLevels(node).nodes.front(), isFree, order);
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<int> minimumDegree(Graph graph) {
  std::set<std::pair<std::size_t, int>> byDegree;
  for (std::size_t node = 0; node < graph.size(); ++node)
    byDegree.emplace(graph[node].size(), static_cast<int>(node));
  std::vector<int> order, merged;
  while (!byDegree.empty()) {
    const int node = byDegree.begin()->second;
    byDegree.erase(byDegree.begin());
    order.push_back(node);
    const std::vector<int> neighbours = std::move(graph[index(node)]);
    for (const int neighbour : neighbours) {
      std::vector<int>& own = graph[index(neighbour)];
      byDegree.erase({own.size(), neighbour});
      merged.clear();
      std::set_union(own.begin(), own.end(), neighbours.begin(), neighbours.end(),
                     std::back_inserter(merged));
      std::erase_if(merged, [&](int other) { return other == node || other == neighbour; });
      own = merged;
      byDegree.emplace(own.size(), neighbour);
    }
  }
  return order;
}

std::vector<int> nestedDissection(const Graph& graph) {
  if (graph.size() < kSmallestDissected)
    return minimumDegree(graph);
  const std::vector<std::vector<int>> parts = dissect(graph);
  if (parts.size() == 1)
    return minimumDegree(graph);
  std::vector<int> order;
  for (const std::vector<int>& part : parts)
    for (const int node : nestedDissection(subgraph(graph, part)))
      order.push_back(part[index(node)]);
  return order;
}

std::vector<int> zeroFreeDiagonal(const Graph& rowColumns, int& matched) {
  Graph rowsOfColumn(rowColumns.size());
  for (std::size_t row = 0; row < rowColumns.size(); ++row)
    for (const int column : rowColumns[row])
      rowsOfColumn[index(column)].push_back(static_cast<int>(row));
  Matching matching(rowsOfColumn);
  matched = 0;
  for (std::size_t column = 0; column < rowsOfColumn.size(); ++column)
    matched += matching.match(static_cast<int>(column));
  std::vector<int> rows(rowColumns.size(), -1), left;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const int column = matching.columns()[row];
    if (column >= 0)
      rows[index(column)] = static_cast<int>(row);
    else
      left.push_back(static_cast<int>(row));
  }
  for (int& row : rows)
    if (row < 0) {
      row = left.back();
      left.pop_back();
    }
  return rows;
}

} // namespace heddle::cusolver
