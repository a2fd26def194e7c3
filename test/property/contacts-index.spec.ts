import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { newId } from '../../src/common/database/uuid';
import { ContactIndexing } from '../../src/contacts/search-sets/contact-indexing';
import { ContactsService } from '../../src/contacts/contacts.service';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { indexContacts } from '../support/index-contacts';
import { type Parley, startParley } from '../support/parley';
import { random, type Workspace, Writers } from './contacts-index-stress';

const TRANSACTIONS = Number(process.env['RUNS'] ?? 20);
const seed = Number(process.env['SEED'] ?? 20_260_115);
const WRITERS = 10;

let parley: Parley;
let workspaces: Workspace[];

beforeAll(async () => {
  parley = await startParley({ settings: { DATABASE_POOL_SIZE: '40' } });
  const owner = await aCredential(parley, await anAccount(parley));
  workspaces = [];
  for (let n = 0; n < 2; n++) {
    workspaces.push({ id: (await aWorkspace(parley, owner)).id, agentIds: [newId(), newId(), newId()] });
  }
});
afterAll(() => parley.stop());

const SEARCHES = [null, 'a', 'ab', 'aba', 'abab', 'aabb', 'babab', 'zzzz'];

/** A page of contacts and the plain answer of the table, both of one moment. */
async function compare({ id: workspaceId, agentIds }: Workspace, below: (n: number) => number): Promise<void> {
  const reader = below(3) === 0 ? null : agentIds.filter(() => below(2) === 0);
  const search = SEARCHES[below(SEARCHES.length)]!;
  const [limit, offset] = [1 + below(100), below(4) * below(30)];
  await parley.get(UnitOfWork).run(async () => {
    const work = parley.get(UnitOfWork);
    await work.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    const scope = { workspaceId, planId: 'free', agentIds: reader };
    const answer = await parley.get(ContactsService).list(scope, { limit, offset, ...(search && { search }) });
    const { contacts, total } = JSON.parse(answer.text) as { contacts: { id: string }[]; total: number };
    const rows = await work.query<{ id: string }>(
      `SELECT id FROM contacts
       WHERE workspace_id = $1 AND ($2::uuid[] IS NULL OR agent_ids = '{}' OR agent_ids && $2)
         AND ($3::text IS NULL OR strpos(search_text, $3) > 0)
       ORDER BY seq DESC`,
      [workspaceId, reader, search],
    );
    expect({ reader, search, total, ids: contacts.map(({ id }) => id) }).toEqual({
      reader,
      search,
      total: rows.length,
      ids: rows.slice(offset, offset + limit).map(({ id }) => id),
    });
  });
}

async function sets({ id }: Workspace): Promise<unknown[]> {
  return parley.database.query(
    `SELECT term, segment, cardinality, encode(slots, 'hex') AS slots FROM contact_postings
     WHERE workspace_id = $1 ORDER BY term, segment`,
    [id],
  );
}

/** The sets that the contacts would have if nothing had ever been indexed. */
async function rebuilt(workspace: Workspace): Promise<unknown[]> {
  await parley.database.query('DELETE FROM contact_postings WHERE workspace_id = $1', [workspace.id]);
  await parley.database.query('DELETE FROM contact_changes WHERE workspace_id = $1', [workspace.id]);
  await parley.database.query(
    'INSERT INTO contact_changes (workspace_id, seq) SELECT workspace_id, seq FROM contacts WHERE workspace_id = $1',
    [workspace.id],
  );
  await indexContacts(parley, workspace);
  return sets(workspace);
}

describe('the index of contacts', () => {
  it('agrees with the contacts at every moment, with concurrent writes and indexing', async () => {
    const writers = new Writers(parley.database, workspaces);
    let writing = true;
    let [indexed, compared] = [0, 0];
    const index = async (): Promise<void> => {
      while (writing) {
        for (const { id } of workspaces) {
          await parley.database.query('INSERT INTO contact_index_requests VALUES ($1) ON CONFLICT DO NOTHING', [id]);
        }
        if (await parley.get(ContactIndexing).runOnce(new AbortController().signal)) indexed += 1;
      }
    };
    const read = async (reader: number): Promise<void> => {
      const below = random(seed + 1_000 + reader);
      while (writing) {
        await compare(workspaces[below(workspaces.length)]!, below);
        compared += 1;
      }
    };
    const written = Promise.all(Array.from({ length: WRITERS }, (_, n) => writers.write(seed + n, TRANSACTIONS)));
    const others = [index(), index(), index(), read(0), read(1)];
    await Promise.race([written, Promise.all(others)]).finally(() => (writing = false));
    await Promise.all([written, ...others]);

    for (const workspace of workspaces) {
      await indexContacts(parley, workspace);
      const pending = await parley.database.query('SELECT FROM contact_changes WHERE workspace_id = $1', [
        workspace.id,
      ]);
      expect(pending).toHaveLength(0);
      const below = random(seed);
      for (let n = 0; n < 50; n++) await compare(workspace, below);
      const before = await sets(workspace);
      expect(before.length).toBeGreaterThan(15);
      expect(await rebuilt(workspace)).toEqual(before);
    }
    console.log(
      `index of contacts: n=${WRITERS * TRANSACTIONS} transactions, SEED=${seed},`,
      `${indexed} times indexed, ${compared} pages compared, ${JSON.stringify(writers.counts)}`,
    );
    expect(indexed).toBeGreaterThan(10);
    expect(compared).toBeGreaterThan(10);
  }, 600_000);
});
