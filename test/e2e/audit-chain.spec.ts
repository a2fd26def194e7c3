import { createHash } from 'node:crypto';
import { verifyChainFile } from '../../src/audit-chain/chain-file';
import { AuditSealing } from '../../src/audit/audit-sealing';
import { anAccount } from '../factories/account';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

interface Head {
  number: number;
  hash: string;
}

let parley: Parley;
let admin: IssuedCredential;
let workspace: { id: string };
let head: Head;

const SEALED_ROUNDS = 3;

beforeAll(async () => {
  parley = await startParley();
  admin = await aCredential(parley, await anAccount(parley));
  workspace = await aWorkspace(parley, admin);
  for (let round = 0; round < SEALED_ROUNDS; round++) {
    for (let one = 0; one < 4; one++) await create(`Label ${round}-${one}`);
    await parley.get(AuditSealing).seal(workspace.id);
  }
  head = (await get('head')).body as Head;
});
afterAll(() => parley.stop());

const path = (rest: string) => `/workspaces/${workspace.id}/audit${rest}`;
const get = (rest: string, query: Record<string, string> = {}) =>
  parley.call('GET', path(`/${rest}`), { token: admin.secret, query });
const create = (name: string) =>
  parley.call('POST', `/workspaces/${workspace.id}/labels`, { token: admin.secret, body: { name } });
const verify = async (body: object = {}) =>
  (await parley.call('POST', path('/verify'), { token: admin.secret, body })).body;
const sql = (statement: string, ...values: unknown[]) =>
  parley.database.query<unknown[]>(statement, [workspace.id, ...values]);

/** The export as an attacker with the database would have it written. */
async function verifyFile() {
  const { text } = await get('export');
  return verifyChainFile([text] as unknown as AsyncIterable<string>, { keys: await keys(), knownHead: head });
}
const keys = async () => (await parley.call('GET', '/.well-known/parley-audit-keys.json')).body.keys;

/** Runs the tampering in a state that is put back afterwards. */
async function tampered<T>(tamper: () => Promise<unknown>, look: () => Promise<T>): Promise<T> {
  await sql('CREATE TABLE entries_before AS SELECT * FROM audit_entries WHERE workspace_id = $1');
  await sql('CREATE TABLE batches_before AS SELECT * FROM audit_batches WHERE workspace_id = $1');
  try {
    await tamper();
    return await look();
  } finally {
    for (const table of ['entries', 'batches']) {
      await sql(`DELETE FROM audit_${table} WHERE workspace_id = $1`);
      await parley.database.query(`INSERT INTO audit_${table} SELECT * FROM ${table}_before`);
      await parley.database.query(`DROP TABLE ${table}_before`);
    }
  }
}

it('is fine as long as it is not touched, for both verifiers', async () => {
  expect(await verify({ knownHead: { number: head.number, hash: head.hash } })).toEqual({
    ok: true,
    batchesChecked: SEALED_ROUNDS,
    entriesChecked: 1 + 4 * SEALED_ROUNDS,
    problem: null,
    nextBatch: null,
  });
  expect(await verifyFile()).toMatchObject({ batches: SEALED_ROUNDS, entries: 13, problem: null });
});

const OTHER: Readonly<Record<string, string>> = {
  uuid: `'01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f'`,
  'uuid[]': `ARRAY['01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f'::uuid]`,
  text: `'x'`,
  integer: '7',
  jsonb: `'[{"type": "x", "id": "y"}]'`,
  'timestamp(3) with time zone': `'2020-01-01'`,
};
const ENUMS: Readonly<Record<string, string>> = {
  surface: `'mcp'`,
  outcome: `'refused'`,
  actor_kind: `'system'`,
  role: `'member'`,
  subject_id: OTHER['uuid']!,
};

describe('a changed column of an entry', () => {
  const columns = [
    ...['at', 'operation_id', 'surface', 'outcome', 'code', 'count', 'actor_kind', 'by_account', 'member_id', 'role'],
    ...['session_id', 'credential_id', 'lineage', 'key_id', 'token_id', 'subject_type', 'subject_id', 'related'],
    ...['changes', 'request_id', 'address', 'client', 'id', 'batch_number'],
  ];

  it.each(columns)('%s is found by both verifiers', async (column) => {
    const [{ type }] = await parley.database.query<[{ type: string }]>(
      `SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute
       WHERE attrelid = 'audit_entries'::regclass AND attname = $1`,
      [column],
    );
    const value = ENUMS[column] ?? OTHER[type];
    expect([column, type, value]).toEqual([column, type, expect.any(String)]);
    const change = `UPDATE audit_entries SET ${column} = ${value} WHERE workspace_id = $1 AND sequence = 7`;
    const [online, offline] = await tampered(
      () => sql(change),
      async () => [await verify(), column === 'batch_number' ? null : await verifyFile()],
    );
    expect(online.problem).toMatchObject({ kind: 'entry_altered', batch: 2 });
    if (offline) expect(offline.problem).toMatchObject({ kind: 'entry_altered', batch: 2 });
  });

  it.each(['salt', 'address_hash', 'client_hash'])('%s too', async (column) => {
    const bytes = column === 'salt' ? 16 : 32;
    const change = `UPDATE audit_entries SET ${column} = decode(repeat('00', ${bytes}), 'hex') WHERE workspace_id = $1 AND sequence = 7`;
    const online = await tampered(
      () => sql(change),
      () => verify(),
    );
    expect(online.problem).toMatchObject({ kind: 'entry_altered', batch: 2 });
  });
});

describe('a changed column of a batch', () => {
  it.each([
    ['root_hash', `sha256('x')`, 'batch_altered'],
    ['previous_hash', `sha256('x')`, 'batch_altered'],
    ['sealed_at', `now()`, 'batch_altered'],
    ['signed_by', `'x'`, 'batch_altered'],
    ['hash', `sha256('x')`, 'batch_altered'],
    ['count', '3', 'batch_altered'],
    ['first_sequence', '5', 'batch_altered'],
    ['public_key', `sha256('x')`, 'signature_invalid'],
    ['signature', `sha512('x')`, 'signature_invalid'],
    ['entries_removed_at', 'now()', 'entry_added'],
  ])('%s is found', async (column, value, kind) => {
    const change = `UPDATE audit_batches SET ${column} = ${value} WHERE workspace_id = $1 AND number = 2`;
    const [online, offline] = await tampered(
      () => sql(change),
      async () => [await verify(), await verifyFile()],
    );
    expect(online.problem).toMatchObject({ kind, batch: 2 });
    expect(offline.problem).toMatchObject({ kind, batch: 2 });
  });
});

describe('rows', () => {
  const COPY = (sequence: number) => `
    INSERT INTO audit_entries (workspace_id, id, sequence, batch_number, operation_id, surface, outcome, count, actor_kind, related, changes)
    VALUES ($1, gen_random_uuid(), ${sequence}, 2, 'forged', 'rest', 'succeeded', 1, 'system', '[]', '[]')`;

  it.each([
    ['removed', ['DELETE FROM audit_entries WHERE workspace_id = $1 AND sequence = 7'], 'entry_missing', 2],
    [
      'swapped',
      [
        'UPDATE audit_entries SET sequence = 1000 WHERE workspace_id = $1 AND sequence = 7',
        'UPDATE audit_entries SET sequence = 7 WHERE workspace_id = $1 AND sequence = 8',
        'UPDATE audit_entries SET sequence = 8 WHERE workspace_id = $1 AND sequence = 1000',
      ],
      'entry_altered',
      2,
    ],
    ['added behind', [COPY(1000)], 'entry_added', 3],
    [
      'of a batch removed with their mark',
      [
        'DELETE FROM audit_entries WHERE workspace_id = $1 AND batch_number = 1',
        'UPDATE audit_batches SET entries_removed_at = now() WHERE workspace_id = $1 AND number = 1',
      ],
      'entry_missing',
      1,
    ],
    [
      'of a batch in the middle',
      ['DELETE FROM audit_batches WHERE workspace_id = $1 AND number = 2'],
      'batch_missing',
      2,
    ],
    [
      'cut at the end',
      [
        'DELETE FROM audit_entries WHERE workspace_id = $1 AND batch_number = 3',
        'DELETE FROM audit_batches WHERE workspace_id = $1 AND number = 3',
      ],
      'head_unknown',
      3,
    ],
    [
      'cut at the beginning',
      [
        'DELETE FROM audit_entries WHERE workspace_id = $1 AND batch_number = 1',
        'DELETE FROM audit_batches WHERE workspace_id = $1 AND number = 1',
      ],
      'batch_missing',
      1,
    ],
  ] as const)('%s are found', async (_what, statements, kind, batch) => {
    const problem = await tampered(
      async () => {
        for (const statement of statements) await sql(statement);
      },
      async () => (await verify({ knownHead: head && { number: head.number, hash: head.hash } })).problem,
    );
    expect(problem).toMatchObject({ kind, batch });
  });

  it('signed by a key that was only added to the table are found', async () => {
    const problem = await tampered(
      async () => {
        const other = await startParley();
        try {
          // A whole chain of another installation, with the key that signed it.
          const account = await aCredential(other, await anAccount(other));
          const elsewhere = await aWorkspace(other, account);
          await other.get(AuditSealing).seal(elsewhere.id);
          const [key] = await other.database.query(`SELECT * FROM audit_keys`);
          await parley.database.query(
            'INSERT INTO audit_keys (key_id, public_key, private_key_sealed) VALUES ($1, $2, $3)',
            [key.key_id, key.public_key, Buffer.from('not sealed')],
          );
          const [batch] = await other.database.query('SELECT * FROM audit_batches WHERE workspace_id = $1', [
            elsewhere.id,
          ]);
          await sql('DELETE FROM audit_entries WHERE workspace_id = $1');
          await sql('DELETE FROM audit_batches WHERE workspace_id = $1');
          await sql(
            `INSERT INTO audit_batches (workspace_id, number, first_sequence, count, root_hash, sealed_at, signed_by, public_key, hash, signature)
             VALUES ($1, 1, 1, 1, $2, $3, $4, $5, $6, $7)`,
            ...[batch.root_hash, batch.sealed_at, batch.signed_by, batch.public_key, batch.hash, batch.signature],
          );
        } finally {
          await other.stop();
        }
      },
      async () => (await verify()).problem,
    );
    expect(problem).toMatchObject({ batch: 1 });
    await parley.database.query(`DELETE FROM audit_keys WHERE private_key_sealed = 'not sealed'`);
  });
});

describe('emptied origins', () => {
  it('go after 90 days, and change no hash', async () => {
    const ok = await tampered(
      async () => {
        await sql(`UPDATE audit_entries SET salt = NULL, address = NULL, client = NULL WHERE workspace_id = $1`);
      },
      async () => [(await verify()).ok, (await verifyFile()).problem],
    );
    expect(ok).toEqual([true, null]);
  });
});

describe('exportAuditLog', () => {
  it('200 with lines that end in their SHA-256, and an entry of its own', async () => {
    const { status, text } = await get('export');
    expect(status).toBe(200);
    const lines = text.split('\n');
    expect(lines.pop()).toBe('');
    const end = JSON.parse(lines.pop()!) as { sha256: string; head: Head };
    expect(end.sha256).toBe(
      createHash('sha256')
        .update(`${lines.join('\n')}\n`)
        .digest('hex'),
    );
    expect(end.head).toEqual((await get('head')).body);
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type).join()).toMatch(
      /^header,entry(,entry)*,batch(,entry)+,batch(,entry)+,batch/,
    );
    const { body } = await parley.call('GET', path(''), {
      token: admin.secret,
      query: { operationId: 'exportAuditLog' },
    });
    expect(body.entries.length).toBeGreaterThan(0);
  });

  it('200 from the batch of a sequence on', async () => {
    const { text } = await get('export', { fromSequence: '7' });
    const batches = text.split('\n').flatMap((line) => (line.startsWith('{"type":"batch"') ? [JSON.parse(line)] : []));
    expect(batches.map(({ number }) => number)).toEqual([2, 3]);
    expect(await verifyChainFile([text] as never, { keys: await keys() })).toMatchObject({ batches: 2, problem: null });
  });
});
