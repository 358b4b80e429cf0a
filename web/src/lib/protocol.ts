/** The types of the protocol, written by scripts/protocol.py from those of the server. Do not edit. */

export const PROTOCOL = 2;

/** Enter a room, to play if you have a seat there, otherwise to watch. `seen` is the number of the last event you have. Where nobody may watch a running game, `sit` lets you in on the first bot's seat that you may take. */
export interface Enter {
  type: "enter";
  room: string;
  seen?: number;
  sit?: boolean;
  id?: string;
}

/** Leave the room. Before the deal and after the end this frees your seat; during a game a bot plays until you return. */
export interface Leave {
  type: "leave";
  id?: string;
}

/** Take this free seat, or the first one. During a game, take the seat of a bot: you see what that seat may know. Nobody can have two seats in one round of a game. */
export interface Sit {
  type: "sit";
  seat?: number | null;
  id?: string;
}

/** Give up your seat and stay to watch; only before the deal or after the end. */
export interface Rise {
  type: "rise";
  id?: string;
}

/** Host: put a bot on this seat, or on the first free one. */
export interface AddBot {
  type: "add_bot";
  seat?: number | null;
  level?: string;
  id?: string;
}

/** Host: free a seat taken by a bot or a person; only before the deal or after the end. Another person is also removed from the room (`left`) and can only come back after `admit`. See `remove` for a game. */
export interface Unseat {
  type: "unseat";
  seat: number;
  id?: string;
}

/** Remove the person on a seat, or a watcher by their index in `watchers`, at any time; with `on` false, take a vote back. The host decides at once; from others at the table it is a vote. The host can't be removed. During a game a bot takes the seat for good. A removed person can only come back after `admit`, even with a new cookie from the same address. */
export interface Remove {
  type: "remove";
  seat?: number | null;
  watcher?: number | null;
  on?: boolean;
  id?: string;
}

/** Let a bot play for the person on a seat who is away or `overdue`, until they come back (`here`). The host decides at once; from others at the table it is a vote, which `on` false takes back. */
export interface StandIn {
  type: "stand_in";
  seat: number;
  on?: boolean;
  id?: string;
}

/** Say that you are still there when you are `asked`, or take your seat back from the bot that plays for you. */
export interface Here {
  type: "here";
  id?: string;
}

/** Host: shut the door, so that only people who are in the room now can come back, or open it. */
export interface Door {
  type: "door";
  open: boolean;
  id?: string;
}

/** Host: let a removed person come back, by their index in `removed`. */
export interface Admit {
  type: "admit";
  removed: number;
  id?: string;
}

/** Host: replace the `plan`, or `change` parts of it; only before the deal or after the end. A `change` does not undo what was changed elsewhere at the same moment. If there are fewer seats, people and bots on seats that disappear move to free seats that remain. */
export interface Replan {
  type: "replan";
  plan?: Plan | null;
  change?: Change | null;
  id?: string;
}

/** The plan of a room: the game with its options, and who may come in. `rounds` or `target` says how long a match is (ALL-7). `pace` is the pause before a bot's move in milliseconds; in a game with a house rule for it (its role is `bot_pause`), that rule sets the pause instead, unless `pace` is 0. `grace` is the number of seconds after which a bot takes the seat of a person who is away. `patience` is the number of seconds after which a person who does not move is asked whether they are still there; 0 for never. The default is not stored, so that earlier versions can read the log. `hints` says whether people who play against each other may ask for hints. */
export interface Plan {
  game: string;
  seats: number;
  options: Record<string, boolean | number | string>;
  rounds: number;
  target: number;
  public: boolean;
  watchers: boolean;
  pace: number;
  grace: number;
  patience: number;
  hints: boolean;
}

/** Changes to a plan. Fields and house rules that are not given stay as they are. */
export interface Change {
  seats?: number | null;
  options?: Record<string, boolean | number | string>;
  rounds?: number | null;
  target?: number | null;
  public?: boolean | null;
  watchers?: boolean | null;
  pace?: number | null;
  grace?: number | null;
  patience?: number | null;
  hints?: boolean | null;
}

/** Commit to a random number of 128 bits for the next deal, by its hash (see “The fair deal”). */
export interface Pledge {
  type: "pledge";
  commitment: string;
  id?: string;
}

/** Reveal the number that you committed to. The room asks for it with `dealing`: “revealing”. */
export interface Reveal {
  type: "reveal";
  number: string;
  id?: string;
}

/** Host: deal. Every seat must be taken. The game begins when everybody who pledged a number has revealed it. */
export interface Start {
  type: "start";
  id?: string;
}

/** Deal the next round of a match. */
export interface Next {
  type: "next";
  id?: string;
}

/** Host: play again under the same rules; everybody moves on by one seat. From others at the table it is a vote (with `on` false, the vote is taken back). If everybody else wants a rematch and the host does not begin it within `patience` seconds after the end, it begins by itself. */
export interface Rematch {
  type: "rematch";
  on?: boolean;
  id?: string;
}

/** Host: go back to seats and house rules after the end; the others see `arranging` until the next deal. */
export interface Arrange {
  type: "arrange";
  id?: string;
}

/** Make a move. `seen` is the number of the last event you have: if more has happened, the move is refused as stale. A move may be sent again with the same `id`: it is never made twice. */
export interface Move {
  type: "move";
  move: string;
  seen: number;
  id?: string;
}

/** Take your last move back, with everything that happened since; the game is practice from then on. Alone against bots this happens at once, as often as you like. Among people everybody at the table has to agree, each with this request and the `seat` whose move it is (`on` false takes a vote back), and nobody may have seen a new card since. `seen` is the number of the last event you have: if more has happened, the request is refused as stale. */
export interface Undo {
  type: "undo";
  seen: number;
  seat?: number | null;
  on?: boolean;
  id?: string;
}

/** Ask for the room and the game again, with the events after `seen`. */
export interface Resync {
  type: "resync";
  seen?: number;
  id?: string;
}

/** Ask for events of this game that an update left out (`skipped`): the latest after `since` up to `until`. The answer is `past`. It has at most 250 events; ask again for those before them. */
export interface Earlier {
  type: "earlier";
  until: number;
  since?: number;
  id?: string;
}

/** Ask for earlier chat messages of this room: the latest up to the one numbered `until`. The answer is `past_chat`. It has at most 250 messages; ask again for those before them. */
export interface EarlierChat {
  type: "earlier_chat";
  until: number;
  id?: string;
}

/** Ask which move the server would make in your place, and why; one at a time. Where two or more people play, the plan must allow `hints`, and everybody is told (`said`). */
export interface Hint {
  type: "hint";
  id?: string;
}

/** The cards that you were shown for a moment are turned back: bots don't wait for you any longer. */
export interface Looked {
  type: "looked";
  id?: string;
}

/** Send a short message to the table. */
export interface Chat {
  type: "chat";
  text: string;
  id?: string;
}

/** Send one of the emotes listed in `hello`. */
export interface Emote {
  type: "emote";
  name: string;
  id?: string;
}

/** Host: mute the person in a seat, or a watcher by their index in `watchers`; with `on` false, unmute them. */
export interface Mute {
  type: "mute";
  seat?: number | null;
  watcher?: number | null;
  on?: boolean;
  id?: string;
}

/** Block the person on a seat or a watcher: you are not shown what they say, and they can't enter a table that you host. Nobody else is told. With `on` false, lift it. */
export interface Block {
  type: "block";
  seat?: number | null;
  watcher?: number | null;
  on?: boolean;
  id?: string;
}

/** Report the person on a seat or a watcher to the operator of the server, who also sees what they said last. */
export interface Report {
  type: "report";
  why: string;
  seat?: number | null;
  watcher?: number | null;
  id?: string;
}

/** Host: make the person on this seat the host. */
export interface PassHost {
  type: "pass_host";
  seat: number;
  id?: string;
}

/** Host: close the room for good. */
export interface Close {
  type: "close";
  id?: string;
}

/** Ask for a `pong`. */
export interface Ping {
  type: "ping";
  id?: string;
}

/** The first message on a socket. */
export interface Hello {
  type: "hello";
  protocol: number;
  name: string;
  colour: string;
  levels: string[];
  emotes: string[];
}

/** The present state of the room: sent when you enter and whenever it changes. `phase` is gathering (before the deal), playing, scored (between two rounds of a match) or over. `commitment` is the hash of the secret of the current deal during a game, otherwise of the next one, and empty until that is chosen; `pledges` are people's commitments to their numbers for that deal. `dealing` is empty until the deal is asked for; then it is revealing (their numbers are asked for) or pledging (the deal starts again, without the seats in `left_out`). `replay` is the id of the last finished game, empty until it is saved. `removed` are the names of the people who were removed; only the host is told. `arranging`: after the end, the host is back at seats and house rules. `shut`: nobody new can come in. `seats_for_you` are the bots' seats that you may take during a game. `hints`: whether those who play may ask for hints. `practice` says why the game counts for nothing: it was continued from another one, its deal was repeated, or moves were undone; it is empty if the game counts. `challenge` is the id of the link that led to its deal. */
export interface RoomState {
  type: "room";
  code: string;
  phase: "gathering" | "over" | "playing" | "scored";
  plan: Plan;
  chairs: Chair[];
  watchers: Watcher[];
  host: number | null;
  you: number | null;
  you_host: boolean;
  commitment: string;
  pledges: SeatPledge[];
  dealing: "" | "pledging" | "revealing";
  left_out: number[];
  games: number;
  round: number;
  scores: number[];
  result: Outcome | null;
  replay: string;
  removed: string[];
  arranging: boolean;
  shut: boolean;
  votes: Vote[];
  seats_for_you: number[];
  hints: boolean;
  practice: "" | "continued" | "repeated" | "undone";
  challenge: string;
}

/** A seat of a room. `kind` is free, person or bot; `stand_in` is the level of the bot that plays for an absent person. `character` is the one that a person has chosen; without one, a page chooses by the name. `waits` is a sentence about a bot that cannot play at its level yet. `asked`: the person has not moved for a while and is asked whether they are still there; `overdue`: they have not answered, and `stand_in` may be requested for them. `blocked`: you have blocked them. */
export interface Chair {
  kind: "bot" | "free" | "person";
  name: string;
  colour: string;
  character: string;
  level: string;
  present: boolean;
  stand_in: string;
  muted: boolean;
  waits: string;
  asked: boolean;
  overdue: boolean;
  blocked: boolean;
}

/** A person who watches. */
export interface Watcher {
  name: string;
  muted: boolean;
  blocked: boolean;
}

/** The commitment of a seat to its number. */
export interface SeatPledge {
  seat: number;
  commitment: string;
}

/** The end of a game, a round or a match: who won and what each seat scored. */
export interface Outcome {
  winners: number[];
  scores: number[];
}

/** A vote of the people at the table who are connected. `seat` or `watcher` is the person whom it concerns. `voters` are seats; `needed` is the number of votes that decide it. A rematch is always up to the host. `undo`: the person on this seat wants to take a move back; then everybody who plays has to agree, connected or not. */
export interface Vote {
  matter: "rematch" | "remove" | "stand_in" | "undo";
  seat: number | null;
  watcher: number | null;
  voters: number[];
  needed: number;
}

/** The game as you see it: the events since the last update, and your own view with your legal moves. `number` counts events across all games of the room; event n of the view has the number `base` + n. `clock` is the number of milliseconds left to the seat whose turn it is; null without a clock. There may be no new events: the same position is sent again when somebody comes back or changes name, and when a finished game has been saved. `story` is the same events in sentences, move by move: lines of words and cards. `later` replaces `lines` when cards that were shown for a moment are turned back. An update has at most 250 events; `skipped` is the number of earlier ones that it left out (see `earlier`). `cautions` are warnings before moves: `about` is the words of a move, or the verb of all moves with it. `needs` say why cards can't be played: `about` is the card. `idle` are legal moves that would change nothing now and need not be offered. `tip` is for first games: what you can do now and what the last card did, in words for a beginner. `undone` is how often moves were taken back in this round: the events that remain are then sent again under a higher `base`. */
export interface Update {
  type: "update";
  number: number;
  base: number;
  events: Event[];
  view: View;
  window: number[];
  clock: number | null;
  story: NarratedMove[];
  skipped: number;
  cautions: Note[];
  needs: Note[];
  idle: string[];
  tip: Tip | null;
  undone: number;
}

/** One event. `number` counts from 1; `move` is the number of the move that caused it (0: the deal). `text` is a sentence in the viewer's language, and `key` is its key in the catalogue. `fleeting`: the viewer sees the card only for a moment, because it lies face down again. `counts`, `looks`, `exchanges`, `reveals` and `wrong` come from its kind. `value` is the number that the rules reported: for a card in a grid the place, seat * 16 + slot; for one that moves between grids, source * 256 + target. */
export interface Event {
  number: number;
  move: number;
  kind: string;
  seat: number | null;
  card: string | null;
  value: number;
  text: string;
  source: string;
  target: string;
  key: string;
  fleeting: boolean;
  counts: string;
  looks: boolean;
  exchanges: string;
  wrong: boolean;
  reveals: string;
}

/** Everything a viewer may see now. `viewer` is a seat, or None for a spectator. `mind` is what a bot on this seat may think with (`core/mind.py`), None for a spectator. */
export interface View {
  game: string;
  seats: number;
  viewer: number | null;
  must: number | null;
  moves_made: number;
  events_told: number;
  prompt: string;
  zones: Zone[];
  badges: Badge[];
  moves: Choice[];
  result: Outcome | null;
  attempt: string;
  look_seconds: number | null;
  by_rank: boolean;
}

/** A place on the table. `cards` are texts from the bottom or the left: `8h`, `??` hidden, `-` an empty slot. `kind` says how the cards lie: hand, grid, pile (face up, top last), deck (face down), held (in its owner's fingers). `count` is their number; a deck has one although it shows no cards. */
export interface Zone {
  kind: "deck" | "grid" | "hand" | "held" | "pile";
  owner: number | null;
  cards: string[];
  count: number;
  columns: number;
}

/** A fact about the table that is not a card: direction, penalty, named suit, run. */
export interface Badge {
  name: string;
  value: string;
  text: string;
  owner: number | null;
}

/** A legal move of the viewer: its words, and what the player picks on the table to make it, in order. A pick is a card in the hand (`8h`), `deck`, `pile`, a place (`1:3`), a seat (`seat 2`) or a button (`button draw`). */
export interface Choice {
  words: string;
  picks: string[];
}

/** The sentences of one move. `later` replaces `lines` when cards shown for a moment are turned back. */
export interface NarratedMove {
  move: number;
  lines: Line[];
  later: Line[] | null;
}

/** One sentence, about the events `first` to `last`; `seat` is the seat it begins with. */
export interface Line {
  first: number;
  last: number;
  seat: number | null;
  parts: (string | Cards)[];
}

/** Cards that a sentence names: `text` lists them; `count` is how many, for a reader with little room. */
export interface Cards {
  cards: string[];
  text: string;
  count: string;
}

/** A sentence about something on the table. `about`: the words of a move, a verb (for all moves with it), or a card. */
export interface Note {
  about: string;
  text: string;
}

/** Two sentences for a beginner: what can be done now, and what the last card did. Each may be empty. */
export interface Tip {
  now: string;
  last: string;
}

/** The answer to `earlier`: events of this game and the same in sentences, as in an update; empty if there are none. */
export interface Past {
  type: "past";
  id: string;
  base: number;
  events: Event[];
  story: NarratedMove[];
}

/** A request succeeded. `number` is the number of the last event. `hint` is the move that answers a request for a hint, and `why` the reasons in one text; `reasons` are the same one by one, and `rated` the moves with their share of wins, the best first, if games were simulated. */
export interface Done {
  type: "done";
  id: string;
  number: number;
  hint: string;
  why: string;
  reasons: Reason[];
  rated: Rated[];
}

/** A reason for a hint: a sentence, its key, what was filled in, and the moves that it is about. An `idea` is the main reason for the best move and a `ranking` says how often moves win; `rated` contains both already. */
export interface Reason {
  text: string;
  role: "idea" | "more" | "ranking";
  key: string;
  parts: Record<string, string>;
  moves: string[];
}

/** A move: the share of simulated games it wins, a 95% confidence interval, the number of games, and its main idea. */
export interface Rated {
  words: string;
  chance: number;
  low: number;
  high: number;
  playouts: number;
  idea: string;
}

/** A request was refused and has changed nothing; `why` is a sentence. `stale`: the game had moved on. `code` is the key of the sentence and `parts` what was filled in; `options` and `cards` are the names of what it is about. `remedy` is what else to change so that house rules go together; its `text` is the label of a button. */
export interface Refused {
  type: "refused";
  id: string;
  why: string;
  stale: boolean;
  code: string;
  parts: Record<string, string>;
  options: string[];
  cards: string[];
  remedy: Remedy | null;
}

/** A change that resolves a clash: house rules as Python writes them, or another number of seats. `text` offers it: as options of a command to a reader who types, as the label of a button to others. */
export interface Remedy {
  options: Record<string, boolean | number | string>;
  seats: number | null;
  text: string;
}

/** Somebody sent a chat message or an emote, asked for a `hint`, or took a move back (`undo`); `seat` is null for a watcher. `count` numbers the messages of the room; `after` is the number of the last event before it. The latest ones are sent again to anybody who enters; `earlier_chat` asks for those before them. */
export interface ChatLine {
  type: "said";
  name: string;
  seat: number | null;
  text: string;
  emote: string;
  hint: boolean;
  undo: boolean;
  count: number;
  after: number;
}

/** The answer to `earlier_chat`: messages in the order in which they were sent; empty if there are none. */
export interface PastChat {
  type: "past_chat";
  id: string;
  lines: ChatLine[];
}

/** The answer to a `ping`. */
export interface Pong {
  type: "pong";
  id: string;
}

/** You are no longer in the room; `why` is a sentence and `code` its key, both empty if you asked to leave. */
export interface Left {
  type: "left";
  why: string;
  code: string;
}

/** Another server keeps this room. Connect to `url`, relative to this address, and resend what was not answered. */
export interface RoomMoved {
  type: "moved";
  url: string;
}

/** The server is stopping or restarting; nothing is lost. Connect again after `retry` milliseconds. */
export interface Stopping {
  type: "stopping";
  retry: number;
}

export type FromClient =
  | Enter
  | Leave
  | Sit
  | Rise
  | AddBot
  | Unseat
  | Remove
  | StandIn
  | Here
  | Door
  | Admit
  | Replan
  | Pledge
  | Reveal
  | Start
  | Next
  | Rematch
  | Arrange
  | Move
  | Undo
  | Resync
  | Earlier
  | EarlierChat
  | Hint
  | Looked
  | Chat
  | Emote
  | Mute
  | Block
  | Report
  | PassHost
  | Close
  | Ping;

export type FromHouse =
  | Hello
  | RoomState
  | Update
  | Past
  | Done
  | Refused
  | ChatLine
  | PastChat
  | Pong
  | Left
  | RoomMoved
  | Stopping;
