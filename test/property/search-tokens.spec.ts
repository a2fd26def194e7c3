import fc from 'fast-check';
import { type Token, tokensOf } from '../../src/inbox/search/text-tokens';
import { type Parley, startParley } from '../support/parley';

const RUNS = Number(process.env['RUNS'] ?? 300);
const seed = Number(process.env['SEED'] ?? 20_260_115);

const PIECES = [
  'INV-2026-0042',
  'ann.lee@mail.example.com',
  'Straße',
  'ΕΛΛΆΔΑΣ',
  'МОСКВА',
  'ﬁ',
  'Café',
  'e\u0301\u0323',
  '東京都',
  'ｉＰｈｏｎｅ',
];
PIECES.push(
  'が',
  'ボク',
  'คืนสินค้า',
  '배송',
  'नमस्ते',
  'مرحبا',
  '👩‍🚀',
  "it's",
  '½',
  '№5',
  '™',
  'x'.repeat(70),
  '字'.repeat(70),
  '𠀀𠀁',
);
PIECES.push(
  'İ',
  'ǅ',
  '\u200d',
  '…',
  '“',
  '"',
  '\\',
  "'",
  '&',
  '|',
  ':*',
  '\u3000',
  '\u00a0',
  '_',
  '\t\n',
  '١٢٣',
  'µ',
  'Å',
);
const texts = fc
  .array(fc.oneof(fc.constantFrom(...PIECES, ' ', ' ', '-'), fc.string({ maxLength: 3, unit: 'grapheme' })), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join('').replaceAll('\0', ''))
  .filter((text) => text.isWellFormed());

describe('the words of a text', () => {
  let parley: Parley;
  beforeAll(async () => {
    parley = await startParley();
  });
  afterAll(() => parley.stop());

  const termsOf = async (text: string): Promise<string[]> => {
    const [row] = await parley.database.query<{ terms: string[] }[]>(
      `SELECT conversation_search_terms('', $1) AS terms`,
      [text],
    );
    return row!.terms;
  };
  /** What the database has of these tokens: words, pairs of characters of writing without spaces, and the last of them. */
  const isKnown = (term: string, tokens: readonly Token[]): boolean =>
    tokens.some(
      (token, index) =>
        token.term === term ||
        (token.isUnspaced && tokens[index + 1]?.isUnspaced && token.term + tokens[index + 1]!.term === term),
    );

  /** A server whose Unicode is older than Node's normalizes the newest characters to themselves. */
  const isOfSameUnicode = async (text: string): Promise<boolean> => {
    const normalized = text.normalize('NFKC');
    const [row] = await parley.database.query<{ same: boolean }[]>('SELECT normalize($1::text, NFKC) = $2 AS same', [
      text,
      normalized,
    ]);
    return row!.same;
  };

  it('are the same in the service and in the index of the database', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        fc.pre(await isOfSameUnicode(text));
        const [terms, tokens] = [await termsOf(text), tokensOf(text)];
        expect([text, terms.filter((term) => !isKnown(term, tokens))]).toEqual([text, []]);
        const isFound = ({ term, isUnspaced }: Token): boolean =>
          terms.some((known) => (isUnspaced ? known.startsWith(term) : known === term));
        expect([text, tokens.filter((token) => !isFound(token))]).toEqual([text, []]);
      }),
      { numRuns: RUNS, seed },
    );
  });

  it('stand in the text where they say', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { from, to } of tokensOf(text)) {
          expect([text, from < to, to <= text.length]).toEqual([text, true, true]);
        }
      }),
      { numRuns: RUNS, seed },
    );
  });
});
