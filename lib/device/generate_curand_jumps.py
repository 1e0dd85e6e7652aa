#!/usr/bin/env python3
"""Writes include/heddle/curand_jumps.h: how the generators of curand_kernel.h skip ahead.

The shift registers of XORWOW are a linear map A over GF(2) on 160 bits with minimal polynomial p.
A^n = g(A) with g = x^n mod p, so a jump by n costs 160 steps whatever n is. The table has g for
n = 2^k, and for n = 2^67 * 2^k, the distance of two sequences. MRG32k3a is linear modulo two primes,
of the third degree: its jumps are c0 + c1 A + c2 A^2, of 2^k steps, 2^76 * 2^k and 2^127 * 2^k.
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


def squares(count, recurrence, modulus):
    """x^(2^k) for k below count, where x^3 is the sum of recurrence[i] x^i."""
    power = [0, 1, 0]
    for _ in range(count):
        yield power
        product = [0] * 5
        for i in range(3):
            for j in range(3):
                product[i + j] += power[i] * power[j]
        for high in (4, 3):
            for i in range(3):
                product[high - 3 + i] += product[high] * recurrence[i]
        power = [x % modulus for x in product[:3]]


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
    first = list(squares(127 + 64, [m1 - 810728, 1403580, 0], m1))
    second = list(squares(127 + 64, [m2 - 1370589, 0, 527612], m2))

    def coefficients(c):
        return "{" + ", ".join(f"{x}u" for x in c) + "}"

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

// For the two moduli: 2^k steps, and 2^76 and 2^127 times as many.
static __constant__ const unsigned int mrg32k3aJumps[3][64][2][3] = {{""")
    print(",\n".join(
        "    {" + ",\n     ".join(
            "{" + coefficients(first[k]) + ", " + coefficients(second[k]) + "}"
            for k in range(begin, begin + 64)) + "}"
        for begin in (0, 76, 127)) + "};")
    print("""
} // namespace device
} // namespace heddle

#endif""")


main()
