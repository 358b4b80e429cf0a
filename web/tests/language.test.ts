import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const FRENCH = { "app.close": "Fermer", "landing.seats": "{seats} joueurs" };
const TOLD = { language: "fr", languages: [{ code: "en", name: "English" }, { code: "fr", name: "Français" }], texts: FRENCH };
let asked: { path: string; language: string | null }[];
let answer: () => Promise<Response>;

/** Load the modules again, as after a reload, in a browser that prefers a language. */
async function page(preferred: string) {
  vi.resetModules();
  vi.spyOn(navigator, "language", "get").mockReturnValue(preferred);
  return { ...(await import("../src/lib/language")), ...(await import("../src/lib/texts")) };
}

beforeEach(() => {
  asked = [];
  answer = () => Promise.resolve(new Response(JSON.stringify(TOLD)));
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
    asked.push({ path, language: new Headers(init.headers).get("accept-language") });
    return answer();
  });
});

afterEach(() => {
  localStorage.clear();
  document.documentElement.lang = "";
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the language of the page", () => {
  it("is English without a request if the browser prefers that", async () => {
    const { prepare, spoken, t, asked: address } = await page("en-GB");
    await prepare();
    expect([asked, spoken(), t("app.close"), address("/ws")]).toEqual([[], "en", "Close", "/ws"]);
  });

  it("counts in the plural forms of its language", async () => {
    const forms = { "table.cards.one": "jedna karta", "table.cards.few": "{count} karty", "table.cards.many": "{count} kart" };
    answer = () => Promise.resolve(new Response(JSON.stringify({ ...TOLD, language: "pl", texts: forms })));
    const { prepare, counted } = await page("pl");
    expect([1, 2].map((count) => counted("table.cards", count))).toEqual(["1 card", "2 cards"]);
    await prepare();
    expect([1, 2, 5, 12, 22].map((count) => counted("table.cards", count))).toEqual(["jedna karta", "2 karty", "5 kart", "12 kart", "22 karty"]);
    expect(counted("figures.turns", 3)).toBe("3 turns");
  });

  it("is the one that the browser prefers and the house has; what is missing stays English", async () => {
    const { prepare, spoken, t, asked: address } = await page("fr-CA");
    await prepare();
    expect(asked).toEqual([{ path: "/api/texts", language: null }]);
    expect([spoken(), t("app.close"), t("landing.seats", { seats: 3 }), t("app.again")]).toEqual(["fr", "Fermer", "3 joueurs", "Try again"]);
    expect(document.documentElement.lang).toBe("fr");
    // the browser itself says what it prefers, on the socket too
    expect(address("/ws")).toBe("/ws");
  });

  it("is the one that was chosen on this device, in every request and on the socket", async () => {
    localStorage.setItem("parlour.language", JSON.stringify("fr"));
    const { prepare, languageHeader, asked: address } = await page("en-GB");
    await prepare();
    expect([languageHeader(), address("/ws")]).toEqual([{ "accept-language": "fr" }, "/ws?lang=fr"]);
  });

  it("falls back if the chosen one is gone, and no longer asks for it", async () => {
    localStorage.setItem("parlour.language", JSON.stringify("tlh"));
    answer = () => Promise.resolve(new Response(JSON.stringify({ ...TOLD, language: "en", texts: {} })));
    const { prepare, t, asked: address } = await page("en-GB");
    await prepare();
    expect([t("app.close"), address("/ws")]).toEqual(["Close", "/ws"]);
  });

  it("is English while the house cannot be reached", async () => {
    answer = () => Promise.reject(new TypeError("no network"));
    const { prepare, languages, t } = await page("fr");
    await prepare();
    expect([t("app.close"), await languages()]).toEqual(["Close", []]);
  });

  it("can be chosen among those of the house", async () => {
    const { choose, languages } = await page("en");
    const reload = vi.fn();
    vi.stubGlobal("location", { reload });
    expect((await languages()).map(({ code }) => code)).toEqual(["en", "fr"]);
    choose("fr");
    expect([localStorage.getItem("parlour.language"), reload.mock.calls.length]).toEqual(['"fr"', 1]);
  });
});
