import { expect, it, vi } from "vitest";
import { PROTOCOL, type Update } from "../src/lib/wire";
import { games, session, Socket, visiting } from "./house";

const updates = Object.values(games)[0]!;
visiting();

it("enters the room after the greeting", () => {
  expect(Socket.last.asked("enter")[0]).toMatchObject({ room: "ABCDEF", seen: 0 });
  expect(session.connection.state).toBe("connected");
});

it("sends a move that was not answered again, with the same id, and makes it once", async () => {
  Socket.last.say(updates[0]!);
  const made = session.move("draw");
  const [first] = Socket.last.asked("move");
  expect(first).toMatchObject({ move: "draw", seen: updates[0]!.number });
  Socket.last.cut();
  expect(session.connection.state).toBe("away");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(Socket.all).toHaveLength(2);
  await Socket.last.greet();
  expect(Socket.last.asked("enter")[0]).toMatchObject({ seen: updates[0]!.number });
  expect(Socket.last.asked("move")).toEqual([first]);
  await Socket.last.follow("move");
  expect(await made).toBe(true);
  expect(session.pending).toBe("");
});

it("follows the room to another house, and sends an unanswered move there under the same id", async () => {
  expect(Socket.last.url).toMatch(/^ws:.*\/ws\/ABCDEF$/);
  Socket.last.say(updates[0]!);
  const made = session.move("draw");
  const [first] = Socket.last.asked("move");
  Socket.last.say({ type: "moved", url: "/ws/ABCDEF?house=two" });
  await vi.advanceTimersByTimeAsync(1);
  expect(Socket.all).toHaveLength(2);
  expect(Socket.last.url).toMatch(/^ws:.*\/ws\/ABCDEF\?house=two$/);
  await Socket.last.greet();
  expect(Socket.last.asked("move")).toEqual([first]);
  await Socket.last.follow("move");
  expect(await made).toBe(true);
  Socket.last.cut();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(Socket.last.url).toMatch(/\/ws\/ABCDEF$/);
});

it("does not run in circles between houses that send it to each other", async () => {
  for (let i = 0; i < 20; i++) {
    Socket.last.say({ type: "moved", url: "/ws/ABCDEF?house=two" });
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(Socket.all.length).toBeLessThan(8);
});

it("tells the caller of any other request that the connection broke", async () => {
  const asked = session.ask({ type: "start" });
  Socket.last.cut();
  expect(await asked).toBe(false);
});

it("keeps requests made while entering, when the room is already shown but not confirmed", async () => {
  Socket.last.cut();
  expect(await session.ask({ type: "start" })).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  Socket.last.say({ type: "hello", protocol: PROTOCOL, name: "Guest", colour: "red", levels: [], emotes: [] });
  const asked = session.ask({ type: "start" });
  expect(Socket.last.asked("start")).toHaveLength(0);
  await Socket.last.follow("enter");
  expect(Socket.last.asked("start")).toHaveLength(1);
  await Socket.last.follow("start");
  expect(await asked).toBe(true);
});

it("waits longer and longer while the house is away", async () => {
  for (let i = 0; i < 12; i++) {
    Socket.last.cut();
    await vi.advanceTimersByTimeAsync(10_000);
  }
  const before = Socket.all.length;
  Socket.last.cut();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(Socket.all.length).toBe(before);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(Socket.all.length).toBe(before + 1);
});

it("notices within seven seconds that a connection is dead that was never closed", async () => {
  await vi.advanceTimersByTimeAsync(4_000);
  expect(Socket.last.asked("ping")).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(session.connection.state).toBe("away");
});

it("does not check a connection on which something arrives, and seldom one that nobody looks at", async () => {
  for (const { number } of updates.slice(0, 6)) {
    await vi.advanceTimersByTimeAsync(3_900);
    Socket.last.say(updates[number] ?? updates[0]!);
  }
  expect(Socket.last.asked("ping")).toHaveLength(0);
  const look = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  Socket.last.say(updates[0]!);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(Socket.last.asked("ping")).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(Socket.last.asked("ping")).toHaveLength(1);
  look.mockRestore();
});

it("notices it soon when somebody acts, or when the device says that it has no network", async () => {
  await vi.advanceTimersByTimeAsync(3_000);
  const asked = session.ask({ type: "start" });
  expect(Socket.last.sent.slice(-2).map(({ type }) => type)).toEqual(["ping", "start"]);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(session.connection.state).toBe("away");
  expect(await asked).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await Socket.last.greet();
  dispatchEvent(new Event("offline"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(session.connection.state).not.toBe("connected");
});

it("comes back when a stopping house said so", async () => {
  Socket.last.say({ type: "stopping", retry: 2_000 });
  await vi.advanceTimersByTimeAsync(1_900);
  expect(Socket.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(700);
  expect(Socket.all).toHaveLength(2);
});

it("shows updates in order and forgets events it has", () => {
  Socket.last.say(updates[0]!);
  Socket.last.say(updates[1]!);
  Socket.last.say({ ...updates[1]!, events: [...updates[0]!.events, ...updates[1]!.events] });
  expect(session.events).toEqual([...updates[0]!.events, ...updates[1]!.events]);
});

it("requests everything again after a gap, and accepts the answer", () => {
  Socket.last.say(updates[0]!);
  const later = updates.find((update, i): update is Update => i > 1 && update.events.length > 0)!;
  Socket.last.say(later);
  expect(session.update).toEqual(updates[0]);
  expect(Socket.last.asked("resync")[0]).toMatchObject({ seen: updates[0]!.number });
  const missed = updates.slice(1, updates.indexOf(later) + 1).flatMap((update) => update.events);
  Socket.last.say({ ...later, events: missed });
  expect(session.update?.number).toBe(later.number);
  expect(session.events).toHaveLength(later.number);
});

it("begins a new list of events with a new deal", () => {
  Socket.last.say(updates[0]!);
  Socket.last.say({ ...updates[0]!, base: updates[0]!.number, number: 2 * updates[0]!.number });
  expect(session.events).toEqual(updates[0]!.events);
});

it("says why the person can't be in the room, and does not reconnect", async () => {
  Socket.last.say({ type: "left", why: "The host has closed the table." });
  expect(session.barred).toBe("The host has closed the table.");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Socket.all).toHaveLength(1);
});

it("shows an update that left events out at once, and asks for those events afterwards", async () => {
  const whole = updates.find((update) => update.events.length > 3)!;
  const [first, second, ...rest] = whole.events;
  Socket.last.say({ ...whole, events: rest, skipped: 2 });
  expect(session.update?.number).toBe(whole.number);
  expect(Socket.last.asked("resync")).toHaveLength(0);
  const earlier = (place: number) => Socket.last.asked("earlier")[place]!;
  expect(earlier(0)).toMatchObject({ since: whole.base, until: whole.base + second!.number });
  for (const [place, event] of [second!, first!].entries()) {
    Socket.last.say({ type: "past", id: String(earlier(place)["id"]), base: whole.base, events: [event], story: [] });
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(session.events.map((event) => event.number)).toEqual(whole.events.map((event) => event.number));
  expect(Socket.last.asked("earlier")).toHaveLength(2);
});
