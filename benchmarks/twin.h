/* What the C twins of the games share: sets, chance, the deck with its pile, and at the end the random driver.

   A twin defines PACK (the cards), then includes this file, which gives it a Stock to begin its state with. It writes its rules
   and includes driver.h, which plays the very games that `simulate` of parlour.fast plays: same seeds, same dice, same quick
   stream taken byte by byte. run.py refuses to time a twin unless decisions, wins and check number agree. */

#include <stdint.h>

enum { NONE = -1, BYTES = 64, CUT_OFF = 1000000 };

typedef struct {
    uint32_t a, b;
} Generator;

/* The random stream, the deck, the pile, and for each card the shuffle in which it last came into the deck. */
typedef struct {
    Generator stream;
    uint32_t block[BYTES / 4], used;
    int32_t deck_size, pile_size, shuffles;
    int16_t deck[PACK], pile[PACK], since[PACK];
} Stock;

/* ---- sets -------------------------------------------------------------------------------------------------------- */

#define BIT(member) (1ull << (member))

static inline int bit_count(uint64_t members) { return __builtin_popcountll(members); }
static inline int lowest_bit(uint64_t members) { return __builtin_ctzll(members); }

/* The member with n smaller ones before it. */
static inline int nth_bit(uint64_t members, int n) {
#ifdef __BMI2__
    return lowest_bit(__builtin_ia32_pdep_di(BIT(n), members));
#else
    while (n--) members &= members - 1;
    return lowest_bit(members);
#endif
}

/* ---- chance ------------------------------------------------------------------------------------------------------ */

static inline uint32_t rotated(uint32_t x, int left) { return x << left | x >> (32 - left); }

/* xoroshiro64**: the dice, and the quick stream that play-outs deal from. */
static inline uint32_t roll(Generator *g) {
    uint32_t a = g->a, b = g->b ^ a;
    g->a = rotated(a, 26) ^ b ^ b << 9;
    g->b = rotated(b, 13);
    return rotated(a * 0x9E3779BB, 5) * 5;
}

static __attribute__((noinline)) void refill(Stock *s) {
    Generator stream = s->stream;
    for (int i = 0; i < BYTES / 4; i++) s->block[i] = roll(&stream);
    s->stream = stream;
    s->used = 0;
}

static inline uint32_t byte(Stock *s) {
    if (s->used >= BYTES) refill(s);
    uint32_t value = s->block[s->used >> 2] >> ((s->used & 3) << 3) & 0xFF;
    s->used++;
    return value;
}

static inline int below(Stock *s, uint32_t n) {
    for (;;) {
        uint32_t product = byte(s) * n, rest = product & 0xFF;
        if (rest >= n || rest >= 0x100 % n) return product >> 8;
    }
}

static inline uint32_t spread(uint32_t x) {
    x = (x ^ x >> 16) * 0x21F0AAAD;
    x = (x ^ x >> 15) * 0x735A2D97;
    return x ^ x >> 15;
}

static inline void plant_dice(Generator *d, uint64_t seed) {
    d->a = spread((uint32_t)seed + 0x9E3779B9);
    d->b = spread((uint32_t)seed ^ spread((uint32_t)(seed >> 32) + 0x3C6EF372)) | 1;
}

static inline int pick(Generator *d, uint64_t members) {
    return nth_bit(members, (uint64_t)roll(d) * bit_count(members) >> 32);
}

/* ---- deck and pile ----------------------------------------------------------------------------------------------- */

static void shuffle(Stock *s, int count) {
    for (int i = count - 1; i > 0; i--) {
        int j = below(s, i + 1);
        int16_t swapped = s->deck[i];
        s->deck[i] = s->deck[j];
        s->deck[j] = swapped;
    }
}

static inline void fill_deck(Stock *s) {
    for (int card = 0; card < PACK; card++) s->deck[card] = card;
    s->deck_size = PACK;
    shuffle(s, PACK);
}

static __attribute__((noinline)) void reshuffle(Stock *s) {
    int count = s->pile_size - 1;
    s->shuffles++;
    for (int i = 0; i < count; i++) {
        s->deck[i] = s->pile[i];
        s->since[s->pile[i]] = s->shuffles;
    }
    s->pile[0] = s->pile[count];
    s->pile_size = 1;
    s->deck_size = count;
    shuffle(s, count);
}

static inline int drawable(const Stock *s) { return s->deck_size + (s->pile_size ? s->pile_size - 1 : 0); }

static inline int deal_card(Stock *s) { return s->deck[--s->deck_size]; }

static inline int next_card(Stock *s) {
    if (s->deck_size == 0) {
        if (s->pile_size <= 1) return NONE;
        reshuffle(s);
    }
    return deal_card(s);
}

static inline void put_on_pile(Stock *s, int card) { s->pile[s->pile_size++] = card; }

static inline int top(const Stock *s) { return s->pile[s->pile_size - 1]; }
