// Finds everything that can be pressed for a move: on the whole table or, if somebody's cards are enlarged, among
// those. Keeps the elements in `window.offered` and returns their kinds; returns "over" after the end of the game, and nothing
// while it is somebody else's turn.
() => {
    // forget what was offered before; while a move is on its way, nothing is offered
    window.offered = [];
    if (document.querySelector("section.result")) return "over";
    if (!document.querySelector("section.me.turn:not(.waiting)")) return null;
    const table = document.querySelector(".magnified") ?? document.querySelector("main.table");
    const isShown = (element) => element.checkVisibility({visibilityProperty: true});
    const find = (selector, test = () => true) =>
        [...table.querySelectorAll(selector)].filter((element) => isShown(element) && test(element));
    const commits = find(".buttons > button.main");
    const lists = {
        card: find("[role=toolbar] button", (card) => card.textContent.includes(", playable")),
        picked: commits.length ? find("[role=toolbar] button[aria-pressed=true]") : [],
        slot: find("[role=group] button.slot[aria-pressed=false]:not([aria-disabled=true])"),
        stack: find(".stack button[aria-disabled=false]"),
        choice: find(".choices button"),
        seat: find("section.seat .extra button"),
        commit: commits,
    };
    const offers = Object.entries(lists).flatMap(([kind, elements]) => elements.map((element) => ({kind, element})));
    window.offered = offers.map(({element}) => element);
    return offers.length ? offers.map(({kind}) => kind) : null;
}
