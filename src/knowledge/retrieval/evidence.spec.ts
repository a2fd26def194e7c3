import { evidence } from './evidence';
import { read } from './reading';

const UNSEEN = 6;
const reading = read({ text: 'Refunds take days.', lexemes: 'refund take day', headingLexemes: '', titleLexemes: '' });
const term = (word: string) => ({ word, lexemes: new Map([[word, 1]]), weight: 3, proof: 3 });

describe('evidence', () => {
  it('grows with what the passage says of the question', () => {
    const both = evidence([term('refund'), term('day')], new Set(), UNSEEN, reading);
    const one = evidence([term('refund'), term('month')], new Set(), UNSEEN, reading);
    expect(both).toBeGreaterThan(one);
    expect(both).toBeLessThan(1);
  });

  it('falls where the passage lacks a name of the question, more than for another word, never below 0', () => {
    const terms = [term('refund'), term('oslo')];
    const named = evidence(terms, new Set(['oslo']), UNSEEN, reading);
    expect(named).toBeLessThan(evidence(terms, new Set(), UNSEEN, reading));
    expect(evidence([term('oslo')], new Set(['oslo']), UNSEEN, reading)).toBe(0);
  });
});
