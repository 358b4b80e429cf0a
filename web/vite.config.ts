import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { cutFonts, facesOf, FONTS, licences } from "./fonts";

const HOUSE = "http://127.0.0.1:8765";
const TEXTS = fileURLToPath(new URL("../src/parlour/texts", import.meta.url));

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
    // for the pages of the server that are not built
    this.emitFile({ type: "asset", fileName: "fonts.css", source: facesOf(Object.keys(bundle)) });
  },
};

/** What the page of a static site may do: the server sends this itself. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; " +
  "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

const site: Plugin = {
  name: "site",
  transformIndexHtml: (html) =>
    html.replace("<!-- link preview -->", `<meta http-equiv="content-security-policy" content="${POLICY}">`).replace('href="/icon.svg"', 'href="./icon.svg"'),
};

export default defineConfig(({ mode }) => ({
  plugins: [fonts, pageTexts, svelte(), ...(mode === "site" ? [site] : [])],
  // a static site may lie anywhere
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
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], testTimeout: 60_000 },
}));
