/* Switch written by hand in C: the ceiling that the compiled rules of Switch are measured against.

   It plays the very games that `simulate` of parlour.fast plays: same seeds, same dice, same quick stream taken byte by
   byte, same hands as sets of bits. run.py refuses to time it unless decisions, wins and check number agree.

   It has every rule of the standard mode under the default options, for 2 to 8 seats: sets, penalties of 2s and of the
   five of hearts, 7s, 8s, Jacks, Aces, runs, the finish on a trick card, the reshuffle with the note of when each card
   came into the deck, the blocked game, the turn limit and the score. The options are constants here.
   It has not: the modes with mistakes, interrupts, chains, other options, the clock, events, redeal, and the cryptographic
   stream, which play-outs do not use. */

#include <stdint.h>

enum { JACK = 11, ACE = 14, HEARTS = 2 };
enum { TWO_OF_HEARTS = 13 * HEARTS, FIVE_OF_HEARTS = 13 * HEARTS + 3 };
enum { PLAY, LAY, NAME, OVER };
enum { DRAW = 52, DONE = 53, NAMES = 54 };
enum { NONE = -1, PACK = 52, MOST_SEATS = 8, MOST_TURNS = 1000, CUT_OFF = 1000000, BYTES = 64 };

typedef struct {
    uint32_t a, b;
} Generator;

typedef struct {
    Generator stream;
    uint32_t block[BYTES / 4], used;
    int32_t seats, turn, direction, phase, turns, winners;
    int32_t deck_size, pile_size, shuffles;
    int32_t rank, suit, penalty, answer, run, was_run, passes, eights, jacks;
    uint64_t hands[MOST_SEATS];
    int16_t deck[PACK], pile[PACK], since[PACK];
} Switch;

/* ---- cards and sets ---------------------------------------------------------------------------------------------- */

#define BIT(member) (1ull << (member))
#define OF_RANK(rank) (0x8004002001ull << ((rank) - 2))
#define OF_SUIT(suit) (0x1FFFull << 13 * (suit))

static const uint64_t UNIVERSAL = OF_RANK(7) | OF_RANK(ACE);
static const uint64_t TRICKS =
    OF_RANK(2) | OF_RANK(3) | OF_RANK(7) | OF_RANK(8) | OF_RANK(JACK) | OF_RANK(ACE) | BIT(FIVE_OF_HEARTS);

static inline int rank_of(int card) { return (unsigned)card % 13 + 2; }
static inline int suit_of(int card) { return (unsigned)card / 13; }
static inline int bit_count(uint64_t members) { return __builtin_popcountll(members); }
static inline int lowest_bit(uint64_t members) { return __builtin_ctzll(members); }

/* ---- chance ------------------------------------------------------------------------------------------------------ */

static inline uint32_t rotated(uint32_t x, int left) { return x << left | x >> (32 - left); }

/* xoroshiro64**: the dice, and the quick stream that play-outs deal from. */
static inline uint32_t roll(Generator *g) {
    uint32_t a = g->a, b = g->b ^ a;
    g->a = rotated(a, 26) ^ b ^ b << 9;
    g->b = rotated(b, 13);
    return rotated(a * 0x9E3779BB, 5) * 5;
}

static __attribute__((noinline)) void refill(Switch *s) {
    Generator stream = s->stream;
    for (int i = 0; i < BYTES / 4; i++) s->block[i] = roll(&stream);
    s->stream = stream;
    s->used = 0;
}

static inline uint32_t byte(Switch *s) {
    if (s->used >= BYTES) refill(s);
    uint32_t value = s->block[s->used >> 2] >> ((s->used & 3) << 3) & 0xFF;
    s->used++;
    return value;
}

static inline int below(Switch *s, uint32_t n) {
    for (;;) {
        uint32_t product = byte(s) * n, rest = product & 0xFF;
        if (rest >= n || rest >= 0x100 % n) return product >> 8;
    }
}

static void shuffle(Switch *s, int16_t *cards, int count) {
    for (int i = count - 1; i > 0; i--) {
        int j = below(s, i + 1);
        int16_t swapped = cards[i];
        cards[i] = cards[j];
        cards[j] = swapped;
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

/* The member with n smaller ones before it. */
static inline int nth_bit(uint64_t members, int n) {
#ifdef __BMI2__
    return lowest_bit(__builtin_ia32_pdep_di(BIT(n), members));
#else
    while (n--) members &= members - 1;
    return lowest_bit(members);
#endif
}

static inline int pick(Generator *d, uint64_t members) {
    return nth_bit(members, (uint64_t)roll(d) * bit_count(members) >> 32);
}

/* ---- deck and pile ----------------------------------------------------------------------------------------------- */

static __attribute__((noinline)) void reshuffle(Switch *s) {
    int count = s->pile_size - 1;
    s->shuffles++;
    for (int i = 0; i < count; i++) {
        s->deck[i] = s->pile[i];
        s->since[s->pile[i]] = s->shuffles;
    }
    s->pile[0] = s->pile[count];
    s->pile_size = 1;
    s->deck_size = count;
    shuffle(s, s->deck, count);
}

static inline int next_card(Switch *s) {
    if (s->deck_size == 0) {
        if (s->pile_size <= 1) return NONE;
        reshuffle(s);
    }
    return s->deck[--s->deck_size];
}

static inline int top(const Switch *s) { return s->pile[s->pile_size - 1]; }

static int draw(Switch *s, int seat, int count) {
    for (int i = 0; i < count; i++) {
        int card = next_card(s);
        if (card == NONE) return i;
        s->hands[seat] |= BIT(card);
    }
    return count;
}

/* ---- the rules, in the order of rules.py ------------------------------------------------------------------------- */

static void setup(Switch *s) {
    for (int card = 0; card < PACK; card++) s->deck[card] = card;
    s->deck_size = PACK;
    shuffle(s, s->deck, PACK);
    for (int seat = 0; seat < s->seats; seat++) draw(s, seat, s->seats >= 4 ? 5 : 7);
    int card = next_card(s);
    s->pile[s->pile_size++] = card;
    s->rank = rank_of(card);
    s->suit = suit_of(card);
}

static inline uint64_t playable(const Switch *s, uint64_t hand) {
    if (s->penalty) {
        if (s->answer == 5) return hand & BIT(TWO_OF_HEARTS);
        return hand & (top(s) == TWO_OF_HEARTS ? OF_RANK(2) | BIT(FIVE_OF_HEARTS) : OF_RANK(2));
    }
    if (s->run) return hand & (OF_RANK(s->run) | OF_RANK(s->run + 1));
    return hand & (OF_RANK(s->rank) | OF_SUIT(s->suit) | UNIVERSAL);
}

static inline uint64_t following(const Switch *s, uint64_t hand) { return hand & OF_RANK(rank_of(top(s))); }

static inline uint64_t legal(const Switch *s) {
    uint64_t hand = s->hands[s->turn];
    if (s->phase == PLAY) return playable(s, hand) | BIT(DRAW);
    if (s->phase == LAY) return following(s, hand) | BIT(DONE);
    return 15ull << NAMES;
}

static uint32_t smallest_hands(const Switch *s) {
    int fewest = 99;
    uint32_t seats = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        int count = bit_count(s->hands[seat]);
        if (count < fewest) fewest = count, seats = 0;
        if (count == fewest) seats |= 1u << seat;
    }
    return seats;
}

static void win(Switch *s, uint32_t seats) {
    s->phase = OVER;
    s->winners = seats;
}

/* The seat so many places on, at most once around. */
static inline int seat_after(const Switch *s, int seat, int steps) {
    seat += s->direction * steps;
    if (seat >= s->seats) return seat - s->seats;
    return seat < 0 ? seat + s->seats : seat;
}

static inline void end_turn(Switch *s, int steps) {
    s->phase = PLAY;
    s->turn = seat_after(s, s->turn, steps);
    if (++s->turns >= MOST_TURNS) win(s, smallest_hands(s));
}

static inline int is_blocked(Switch *s, int drawn) {
    if (drawn) {
        s->passes = 0;
        return 0;
    }
    if (++s->passes < s->seats) return 0;
    win(s, smallest_hands(s));
    return 1;
}

static inline void give_in(Switch *s) {
    int count = 1;
    if (s->run) {
        count = s->run;
        s->run = 0;
    } else if (s->penalty) {
        count = s->penalty;
        s->penalty = s->answer = 0;
    }
    int drawn = draw(s, s->turn, count);
    if (!is_blocked(s, drawn)) end_turn(s, 1);
}

static inline void lay(Switch *s, int card) {
    int rank = rank_of(card);
    s->hands[s->turn] &= ~BIT(card);
    s->pile[s->pile_size++] = card;
    if (s->run) {
        s->run = s->rank = rank;
        s->suit = suit_of(card);
        return;
    }
    if (rank != 7) {
        s->rank = rank;
        s->suit = suit_of(card);
    }
    if (rank == 2) {
        s->penalty += 2;
        s->answer = 2;
    } else if (card == FIVE_OF_HEARTS) {
        s->penalty += 5;
        s->answer = 5;
    } else if (rank == 3 && s->penalty == 0) {
        s->run = 3;
    } else if (rank == 8) {
        s->eights++;
    } else if (rank == JACK) {
        s->jacks++;
    }
}

static inline void conclude(Switch *s) {
    int steps = 1;
    if (s->eights & 1)
        s->direction = -s->direction;
    else if (s->eights && s->jacks == 0)
        steps = 0;
    if (s->jacks >= s->seats - 1)
        steps = 0;
    else
        steps += s->jacks;
    s->eights = s->jacks = s->was_run = 0;
    end_turn(s, steps);
}

static inline void finish_play(Switch *s) {
    int in_run = s->was_run || s->run;
    s->passes = 0;
    if (s->run == ACE) s->run = 0;
    if (s->hands[s->turn] == 0) {
        if (!in_run && !(TRICKS & BIT(top(s)))) {
            win(s, 1u << s->turn);
            return;
        }
        draw(s, s->turn, 1);
    }
    if (!in_run && rank_of(top(s)) == ACE)
        s->phase = NAME;
    else
        conclude(s);
}

static inline void act(Switch *s, int action) {
    if (action < DRAW) {
        if (s->phase == PLAY) {
            s->was_run = s->run;
            s->phase = LAY;
        }
        lay(s, action);
        if (!following(s, s->hands[s->turn])) finish_play(s);
    } else if (action == DRAW) {
        give_in(s);
    } else if (action == DONE) {
        finish_play(s);
    } else {
        s->suit = action - NAMES;
        conclude(s);
    }
}

static int card_points(int card) {
    int rank = rank_of(card);
    if (card == FIVE_OF_HEARTS) return 25;
    if (rank == ACE || rank == 2) return 20;
    if (rank == 3 || rank == 7 || rank == 8 || rank == JACK) return 15;
    return rank < 10 ? rank : 10;
}

static int score(const Switch *s, int seat) {
    int points = 0;
    if (!(s->winners >> seat & 1)) return 0;
    for (int other = 0; other < s->seats; other++)
        if (!(s->winners >> other & 1))
            for (uint64_t hand = s->hands[other]; hand; hand &= hand - 1) points += card_points(lowest_bit(hand));
    return points;
}

/* ---- the random driver of parlour.fast --------------------------------------------------------------------------- */

static int64_t finish(Switch *s, Generator *dice) {
    int64_t decisions = 0;
    for (; s->phase != OVER && decisions < CUT_OFF; decisions++) act(s, pick(dice, legal(s)));
    return decisions;
}

/* Play random games from consecutive seeds; `wins` counts by seat, `result` gets the decisions and a check number. */
void simulate(int seats, uint64_t seed, int64_t games, int64_t *wins, int64_t *result) {
    const Switch blank = {.seats = seats, .direction = 1, .used = BYTES};
    int64_t decisions = 0;
    uint32_t check = 0;
    for (int64_t game = 0; game < games; game++) {
        Generator dice;
        Switch s = blank;
        plant_dice(&dice, seed + game);
        s.stream.a = roll(&dice);
        s.stream.b = roll(&dice) | 1;
        setup(&s);
        decisions += finish(&s, &dice);
        for (uint32_t winners = s.winners; winners; winners &= winners - 1) wins[lowest_bit(winners)]++;
        check = check * 31 + s.winners * 7 + s.turns + score(&s, 0) + dice.a;
    }
    result[0] = decisions;
    result[1] = check;
}
