/** Makes stacks name TypeScript files and lines. Import it first, because it only applies to files loaded afterwards. */
process.setSourceMapsEnabled(true);
