import type { RankedPassage } from '../../retrieval/passage.types';
import { verifiedCitations } from './verified-citations';

const text =
  'Refunds are paid\n  within 14 days (or sooner). Ask us. It is pay-as-you-go {a|b} 50% / c\\d. 29.90 euros at -5 degrees. 您可以在14天内退款。';
const passages = [{ text, start: 100, end: 100 + text.length }] as RankedPassage[];

describe('verifiedCitations', () => {
  it('finds a quote and its position in the source', () => {
    expect(verifiedCitations([{ passage: 1, quote: 'Ask us.' }], passages)).toEqual([
      { passageIndex: 0, start: 100 + text.indexOf('Ask'), end: 100 + text.indexOf('Ask') + 7, quote: 'Ask us.' },
    ]);
  });

  it('accepts different white space, and cites the unchanged source', () => {
    const [citation] = verifiedCitations([{ passage: 1, quote: ' paid within 14 days (or sooner). ' }], passages);
    expect(citation?.quote).toBe('paid\n  within 14 days (or sooner).');
    expect(text.slice((citation?.start ?? 0) - 100, (citation?.end ?? 0) - 100)).toBe(citation?.quote);
  });

  it('finds a part of a text without spaces', () => {
    expect(verifiedCitations([{ passage: 1, quote: '14天内退款' }], passages)).toHaveLength(1);
  });

  it('treats special characters literally', () => {
    const quote = 'It is pay-as-you-go {a|b} 50% / c\\d.';
    expect(verifiedCitations([{ passage: 1, quote }], passages)).toMatchObject([{ quote }]);
  });

  it.each([
    ['words that are not there', { passage: 1, quote: 'Refunds are paid within 30 days' }],
    ['a passage that was not given', { passage: 2, quote: 'Ask us.' }],
    ['passage 0', { passage: 0, quote: 'Ask us.' }],
    ['nothing', { passage: 1, quote: '   ' }],
    ['a pattern', { passage: 1, quote: '.*' }],
    ['the end of a number', { passage: 1, quote: '4 days' }],
    ['the beginning of a number', { passage: 1, quote: 'within 1' }],
    ['a fraction', { passage: 1, quote: '90 euros' }],
    ['a number without its sign', { passage: 1, quote: '5 degrees' }],
    ['the end of a word', { passage: 1, quote: 'funds are paid' }],
    ['the beginning of a word', { passage: 1, quote: 'Refunds are pai' }],
  ])('leaves out %s', (_what, claim) => {
    expect(verifiedCitations([claim], passages)).toEqual([]);
  });
});
