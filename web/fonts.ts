/** Cuts the fonts down to the characters that the pages need, before they are built. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subset from "subset-font";

const HERE = fileURLToPath(new URL(".", import.meta.url));
export const FONTS = `${HERE}node_modules/.fonts`;
const SOURCES = {
  interface: "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  display: "@fontsource/young-serif/files/young-serif-latin-400-normal.woff2",
};
/** Printable Latin-1: names of people need more than the texts have. */
const LATIN = Array.from({ length: 0x100 }, (_, code) => (code < 0x20 || (code >= 0x7f && code < 0xa0) ? "" : String.fromCodePoint(code))).join("");

/** The licences of the fonts, which go wherever the fonts go. */
export function licences(): string {
  return Object.values(SOURCES)
    .map((path) => readFileSync(`${HERE}node_modules/${path.slice(0, path.indexOf("/files/"))}/LICENSE`, "utf8"))
    .join("\n\n");
}

/** Return the style sheet that declares the fonts among these files. */
export function facesOf(files: string[]): string {
  const families = { interface: ["Parlour", "300 900"], display: ["Parlour display", "400"] } as const;
  return Object.entries(families)
    .map(([name, [family, weight]]) => [family, weight, files.find((file) => file.startsWith(`assets/${name}-`) && file.endsWith(".woff2"))])
    .map(([family, weight, file]) => `@font-face{font-family:"${family}";src:url("${file}") format("woff2");font-weight:${weight};font-display:swap}`)
    .join("\n");
}

/** Write each font with the characters of these texts and of Latin-1 alone. */
export async function cutFonts(texts: string): Promise<void> {
  const written = readdirSync(texts).filter((name) => name.endsWith(".json")).map((name) => readFileSync(`${texts}/${name}`, "utf8"));
  const characters = LATIN + [...new Set(written.join(""))].join("");
  mkdirSync(FONTS, { recursive: true });
  for (const [name, path] of Object.entries(SOURCES)) {
    const cut = await subset(readFileSync(`${HERE}node_modules/${path}`), characters, { targetFormat: "woff2" });
    writeFileSync(`${FONTS}/${name}.woff2`, cut);
  }
}
