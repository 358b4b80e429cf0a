/* The random driver of parlour.fast, after the rules of a twin: a type State with `stock`, `seats`, `phase`, `turns` and
   `winners`, the phase OVER, and the functions before_the_deal, setup, legal, act and score. */

static int64_t finish(State *s, Generator *dice) {
    int64_t decisions = 0;
    for (; s->phase != OVER && decisions < CUT_OFF; decisions++) act(s, pick(dice, legal(s)));
    return decisions;
}

/* Play random games from consecutive seeds; `wins` counts by seat, `result` gets the decisions and a check number. */
void simulate(int seats, uint64_t seed, int64_t games, int64_t *wins, int64_t *result) {
    const State blank = before_the_deal(seats);
    int64_t decisions = 0;
    uint32_t check = 0;
    for (int64_t game = 0; game < games; game++) {
        Generator dice;
        State s = blank;
        plant_dice(&dice, seed + game);
        s.stock.stream.a = roll(&dice);
        s.stock.stream.b = roll(&dice) | 1;
        s.stock.used = BYTES;
        setup(&s);
        decisions += finish(&s, &dice);
        for (uint32_t winners = s.winners; winners; winners &= winners - 1) wins[lowest_bit(winners)]++;
        check = check * 31 + s.winners * 7 + s.turns + score(&s, 0) + dice.a;
    }
    result[0] = decisions;
    result[1] = check;
}
