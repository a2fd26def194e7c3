import { ClaimLost } from '../../src/common/jobs/lease';
import { BatchWriter } from '../../src/contacts/import/worker/batch-writer';
import { ContactImporting } from '../../src/contacts/import/worker/contact-importing';
import type { ImportClaim } from '../../src/contacts/import/worker/import-jobs.repository';
import { anAgent } from '../factories/agent';
import { anErasure } from '../factories/erasure';
import { ImportDesk } from '../support/import-fixtures';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let desk: ImportDesk;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());
beforeEach(async () => {
  desk = await ImportDesk.open(parley);
});

describe('importContacts: the work', () => {
  it('reports thousands of refused rows page by page', async () => {
    const record = await desk.imported(`email\n${'nope\n'.repeat(2_500)}ann@example.com\n`);
    expect(record).toMatchObject({ refused: 2_500, refusedValues: 2_500, created: 1, rowsRead: 2_501 });
    const rows: [number, boolean][] = [];
    for (let cursor: string | null = '0'; cursor !== null;) {
      const page = await desk.refusals(record.id, { limit: 1_000, cursor });
      rows.push(...page.refusals.map(({ row, valueOnly }): [number, boolean] => [row, valueOnly]));
      cursor = page.nextCursor;
    }
    const each = (index: number): [number, boolean][] => [
      [index + 2, false],
      [index + 2, true],
    ];
    expect(rows).toEqual(Array.from({ length: 2_500 }, (_, index) => each(index)).flat());
  });

  describe('by a restricted member', () => {
    it('takes only what the member could do by hand', async () => {
      const [mine, other] = [
        await anAgent(parley, desk.workspace, desk.owner),
        await anAgent(parley, desk.workspace, desk.owner),
      ];
      const restricted = await desk.aRestricted([mine.id]);
      await desk.create({ externalId: 'mine', agentIds: [mine.id] });
      await desk.create({ externalId: 'shared', agentIds: [mine.id, other.id] });
      await desk.create({ externalId: 'open', email: 'open@example.com' });
      await desk.create({ externalId: 'hidden', agentIds: [other.id] });
      await desk.create({ name: 'hidden', email: 'hidden@example.com', agentIds: [other.id] });
      await desk.create({ name: 'older, hidden', email: 'two@example.com', agentIds: [other.id] });
      await desk.create({ name: 'younger', email: 'two@example.com', agentIds: [mine.id] });
      const rows = [
        { externalId: 'mine', name: 'mine' },
        { externalId: 'shared', name: 'x' },
        { externalId: 'open', name: 'x' },
        { externalId: 'hidden', name: 'x', agentIds: [mine.id] },
        { externalId: 'new', name: 'x' },
        { externalId: 'new', name: 'x', agentIds: [other.id] },
        { email: 'hidden@example.com', agentIds: [mine.id], name: 'new' },
        { externalId: 'mine', agentIds: [] },
        { email: 'two@example.com', name: 'found' },
      ];
      const record = await desk.importedLines(rows, restricted);
      expect(record).toMatchObject({ created: 1, updated: 2, refused: 6 });
      const report = (await desk.refusals(record.id)).refusals as { row: number; code: string; path: string }[];
      expect(report.map(({ row, code, path }) => [row, code, path])).toEqual([
        [2, 'agent_not_accessible', '/agentIds'],
        [3, 'agent_not_accessible', '/agentIds'],
        [4, 'association_invalid', '/externalId'],
        [5, 'agent_not_accessible', '/agentIds'],
        [6, 'association_invalid', '/agentIds'],
        [8, 'agent_not_accessible', '/agentIds'],
      ]);
      const names = (await desk.contacts()).map(({ name }) => name);
      expect(names).toEqual(['mine', null, null, null, 'hidden', 'older, hidden', 'found', 'new']);
    });

    it('goes by what the member may do when the rows are taken', async () => {
      const agent = await anAgent(parley, desk.workspace, desk.owner);
      const restricted = await desk.aRestricted([agent.id]);
      const file = `name,agentIds\nAnn,${agent.id}\n`;
      const { id } = await desk.queue(file, 'text/csv', restricted);
      await parley.database.query(`UPDATE members SET restricted_agent_ids = '{}' WHERE id = $1`, [
        restricted.memberId,
      ]);
      await parley.drain();
      expect(await desk.read(id)).toMatchObject({ created: 0, refused: 1 });
    });

    it('fails where the member has left meanwhile, and forgets the file', async () => {
      const restricted = await desk.aRestricted([]);
      const { id } = await desk.queue('name\nAnn\n', 'text/csv', restricted);
      await parley.database.query('DELETE FROM members WHERE id = $1', [restricted.memberId]);
      await parley.drain();
      expect(await desk.read(id)).toMatchObject({
        status: 'failed',
        failure: { code: 'membership_ended' },
        rowsRead: 0,
      });
      expect(await desk.chunks()).toBe(0);
    });

    it('hides imports of others', async () => {
      const restricted = await desk.aRestricted([]);
      const path = (id: string): string => `${desk.path}/import/${id}`;
      const own = await desk.queue('name\nAnn\n', 'text/csv', restricted);
      const others = await desk.queue('name\nAnn\n');
      expect((await parley.call('GET', path(own.id), { token: restricted.secret })).status).toBe(200);
      expect((await parley.call('GET', path(others.id), { token: restricted.secret })).status).toBe(404);
    });
  });

  it('lets no worker go on that another one has overtaken', async () => {
    await parley.drain();
    const { id } = await desk.queue('name\nAnn\n');
    const { queue } = parley.get(ContactImporting);
    const claim = (): Promise<ImportClaim | null> => queue.claim();
    const overtaken = (await claim())!;
    expect(overtaken.id).toBe(id);
    expect(await claim()).toBeNull();
    await parley.database.query(`UPDATE contact_imports SET due_at = now() - interval '1 s' WHERE id = $1`, [id]);
    const holder = (await claim())!;
    const rows = [{ row: 2, end: 9, outcome: { input: { name: 'Ann' } }, unread: [] }];
    await expect(parley.get(BatchWriter).apply(overtaken, rows)).rejects.toThrow(ClaimLost);
    await expect(queue.finish(overtaken, { status: 'failed' })).rejects.toThrow(ClaimLost);
    expect(await desk.read(id)).toMatchObject({ status: 'running', rowsRead: 0 });
    await parley.get(BatchWriter).apply(holder, rows);
    await queue.release(holder);
    await parley.drain();
    expect(await desk.read(id)).toMatchObject({ status: 'completed', created: 1, rowsRead: 1 });
    expect(await desk.contacts()).toHaveLength(1);
  });

  it('goes on where others make and change the same contacts meanwhile', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `c-${n}`);
    const { id } = await desk.queue(`externalId,name\n${ids.map((c) => `${c},import`).join('\n')}`);
    const others = [...ids].reverse().map(async (externalId) => desk.create({ externalId, name: 'by hand' }));
    await parley.drain();
    const made = (await Promise.all(others)).filter(({ status }) => status === 201).length;
    const record = await desk.read(id);
    expect(record).toMatchObject({ status: 'completed', refused: 0, rowsRead: 100 });
    expect(record.created + made).toBe(100);
    const total = await parley.call('GET', desk.path, { token: desk.owner.secret });
    expect(total.body.total).toBe(100);
  });

  it('brings no person back who was erased since it began', async () => {
    const made = await desk.create({ externalId: 'c-1', email: 'ann@example.com' });
    const file = 'externalId,email,name\nc-1,,A\n,ANN@example.com,B\nc-2,bob@example.com,C\n';
    const { id } = await desk.queue(file);
    expect((await anErasure(parley, desk.workspace, desk.owner, made.body.id as string)).status).toBe(200);
    await parley.drain();
    expect(await desk.read(id)).toMatchObject({ status: 'completed', created: 1, refused: 2 });
    expect((await desk.refusals(id)).refusals).toMatchObject([
      { row: 2, code: 'association_invalid' },
      { row: 3, code: 'association_invalid' },
    ]);
    expect((await desk.contacts()).map(({ externalId }) => externalId)).toEqual(['c-2']);
    // A file that is sent later is meant to bring them back.
    expect(await desk.imported(file)).toMatchObject({ created: 2, unchanged: 1, refused: 0 });
  });

  it('is forgotten with its report 30 days after its end', async () => {
    const { id } = await desk.imported('email\nnope\n');
    const after = async (days: number): Promise<number> => {
      const ended = `now() - make_interval(days => ${days})`;
      await parley.database.query(`UPDATE contact_imports SET finished_at = ${ended} WHERE id = $1`, [id]);
      await parley.drain();
      const path = `${desk.path}/import/${id}/refusals`;
      return (await parley.call('GET', path, { token: desk.owner.secret })).status;
    };
    expect(await after(29)).toBe(200);
    expect(await after(31)).toBe(404);
  });

  it('is given up where its rows keep taking workers with them', async () => {
    const { id } = await desk.queue('name\nAnn\n');
    await parley.database.query('UPDATE contact_imports SET attempts = 5 WHERE id = $1', [id]);
    await parley.drain();
    expect(await desk.read(id)).toMatchObject({ status: 'failed', failure: { code: 'internal_error' } });
  });
});
