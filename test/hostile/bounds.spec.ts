import { anAccount, type TestAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { as, aWorkspace } from '../factories/workspace';
import type { Reply } from '../support/call';
import { ImportDesk } from '../support/import-fixtures';
import { type Parley, startParley } from '../support/parley';
import { RawRequest } from '../support/raw-http';

const MiB = 1_048_576;
/** Requests at once, half of them on each of two processes. */
const PARALLEL = 40;
const SETTINGS = { IMPORT_BYTES_PER_WORKSPACE: String(4 * MiB), IMPORT_BYTES_TOTAL: String(8 * MiB) };

let parley: Parley;
let other: Parley;

beforeAll(async () => {
  parley = await startParley({ settings: SETTINGS });
  other = await startParley({ settings: SETTINGS, beside: parley });
});
afterAll(async () => {
  await other.stop();
  await parley.stop();
});

const side = (n: number): Parley => (n % 2 === 0 ? parley : other);

/** How many of so many requests at once were answered with which status. */
async function statuses(send: (n: number) => Promise<{ status: number }>): Promise<Record<number, number>> {
  const replies = await Promise.all(Array.from({ length: PARALLEL }, (_, n) => send(n)));
  const counted: Record<number, number> = {};
  for (const { status } of replies) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
}

async function count(sql: string, parameters: unknown[]): Promise<number> {
  const [row] = await parley.database.query<[{ count: string }]>(`SELECT count(*) AS count FROM ${sql}`, parameters);
  return Number(row.count);
}

describe('files to be imported', () => {
  let desk: ImportDesk;
  beforeEach(async () => {
    await parley.database.query('DELETE FROM contact_imports');
    desk = await ImportDesk.open(parley);
  });

  const head = (length: number, of = desk): Record<string, string> => ({
    authorization: `Bearer ${of.owner.secret}`,
    'content-type': 'text/csv',
    'content-length': String(length),
  });
  /** Begins an upload and sends what a test says of it. */
  const begin = (n: number, length: number, of = desk): RawRequest =>
    RawRequest.send(side(n), 'POST', `${of.path}/import`, head(length, of));
  const statusOf = async (request: RawRequest): Promise<{ status: number; code: string | undefined }> => {
    const { head: answer } = await request.rest();
    const [, status] = /^HTTP\/1.1 (\d+)/.exec(answer) ?? [];
    return { status: Number(status), code: /"code":"(\w+)"/.exec(answer)?.[1] };
  };
  const uploading = (): Promise<number> => count(`contact_imports WHERE status = 'uploading'`, []);
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it('ten uploads under way have the places, and all others are refused while those go on', async () => {
    const requests = Array.from({ length: PARALLEL }, (_, n) => begin(n, 7));
    const answers = requests.map(statusOf);
    const refused = new Set<number>();
    answers.forEach((answer, n) => void answer.then(({ status }) => status === 429 && refused.add(n)));
    await until(() => Promise.resolve(refused.size >= PARALLEL - 10));
    expect(refused.size).toBe(PARALLEL - 10);
    expect(await uploading()).toBe(10);
    requests.forEach((request, n) => !refused.has(n) && request.write('name\nA\n'));
    const codes = (await Promise.all(answers)).map(({ status }) => status);
    expect(codes.filter((status) => status === 202)).toHaveLength(10);
    expect(codes.filter((status) => status === 429)).toHaveLength(PARALLEL - 10);
  });

  it('a place is free again when its sender leaves or is refused, and when its process has died', async () => {
    const left = Array.from({ length: 10 }, (_, n) => begin(n, 100));
    await until(async () => (await uploading()) === 10);
    for (const request of left) request.leave();
    await until(async () => (await uploading()) === 0);
    for (let n = 0; n < 11; n++) expect((await desk.upload('name\n"Lee\n')).status).toBe(400);
    const lost = Array.from({ length: 10 }, (_, n) => begin(n, 7));
    await until(async () => (await uploading()) === 10);
    expect((await desk.upload('name\nA\n')).status).toBe(429);
    await parley.database.query(`UPDATE contact_imports SET due_at = now() - interval '1 s'`);
    expect((await desk.upload('name\nA\n')).status).toBe(202);
    await parley.drain();
    for (const request of lost) request.write('name\nA\n');
    const answers = await Promise.all(lost.map(statusOf));
    expect(answers).toEqual(Array(10).fill({ status: 503, code: 'upload_interrupted' }));
    expect(await count('contact_import_chunks', [])).toBe(0);
  });

  const file = (bytes: number): string => `name\n${`${'x'.repeat(1_023)}\n`.repeat(bytes / 1_024)}`;
  const storedCount = async (): Promise<number> => {
    const [row] = await parley.database.query<[{ bytes: string }]>(
      'SELECT coalesce(sum(octet_length(bytes)), 0) AS bytes FROM contact_import_chunks',
    );
    return Number(row.bytes);
  };

  it('a workspace keeps no more bytes than it may, and takes more when some are imported', async () => {
    for (let n = 0; n < 3; n++) expect((await desk.upload(file(MiB))).status).toBe(202);
    const { status, body, headers } = await desk.upload(file(2 * MiB));
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '30']);
    expect(await desk.imports()).toBe(3);
    await parley.drain();
    expect((await desk.upload(file(5 * MiB))).status).toBe(413);
    expect((await desk.upload(file(2 * MiB))).status).toBe(202);
  });

  it('uploads at once pass that by a piece each at most', async () => {
    const chunk = 524_288 + 65_536;
    let most = 0;
    let sending = true;
    const watching = (async () => {
      while (sending) most = Math.max(most, await storedCount());
    })();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => {
        const headers = { 'content-type': 'text/csv' };
        return side(n).call('POST', `${desk.path}/import`, { token: desk.owner.secret, body: file(MiB), headers });
      }),
    );
    sending = false;
    await watching;
    expect(most).toBeLessThanOrEqual(4 * MiB + 10 * chunk);
    expect(await storedCount()).toBeLessThanOrEqual(4 * MiB + 10 * chunk);
    expect(replies.filter(({ status }) => status === 202).length).toBeLessThanOrEqual(5);
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5);
  });

  it('the installation keeps no more than its limit: 503, because the caller has not filled it', async () => {
    const desks = [desk, await ImportDesk.open(parley), await ImportDesk.open(parley)];
    for (const one of desks.slice(0, 2)) expect((await one.upload(file(3.5 * MiB))).status).toBe(202);
    const { status, body, headers } = await desks[2]!.upload(file(3.5 * MiB));
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'storage_full', '60']);
    expect(await desks[2]!.imports()).toBe(0);
    expect((await desks[2]!.upload(file(MiB / 4))).status).toBe(202);
  });

  it('the report of an import has a bound, its count has none', async () => {
    const { id } = (await desk.upload('email\nnope\nnope\n')).body as { id: string };
    // As if as many had been refused before, less one.
    await parley.database.query(
      `UPDATE contact_imports SET status = 'running', refused = 99999, rows_read = 99999 WHERE id = $1`,
      [id],
    );
    await parley.drain();
    expect(await desk.read(id)).toMatchObject({ status: 'completed', refused: 100_001 });
    expect((await desk.refusals(id)).refusals).toMatchObject([{ row: 2 }]);
  });

  it('imports that are over are kept as long as not too many, or too many refused rows, come after them', async () => {
    const insert = (rows: number, refused: number): Promise<unknown> =>
      parley.database.query(
        `INSERT INTO contact_imports
           (workspace_id, id, member_id, status, format, columns, refused, rows_read, created_at, finished_at)
         SELECT $1, gen_random_uuid(), gen_random_uuid(), 'completed', 'csv', '{}', $3, $3, now(), now() - n * interval '1 minute'
         FROM generate_series(1, $2::int) n`,
        [desk.workspace.id, rows, refused],
      );
    await insert(1_005, 0);
    await parley.drain();
    expect(await desk.imports()).toBe(1_000);
    await parley.database.query('DELETE FROM contact_imports');
    // Ten of them tell of 100,000 rows each.
    await insert(12, 700_000);
    await parley.drain();
    expect(await desk.imports()).toBe(10);
  });

  it('nothing of a file stays when it is imported, empty lines at its end included', async () => {
    expect((await desk.upload(`name\nAnn\n${'\n'.repeat(2 * MiB)}`)).status).toBe(202);
    await parley.drain();
    expect(await storedCount()).toBe(0);
  });
});

describe('what a plan bounds', () => {
  let owner: TestAccount;
  beforeEach(async () => {
    owner = await anAccount(parley);
  });
  const post = (n: number, path: string, body: object): Promise<Reply> =>
    side(n).call('POST', path, { ...as(owner), body });

  it('three workspaces of an account', async () => {
    const answers = await statuses((n) => post(n, '/workspaces', { name: `Workspace ${n}` }));
    expect(answers).toEqual({ 201: 3, 403: PARALLEL - 3 });
  });

  it('three agents of a workspace', async () => {
    const { id } = await aWorkspace(parley, owner, { planId: 'free' });
    const answers = await statuses((n) => post(n, `/workspaces/${id}/agents`, { name: `Agent ${n}` }));
    expect(answers).toEqual({ 201: 3, 403: PARALLEL - 3 });
  });

  it('five members of a workspace, invitations included', async () => {
    const { id } = await aWorkspace(parley, owner, { planId: 'free' });
    const answers = await statuses((n) =>
      post(n, `/workspaces/${id}/invitations`, { email: `guest-${n}@example.com`, role: 'member' }),
    );
    expect(answers).toEqual({ 201: 4, 403: PARALLEL - 4 });
    expect(await count('invitations WHERE workspace_id = $1', [id])).toBe(4);
  });
});

describe('limits for all callers', () => {
  it('keys of a workspace', async () => {
    const owner = await anAccount(parley);
    const { id } = await aWorkspace(parley, owner);
    await parley.database.query(
      `INSERT INTO workspace_keys (id, workspace_id, name, scopes, secret_hash, secret_prefix, revoked_at)
       SELECT gen_random_uuid(), $1::uuid, 'Old ' || n, '{agents:read}', sha256(($1::text || '-' || n)::bytea), 'ck_0000',
         CASE WHEN n > 97 THEN now() - n * interval '1 minute' END
       FROM generate_series(1, 1200) n`,
      [id],
    );
    const keys = `/workspaces/${id}/keys`;
    const body = { name: 'New', scopes: ['agents:read'] };
    const answers = await statuses((n) => side(n).call('POST', keys, { ...as(owner), body }));
    expect(answers).toEqual({ 201: 3, 403: PARALLEL - 3 });
    expect(await count('workspace_keys WHERE workspace_id = $1 AND revoked_at IS NULL', [id])).toBe(100);
    expect(await count('workspace_keys WHERE workspace_id = $1 AND revoked_at IS NOT NULL', [id])).toBe(1_000);
  });

  it('agents that wait for their deletion', async () => {
    const owner = await anAccount(parley);
    const { id } = await aWorkspace(parley, owner);
    const agents = `/workspaces/${id}/agents`;
    const made = (await parley.call('POST', agents, { ...as(owner), body: { name: 'Agent' } })).body as { id: string };
    await parley.call('DELETE', `${agents}/${made.id}`, as(owner));
    // 99 more of the same.
    await parley.database.query(
      `INSERT INTO agents SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid()))).*
       FROM agents a, generate_series(1, 99) WHERE a.workspace_id = $1`,
      [id],
    );
    const { status, body } = await parley.call('POST', agents, { ...as(owner), body: { name: 'One more' } });
    expect([status, body.code]).toEqual([403, 'plan_limit_reached']);
  });

  it('sessions of an account: the oldest end', async () => {
    const owner = await anAccount(parley);
    await parley.database.query(
      `INSERT INTO sessions (id, account_id, secret_hash, expires_at, created_at)
       SELECT gen_random_uuid(), $1::uuid, sha256(($1::text || '-' || n)::bytea), now() + interval '1 day', now() - n * interval '1 second'
       FROM generate_series(1, 99) n`,
      [owner.id],
    );
    const { email, password } = owner;
    const signIn = (n: number): Promise<Reply> => side(n).call('POST', '/sessions', { body: { email, password } });
    const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => signIn(n)));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(await count('sessions WHERE account_id = $1 AND revoked_at IS NULL', [owner.id])).toBe(100);
    // The newest stay.
    expect((await parley.call('GET', '/account', as(owner))).status).toBe(200);
    // What machines are given stays, too: its sessions are no sign-ins.
    const { secret } = await aCredential(parley, owner);
    await signIn(0);
    expect((await parley.call('GET', '/account', { token: secret })).status).toBe(200);
  });
});
