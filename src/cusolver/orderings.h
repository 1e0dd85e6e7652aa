// Permutations of the rows and columns of sparse matrices: some keep the factors sparse, one moves
// elements to the diagonal. A result has, for each place, the row that comes there.
#pragma once

#include "cusolver/sparse_matrix.h"

namespace heddle::cusolver {

// The graph of a square matrix and its transpose, without loops and repetitions.
Graph symmetricGraph(const CsrPattern& a);

bool isPermutation(const int* p, int n);
std::vector<int> naturalOrder(int n);
// A small bandwidth: breadth first from an end of each component, reversed.
std::vector<int> reverseCuthillMcKee(const Graph& graph);
// Little fill: always the node with the fewest neighbours, which become neighbours of each other.
std::vector<int> minimumDegree(Graph graph);
// Little fill, in parts that do not depend on each other: separators come last.
std::vector<int> nestedDissection(const Graph& graph);

// For each column, a row with an element there, no row twice, for as many columns as possible; the
// others get the rows that are left. `matched` is the number of the former.
std::vector<int> zeroFreeDiagonal(const Graph& rowColumns, int& matched);

} // namespace heddle::cusolver
