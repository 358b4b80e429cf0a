/** The games and levels of bots in English, from `scripts/catalogue.py`, when the pages are built. */
declare module "virtual:games" {
  const told: import("./src/lib/api").Catalogue;
  export default told;
}
