import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as ErrorCodes from './error-codes';

const SRC = join(__dirname, '../..');

/** A fresh copy of the module, in which no feature has declared codes. */
function alone(): typeof ErrorCodes {
  let module: typeof ErrorCodes | undefined;
  jest.isolateModules(() => (module = jest.requireActual<typeof ErrorCodes>('./error-codes')));
  return module!;
}

describe('declareErrors', () => {
  it('refuses a code that already has a status, and does not change that status', () => {
    const { declareErrors, statusOf } = alone();
    expect(() => declareErrors({ not_found: 410 })).toThrow('not_found is declared twice');
    expect(statusOf('not_found')).toBe(404);
  });

  it('puts the codes of features last', () => {
    const { allErrorCodes, declareErrors } = alone();
    declareErrors({ teapot: 418 });
    expect(allErrorCodes().at(0)).toBe('validation_failed');
    expect(allErrorCodes().at(-1)).toBe('teapot');
  });

  it('is called in the file of each error that uses its own code, so that no other file must be loaded first', () => {
    const shared: string[] = alone().allErrorCodes();
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.errors.ts'));
    const missing = files.flatMap((file) => {
      const text = readFileSync(join(SRC, file), 'utf8');
      const [, declared = ''] = /declareErrors\(\{(.*?)\}\)/s.exec(text) ?? [];
      const own = [...declared.matchAll(/(\w+): \d+/g)].map(([, code]) => code!);
      const used = [...text.matchAll(/super\(\s*'(\w+)'/g)].map(([, code]) => code!);
      return used.filter((code) => !shared.includes(code) && !own.includes(code)).map((code) => `${file} ${code}`);
    });
    expect(files.length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });
});
