import iconv from 'iconv-lite';
import { encodingOfFile, readText } from './read-text';

const TEXTS = [
  'Grüße aus Köln, 5 €',
  'Добрый день, где мой заказ?',
  'Αυτή είναι η παραγγελία μου',
  'שלום, איפה ההזמנה שלי?',
  'مرحبا، أين طلبي؟',
];

describe('text in letters of several bytes', () => {
  it.each(['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])('is found for %s, marked or not', (encoding) => {
    for (const addBOM of [true, false]) {
      for (const text of TEXTS) {
        const bytes = iconv.encode(text, encoding, { addBOM });
        for (const declared of [null, 'utf-8', 'utf-32', 'iso-8859-1']) expect(readText(bytes, declared)).toBe(text);
        expect(readText(Buffer.concat([bytes, Buffer.from('\n')]))).toBe(text);
        expect(encodingOfFile(bytes)).toBe(encoding);
      }
    }
  });

  it.each(['日本語のテキスト', 'Emoji 😀'])('is found for UTF-32 of any script: %s', (text) => {
    for (const encoding of ['utf-32le', 'utf-32be']) {
      expect(readText(iconv.encode(text, encoding, { addBOM: false }))).toBe(text);
    }
  });
});
