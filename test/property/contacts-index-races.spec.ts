import type { Type } from '@nestjs/common';
import { ContactIndexing } from '../../src/contacts/search-sets/contact-indexing';
import { ContactChangesRepository } from '../../src/contacts/search-sets/contact-changes.repository';
import { SetReadsRepository } from '../../src/contacts/search-sets/set-reads.repository';
import { SEGMENT_SLOTS } from '../../src/contacts/search-sets/slot-set';
import { anAccount } from '../factories/account';
import { ContactDesk } from '../factories/contact-fixtures';
import { aCredential } from '../factories/credential';
import { indexContacts } from '../support/index-contacts';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: ContactDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await ContactDesk.open(parley, await aCredential(parley, await anAccount(parley)));
});
afterEach(() => jest.restoreAllMocks());

/** Contacts without a request each. */
async function contacts(count: number, name: string): Promise<void> {
  await parley.database.query(
    `INSERT INTO contacts (workspace_id, id, name, search_text)
     SELECT $1, gen_random_uuid(), $2 || n, $2 || n FROM generate_series(1, $3) n`,
    [desk.workspace.id, name, count],
  );
}

const rowsOf = async (table: string): Promise<number> => {
  const [row] = await parley.database.query<[{ count: number }]>(
    `SELECT count(*)::int AS count FROM ${table} WHERE workspace_id = $1`,
    [desk.workspace.id],
  );
  return row.count;
};
const index = (): Promise<boolean> => parley.get(ContactIndexing).runOnce(new AbortController().signal);

type Statements = Record<string, (...taken: unknown[]) => Promise<unknown>>;

/** Lets `meanwhile` happen once, when `method` of the repository has just been answered for the first time. */
function after<Repository>(
  repository: Type<Repository>,
  method: keyof Repository & string,
  meanwhile: () => Promise<unknown>,
): void {
  const statements = parley.get(repository) as Statements;
  const original = statements[method]!.bind(statements);
  jest.spyOn(statements, method).mockImplementationOnce(async (...taken) => {
    const answer = await original(...taken);
    await meanwhile();
    return answer;
  });
}

describe('indexing of contacts', () => {
  it('comes back for what an import adds while it is at work', async () => {
    await contacts(600, 'first ');
    after(ContactChangesRepository, 'listLocked', () => contacts(5_000, 'second '));
    for (let n = 0; n < 10 && (await index()); n++);
    expect(await rowsOf('contact_changes')).toBeLessThan(512);
    expect((await desk.list()).body.total).toBe(5_600);
  });

  it('comes back for a transaction that began before its end and ends after it', async () => {
    await contacts(600, 'first ');
    const importer = parley.database.createQueryRunner();
    await importer.startTransaction();
    after(ContactChangesRepository, 'listLocked', () =>
      importer.query(
        `INSERT INTO contacts (workspace_id, id, name, search_text)
         SELECT $1, gen_random_uuid(), 'second', 'second' FROM generate_series(1, 5000)`,
        [desk.workspace.id],
      ),
    );
    for (let n = 0; n < 10 && (await index()); n++);
    await importer.commitTransaction();
    await importer.release();
    for (let n = 0; n < 10 && (await index()); n++);
    expect(await rowsOf('contact_changes')).toBeLessThan(512);
  });

  it('ends a batch where a segment ends, so that no set is written twice', async () => {
    await contacts(40_000, '');
    await index();
    const [{ left, first }] = await parley.database.query<[{ left: number; first: number }]>(
      'SELECT count(*)::int AS left, min(seq)::int AS first FROM contact_changes WHERE workspace_id = $1',
      [desk.workspace.id],
    );
    expect(left).toBeGreaterThan(0);
    expect(first % SEGMENT_SLOTS).toBe(0);
  });

  it('leaves nothing of a workspace that is deleted meanwhile', async () => {
    await contacts(600, 'one ');
    let deletion: Promise<unknown> | undefined;
    after(ContactChangesRepository, 'delete', async () => {
      deletion = parley.database.query('DELETE FROM workspaces WHERE id = $1', [desk.workspace.id]);
      // Long enough for it to wait for the indexing, or to have gone past it.
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    await index();
    await deletion;
    const left = await Promise.all(
      ['contacts', 'contact_postings', 'contact_changes', 'contact_index_requests', 'contact_index_versions'].map(
        rowsOf,
      ),
    );
    expect(left).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('a long search that is kept', () => {
  it('holds for no contact that was indexed since', async () => {
    await contacts(20_500, 'abcd ');
    await indexContacts(parley, desk.workspace);
    const total = async (): Promise<number> => (await desk.list({ search: 'abcd ' })).body.total as number;
    expect(await total()).toBe(20_500);
    const { body } = await desk.list({ limit: 3 });
    await desk.update(body.contacts[0].id, { name: 'renamed' });
    expect(await total()).toBe(20_499);
    after(SetReadsRepository, 'findVersion', () => indexContacts(parley, desk.workspace));
    expect(await total()).toBe(20_499);
    await desk.remove(body.contacts[1].id);
    after(SetReadsRepository, 'findVersion', () => indexContacts(parley, desk.workspace));
    expect(await total()).toBe(20_498);
    expect(await total()).toBe(20_498);
    await desk.remove(body.contacts[2].id);
    await indexContacts(parley, desk.workspace);
    expect(await total()).toBe(20_497);
  }, 120_000);
});
