import { words } from '../language/words';
import { proximity } from './proximity';
import { type Candidate, rerank } from './rerank';
import { expectLinear } from '../../../test/support/growth';

const term = (word: string) => ({ word, lexemes: new Map([[word, 1]]), weight: 2, proof: 2 });

function candidate(number: number, text: string): Candidate {
  const lexemes = words(text).map((word) => word.text).join(' '); // prettier-ignore
  const place = { chunkId: `${number}`, sourceId: 's', title: 't', url: null, language: 'simple', heading: '' };
  const structure = { notation: 'plain', blocks: [{ kind: 'paragraph', start: 0, end: text.length }] } as const;
  return {
    ...place,
    text,
    start: 0,
    end: text.length,
    structure,
    score: 1,
    lexemes,
    headingLexemes: '',
    titleLexemes: '',
  };
}

describe('proximity', () => {
  it('counts each pair of neighbours once: side by side in order, or within eight words', () => {
    const terms = [term('red'), term('kite')];
    expect(proximity(terms, ['red', 'kite', 'red', 'kite'])).toBe(1);
    expect(proximity(terms, ['kite', 'red'])).toBe(0.6);
    expect(proximity(terms, ['red', ...Array<string>(6).fill('a'), 'kite'])).toBe(0.6);
    expect(proximity(terms, ['red', ...Array<string>(7).fill('a'), 'kite'])).toBe(0);
  });

  it('takes time that grows with the passage, however often both words are in it', () => {
    expectLinear((length) => {
      const sequence = Array.from({ length }, (_, place) => (place % 9 === 0 ? 'red' : 'kite'));
      expect(proximity([term('blue'), term('red'), term('red')], sequence)).toBe(0);
      expect(proximity([term('kite'), term('red')], sequence)).toBe(1);
    });
  });
});

describe('rerank', () => {
  it('lets others have their turn between passages', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    const candidates = Array.from({ length: 50 }, (_, number) => candidate(number, `${'a b '.repeat(440)}end.`));
    const ranked = await rerank('a b', [term('a'), term('b')], candidates, 50);
    clearInterval(counting);
    expect(ranked).toHaveLength(50);
    expect(turns).toBeGreaterThan(2);
  });
});
