import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import type { Reply } from '../support/call';

const VOCABULARY = 110_000;
const SEARCHES = 12;
/** Words that nothing knows, with the first letter of all that is known. */
const UNKNOWN = Array.from({ length: 64 }, (_word, number) => `a${letters(number)}${letters(number * 7)}xyz`).join(' ');

describe('searches that cost much', () => {
  let parley: Parley;
  let hostile: { agent: { id: string }; workspace: { id: string }; admin: { secret: string } };
  let neighbour: HelpDesk;

  beforeAll(async () => {
    parley = await startParley();
    neighbour = await aHelpDesk(parley);
    const admin = await aCredential(parley, await anAccount(parley));
    const workspace = await aWorkspace(parley, admin);
    const agent = await anAgent(parley, workspace, admin);
    hostile = { agent, workspace, admin };
    // What a source of a megabyte leaves behind.
    await parley.database.query(
      `INSERT INTO knowledge_lexemes
       SELECT $1, $2, 'a' || translate(n::text, '0123456789', 'bcdfghklmn'), 1 FROM generate_series(100000, $3::int) AS n`,
      [workspace.id, agent.id, 100_000 + VOCABULARY - 1],
    );
    await parley.database.query(`INSERT INTO knowledge_statistics VALUES ($1, $2, 'english', 1500, 110000)`, [
      workspace.id,
      agent.id,
    ]);
    // So that a search takes as long as a test wants, however much there is to find.
    await parley.database.query('ALTER FUNCTION knowledge_lexeme(text, text) RENAME TO knowledge_lexeme_at_once');
    await parley.database.query(
      `CREATE FUNCTION knowledge_lexeme(language text, word text) RETURNS text LANGUAGE plpgsql STABLE AS $$
       BEGIN
         PERFORM pg_sleep(CASE word WHEN 'sleepy' THEN 0.5 WHEN 'endless' THEN 60 ELSE 0 END);
         RETURN knowledge_lexeme_at_once(language, word);
       END $$`,
    );
  });
  afterAll(() => parley.stop());

  const search = ({ workspace, agent, admin }: typeof hostile, query: string): Promise<Reply> =>
    parley.call('POST', `/workspaces/${workspace.id}/agents/${agent.id}/knowledge/search`, {
      token: admin.secret,
      body: { query },
    });
  const readsOfNeighbour = async (): Promise<number[]> => {
    const { id } = neighbour.workspace;
    const account = await parley.call('GET', `/workspaces/${id}`, { token: neighbour.admin.secret });
    const key = await parley.call('GET', `/workspaces/${id}/agents`, { token: neighbour.key.secret });
    return [account.status, key.status];
  };
  /** Statuses of what the neighbour does, over and over, until `work` is over. */
  async function meanwhile(work: Promise<unknown>): Promise<Set<number>> {
    const statuses = new Set<number>();
    let over = false;
    void work.finally(() => (over = true));
    do for (const status of await readsOfNeighbour()) statuses.add(status);
    while (!over);
    return statuses;
  }

  it('200 for twelve concurrent questions of 64 unknown words to 110 000 words, and for all other callers', async () => {
    const began = performance.now();
    const searches = Promise.all(Array.from({ length: SEARCHES }, () => search(hostile, UNKNOWN)));
    expect(await meanwhile(searches)).toEqual(new Set([200]));
    expect((await searches).map(({ status }) => status)).toEqual(Array(SEARCHES).fill(200));
    // One of them alone took 15 seconds of a core, so all of them three minutes.
    expect(performance.now() - began).toBeLessThan(90_000);
  });

  it('200 for a neighbour’s searches and turns while many of one workspace take long', async () => {
    let over = 0;
    const slow = Array.from({ length: 30 }, () => search(hostile, 'sleepy').then(() => (over += 1)));
    const found = await search(neighbour, 'How do I reset my password?');
    expect([found.status, over < 15]).toEqual([200, true]);
    const turn = await neighbour.chat({ message: 'How do I reset my password?' });
    expect([turn.status, turn.body.outcome]).toEqual([200, 'answered']);
    expect(await meanwhile(Promise.all(slow))).toEqual(new Set([200]));
  });

  it('503 overloaded with Retry-After for a search that does not end, and for searches that wait for a lock', async () => {
    const blocker = parley.database.createQueryRunner();
    try {
      await blocker.startTransaction();
      await blocker.query('LOCK TABLE knowledge_gaps');
      const { workspace, agent, admin } = neighbour;
      const replies = await Promise.all([
        search(hostile, 'endless'),
        parley.call('GET', `/workspaces/${workspace.id}/agents/${agent.id}/knowledge/gaps`, { token: admin.secret }),
      ]);
      for (const { status, body, headers } of replies) {
        expect([status, body.code]).toEqual([503, 'overloaded']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
    } finally {
      await blocker.rollbackTransaction();
      await blocker.release();
    }
    expect(await readsOfNeighbour()).toEqual([200, 200]);
  });
});

function letters(number: number): string {
  return String(number).replace(/\d/g, (digit) => 'bcdfghklmn'[Number(digit)]!);
}
