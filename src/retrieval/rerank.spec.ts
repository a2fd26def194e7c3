import { words } from '../language/words';
import { proximity } from './proximity';
import { type Candidate, rerank } from './rerank';
import { rankedMarkdown } from '../../test/support/ranked-markdown';
import { expectLinear } from '../../test/support/growth';

const term = (word: string) => ({ word, lexemes: new Map([[word, 1]]), weight: 2, proof: 2 });

function candidate(number: number, text: string): Candidate {
  const lexemes = words(text)
    .map((word) => word.text)
    .join(' ');
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
  const logit = (probability: number): number => Math.log(probability / (1 - probability));

  it('finds a passage the likelier to answer the further it is ahead of other pages, however few are wanted', async () => {
    const evidenceBeside = async (score: number, limit: number): Promise<number> => {
      const rival = { ...candidate(2, 'A red kite flies.'), title: 'u', score };
      const own = { ...candidate(1, 'A red kite flies.'), score: 60 };
      return logit((await rerank('red kite', [term('red'), term('kite')], [own, rival], limit))[0]!.evidence);
    };
    const far = await evidenceBeside(1, 1);
    expect(far - (await evidenceBeside(40, 1))).toBeGreaterThan(0.3);
    expect(far).toBe(await evidenceBeside(1, 8));
  });

  it('counts what a column is called for its rows', async () => {
    const best = async (column: string): Promise<number> => {
      const page = `| Place | ${column} |\n|-|-|\n| Old lagoon | 3 m |`;
      const [passage] = await rankedMarkdown('lagoon draught', { page });
      return Math.max(...passage!.sentences.map(({ score }) => score));
    };
    expect(await best('Draught')).toBeGreaterThan(await best('Depth'));
  });

  it('takes words that stand together for as good evidence in an agent with few passages, where words weigh little', async () => {
    const of = async (weight: number, text: string): Promise<number> => {
      const terms = [term('red'), term('kite')].map((one) => ({ ...one, weight, proof: 2 }));
      return logit((await rerank('red kite', terms, [candidate(1, text)], 1))[0]!.evidence);
    };
    const difference = async (weight: number): Promise<number> =>
      (await of(weight, 'A red kite.')) - (await of(weight, `A red a${' b'.repeat(8)} kite.`));
    expect(await difference(0.5)).toBeGreaterThan(0.8 * (await difference(2)));
  });

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
