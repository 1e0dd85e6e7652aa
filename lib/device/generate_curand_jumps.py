#!/usr/bin/env python3
"""Writes include/heddle/curand_jumps.h: how the generators of curand_kernel.h skip ahead.

The shift registers of XORWOW are a linear map A over GF(2) on 160 bits with minimal polynomial p.
A^n = g(A) with g = x^n mod p, so a jump by n costs 160 steps whatever n is. The table has g for
n = 2^k, and for n = 2^67 * 2^k, the distance of two sequences. For MRG32k3a, which is linear modulo
two primes, it has the matrices of one step, of 2^76 and of 2^127 steps.
"""

MASK = 0xffffffff


def step(v):
    t = v[0] ^ (v[0] >> 2)
    last = (v[4] ^ (v[4] << 4) ^ t ^ (t << 1)) & MASK
    return [v[1], v[2], v[3], v[4], last]


def minimal_polynomial():
    """Berlekamp-Massey on one bit of the sequence; the polynomial is an int, bit i for x^i."""
    v = [1, 2, 3, 4, 5]
    bits = []
    for _ in range(640):
        bits.append(v[4] & 1)
        v = step(v)
    c, b, length, m = 1, 1, 0, 1
    for n in range(len(bits)):
        d = 0
        for i in range(length + 1):
            if c >> i & 1:
                d ^= bits[n - i]
        if d:
            previous = c
            c ^= b << m
            if 2 * length <= n:
                length, b, m = n + 1 - length, previous, 1
                continue
        m += 1
    assert length == 160
    # The connection polynomial, reversed.
    return sum((c >> i & 1) << (length - i) for i in range(length + 1))


def multiply(a, b, p):
    result = 0
    while b:
        if b & 1:
            result ^= a
        b >>= 1
        a <<= 1
        if a >> 160:
            a ^= p
    return result


def matrix_power(a, exponent_log2, modulus):
    for _ in range(exponent_log2):
        a = [[sum(a[i][k] * a[k][j] for k in range(3)) % modulus for j in range(3)]
             for i in range(3)]
    return a


def main():
    p = minimal_polynomial()
    powers = [2]
    for _ in range(67 + 64):
        powers.append(multiply(powers[-1], powers[-1], p))

    def rows(polynomials):
        return ",\n".join(
            "    {" + ", ".join(f"0x{g >> 32 * i & MASK:08x}u" for i in range(5)) + "}"
            for g in polynomials)

    m1, m2 = 4294967087, 4294944443
    a1 = [[0, 1, 0], [0, 0, 1], [m1 - 810728, 1403580, 0]]
    a2 = [[0, 1, 0], [0, 0, 1], [m2 - 1370589, 0, 527612]]

    def matrix(a):
        return "{" + ", ".join("{" + ", ".join(f"{x}u" for x in row) + "}" for row in a) + "}"

    print(f"""// Made by lib/device/generate_curand_jumps.py, which says what the numbers are.
#ifndef HEDDLE_CURAND_JUMPS_H
#define HEDDLE_CURAND_JUMPS_H

namespace heddle {{
namespace device {{

// x^(2^k) modulo the minimal polynomial, from the lowest coefficient on.
static __constant__ const unsigned int xorwowSteps[64][5] = {{
{rows(powers[:64])}}};
// x^(2^67 * 2^k).
static __constant__ const unsigned int xorwowSequences[64][5] = {{
{rows(powers[67:67 + 64])}}};

// For the two moduli: one step, 2^76 and 2^127 steps.
static __constant__ const unsigned int mrg32k3aSteps[3][2][3][3] = {{""")
    print(",\n".join(
        "    {" + matrix(matrix_power(a1, k, m1)) + ",\n     " + matrix(matrix_power(a2, k, m2)) + "}"
        for k in (0, 76, 127)) + "};")
    print("""
} // namespace device
} // namespace heddle

#endif""")


main()
