/** Waits briefly for the fonts, so that text doesn't visibly change its shape. */

const PATIENCE = 300;

export async function fontsLoaded(): Promise<void> {
  const loading = Promise.all(['1em "Parlour"', '1em "Parlour display"'].map((font) => document.fonts.load(font)));
  await Promise.race([loading.catch(() => {}), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}
