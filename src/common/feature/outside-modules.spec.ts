import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { modulesOutside } from './outside-modules';

describe('modulesOutside', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-outside-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const written = (name: string, text: string): string => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };

  it('reports names that cannot be loaded, and modules without a feature', () => {
    const empty = written('empty.js', 'exports.Notes = class {};');
    expect(() => modulesOutside([empty, join(folder, 'missing.js')])).toThrow(
      /empty\.js, which exports no module with @Feature\n.*missing\.js, which cannot be loaded: Cannot find module/,
    );
  });

  it('refuses a feature that would load a second copy of a package that it shares with the service', () => {
    const copy = written('own/node_modules/typeorm/index.js', '');
    const file = written('own/feature.js', '');
    expect(() => modulesOutside([file])).toThrow(`it uses the copy of typeorm at ${copy}, not that of Parley at `);
    const other = written('other/node_modules/parley/package.json', '{}');
    expect(() => modulesOutside([written('other/feature.js', '')])).toThrow(`it uses the copy of parley at ${other}`);
  });

  it('accepts links to the packages of the service', () => {
    mkdirSync(join(folder, 'linked/node_modules'), { recursive: true });
    symlinkSync(resolve('node_modules/typeorm'), join(folder, 'linked/node_modules/typeorm'));
    symlinkSync(resolve('.'), join(folder, 'linked/node_modules/parley'));
    const file = written('linked/feature.js', '');
    expect(() => modulesOutside([file])).toThrow('which exports no module with @Feature');
  });
});
