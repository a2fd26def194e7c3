import { existsSync, readdirSync, readFileSync } from 'node:fs';

const { forbidden } = jest.requireActual<{ forbidden: { name: string; comment: string; from: { path?: string } }[] }>(
  '../../.dependency-cruiser.js',
);
const page = readFileSync('docs/architecture.md', 'utf8');
const LAYER = 'common-in-layers';

describe('docs/architecture.md', () => {
  it('quotes the rules of .dependency-cruiser.js word for word', () => {
    const quoted = [...page.matchAll(/^- \*\*([\w-]+)\*\*: ((?:.+\n(?! *- |\n))*.+)/gm)];
    const rules = quoted.map(([, name, comment = '']) => `${name}: ${comment.replace(/\s+/g, ' ')}`);
    // One rule may have several entries, one for each layer.
    expect(rules).toEqual([...new Set(forbidden.map(({ name, comment }) => `${name}: ${comment}`))]);
  });

  it('names every folder of src, and the folders of common in their layers', () => {
    const [, tree = ''] = /```\nsrc\/\n([^]*?)\n```/.exec(page) ?? [];
    const drawn = [...tree.matchAll(/^ {2}(?:[\w.-]+[/.]\S*\s+)+/gm)].flatMap(([line]) => line.trim().split(/\s+/));
    expect(drawn.filter((name) => name.endsWith('/')).sort()).toEqual(
      foldersOf('src')
        .map((name) => `${name}/`)
        .sort(),
    );
    expect(drawn.filter((name) => name.endsWith('.ts')).every((name) => existsSync(`src/${name}`))).toBe(true);

    const layers = forbidden.filter(({ name }) => name === LAYER).map(({ from }) => /\((.*)\)/.exec(from.path!)![1]!);
    const listed = [...page.matchAll(/^\d\. ((?:`[\w-]+`(?:, )?)+)/gm)].map(([, names = '']) => names.match(/[\w-]+/g));
    expect(listed).toEqual(layers.map((layer) => layer.split('|')));
    expect(layers.flatMap((layer) => layer.split('|')).sort()).toEqual(foldersOf('src/common'));
  });
});

function foldersOf(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
