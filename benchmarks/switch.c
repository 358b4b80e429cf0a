/* Switch written by hand in C: the ceiling that the compiled rules of Switch are measured against.

   It has every rule of the standard mode under the default options, for 2 to 8 seats: sets, penalties of 2s and of the
   five of hearts, 7s, 8s, Jacks, Aces, runs, the finish on a trick card, the reshuffle with the note of when each card
   came into the deck, the blocked game, the turn limit and the score. The options are constants here.
   It has not: the modes with mistakes, interrupts, chains, other options, the clock, events, redeal, and the cryptographic
   stream, which play-outs do not use. */

#define PACK 52
#include "twin.h"

enum { JACK = 11, ACE = 14, HEARTS = 2 };
enum { TWO_OF_HEARTS = 13 * HEARTS, FIVE_OF_HEARTS = 13 * HEARTS + 3 };
enum { PLAY, LAY, NAME, OVER };
enum { DRAW = 52, DONE = 53, NAMES = 54 };
enum { MOST_SEATS = 8, MOST_TURNS = 1000 };

typedef struct {
    Stock stock;
    int32_t seats, turn, direction, phase, turns, winners;
    int32_t rank, suit, penalty, answer, run, was_run, passes, eights, jacks;
    uint64_t hands[MOST_SEATS];
} State;

/* ---- cards and sets ---------------------------------------------------------------------------------------------- */

#define OF_RANK(rank) (0x8004002001ull << ((rank) - 2))
#define OF_SUIT(suit) (0x1FFFull << 13 * (suit))

static const uint64_t UNIVERSAL = OF_RANK(7) | OF_RANK(ACE);
static const uint64_t TRICKS =
    OF_RANK(2) | OF_RANK(3) | OF_RANK(7) | OF_RANK(8) | OF_RANK(JACK) | OF_RANK(ACE) | BIT(FIVE_OF_HEARTS);

static inline int rank_of(int card) { return (unsigned)card % 13 + 2; }
static inline int suit_of(int card) { return (unsigned)card / 13; }

static int draw(State *s, int seat, int count) {
    for (int i = 0; i < count; i++) {
        int card = next_card(&s->stock);
        if (card == NONE) return i;
        s->hands[seat] |= BIT(card);
    }
    return count;
}

/* ---- the rules, in the order of rules.py ------------------------------------------------------------------------- */

static void setup(State *s) {
    fill_deck(&s->stock);
    for (int seat = 0; seat < s->seats; seat++) draw(s, seat, s->seats >= 4 ? 5 : 7);
    int card = deal_card(&s->stock);
    put_on_pile(&s->stock, card);
    s->rank = rank_of(card);
    s->suit = suit_of(card);
}

static inline uint64_t playable(const State *s, uint64_t hand) {
    if (s->penalty) {
        if (s->answer == 5) return hand & BIT(TWO_OF_HEARTS);
        return hand & (top(&s->stock) == TWO_OF_HEARTS ? OF_RANK(2) | BIT(FIVE_OF_HEARTS) : OF_RANK(2));
    }
    if (s->run) return hand & (OF_RANK(s->run) | OF_RANK(s->run + 1));
    return hand & (OF_RANK(s->rank) | OF_SUIT(s->suit) | UNIVERSAL);
}

static inline uint64_t following(const State *s, uint64_t hand) { return hand & OF_RANK(rank_of(top(&s->stock))); }

static inline uint64_t legal(const State *s) {
    uint64_t hand = s->hands[s->turn];
    if (s->phase == PLAY) return playable(s, hand) | BIT(DRAW);
    if (s->phase == LAY) return following(s, hand) | BIT(DONE);
    return 15ull << NAMES;
}

static uint32_t smallest_hands(const State *s) {
    int fewest = 99;
    uint32_t seats = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        int count = bit_count(s->hands[seat]);
        if (count < fewest) fewest = count, seats = 0;
        if (count == fewest) seats |= 1u << seat;
    }
    return seats;
}

static void win(State *s, uint32_t seats) {
    s->phase = OVER;
    s->winners = seats;
}

/* The seat so many places on, at most once around. */
static inline int seat_after(const State *s, int seat, int steps) {
    seat += s->direction * steps;
    if (seat >= s->seats) return seat - s->seats;
    return seat < 0 ? seat + s->seats : seat;
}

static inline void end_turn(State *s, int steps) {
    s->phase = PLAY;
    s->turn = seat_after(s, s->turn, steps);
    if (++s->turns >= MOST_TURNS) win(s, smallest_hands(s));
}

static inline int is_blocked(State *s, int drawn) {
    if (drawn) {
        s->passes = 0;
        return 0;
    }
    if (++s->passes < s->seats) return 0;
    win(s, smallest_hands(s));
    return 1;
}

static inline void give_in(State *s) {
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

static inline void lay(State *s, int card) {
    int rank = rank_of(card);
    s->hands[s->turn] &= ~BIT(card);
    put_on_pile(&s->stock, card);
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

static inline void conclude(State *s) {
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

static inline void finish_play(State *s) {
    int in_run = s->was_run || s->run;
    s->passes = 0;
    if (s->run == ACE) s->run = 0;
    if (s->hands[s->turn] == 0) {
        if (!in_run && !(TRICKS & BIT(top(&s->stock)))) {
            win(s, 1u << s->turn);
            return;
        }
        draw(s, s->turn, 1);
    }
    if (!in_run && rank_of(top(&s->stock)) == ACE)
        s->phase = NAME;
    else
        conclude(s);
}

static inline void act(State *s, int action) {
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

static int score(const State *s, int seat) {
    int points = 0;
    if (!(s->winners >> seat & 1)) return 0;
    for (int other = 0; other < s->seats; other++)
        if (!(s->winners >> other & 1))
            for (uint64_t hand = s->hands[other]; hand; hand &= hand - 1) points += card_points(lowest_bit(hand));
    return points;
}

static State before_the_deal(int seats) { return (State){.seats = seats, .direction = 1}; }

#include "driver.h"
