import { transformSync } from '@swc/core';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const THROWS = `
interface Padding { readonly one: string }


export function fail(message: unknown): never {
  throw Object.assign(new TypeError('wrong'), message === undefined ? {} : { message });
}
`;

describe('the stack of a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-source-maps-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function compile(name: string, source: string): void {
    const file = join(folder, `${name}.ts`);
    const { code, map } = transformSync(source, {
      configFile: join(__dirname, '../../../.swcrc'),
      filename: file,
      sourceFileName: `${name}.ts`,
    });
    writeFileSync(join(folder, `${name}.js`), code);
    writeFileSync(join(folder, `${name}.js.map`), map!);
  }

  const run = (script: string) =>
    execFileSync(process.execPath, ['-e', `require('./source-maps');${script}`], { cwd: folder, encoding: 'utf8' });

  beforeAll(() => {
    compile('source-maps', readFileSync(join(__dirname, 'source-maps.ts'), 'utf8'));
    for (const name of ['throws', 'broken']) compile(name, THROWS);
    mkdirSync(join(folder, 'node_modules'));
    for (const copy of ['node_modules/other.js', 'plain.js', 'empty.js']) {
      writeFileSync(join(folder, copy), readFileSync(join(folder, 'throws.js')));
    }
    writeFileSync(join(folder, 'node_modules/other.js.map'), readFileSync(join(folder, 'throws.js.map')));
    writeFileSync(join(folder, 'broken.js.map'), '{"version":3,');
    writeFileSync(
      join(folder, 'empty.js.map'),
      '{"version":3,"sources":[null],"mappings":"AAAA;AAAA;AAAA;AAAA;AAAA;AAAA;AAAA;AAAA;AAAA;AAAA;AAAA;AAAA"}',
    );
  });

  it('names the TypeScript file and line', () => {
    expect(run(`try { require('./throws').fail() } catch (error) { console.log(error.stack) }`)).toMatch(
      new RegExp(`^TypeError: wrong\n    at Object\\.fail \\(${folder}/throws\\.ts:6:23\\)\n    at \\[eval\\]:`),
    );
  });

  it.each([
    ['in a package', 'other'],
    ['whose map is missing', './plain'],
    ['whose map is broken', './broken'],
    ['whose map is no map', './empty'],
  ])('names the JavaScript of a file %s', (_what, file) => {
    expect(run(`try { require('${file}').fail() } catch (error) { console.log(error.stack) }`)).toMatch(
      /^TypeError: wrong\n {4}at Object\.fail \(.*\.js:\d+:\d+\)\n/,
    );
  });

  it('has the code of an error of Node', () => {
    expect(run(`try { require('node:fs').readFileSync({}) } catch (error) { console.log(error.stack) }`)).toMatch(
      /^TypeError \[ERR_INVALID_ARG_TYPE\]: The "path" argument must be/,
    );
  });

  it('is written for an error that cannot be described', () => {
    const message = `Object.defineProperty(error, 'message', { get() { throw new Error('again') } })`;
    const script = `const error = new Error('first'); ${message}; console.log(error.stack)`;
    expect(run(script)).toMatch(/^<error>\n {4}at \[eval\]:/);
  });
});
