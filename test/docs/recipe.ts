import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const COPIED = [
  'src',
  'migrations',
  'test',
  'scripts',
  'jest-preset.js',
  'jest.config.js',
  'docs',
  'README.md',
  'openapi.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
  '.swcrc',
];

/** A copy of the tree that can be changed and run: all that tests need, with this one's node_modules. */
export function copyOfTree(): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'parley-recipe-')));
  for (const name of COPIED) cpSync(name, join(copy, name), { recursive: true });
  symlinkSync(realpathSync('node_modules'), join(copy, 'node_modules'));
  return copy;
}

/**
 * Does what a reader would do with the blocks of a page: writes the new files, and adds the lines to the others.
 *
 * @param kinds of blocks that are files
 */
export function follow(page: string, tree: string, kinds: readonly string[] = ['ts']): string[] {
  const blocks = page.matchAll(new RegExp(`^\`\`\`(${[...kinds, 'diff'].join('|')})\\n(.*?)^\`\`\`$`, 'gms'));
  return [...blocks].map(([, kind, block = '']) => {
    const [, file = ''] = /^(?:\/\/|#|---) (\S+)\n/.exec(block) ?? [];
    if (file === '') throw new Error(`A block that names no file:\n${block}`);
    if (kind === 'diff') edit(join(tree, file), block.split('\n').slice(1, -1));
    else create(join(tree, file), block);
    return file;
  });
}

/** The commands of the page's shell blocks, one a line. */
export function commands(page: string): string[] {
  return [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.trim().split('\n'));
}

function create(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: 'wx' });
}

/** The lines without a mark tell the place, which must be there exactly once. */
function edit(file: string, lines: readonly string[]): void {
  const before = lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
  const after = lines.map((line) => line.slice(1));
  const parts = `\n${readFileSync(file, 'utf8')}`.split(`\n${before.join('\n')}\n`);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places like\n${before.join('\n')}`);
  writeFileSync(file, parts.join(`\n${after.join('\n')}\n`).slice(1));
}
