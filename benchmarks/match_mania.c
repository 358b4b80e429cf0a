/* Match Mania written by hand in C: the ceiling that the compiled rules of Match Mania are measured against.

   It has every rule under the default options, for 2 to 10 seats, which play with one deck: the start card and its power, draws
   and the drawn card that may be played, Skip, Reverse, +2, Wild and Wild +4, the penalty that is drawn at once, the reshuffle,
   the blocked game, the turn limit and the score. Hands are kept as the rules keep them: who holds each card, and for each seat
   how many cards, which kinds and how many of each. The options are constants here.
   It has not: stacking, challenges, jumping in, swapped hands, calls, other options, the clock, events, redeal, and the
   cryptographic stream, which play-outs do not use. */

#define PACK 108
#include "twin.h"

enum { MOST_SEATS = 10, HAND = 7, KINDS = 54, MOST_TURNS = 1000 };
enum { SKIP = 10, REVERSE, DRAW_TWO, WILD = 52, WILD_FOUR };
enum { PLAY, NAME, START, DRAWN, OVER };
enum { DRAW = 54, NAMES };

typedef struct {
    Stock stock;
    int32_t seats, turn, direction, phase, turns, winners;
    int32_t kind, colour, penalty, drawn, passes;
    int32_t sizes[MOST_SEATS];
    uint64_t kinds[MOST_SEATS];
    int8_t holder[PACK], copies[MOST_SEATS][KINDS];
} State;

/* ---- cards: 25 of each colour, one 0 and two of every other face; four Wilds, four Wild +4 ------------------------ */

#define COLOUR(c) c, c + 1, c + 1, c + 2, c + 2, c + 3, c + 3, c + 4, c + 4, c + 5, c + 5, c + 6, c + 6, c + 7, c + 7, \
    c + 8, c + 8, c + 9, c + 9, c + 10, c + 10, c + 11, c + 11, c + 12, c + 12
static const uint8_t KIND[PACK] = {COLOUR(0), COLOUR(13), COLOUR(26), COLOUR(39), 52, 52, 52, 52, 53, 53, 53, 53};

/* The first card of a kind; its copies follow. */
#define FIRSTS(c) c, c + 1, c + 3, c + 5, c + 7, c + 9, c + 11, c + 13, c + 15, c + 17, c + 19, c + 21, c + 23
static const uint8_t FIRST[KINDS] = {FIRSTS(0), FIRSTS(25), FIRSTS(50), FIRSTS(75), 100, 104};

#define OF_COLOUR(colour) (0x1FFFull << 13 * (colour))
#define OF_FACE(face) (0x8004002001ull << (face))

static inline int face_of(int kind) { return (unsigned)kind % 13; }
static inline int colour_of(int kind) { return kind < WILD ? (int)((unsigned)kind / 13) : NONE; }

static inline int penalty_of(int kind) {
    if (kind == WILD_FOUR) return 4;
    return OF_FACE(DRAW_TWO) >> kind & 1 ? 2 : 0;
}

static inline int points_of(int kind) {
    if (kind >= WILD) return 50;
    int face = face_of(kind);
    return face < SKIP ? face : 20;
}

/* ---- hands ------------------------------------------------------------------------------------------------------- */

static inline void take(State *s, int seat, int card) {
    int kind = KIND[card];
    s->holder[card] = seat;
    s->sizes[seat]++;
    s->kinds[seat] |= BIT(kind);
    s->copies[seat][kind]++;
}

/* Remove a card of a kind from a hand; return which one. */
static inline int leave(State *s, int seat, int kind) {
    int card = FIRST[kind];
    while (s->holder[card] != seat) card++;
    s->holder[card] = NONE;
    s->sizes[seat]--;
    if (--s->copies[seat][kind] == 0) s->kinds[seat] &= ~BIT(kind);
    return card;
}

static void draw_cards(State *s, int seat, int count) {
    for (; count; count--) {
        int card = next_card(&s->stock);
        if (card == NONE) return;
        take(s, seat, card);
    }
}

static uint32_t smallest_hands(const State *s) {
    int fewest = 999;
    uint32_t seats = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        if (s->sizes[seat] < fewest) fewest = s->sizes[seat], seats = 0;
        if (s->sizes[seat] == fewest) seats |= 1u << seat;
    }
    return seats;
}

static int hand_points(const State *s, int seat) {
    int points = 0;
    for (uint64_t kinds = s->kinds[seat]; kinds; kinds &= kinds - 1) {
        int kind = lowest_bit(kinds);
        points += points_of(kind) * s->copies[seat][kind];
    }
    return points;
}

/* ---- what may be done -------------------------------------------------------------------------------------------- */

static inline uint64_t playable(const State *s) {
    uint64_t kinds = OF_COLOUR(s->colour) | BIT(WILD) | BIT(WILD_FOUR);
    if (s->kind < WILD) kinds |= OF_FACE(face_of(s->kind));
    return s->kinds[s->turn] & kinds;
}

static inline uint64_t legal(const State *s) {
    if (s->phase == PLAY) return playable(s) | BIT(DRAW);
    if (s->phase == DRAWN) return BIT(KIND[s->drawn]) | BIT(DRAW);
    return 15ull << NAMES;
}

/* ---- turns and ends ---------------------------------------------------------------------------------------------- */

static inline int seat_after(const State *s, int seat) {
    seat += s->direction;
    if (seat >= s->seats) return 0;
    return seat < 0 ? s->seats - 1 : seat;
}

static void win(State *s, uint32_t seats) {
    s->phase = OVER;
    s->winners = seats;
}

/* Draw the penalty, or what there is of it. */
static void take_penalty(State *s, int seat) {
    draw_cards(s, seat, s->penalty);
    s->penalty = 0;
}

static inline void end_turn(State *s, int drawn) {
    s->phase = PLAY;
    s->drawn = NONE;
    s->turns++;
    s->turn = seat_after(s, s->turn);
    s->passes = drawn ? 0 : s->passes + 1;
    if (s->passes >= s->seats || s->turns >= MOST_TURNS) win(s, smallest_hands(s));
}

/* ---- moves ------------------------------------------------------------------------------------------------------- */

/* The power of the card on top, and who is next. */
static inline void complete(State *s) {
    int next = seat_after(s, s->turn), face = face_of(s->kind), penalty = penalty_of(s->kind);
    s->phase = PLAY;
    s->turns++;
    if (penalty) {
        s->penalty += penalty;
        take_penalty(s, next);
        s->turn = seat_after(s, next);
    } else if (s->kind == WILD || face < SKIP) {
        s->turn = next;
    } else if (face == SKIP || s->seats == 2) {
        s->turn = seat_after(s, next);
    } else {
        s->direction = -s->direction;
        s->turn = seat_after(s, s->turn);
    }
    if (s->turns >= MOST_TURNS) win(s, smallest_hands(s));
}

static inline void play(State *s, int kind) {
    int seat = s->turn;
    s->passes = 0;
    s->drawn = NONE;
    put_on_pile(&s->stock, leave(s, seat, kind));
    s->kind = kind;
    s->colour = colour_of(kind);
    if (s->sizes[seat] == 0) {
        s->penalty += penalty_of(kind);
        take_penalty(s, seat_after(s, seat));
        win(s, 1u << seat);
    } else if (kind >= WILD) {
        s->phase = NAME;
    } else {
        complete(s);
    }
}

static inline void draw(State *s) {
    int card = next_card(&s->stock);
    if (card == NONE) {
        end_turn(s, 0);
        return;
    }
    take(s, s->turn, card);
    if (playable(s) >> KIND[card] & 1) {
        s->phase = DRAWN;
        s->drawn = card;
        s->passes = 0;
    } else {
        end_turn(s, 1);
    }
}

static inline void name_colour(State *s, int colour) {
    s->colour = colour;
    if (s->phase == START)
        s->phase = PLAY;
    else
        complete(s);
}

static inline void act(State *s, int action) {
    if (action < DRAW)
        play(s, action);
    else if (action > DRAW)
        name_colour(s, action - NAMES);
    else if (s->phase == DRAWN)
        end_turn(s, 1);
    else
        draw(s);
}

static int score(const State *s, int seat) {
    int points = 0;
    if (!(s->winners >> seat & 1)) return 0;
    for (int other = 0; other < s->seats; other++)
        if (!(s->winners >> other & 1)) points += hand_points(s, other);
    return points;
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static State before_the_deal(int seats) {
    State s = {.seats = seats, .direction = 1, .colour = NONE, .drawn = NONE};
    for (int card = 0; card < PACK; card++) s.holder[card] = NONE;
    return s;
}

/* Whether a card that may start is left after the deal: any but a Wild +4. */
static inline int has_starter(const State *s) {
    for (int i = PACK - s->seats * HAND; i--;)
        if (KIND[s->stock.deck[i]] != WILD_FOUR) return 1;
    return 0;
}

static void turn_up(State *s) {
    int16_t *deck = s->stock.deck;
    int last = s->stock.deck_size - 1;
    while (KIND[deck[last]] == WILD_FOUR) {
        int other = below(&s->stock, last + 1);
        int16_t card = deck[last];
        deck[last] = deck[other];
        deck[other] = card;
    }
    int card = deal_card(&s->stock);
    put_on_pile(&s->stock, card);
    s->kind = KIND[card];
    s->colour = colour_of(s->kind);
}

/* A start card that is an action hits the first seat; a Wild lets it name the colour. */
static void wake(State *s) {
    int face = face_of(s->kind);
    if (s->kind == WILD) {
        s->phase = START;
    } else if (face == SKIP || (face == REVERSE && s->seats == 2)) {
        s->turn = seat_after(s, s->turn);
    } else if (face == REVERSE) {
        s->direction = -s->direction;
        s->turn = seat_after(s, s->turn);
    } else if (face == DRAW_TWO) {
        s->penalty = 2;
        take_penalty(s, s->turn);
        s->turn = seat_after(s, s->turn);
    }
}

static void setup(State *s) {
    do fill_deck(&s->stock);
    while (!has_starter(s));
    for (int seat = 0; seat < s->seats; seat++)
        for (int i = 0; i < HAND; i++) take(s, seat, deal_card(&s->stock));
    turn_up(s);
    wake(s);
}

#include "driver.h"
