import { evidence, leadOf } from './evidence';
import { read } from './reading';

const text = 'Refunds take days.';
const reading = read({
  text,
  lexemes: 'refund take day',
  heading: '',
  headingLexemes: '',
  titleLexemes: '',
  structure: { notation: 'plain', blocks: [{ kind: 'paragraph', start: 0, end: text.length }] },
});
const term = (word: string) => ({ word, lexemes: new Map([[word, 1]]), weight: 3, proof: 3 });
const standing = { score: 20, together: 1.5, sameTitle: 0, lead: 0.2, passages: 200 };

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

  it('grows with the lead over other pages, of which there may be none', () => {
    const terms = [term('refund'), term('day')];
    const close = evidence(terms, new Set(), reading, { ...standing, lead: leadOf(20, 19) });
    expect(evidence(terms, new Set(), reading, { ...standing, lead: leadOf(20, 10) })).toBeGreaterThan(close);
    expect([leadOf(20, 20), leadOf(20, 25), leadOf(20, 10), leadOf(20, 1), leadOf(20, undefined)]).toEqual([
      0, 0, 0.5, 0.6, 0.2,
    ]);
  });

  it('asks for less where the agent has few passages', () => {
    const terms = [term('refund'), term('month')];
    const of = (passages: number): number => evidence(terms, new Set(), reading, { ...standing, passages });
    expect(of(10)).toBeGreaterThan(of(40));
    expect(of(80)).toBe(of(100_000));
  });

  it('of a row takes what its columns are called for said', () => {
    const row = '| Refund | 5 |';
    const read1 = (columns: string[]) =>
      read({
        text: row,
        lexemes: 'refund 5',
        heading: '',
        headingLexemes: '',
        titleLexemes: '',
        structure: { notation: 'markdown', blocks: [{ kind: 'row', group: 1, start: 0, end: row.length, columns }] },
      });
    const terms = [term('refund'), term('day')];
    const named = evidence(terms, new Set(), read1(['What', 'Day']), standing);
    expect(named).toBeGreaterThan(evidence(terms, new Set(), read1(['What', 'Cost']), standing));
  });

  it('falls where the passage lacks a name of the question, more than for another word; 0 where nothing is asked', () => {
    const terms = [term('refund'), term('oslo')];
    const named = evidence(terms, new Set(['oslo']), reading, standing);
    expect(named).toBeLessThan(evidence(terms, new Set(), reading, standing));
    expect(evidence([], new Set(), reading, standing)).toBe(0);
  });
});
