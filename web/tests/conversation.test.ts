import { expect, it } from "vitest";
import { Conversation } from "../src/lib/conversation.svelte";
import type { Said } from "../src/lib/wire";

const said = (count: number, name: string, seat: number) => ({ count, name, seat, text: "hello", after: 0 }) as Said;

it("counts what others wrote as unread, wherever people sit now", () => {
  const talk = new Conversation("", { earlierChat: () => Promise.reject() }, () => "Zoe");
  talk.take(said(1, "Zoe", 1));
  talk.take(said(2, "Ben", 0));
  expect(talk.unread.map(({ name }) => name)).toEqual(["Ben"]);
  talk.markRead();
  expect(talk.unread).toEqual([]);
});
