import { asSourcesWrite } from './compounds';
import type { Queryable } from './queryable';

const agent = { workspaceId: 'w', agentId: 'a' };

/** A database in which the sources use these words, each in one form only. */
function knowing(...known: string[]): Queryable & { lookUps: string[][] } {
  const lookUps: string[][] = [];
  return {
    lookUps,
    query: <Row>(_sql: string, values: readonly unknown[]) => {
      const words = values[2] as string[];
      lookUps.push(words);
      return Promise.resolve({ rows: words.filter((word) => known.includes(word)).map((word) => ({ word })) as Row[] });
    },
  };
}
const written = (question: string, known: readonly string[], cutsNames = false): Promise<string | null> =>
  asSourcesWrite(knowing(...known), agent, question, cutsNames);

describe('asSourcesWrite', () => {
  it.each([
    ['How do I change the timezone?', ['time', 'zone'], 'How do I change the time zone?'],
    ['How often is a file system snapshot taken?', ['filesystem'], 'How often is a filesystem snapshot taken?'],
    ['Where do I back-up the data base?', ['database', 'backup'], 'Where do I backup the database?'],
    ['wie hoch sind versandkosten', ['versand', 'kosten', 'versandk', 'osten'], 'wie hoch sind versand kosten'],
  ])('%s with %j', async (question, known, expected) => {
    expect(await written(question, known)).toBe(expected);
  });

  it.each([
    ['what the sources write as the question does', 'Which timezone?', ['timezone', 'time', 'zone']],
    ['one known half', 'Which timezone?', ['time', 'one']],
    ['short halves', 'Which airport?', ['air', 'port']],
    ['names', 'Is there a Facebook login?', ['face', 'book']],
    ['figures', 'Is it port 80808080?', ['8080']],
    ['the end of a genitive', 'What was Ann’s name?', ['anns']],
  ])('leaves alone %s', async (_what, question, known) => {
    expect(await written(question, known)).toBeNull();
  });

  it('cuts words written large where that is said', async () => {
    expect(await written('Wie hoch sind die Versandkosten?', ['versand', 'kosten'], true)).toBe(
      'Wie hoch sind die versand kosten?',
    );
  });

  it('asks once, for a bounded number of words, and not at all where there is nothing to ask', async () => {
    const database = knowing();
    await asSourcesWrite(database, agent, 'No?', false);
    expect(database.lookUps).toEqual([]);
    const letters = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmn';
    const long = Array.from({ length: 500 }, (_, at) => letters.slice(at % 10, (at % 10) + 30));
    await asSourcesWrite(database, agent, long.join(' '), false);
    expect(database.lookUps).toHaveLength(1);
    expect(database.lookUps[0]!.length).toBeLessThan(300);
  });
});
