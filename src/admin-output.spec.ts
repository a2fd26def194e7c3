import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, answerLines, progress, report, reportLines } from './admin-output';

const TEXT = 'Acme\u001b]0;owned\u0007\u009b2J\r\u202e';

describe('the output of admin', () => {
  let written: string;
  beforeEach(() => {
    written = '';
    const take = (text: unknown): boolean => {
      written += String(text);
      return true;
    };
    jest.spyOn(process.stdout, 'write').mockImplementation(take);
    jest.spyOn(process.stderr, 'write').mockImplementation(take);
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['report', report],
    ['reportLines', reportLines],
    ['answer', answer],
    ['answerLines', answerLines],
  ])('%s: has nothing that a terminal obeys', (_name, write) => {
    write(TEXT);
    expect(written.replace(/\n$/, '')).toBe('Acme\\u001b]0;owned\\u0007\\u009b2J\\u000d\\u202e');
  });

  it('progress: adds only the sequence that returns to the beginning of the line', () => {
    const { isTTY } = process.stderr;
    process.stderr.isTTY = true;
    progress(TEXT);
    process.stderr.isTTY = isTTY;
    expect(written).toBe('\r\u001b[KAcme\\u001b]0;owned\\u0007\\u009b2J\\u000d\\u202e');
  });

  it('leaves by no other way', () => {
    const files = readdirSync(__dirname).filter((name) => /^admin(-(?!output)\w+)?\.ts$/.test(name));
    expect(files).toEqual(['admin-audit.ts', 'admin-files.ts', 'admin-tables.ts', 'admin-transfers.ts', 'admin.ts']);
    for (const name of files) {
      expect(readFileSync(join(__dirname, name), 'utf8')).not.toMatch(/console\.|std(out|err)\.write/);
    }
  });
});
