// Prints the chapter of a release for CHANGELOG.md: node chapter.mjs VERSION [TAG]
// A program of its own, because the library exists for `import` only, and what other scripts load becomes require().
import { ConventionalChangelog } from 'conventional-changelog';
import createPreset from 'conventional-changelog-conventionalcommits';

const [version, from = ''] = process.argv.slice(2);
const generator = new ConventionalChangelog(process.cwd())
  .package({ name: 'parley', version })
  .config(createPreset())
  .commits({ from })
  // No links, because the location of the repository is private.
  .context({ version, linkReferences: false, linkCompare: false });
for await (const part of generator.write()) process.stdout.write(part);
