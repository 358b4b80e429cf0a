/** The grain of the felt: a small tile of noise, drawn once, so that nothing is downloaded for it. */

const TILE = 128;
const LIGHT = "radial-gradient(75% 70% at 50% 42%, var(--felt-lit), var(--felt) 55%, var(--felt-deep))";

let tile: string | null = null;

/** Draw grain and light on an element. */
export function grain(element: HTMLElement): void {
  tile ??= drawn();
  element.style.backgroundImage = tile ? `url("${tile}"), ${LIGHT}` : LIGHT;
  element.style.backgroundSize = tile ? `${TILE}px, 100% 100%` : "";
}

function drawn(): string {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = TILE;
  const pen = canvas.getContext("2d");
  if (!pen) return "";
  const picture = pen.createImageData(TILE, TILE);
  for (let i = 0; i < picture.data.length; i += 4) {
    // short threads: each pixel resembles the previous one
    const before = i >= 8 ? picture.data[i - 8]! : 128;
    const value = 128 + (before - 128) * 0.35 + (Math.random() - 0.5) * 110;
    picture.data.fill(value, i, i + 3);
    picture.data[i + 3] = 150;
  }
  pen.putImageData(picture, 0, 0);
  return canvas.toDataURL();
}
