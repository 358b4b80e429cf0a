import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const HOUSE = "http://127.0.0.1:8765";

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: "/app/",
  // under test the components run in a made-up browser, so they must be compiled for one
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../src/parlour/server/pages/app",
    emptyOutDir: true,
    target: "es2022",
    // nothing inline: the house allows scripts and styles from its own files only
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 200,
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": HOUSE, "/ws": { target: HOUSE, ws: true } } },
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
}));
