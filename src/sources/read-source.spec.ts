import iconv from 'iconv-lite';
import { readSource } from './read-source';

const textOf = async (bytes: Buffer): Promise<string> =>
  (await readSource({ type: 'file', mediaType: 'text/plain', bytes })).document.text;

it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
  'a text file in %s is read, marked or not',
  async (encoding) => {
    for (const text of ['Grüße aus Köln', 'Добрый день, где мой заказ?']) {
      for (const addBOM of [true, false]) expect(await textOf(iconv.encode(text, encoding, { addBOM }))).toBe(text);
    }
  },
);

it('numbers of a program are no text', async () => {
  for (const bytes of [Uint32Array.of(1, 2, 3, 4, 70_000), Uint16Array.of(1, 2, 3, 4, 5), new Uint8Array(40)]) {
    await expect(textOf(Buffer.from(bytes.buffer))).rejects.toThrow('The file is not text.');
  }
});
