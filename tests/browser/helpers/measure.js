// Lists, in sentences, the problems of a page on a small screen or for large fingers.
// `finger` is how large a control must be, `card` how much of a card in the hand must be free.
([finger, card]) => {
    const found = [];
    const firstLine = (element) => element?.innerText?.trim().split("\n")[0] ?? "";
    const name = (element) => element.ariaLabel || firstLine(element) || firstLine(element.labels?.[0]) || element.className;
    const say = (element, text) => found.push(`${element.tagName.toLowerCase()} “${name(element)}” ${text}`);
    const round = (number) => Math.round(number * 10) / 10;
    const size = ({width, height}) => `${round(width)} × ${round(height)}`;
    const isShown = (element) => element.checkVisibility({visibilityProperty: true}) && !element.closest(".unseen, [inert]");
    const isFree = (control) => !control.disabled && control.ariaDisabled !== "true";
    const isScrolled = (element) =>
        element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement));
    const belongs = (top, control) => control.contains(top) || top.closest("label")?.control === control;
    const told = (top) => firstLine(top?.closest("button")) || top?.getAttribute("class") || "the edge";

    const controls = [...document.querySelectorAll("button, a[href], input, select, textarea, summary")].filter(isShown);
    const cards = controls.filter((control) => control.closest("[role=toolbar]"));
    // a link in a sentence is as high as its line; small cards of a grid are enlarged when they are touched
    const mayBeSmall = (control) => cards.includes(control) || control.matches("p a, td a, .slot");
    const front = document.querySelector("dialog[open], [role=dialog], .question, section.result:not(.folded)");

    const lookWidth = () => {
        const {scrollWidth} = document.scrollingElement;
        if (scrollWidth > innerWidth + 1) found.push(`The page is ${scrollWidth} px wide in a window of ${innerWidth}.`);
    };

    const lookSize = (control) => {
        const box = control.getBoundingClientRect();
        const isOutside = box.left < -1 || box.right > innerWidth + 1;
        if (isOutside && !isScrolled(control)) say(control, `lies outside, from ${round(box.left)} to ${round(box.right)}`);
        const isSmall = box.width < finger - 0.5 || box.height < finger - 0.5;
        if (isSmall && isFree(control) && !mayBeSmall(control)) say(control, `is only ${size(box)}`);
    };

    // sample where a control can be hit, since only the edge of a card in a fan is free
    const hits = (control, samples) => {
        control.scrollIntoView({block: "center", behavior: "instant"});
        const box = control.getBoundingClientRect();
        const points = [];
        const others = new Set();
        for (let i = 0; i < samples; i++) {
            for (let j = 0; j < samples; j++) {
                const [x, y] = [box.left + (box.width * (i + 0.5)) / samples, box.top + (box.height * (j + 0.5)) / samples];
                const top = document.elementFromPoint(x, y);
                if (top && belongs(top, control)) points.push([x, y]);
                else others.add(told(top));
            }
        }
        const span = (list, whole) => (list.length ? Math.max(...list) - Math.min(...list) + whole / samples : 0);
        return {
            width: span(points.map(([x]) => x), box.width),
            height: span(points.map(([, y]) => y), box.height),
            share: points.length / samples ** 2,
            others: [...others].slice(0, 3).join(", "),
        };
    };

    const lookFree = (control) => {
        const free = hits(control, cards.includes(control) ? 15 : 7);
        const isNarrow = free.width < card - 4 || free.height < card - 4;
        if (cards.includes(control)) {
            if (isNarrow) say(control, `can be hit only within ${size(free)}, beside ${free.others}`);
        } else if (free.share < 0.4) say(control, `is covered by ${free.others}: only ${Math.round(free.share * 100)}% can be hit`);
    };

    const meets = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const lookOverlap = (button) => {
        for (const one of cards) {
            if (meets(button.getBoundingClientRect(), one.getBoundingClientRect())) say(button, `lies over the card “${name(one)}”`);
        }
    };

    lookWidth();
    controls.forEach(lookSize);
    controls.filter((control) => isFree(control) && (!front || front.contains(control))).forEach(lookFree);
    const buttons = [...document.querySelectorAll("main .button, main .stack button")].filter(isShown);
    buttons.filter((button) => !front?.contains(button) && !button.closest("section.result")).forEach(lookOverlap);
    scrollTo(0, 0);
    return found;
}
