import { parse } from 'csv-parse/sync';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ContactDto } from '../../src/contacts/contact.dto';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { anImport } from '../factories/import';
import { aMember } from '../factories/member';
import { aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { type Parley, startParley } from '../support/parley';

let parley: Parley;
let owner: { secret: string };
let workspace: { id: string };

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

beforeEach(async () => {
  owner = await aCredential(parley, await anAccount(parley));
  workspace = await aWorkspace(parley, owner);
});

const create = (body: object, { id } = workspace): Promise<Reply> =>
  parley.call('POST', `/workspaces/${id}/contacts`, { token: owner.secret, body });

const exported = (query: Record<string, string> = {}, caller = owner, { id } = workspace): Promise<Reply> =>
  parley.call('GET', `/workspaces/${id}/contacts/export`, { token: caller.secret, query });

const records = (reply: Reply): Record<string, string>[] => parse(reply.text, { columns: true });

/** More than a response and both ends of a connection can hold. */
const fill = (rows: number): Promise<unknown> =>
  parley.database.query(
    `INSERT INTO contacts (workspace_id, id, name, notes, search_text)
     SELECT $1, gen_random_uuid(), 'Ann ' || n, repeat('x', 5000), 'ann ' || n FROM generate_series(1, $2::int) n`,
    [workspace.id, rows],
  );

describe('exportContacts', () => {
  it('200 with every contact as CSV, oldest first, with no-store', async () => {
    await create({
      externalId: 'c-1',
      name: 'Lee, "Ann"',
      notes: 'one\r\ntwo',
      attributes: { plan: 'gold', seats: 2 },
    });
    await create({ phone: '+442079460958', name: '=SUM(A1)' });
    const reply = await exported();
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="contacts.csv"');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(records(reply)).toMatchObject([
      {
        externalId: 'c-1',
        name: 'Lee, "Ann"',
        notes: 'one\r\ntwo',
        attributes: '{"plan":"gold","seats":2}',
        email: '',
      },
      { externalId: '', phone: '+442079460958', name: '=SUM(A1)', blocked: 'false' },
    ]);
  });

  it('200 with the records of readContactProfile as NDJSON', async () => {
    const { body } = await create({ externalId: 'c-1', name: 'Ann', attributes: { seats: 2 } });
    const reply = await exported({ format: 'ndjson' });
    expect(reply.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(reply.text.endsWith('\n')).toBe(true);
    expect(JSON.parse(reply.text)).toEqual(body);
  });

  it('finds what a list finds', async () => {
    for (const name of ['Ann Lee', 'Bob', 'JoANNa']) await create({ name });
    expect(records(await exported({ search: 'ann' })).map(({ name }) => name)).toEqual(['Ann Lee', 'JoANNa']);
    expect((await exported({ search: 'nobody', format: 'ndjson' })).text).toBe('');
    expect(records(await exported({ search: 'nobody' }))).toEqual([]);
  });

  it('shows restricted members what they may see', async () => {
    const [mine, other] = [await anAgent(parley, workspace, owner), await anAgent(parley, workspace, owner)];
    await create({ name: 'both', agentIds: [other.id, mine.id] });
    await create({ name: 'hidden', agentIds: [other.id] });
    await create({ name: 'open' });
    const account = await aMember(parley, workspace, await anAccount(parley), { restrictedAgentIds: [mine.id] });
    const seen = records(await exported({}, await aCredential(parley, account)));
    expect(seen.map(({ name, agentIds }) => [name, agentIds])).toEqual([
      ['both', mine.id],
      ['open', ''],
    ]);
  });

  it.each(['csv', 'ndjson'])('can be imported elsewhere as %s, and is the same there', async (format) => {
    const bodies = [
      { externalId: 'c-1', name: 'Lee, "Ann"', email: 'ann@example.com', notes: 'one\r\ntwo\n', locale: 'en-GB' },
      { externalId: ' c 2 ', phone: '+442079460958', company: '=1+1', timezone: 'Europe/London', blocked: true },
      { name: 'Zoë 🎈', attributes: { digits: '12', number: 12, 'a.b,c"d': '', yes: true, true: 'true' } },
      { email: 'bob@example.com', attributes: { quoted: '"x"', small: 1e-7, large: 1e21 } },
    ];
    for (const body of bodies) expect((await create(body)).status).toBe(201);
    const there = await aWorkspace(parley, owner);
    const file = (await exported({ format })).text;
    const { id } = await anImport(parley, there, owner, file, format === 'csv' ? 'text/csv' : 'application/x-ndjson');
    await parley.drain();
    const path = `/workspaces/${there.id}/contacts/import/${id}`;
    expect((await parley.call('GET', path, { token: owner.secret })).body).toMatchObject({ created: 4, refused: 0 });
    const plain = (reply: Reply): object[] =>
      reply.text
        .trim()
        .split('\n')
        .map((line) => {
          const { id: _id, workspaceId: _ws, createdAt: _c, updatedAt: _u, ...rest } = JSON.parse(line) as ContactDto;
          return rest;
        });
    expect(plain(await exported({ format: 'ndjson' }, owner, there))).toEqual(
      plain(await exported({ format: 'ndjson' })),
    );
  });

  it('is whole over many pages, and changes made meanwhile neither repeat nor lose a contact', async () => {
    await fill(3_500);
    const reading = exported({ format: 'ndjson' });
    await parley.database.query(`UPDATE contacts SET company = 'moved' WHERE workspace_id = $1`, [workspace.id]);
    await fill(100);
    const names = (await reading).text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as ContactDto).name);
    expect(new Set(names).size).toBe(3_500);
    expect(names.slice(0, 3_500)).toEqual(Array.from({ length: 3_500 }, (_, n) => `Ann ${n + 1}`));
  });

  it.each<Record<string, string>>([{ format: 'xml' }, { search: 'x'.repeat(201) }])('400 for %j', async (query) => {
    expect((await exported(query)).body).toMatchObject({ code: 'validation_failed' });
  });

  it('reads no further than its reader takes, and stops when they leave', async () => {
    await fill(20_000);
    let queries = 0;
    const statements = await parley.statementsOf(async () => {
      const socket = connect(Number(new URL(parley.url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write(
        `GET /api/v1/workspaces/${workspace.id}/contacts/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.secret}\r\n\r\n`,
      );
      await new Promise((resolve) => socket.once('readable', resolve));
      await pause(1_500);
      queries = 1;
      socket.destroy();
      await pause(300);
    });
    const pages = statements.filter((sql) => sql.includes('row_to_json(r)::text AS contact')).length;
    expect(queries).toBe(1);
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(15);
  });

  it('breaks the connection where it cannot go on, rather than ending the file', async () => {
    await fill(20_000);
    const response = await fetch(`${parley.url}/api/v1/workspaces/${workspace.id}/contacts/export`, {
      headers: { authorization: `Bearer ${owner.secret}` },
    });
    const reader = response.body!.getReader();
    await reader.read();
    await parley.database.query('DELETE FROM members WHERE workspace_id = $1', [workspace.id]);
    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow();
  });
});
