import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const FOLDER = 'dist/visitor';
const KiB = 1_024;

const read = (name: string) => readFileSync(`${FOLDER}/${name}`);
const zipped = (content: string | Buffer) => gzipSync(content, { level: 9 }).length;
const names = JSON.parse(read('manifest.json').toString()) as { app: string; style: string };

/** What a visitor waits for. */
describe('the files of visitors', () => {
  it('the loader has at most 5 KiB', () => {
    expect(zipped(read('widget.js'))).toBeLessThanOrEqual(5 * KiB);
  });

  it('application and style have at most 28 KiB', () => {
    expect(zipped(read(`assets/${names.app}`)) + zipped(read(`assets/${names.style}`))).toBeLessThanOrEqual(28 * KiB);
  });

  it('each dictionary has at most 2 KiB', () => {
    const words = JSON.parse(read('words.json').toString()) as Record<string, unknown>;
    const sizes = Object.entries(words).map(([language, texts]) => [language, zipped(JSON.stringify(texts))] as const);
    expect(sizes).toHaveLength(9);
    expect(sizes.filter(([, size]) => size > 2 * KiB)).toEqual([]);
  });

  it('what takes the place of another build’s script is next to nothing', () => {
    expect(zipped(read('recovery.js'))).toBeLessThan(KiB / 2);
  });

  it('style and application name nothing elsewhere, and no script makes markup of text', () => {
    for (const name of readdirSync(`${FOLDER}/assets`).filter((file) => !file.endsWith('.txt'))) {
      const text = read(`assets/${name}`).toString();
      // Of Preact; it is only read where a component asks for it, and none does.
      const known = text.replaceAll('dangerouslySetInnerHTML', '').replaceAll('http://www.w3.org/', '');
      expect(known).not.toMatch(/https?:\/\/[a-z]|insertAdjacentHTML|document\.write|\beval\(|new Function/);
    }
  });
});
