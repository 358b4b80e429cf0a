/* Cambio written by hand in C: the ceiling that the compiled rules of Cambio are measured against.

   It has every rule under the default options, for 2 to 8 seats: the grids, draws and swaps, the top discard taken, the effects
   of drawn cards, the call, the match in one's own turn with its penalty card, the reshuffle, the ends and the score, and what
   each seat knows, has been shown and is looking at. The options are constants here.
   It has not: snapping out of turn and gifts, other options, the clock, events, redeal, and the cryptographic stream, which
   play-outs do not use. */

#define PACK 54
#include "twin.h"

enum { MOST_SEATS = 8, SLOTS = 12, JOKER = 52, MOST_TURNS_EACH = 60, WRONG_CALL = 10 };
enum { START, DRAWN, TAKEN, PEEK, SPY, SWITCH, KING, MATCH, OVER, LOOK_SLOT, FIRST_SLOT, SECOND_SEAT, SECOND_SLOT };
enum { LOOK_AT = 12, CALL = 20, DRAW, TAKE, DISCARD, DECLINE, MATCH_OWN, SWITCH_AT = 45 };

typedef struct {
    Stock stock;
    int32_t seats, turn, phase, turns, winners;
    int32_t held, caller, owed, looked, looks, peeks, at_seat, at_place, resume;
    uint32_t filled[MOST_SEATS];
    int32_t turns_each[MOST_SEATS];
    uint64_t known[MOST_SEATS], peek[MOST_SEATS], shown, flash;
    int16_t grid[MOST_SEATS * SLOTS];
} State;

/* ---- cards ------------------------------------------------------------------------------------------------------- */

/* 2 to 14 (an Ace); the jokers have a rank of their own. */
#define SUIT 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
static const uint8_t RANKS[PACK] = {SUIT, SUIT, SUIT, SUIT};

#define VALUES(king) 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, king, 1
static const int8_t POINTS[PACK] = {VALUES(10), VALUES(-1), VALUES(-1), VALUES(10)};

#define POWERS(king) START, START, START, START, START, PEEK, PEEK, SPY, SPY, SWITCH, SWITCH, king, START
static const uint8_t EFFECTS[PACK] = {POWERS(KING), POWERS(START), POWERS(START), POWERS(KING)};

/* ---- grids ------------------------------------------------------------------------------------------------------- */

static inline void look(State *s, int seat, int place) {
    uint64_t card = BIT(s->grid[place]);
    s->known[seat] |= card;
    s->peek[seat] |= card;
    s->peeks = 1;
}

/* Everybody knows where this card is. */
static inline void show(State *s, int card) {
    s->shown |= BIT(card);
    for (int seat = 0; seat < s->seats; seat++) s->known[seat] |= BIT(card);
}

/* A card has left the grids. */
static inline void take_out(State *s, int card) {
    s->shown &= ~BIT(card);
    for (int seat = 0; seat < s->seats; seat++) s->known[seat] &= ~BIT(card);
}

static inline void clear_peeks(State *s) {
    s->flash = 0;
    if (s->peeks) {
        s->peeks = 0;
        for (int seat = 0; seat < s->seats; seat++) s->peek[seat] = 0;
    }
}

static inline void add_penalty_card(State *s, int seat) {
    uint32_t free = ~s->filled[seat] & ((1u << SLOTS) - 1);
    if (free == 0) return;
    int card = next_card(&s->stock);
    if (card == NONE) return;
    s->grid[seat * SLOTS + lowest_bit(free)] = card;
    s->filled[seat] |= free & -free;
}

static int hand_points(const State *s, int seat) {
    int total = 0;
    for (uint32_t slots = s->filled[seat]; slots; slots &= slots - 1) total += POINTS[s->grid[seat * SLOTS + lowest_bit(slots)]];
    return total;
}

/* ---- what may be done -------------------------------------------------------------------------------------------- */

/* The opponents that have a card to look at. */
static inline uint64_t others(const State *s) {
    uint64_t seats = 0;
    for (int seat = 0; seat < s->seats; seat++) seats |= (uint64_t)(seat != s->turn && s->filled[seat]) << seat;
    return seats;
}

/* The slots of a seat, except the one at this place. */
static inline uint32_t slots_but(const State *s, int seat, int place) {
    unsigned slot = place - seat * SLOTS;
    return slot < SLOTS ? s->filled[seat] & ~(1u << slot) : s->filled[seat];
}

static inline uint64_t seats_but(const State *s, int place) {
    uint64_t seats = 0;
    for (int seat = 0; seat < s->seats; seat++) seats |= (uint64_t)(slots_but(s, seat, place) != 0) << seat;
    return seats;
}

/* The seats that have a card to switch, if there are two cards at all. */
static inline uint64_t switch_seats(const State *s) {
    uint64_t seats = 0;
    int cards = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        seats |= (uint64_t)(s->filled[seat] != 0) << seat;
        cards += bit_count(s->filled[seat]);
    }
    return cards >= 2 ? seats : 0;
}

static inline uint64_t effect_moves(const State *s) {
    if (s->phase == PEEK) return s->filled[s->turn];
    if (s->phase == SPY) return others(s) << LOOK_AT;
    uint64_t switches = switch_seats(s) << SWITCH_AT;
    return s->phase == KING && s->looks < 2 ? switches | seats_but(s, s->looked) << LOOK_AT : switches;
}

static inline uint64_t legal(const State *s) {
    uint64_t slots = s->filled[s->turn];
    switch (s->phase) {
    case START:
        return BIT(DRAW) | (s->caller < 0 ? BIT(CALL) : 0) | (s->stock.pile_size && slots ? BIT(TAKE) : 0);
    case DRAWN: return slots | BIT(DISCARD);
    case TAKEN: return slots;
    case MATCH: return slots << MATCH_OWN | BIT(DECLINE);
    case LOOK_SLOT: return slots_but(s, s->at_seat, s->looked);
    case FIRST_SLOT: return s->filled[s->at_seat];
    case SECOND_SEAT: return seats_but(s, s->at_place) << SWITCH_AT;
    case SECOND_SLOT: return slots_but(s, s->at_seat, s->at_place);
    default: return effect_moves(s) | BIT(DECLINE);
    }
}

/* ---- ends -------------------------------------------------------------------------------------------------------- */

/* The lowest total wins; a caller loses a tie. */
static void score_round(State *s) {
    int lowest = 999;
    uint32_t winners = 0;
    clear_peeks(s);
    s->phase = OVER;
    for (int seat = 0; seat < s->seats; seat++) {
        int total = hand_points(s, seat);
        if (total < lowest) lowest = total, winners = 0;
        if (total == lowest) winners |= 1u << seat;
    }
    if (s->caller >= 0 && winners & ~(1u << s->caller)) winners &= ~(1u << s->caller);
    s->winners = winners;
}

static inline int next_seat(const State *s, int seat) { return seat + 1 < s->seats ? seat + 1 : 0; }

static void end_turn(State *s) {
    s->phase = START;
    s->turns++;
    s->turns_each[s->turn]++;
    if (s->caller >= 0) {
        s->owed &= ~(1 << s->turn);
        if (s->owed == 0) {
            score_round(s);
            return;
        }
    }
    do s->turn = next_seat(s, s->turn);
    while (s->caller >= 0 && !(s->owed >> s->turn & 1));
    if (drawable(&s->stock) == 0 || (s->caller < 0 && s->turns_each[s->turn] >= MOST_TURNS_EACH)) score_round(s);
}

/* The turn's discard is done; its seat may match it. */
static inline void after_discard(State *s) {
    s->looked = NONE;
    s->looks = 0;
    if (s->filled[s->turn])
        s->phase = MATCH;
    else
        end_turn(s);
}

/* ---- moves ------------------------------------------------------------------------------------------------------- */

static inline void swap(State *s, int slot) {
    int seat = s->turn, place = seat * SLOTS + slot;
    int old = s->grid[place], new = s->held;
    s->held = NONE;
    s->grid[place] = new;
    if (s->phase == TAKEN) {
        show(s, new);
        take_out(s, old);
        put_on_pile(&s->stock, old);
        end_turn(s);
    } else {
        s->known[seat] |= BIT(new);
        take_out(s, old);
        put_on_pile(&s->stock, old);
        after_discard(s);
    }
}

static inline void look_at(State *s, int place) {
    s->phase = s->resume;
    s->at_seat = NONE;
    s->resume = START;
    look(s, s->turn, place);
    if (s->phase == SPY) {
        after_discard(s);
        return;
    }
    s->looks++;
    s->looked = place;
    if (effect_moves(s) == 0) after_discard(s);
}

static inline void switch_cards(State *s, int first, int second) {
    int16_t card = s->grid[first];
    s->grid[first] = s->grid[second];
    s->grid[second] = card;
    s->at_seat = s->at_place = NONE;
    after_discard(s);
}

static inline void choose_slot(State *s, int slot) {
    switch (s->phase) {
    case DRAWN:
    case TAKEN: swap(s, slot); break;
    case PEEK:
        look(s, s->turn, s->turn * SLOTS + slot);
        after_discard(s);
        break;
    case LOOK_SLOT: look_at(s, s->at_seat * SLOTS + slot); break;
    case FIRST_SLOT:
        s->at_place = s->at_seat * SLOTS + slot;
        s->phase = SECOND_SEAT;
        break;
    default: switch_cards(s, s->at_place, s->at_seat * SLOTS + slot);
    }
}

static inline void discard(State *s) {
    int card = s->held;
    s->held = NONE;
    put_on_pile(&s->stock, card);
    s->phase = EFFECTS[card];
    if (s->phase == START || effect_moves(s) == 0) after_discard(s);
}

static inline void match(State *s, int slot) {
    int place = s->turn * SLOTS + slot, card = s->grid[place];
    if (RANKS[card] == RANKS[top(&s->stock)]) {
        s->grid[place] = NONE;
        s->filled[s->turn] &= ~(1u << slot);
        take_out(s, card);
        put_on_pile(&s->stock, card);
    } else {
        show(s, card);
        s->flash |= BIT(card);
        add_penalty_card(s, s->turn);
    }
    end_turn(s);
}

static inline void act(State *s, int action) {
    if ((s->peeks || s->flash) && s->phase <= OVER) clear_peeks(s);
    if (action < LOOK_AT) {
        choose_slot(s, action);
    } else if (action < CALL) {
        s->at_seat = action - LOOK_AT;
        s->resume = s->phase;
        s->phase = LOOK_SLOT;
    } else if (action == DRAW) {
        s->held = next_card(&s->stock);
        s->phase = DRAWN;
    } else if (action == DISCARD) {
        discard(s);
    } else if (action == DECLINE) {
        if (s->phase == MATCH)
            end_turn(s);
        else
            after_discard(s);
    } else if (action == CALL) {
        s->caller = s->turn;
        s->owed = ((1 << s->seats) - 1) & ~(1 << s->turn);
        end_turn(s);
    } else if (action == TAKE) {
        s->held = s->stock.pile[--s->stock.pile_size];
        s->phase = TAKEN;
    } else if (action < SWITCH_AT) {
        match(s, action - MATCH_OWN);
    } else {
        s->at_seat = action - SWITCH_AT;
        s->phase = s->phase == SECOND_SEAT ? SECOND_SLOT : FIRST_SLOT;
    }
}

static int score(const State *s, int seat) {
    int wrong = seat == s->caller && !(s->winners >> seat & 1);
    return hand_points(s, seat) + (wrong ? WRONG_CALL : 0);
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static State before_the_deal(int seats) {
    State s = {.seats = seats, .held = NONE, .caller = NONE, .looked = NONE, .at_seat = NONE, .at_place = NONE};
    for (int place = 0; place < MOST_SEATS * SLOTS; place++) s.grid[place] = NONE;
    return s;
}

static void setup(State *s) {
    fill_deck(&s->stock);
    for (int seat = 0; seat < s->seats; seat++) {
        for (int slot = 0; slot < 4; slot++) s->grid[seat * SLOTS + slot] = deal_card(&s->stock);
        s->filled[seat] = 15;
    }
    put_on_pile(&s->stock, deal_card(&s->stock));
    for (int seat = 0; seat < s->seats; seat++)
        for (int slot = 2; slot < 4; slot++) look(s, seat, seat * SLOTS + slot);
}

#include "driver.h"
