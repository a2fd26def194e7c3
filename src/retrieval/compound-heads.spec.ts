import { hasSameHead, wordsOfSameHead } from './compound-heads';
import type { Queryable } from './queryable';

const agent = { workspaceId: 'w', agentId: 'a' };

function finding(...rows: { word: string; form: string; lexeme: string }[]): Queryable & { lookUps: string[][] } {
  const lookUps: string[][] = [];
  return {
    lookUps,
    query: <Row>(_sql: string, values: readonly unknown[]) => {
      lookUps.push(values[2] as string[]);
      return Promise.resolve({ rows: rows as Row[] });
    },
  };
}

describe('hasSameHead', () => {
  it.each([
    ['leihschuh', 'kletterschuh'],
    ['schuh', 'kletterschuh'],
    ['bootsverleih', 'verleih'],
    ['zahlung', 'zahlungsart'],
    ['gartenhaus', 'haus'],
  ])('%s is the kind of thing that %s is', (asked, lexeme) => {
    expect(hasSameHead(asked, lexeme)).toBe(true);
  });

  it.each([
    ['the first word alone', 'kletterseil', 'kletterschuh'],
    ['an ending that makes nouns', 'mannschaft', 'mitgliedschaft'],
    ['few letters', 'wanderung', 'lieferung'],
    ['one letter before it', 'preise', 'reise'],
    ['a plural', 'kurs', 'kurse'],
    ['a short word', 'rad', 'fahrrad'],
  ])('%s is not enough', (_what, asked, lexeme) => {
    expect(hasSameHead(asked, lexeme)).toBe(false);
  });
});

describe('wordsOfSameHead', () => {
  it('stands the words of the sources for those of the question', async () => {
    const database = finding(
      { word: 'leihschuhe', form: 'leihschuh', lexeme: 'kletterschuh' },
      { word: 'leihschuhe', form: 'leihschuh', lexeme: 'wunsch' },
    );
    expect(await wordsOfSameHead(database, agent, 'Gibt es Leihschuhe?')).toEqual([
      { word: 'kletterschuh', counts: 0.7, means: 'leihschuhe' },
    ]);
  });

  it('asks once, for a bounded number of words, and not at all where none is long enough', async () => {
    const database = finding();
    expect(await wordsOfSameHead(database, agent, 'Was ist 2027 los?')).toEqual([]);
    expect(database.lookUps).toEqual([]);
    const long = Array.from(
      { length: 500 },
      (_, at) => 'wort'.repeat(2) + 'abcdefghij'[at % 10]! + 'klmnopqrst'[Math.floor(at / 10) % 10]!,
    );
    await wordsOfSameHead(database, agent, long.join(' '));
    expect(database.lookUps).toHaveLength(1);
    expect(database.lookUps[0]!.length).toBeLessThanOrEqual(64);
  });
});
