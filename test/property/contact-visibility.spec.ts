import fc from 'fast-check';
import { newId } from '../../src/common/database/uuid';
import {
  isVisible,
  type Reach,
  shownAgentsSql,
  termsOfContact,
  termsOfReader,
  visibleSql,
} from '../../src/contacts/contact-visibility';
import { ContactsService } from '../../src/contacts/contacts.service';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { indexContacts } from '../support/index-contacts';
import { type Parley, startParley } from '../support/parley';

const RUNS = Number(process.env['RUNS'] ?? 40);
const seed = Number(process.env['SEED'] ?? 20_260_115);
const AGENTS = Array.from({ length: 4 }, newId);
const MOST_CONTACTS = 12;

const some = fc.subarray(AGENTS).chain((ids) => fc.shuffledSubarray(ids, { minLength: ids.length }));
const reach: fc.Arbitrary<Reach> = fc.option(some, { nil: null, freq: 5 });
const readers = fc.array(reach, { minLength: 3, maxLength: 3 });
const contacts = fc.array(some, { maxLength: MOST_CONTACTS });

describe('who sees a contact', () => {
  let parley: Parley;
  let workspaceId: string;
  beforeAll(async () => {
    parley = await startParley();
    workspaceId = (await aWorkspace(parley, await aCredential(parley, await anAccount(parley)))).id;
  });
  afterAll(() => parley.stop());

  /** Contacts of these agents, in this order, and no others. */
  async function store(agentIds: readonly string[][]): Promise<string[]> {
    await parley.database.query('DELETE FROM contacts WHERE workspace_id = $1', [workspaceId]);
    const ids = agentIds.map(newId);
    await parley.database.query(
      `INSERT INTO contacts (workspace_id, id, name, search_text, agent_ids)
       SELECT $1, id, 'Ann', 'ann', agents::uuid[] FROM unnest($2::uuid[], $3::text[]) AS c (id, agents)`,
      [workspaceId, ids, agentIds.map((of) => `{${of.join(',')}}`)],
    );
    return ids;
  }

  /** What the database makes of the rule, with the agents that it shows. */
  async function bySql(reader: Reach): Promise<Map<string, string[]>> {
    const rows: { id: string; agentIds: string[] }[] = await parley.database.query(
      `SELECT c.id, ${shownAgentsSql('$2', 'c.agent_ids')} AS "agentIds"
       FROM contacts c WHERE c.workspace_id = $1 AND ${visibleSql('$2', 'c.agent_ids')}`,
      [workspaceId, reader],
    );
    return new Map(rows.map(({ id, agentIds }) => [id, agentIds]));
  }

  async function byList(reader: Reach, search?: string): Promise<string[]> {
    const scope = { workspaceId, planId: 'free', agentIds: reader };
    const { text } = await parley
      .get(ContactsService)
      .list(scope, { limit: 100, offset: 0, ...(search && { search }) });
    const page = JSON.parse(text) as { contacts: { id: string }[]; total: number };
    expect(page.total).toBe(page.contacts.length);
    return page.contacts.map(({ id }) => id).sort();
  }

  it('is the same in memory, in SQL and in the index, whether or not that is up to date', async () => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(contacts, readers, fc.boolean(), async (agentIds, reaches, indexed) => {
        const ids = await store(agentIds);
        if (indexed) await indexContacts(parley, { id: workspaceId });
        for (const reader of reaches) {
          const visible = ids.filter((_id, n) => isVisible(reader, agentIds[n]!)).sort();
          const shown = await bySql(reader);
          expect([...shown.keys()].sort()).toEqual(visible);
          expect(await byList(reader)).toEqual(visible);
          expect(await byList(reader, 'ann')).toEqual(visible);
          for (const [n, id] of ids.entries()) {
            const reached = agentIds[n]!.filter((agentId) => reader === null || reader.includes(agentId));
            expect(shown.get(id)).toEqual(visible.includes(id) ? reached : undefined);
          }
          seen += visible.length;
        }
      }),
      { numRuns: RUNS, seed },
    );
    expect(seen).toBeGreaterThan(RUNS);
  });

  it('is the same by the terms of reader and contact', () => {
    fc.assert(
      fc.property(reach, some, (reader, agentIds) => {
        const terms = termsOfReader(reader);
        const common = terms === null || termsOfContact(agentIds).some((term) => terms.includes(term));
        expect(common).toBe(isVisible(reader, agentIds));
      }),
      { seed },
    );
  });

  it.each<[string, Reach, string[], boolean]>([
    ['a reader who reaches every agent', null, ['a'], true],
    ['a restricted member: a contact of the whole workspace', ['a'], [], true],
    ['a restricted member: a contact that one of their agents shares', ['a'], ['b', 'a'], true],
    ['a restricted member: no contact of other agents', ['a'], ['b'], false],
    ['a member who reaches no agent: no contact of an agent', [], ['a'], false],
    ['a member who reaches no agent: a contact of the whole workspace', [], [], true],
  ])('%s', (_who, reader, agentIds, visible) => {
    expect(isVisible(reader, agentIds)).toBe(visible);
  });
});
