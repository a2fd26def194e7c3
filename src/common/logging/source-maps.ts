/** Stacks name TypeScript files and lines. Imported before everything else: only what is loaded afterwards has them. */
process.setSourceMapsEnabled(true);
