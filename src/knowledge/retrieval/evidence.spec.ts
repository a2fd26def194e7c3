import { evidence } from './evidence';
import { read } from './reading';

const text = 'Refunds take days.';
const reading = read({
  text,
  lexemes: 'refund take day',
  headingLexemes: '',
  titleLexemes: '',
  structure: { notation: 'plain', blocks: [{ kind: 'paragraph', start: 0, end: text.length }] },
});
const term = (word: string) => ({ word, lexemes: new Map([[word, 1]]), weight: 3, proof: 3 });
const standing = { score: 20, together: 1.5, sameTitle: 0 };

describe('evidence', () => {
  it('grows with what the passage says of the question', () => {
    const both = evidence([term('refund'), term('day')], new Set(), reading, standing);
    const one = evidence([term('refund'), term('month')], new Set(), reading, standing);
    expect(both).toBeGreaterThan(one);
    expect(both).toBeLessThan(1);
  });

  it('grows with the score and with others of the same title', () => {
    const terms = [term('refund'), term('day')];
    const alone = evidence(terms, new Set(), reading, standing);
    expect(evidence(terms, new Set(), reading, { ...standing, score: 40 })).toBeGreaterThan(alone);
    expect(evidence(terms, new Set(), reading, { ...standing, sameTitle: 3 })).toBeGreaterThan(alone);
    expect(evidence(terms, new Set(), reading, { ...standing, together: 3 })).toBeGreaterThan(alone);
  });

  it('falls where the passage lacks a name of the question, more than for another word; 0 where nothing is asked', () => {
    const terms = [term('refund'), term('oslo')];
    const named = evidence(terms, new Set(['oslo']), reading, standing);
    expect(named).toBeLessThan(evidence(terms, new Set(), reading, standing));
    expect(evidence([], new Set(), reading, standing)).toBe(0);
  });
});
