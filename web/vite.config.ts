import { svelte } from "@sveltejs/vite-plugin-svelte";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { cutFonts, facesOf, FONTS, licences } from "./fonts";
import { drawn } from "./icons";

const HOUSE = "http://127.0.0.1:8765";
const TEXTS = fileURLToPath(new URL("../src/parlour/texts", import.meta.url));

const PAGES = fileURLToPath(new URL("../src/parlour/server/pages", import.meta.url));
const read = (path: string) => readFileSync(path, "utf-8");

/** The list of the files of the house for browsers, if it was built. A site names it in its pages; a server does that itself. */
const PARTS = existsSync(`${PAGES}/offline`) ? (readdirSync(`${PAGES}/offline`).find((name) => /^parts-.*\.json$/.test(name)) ?? "") : "";

function houseFiles(): string[] {
  if (!PARTS) return [];
  const parts = JSON.parse(read(`${PAGES}/offline/${PARTS}`)) as { files: string[] };
  return [PARTS, ...parts.files].map((name) => `offline/${name}`);
}

/** Stands for the files of the house in the service worker, until its host fills them in. */
const NO_HOUSE = 'const PARTS = "", HOUSE = [];';

/** The colour around the icon. */
const GROUND = "#3a2418";

/** The manifest of the app, its icon, and the service worker, which also shows notifications. */
const installable = (isSite: boolean): Plugin => ({
  name: "installable",
  apply: (_, { mode }) => mode !== "test",
  generateBundle(_, bundle) {
    const root = isSite ? "./" : "/";
    const files = Object.keys(bundle).filter((name) => !name.endsWith(".html") && !name.endsWith(".txt"));
    const shell = [...files.map((name) => (isSite ? name : `app/${name}`)), "icon.svg", "icon-turn.svg"];
    const constants = { SHELL: shell };
    const version = createHash("sha256").update(JSON.stringify(constants)).digest("hex").slice(0, 12);
    const lines = Object.entries({ VERSION: version, ...constants }).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
    const service = read(fileURLToPath(new URL("src/offline/service.js", import.meta.url)));
    const known = isSite ? service.replace(NO_HOUSE, `const PARTS = ${JSON.stringify(PARTS)}, HOUSE = ${JSON.stringify(houseFiles())};`) : service;
    this.emitFile({ type: "asset", fileName: "worker.js", source: lines.join("") + known + read(`${PAGES}/worker.js`) });
    const picture = read(`${PAGES}/icon.svg`);
    const icon = picture.replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");
    // a system may cut a maskable icon to a circle: the middle four fifths stay
    const masked = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 48 48"><rect x="-8" y="-8" width="48" height="48" fill="${GROUND}"/>${icon}</svg>`;
    this.emitFile({ type: "asset", fileName: "icon-maskable.svg", source: masked });
    const pictures = {
      "icon-192.png": drawn(picture, 192),
      "icon-512.png": drawn(picture, 512),
      "icon-maskable-512.png": drawn(picture, 512, 8, GROUND),
      "icon-touch-180.png": drawn(picture, 180, 2, GROUND),
    };
    for (const [fileName, source] of Object.entries(pictures)) this.emitFile({ type: "asset", fileName, source });
    const manifest = {
      name: "Parlour",
      short_name: "Parlour",
      description: "A house of card games: play at once, with friends or with bots.",
      id: root,
      start_url: root,
      scope: root,
      display: "standalone",
      background_color: "#1f1710",
      theme_color: GROUND,
      icons: [
        { src: `${root}icon.svg`, sizes: "any", type: "image/svg+xml", purpose: "any" },
        { src: "icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
        { src: "icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
        { src: "icon-maskable.svg", sizes: "any", type: "image/svg+xml", purpose: "maskable" },
        { src: "icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
      ],
    };
    this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source: JSON.stringify(manifest, null, 1) });
  },
});

/** The pages leave out texts that only the terminal or refusals of the house use. */
const pageTexts = {
  name: "page-texts",
  enforce: "pre" as const,
  transform(code: string, id: string) {
    if (!id.startsWith(TEXTS)) return null;
    const texts = Object.entries(JSON.parse(code) as Record<string, string>).filter(([key]) => !/^(terminal|refusal|lab)\./.test(key));
    return JSON.stringify(Object.fromEntries(texts));
  },
};

/** No test depends on fonts. */
const fonts: Plugin = {
  name: "fonts",
  apply: (_, { mode }) => mode !== "test",
  buildStart: () => cutFonts(TEXTS),
  generateBundle(_, bundle) {
    this.emitFile({ type: "asset", fileName: "assets/fonts-licence.txt", source: licences() });
    // for pages of the server that are not built by Vite
    this.emitFile({ type: "asset", fileName: "fonts.css", source: facesOf(Object.keys(bundle)) });
  },
};

/** The games in English, so that the first page shows them before any house has answered. Tests have games of their own. */
const games = (isTest: boolean): Plugin => ({
  name: "games",
  resolveId: (id) => (id === GAMES ? `\0${GAMES}` : null),
  load(id) {
    if (id !== `\0${GAMES}`) return null;
    const root = fileURLToPath(new URL("..", import.meta.url));
    const told = isTest ? '{"games":[],"levels":[]}' : execFileSync(`${root}.venv/bin/python`, [`${root}scripts/catalogue.py`], { encoding: "utf-8" });
    return `export default JSON.parse(${JSON.stringify(told)});`;
  },
});
const GAMES = "virtual:games";

/** The languages that the pages are built with: a house on this device has no others. */
const LANGUAGES = readdirSync(TEXTS).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);

/** What the page of a static site may do: the server sends this itself. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
  "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

const site: Plugin = {
  name: "site",
  transformIndexHtml: (html) =>
    html.replace("<!-- link preview -->", `<meta http-equiv="content-security-policy" content="${POLICY}"><meta name="house" content="${PARTS}">`).replace('href="/icon.svg"', 'href="./icon.svg"'),
};

export default defineConfig(({ mode }) => ({
  define: { LANGUAGES: JSON.stringify(LANGUAGES) },
  plugins: [fonts, pageTexts, games(mode === "test"), svelte(), installable(mode === "site"), ...(mode === "site" ? [site] : [])],
  // a static site may be in any folder of a host
  base: mode === "site" ? "./" : "/app/",
  // tests run the components in a simulated browser, so they must be compiled for one
  resolve: { alias: { $texts: TEXTS, $fonts: FONTS }, ...(mode === "test" ? { conditions: ["browser"] } : {}) },
  build: {
    outDir: mode === "site" ? "../build/site" : "../src/parlour/server/pages/app",
    emptyOutDir: true,
    target: "es2022",
    // nothing inline: the house allows scripts and styles from its own files only
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 200,
    reportCompressedSize: true,
  },
  worker: { format: "es" },
  server: { fs: { allow: [".", TEXTS] }, proxy: { "/api": HOUSE, "/icon.svg": HOUSE, "/ws": { target: HOUSE, ws: true } } },
  // no test measures time: a busy machine only takes longer
  // vmThreads: one simulated browser for all files of a worker, and modules of its own for each file
  test: { environment: "happy-dom", pool: "vmThreads", include: ["tests/**/*.test.ts"], testTimeout: 60_000 },
}));
