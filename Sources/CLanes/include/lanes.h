#ifndef LANES_H
#define LANES_H

// Sixteen bytes at once, given as two words, first byte in the lowest lane: which of them are what the scanner of
// sentences looks for. Plain integers go in and out, so that no pointer is needed on the other side. Swift has no
// operation that gathers the lanes of a comparison into bits, which is what the vector units do best.

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>

static inline __m128i lanes_join(uint64_t low, uint64_t high) {
    return _mm_set_epi64x((long long)high, (long long)low);
}

/// Bit n is set when byte n equals `byte`.
static inline uint32_t lanes_equal(uint64_t low, uint64_t high, uint8_t byte) {
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(lanes_join(low, high), _mm_set1_epi8((char)byte)));
}

/// Bit n is set when byte n is below `least` or above 0x7E; `least` is at most 0x7F.
static inline uint32_t lanes_outside(uint64_t low, uint64_t high, uint8_t least) {
    __m128i bytes = lanes_join(low, high);
    // As signed numbers bytes from 0x80 on are negative, so below `least`, too.
    __m128i below = _mm_cmplt_epi8(bytes, _mm_set1_epi8((char)least));
    __m128i above = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7F));
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(below, above));
}

#else

static inline uint32_t lanes_gather(uint64_t high_bits) {
    return (uint32_t)((high_bits * UINT64_C(0x0002040810204081)) >> 56);
}

static inline uint64_t lanes_equal_word(uint64_t word, uint8_t byte) {
    const uint64_t high = UINT64_C(0x8080808080808080);
    uint64_t difference = word ^ (UINT64_C(0x0101010101010101) * byte);
    return ~(((difference & ~high) + ~high) | difference) & high;
}

static inline uint64_t lanes_outside_word(uint64_t word, uint8_t least) {
    const uint64_t high = UINT64_C(0x8080808080808080);
    uint64_t below = ~((word | high) - UINT64_C(0x0101010101010101) * least) & high;
    return below | (word & high) | lanes_equal_word(word, 0x7F);
}

/// Bit n is set when byte n equals `byte`.
static inline uint32_t lanes_equal(uint64_t low, uint64_t high, uint8_t byte) {
    return lanes_gather(lanes_equal_word(low, byte)) | lanes_gather(lanes_equal_word(high, byte)) << 8;
}

/// Bit n is set when byte n is below `least` or above 0x7E; `least` is at most 0x7F.
static inline uint32_t lanes_outside(uint64_t low, uint64_t high, uint8_t least) {
    return lanes_gather(lanes_outside_word(low, least)) | lanes_gather(lanes_outside_word(high, least)) << 8;
}

#endif

#endif
