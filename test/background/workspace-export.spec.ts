import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportWorkspace } from '../../src/backup/workspace/export-workspace';
import { type Imported, importWorkspace } from '../../src/backup/workspace/import-workspace';
import { LastUsed } from '../../src/common/auth/last-used';
import { loadSettings } from '../../src/config/load-settings';
import { BUILT_IN } from '../../src/features';
import { SECRET_KEY, twoWorkspaces } from '../factories/exported-workspace';
import type { InboxDesk } from '../factories/inbox-fixtures';
import { exportedRows } from '../support/database/exported-rows';
import { createTestDatabase } from '../support/database/test-database';
import { digests, rowsOf, withClient } from '../support/database/whole-database';
import { type Parley, startParley } from '../support/parley';

const PLANS = ['free', 'pro', 'enterprise'];

describe('a workspace that is exported', () => {
  let parley: Parley;
  let inbox: InboxDesk;
  let others: string[];
  let folder: string;
  let file: string;
  const progress = (): void => {};
  const exported = async (workspaceId: string, path: string): Promise<unknown> =>
    exportWorkspace(
      { settings: loadSettings({ DATABASE_URL: parley.databaseUrl, SECRET_KEY }), features: BUILT_IN },
      { workspaceId, path, progress },
    );
  const imported = (
    url: string,
    path = file,
    { key = SECRET_KEY, fallback = '', plans = PLANS } = {},
  ): Promise<Imported> =>
    importWorkspace(
      {
        settings: loadSettings({ DATABASE_URL: url, SECRET_KEY: key, SECRET_KEY_FALLBACKS: fallback }),
        features: BUILT_IN,
      },
      { path, plans, progress },
    );
  beforeAll(async () => {
    parley = await startParley({ settings: { SECRET_KEY } });
    ({ inbox, others } = await twoWorkspaces(parley));
    // Else they would be written between the export and the comparison.
    await parley.get(LastUsed).flush();
    folder = await mkdtemp(join(tmpdir(), 'parley-export-'));
    file = join(folder, 'a.ndjson');
    await exported(inbox.workspace.id, file);
  });
  afterAll(async () => {
    await parley.stop();
    await rm(folder, { recursive: true });
  });

  it('is there again row by row, but for email that would be sent twice', async () => {
    const target = await createTestDatabase();
    const all = [inbox.workspace.id, ...others];
    const filled = new Set<string>();
    for (const id of all) {
      const path = join(folder, `${id}.ndjson`);
      await exported(id, path);
      const { rows } = await imported(target, path);
      const before = await exportedRows(parley.databaseUrl, id);
      const after = await exportedRows(target, id);
      expect(Object.values(before).flat()).toHaveLength(rows);
      expect({ ...after, replies: [] }).toEqual({ ...before, replies: [] });
      expect(after['replies']).toHaveLength(before['replies']!.length);
      for (const [table, found] of Object.entries(before)) if (found.length > 0) filled.add(table);
    }
    expect(filled.size).toBeGreaterThan(20);
    const statuses = `SELECT status FROM replies WHERE channel = 'email'`;
    expect((await withClient(target, (client) => client.query(statuses))).rows).toEqual([{ status: 'uncertain' }]);
  });

  it('has none of another workspace, of other people, or of the links to it', async () => {
    const text = await readFile(file, 'utf8');
    const all = [inbox.workspace.id, ...others];
    for (const id of all) {
      const path = join(folder, 'one.ndjson');
      await exported(id, path);
      const found = await readFile(path, 'utf8');
      expect(all.filter((one) => found.includes(one))).toEqual([id]);
    }
    const people = await parley.database.query<{ email: string; is_member: boolean }[]>(
      `SELECT email, EXISTS (SELECT FROM members m WHERE m.account_id = a.id AND m.workspace_id = $1) AS is_member FROM accounts a`,
      [inbox.workspace.id],
    );
    expect(people.filter((one) => text.includes(one.email))).toEqual(people.filter((one) => one.is_member));
    expect(people.some((one) => !one.is_member)).toBe(true);
  });

  it('has numbers of this database, in the order of its own', async () => {
    const target = await createTestDatabase();
    await withClient(target, (client) =>
      client.query(`SELECT setval('contacts_seq_seq', 1000), setval('knowledge_chunks_id_seq', 1000)`),
    );
    const help = others[0]!;
    const path = join(folder, 'numbered.ndjson');
    await exported(help, path);
    await imported(target, path);
    const inOrder = async (url: string): Promise<unknown[]> => {
      const sql = (column: string, table: string): string =>
        `SELECT row_number() OVER (ORDER BY ${column}) AS place, to_jsonb(t) - '{${column},search_text}'::text[] AS row FROM ${table} t WHERE workspace_id = '${help}' ORDER BY 1`;
      const words = `SELECT c.body, string_agg(p.lexeme, ' ' ORDER BY p.lexeme) AS words FROM knowledge_chunks c
        JOIN knowledge_postings p ON p.workspace_id = c.workspace_id AND p.agent_id = c.agent_id AND p.chunk_id = c.id
        WHERE c.workspace_id = '${help}' GROUP BY c.body ORDER BY 1`;
      return withClient(url, async (client) => {
        const found: unknown[] = [];
        for (const one of [sql('seq', 'contacts'), sql('id', 'knowledge_chunks'), words]) {
          found.push((await client.query(one)).rows);
        }
        return found;
      });
    };
    const after = await inOrder(target);
    expect(after).toEqual(await inOrder(parley.databaseUrl));
    expect(after.map((rows) => (rows as unknown[]).length > 1 || rows === after[0])).toEqual([true, true, true]);
    await withClient(target, async (client) => {
      const { rows } = await client.query<{ first: string; last: string; next: string }>(
        `SELECT min(id) AS first, max(id) AS last, nextval('knowledge_chunks_id_seq') AS next FROM knowledge_chunks`,
      );
      expect(Number(rows[0]!.first)).toBe(1001);
      expect(Number(rows[0]!.next)).toBe(Number(rows[0]!.last) + 1);
    });
  });

  describe('brings its members along', () => {
    const owner = async (): Promise<{ id: string; email: string }> => {
      const sql = 'SELECT a.id, a.email FROM accounts a JOIN workspaces w ON w.owner_account_id = a.id WHERE w.id = $1';
      return (await parley.database.query<[{ id: string; email: string }]>(sql, [inbox.workspace.id]))[0];
    };
    const addAccount = (url: string, email: string, verified: boolean): Promise<unknown> =>
      withClient(url, (client) =>
        client.query(
          `INSERT INTO accounts (id, email, name, email_verified_at)
           VALUES ('0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c', $1, 'There', CASE WHEN $2 THEN now() END)`,
          [email, verified],
        ),
      );

    it('as the accounts with the same verified email, and others without a password', async () => {
      const target = await createTestDatabase();
      const { id, email } = await owner();
      await addAccount(target, email, true);
      const { created } = await imported(target);
      const { rows } = await withClient(target, (client) =>
        client.query<{ owner: string; members: string[]; passwords: number }>(
          `SELECT owner_account_id AS owner, (SELECT array_agg(account_id::text) FROM members) AS members,
             (SELECT count(*)::int FROM local_identities) AS passwords FROM workspaces`,
        ),
      );
      expect(rows[0]).toMatchObject({ owner: '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c', passwords: 0 });
      expect(rows[0]!.members).toContain(rows[0]!.owner);
      expect(rows[0]!.members).not.toContain(id);
      expect(created).toHaveLength(rows[0]!.members.length - 1);
      expect(created).not.toContain(email);
    });

    it('not as an unverified account', async () => {
      const target = await createTestDatabase();
      await addAccount(target, (await owner()).email, false);
      const before = await digests(target);
      await expect(imported(target)).rejects.toThrow(/is not verified here, so it may belong to another person/);
      expect(await digests(target)).toEqual(before);
    });
  });

  it('leaves out what another SECRET_KEY has encrypted, and says how much', async () => {
    const target = await createTestDatabase();
    const { unreadable } = await imported(target, file, { key: 'b'.repeat(40) });
    expect(unreadable).toEqual({ visitor_identity_keys: 1, visitor_mail_stops: 1, workspace_model_settings: 1 });
    const after = await exportedRows(target, inbox.workspace.id);
    expect([after['visitor_identity_keys'], after['visitor_mail_stops']]).toEqual([[], []]);
    expect(after['workspace_model_settings']).toEqual([
      expect.stringMatching(/models\.example\.com.*"api_key_hint": null.*"sealed_api_key": null/),
    ]);
  });

  it('has all that is encrypted where its SECRET_KEY is among the fallbacks', async () => {
    const target = await createTestDatabase();
    const { unreadable } = await imported(target, file, { key: 'b'.repeat(40), fallback: SECRET_KEY });
    expect(unreadable).toEqual({});
    const sealed = ({
      visitor_identity_keys,
      visitor_mail_stops,
      workspace_model_settings,
    }: Record<string, string[]>) => [visitor_identity_keys, visitor_mail_stops, workspace_model_settings];
    const before = sealed(await exportedRows(parley.databaseUrl, inbox.workspace.id));
    expect(sealed(await exportedRows(target, inbox.workspace.id))).toEqual(before);
  });

  describe('is refused, with nothing written,', () => {
    let target: string;
    let before: Record<string, string>;
    beforeAll(async () => {
      target = await createTestDatabase();
      before = await digests(target);
    });
    const refused = async (change: (text: string) => string, because: RegExp): Promise<void> => {
      const path = join(folder, 'changed.ndjson');
      await writeFile(path, change(await readFile(file, 'utf8')));
      await expect(imported(target, path)).rejects.toThrow(because);
      expect(await digests(target)).toEqual(before);
    };
    const first = (change: object) => (text: string) => {
      const [header, ...rest] = text.split('\n');
      return [JSON.stringify({ ...(JSON.parse(header!) as object), ...change }), ...rest].join('\n');
    };
    /** With a checksum that fits. */
    const resealed = async (change: (lines: string[]) => string[]): Promise<(text: string) => string> => {
      const { createHash } = await import('node:crypto');
      return (text) => {
        const lines = text.trimEnd().split('\n');
        const end = JSON.parse(lines.pop()!) as object;
        const changed = `${change(lines).join('\n')}\n`;
        const sha256 = createHash('sha256').update(changed).digest('hex');
        return `${changed}${JSON.stringify({ ...end, sha256 })}\n`;
      };
    };

    it.each([
      ['a byte that is another', (text: string) => text.replace('"Ann', '"Bnn').replace('ann@', 'bnn@')],
      ['half of it', (text: string) => text.slice(0, text.length / 2)],
      ['no last line', (text: string) => text.trimEnd().split('\n').slice(0, -1).join('\n') + '\n'],
      ['a cut last line', (text: string) => text.slice(0, -1)],
      ['something after its end', (text: string) => `${text}{}\n`],
      ['another date', first({ exportedAt: '2020-01-01' })],
    ])('with %s', (_what, change) => refused(change, /is damaged or incomplete\. Nothing was changed\./));

    it('with a member whose email was never verified, so that a file cannot claim it', async () => {
      const unverified = (line: string): string => {
        const { account } = JSON.parse(line) as { account?: object };
        return account ? JSON.stringify({ account: { ...account, verifiedAt: null } }) : line;
      };
      await refused(await resealed((lines) => lines.map(unverified)), /was never verified in the exported workspace/);
    });

    it('that is something else, or a later version’s', async () => {
      await refused(() => '{"hello":1}\n', /is not an exported workspace of Parley/);
      await refused(() => 'hello', /is damaged|is not an exported workspace/);
      await refused(first({ formatVersion: 2 }), /was written by a later version of Parley/);
      await refused(
        first({ features: { ...Object.fromEntries(BUILT_IN.newest), agents: 'Other1' } }),
        /its tables of the feature agents have another version/,
      );
      await expect(imported(target, join(folder, 'none'))).rejects.toThrow(/none cannot be read \(ENOENT\)/);
    });

    it('with a row of another workspace, whose checksum fits', async () => {
      const foreign = (line: string): string =>
        line.startsWith('{"table":"labels"') || line.startsWith('{"table":"agents"')
          ? line.replace(inbox.workspace.id, others[0]!)
          : line;
      await refused(await resealed((lines) => lines.map(foreign)), /is damaged or incomplete/);
    });

    it('with a row of a table that is not exported, or that refers to nothing', async () => {
      const counted = await resealed((lines) =>
        lines.map((line) => line.replace('"table":"messages"', '"table":"push_keys"')),
      );
      await refused(counted, /is damaged or incomplete/);
      const dangling = await resealed((lines) =>
        lines.map((line) =>
          line.startsWith('{"table":"messages"') ? line.replace(inbox.conversationId, others[0]!) : line,
        ),
      );
      await refused(dangling, /has rows that do not fit: messages\. Nothing was changed\./);
    });

    it('on a plan that is not here', async () => {
      await expect(imported(target, file, { plans: ['other'] })).rejects.toThrow(
        /has the plan \w+, which does not exist here/,
      );
      expect(await digests(target)).toEqual(before);
    });

    it('where it is already, or an id or a name is taken', async () => {
      const there = await createTestDatabase();
      await imported(there);
      const rows = await digests(there);
      await expect(imported(there)).rejects.toThrow(/already exists/);
      const path = join(folder, 'renamed.ndjson');
      const text = await readFile(file, 'utf8');
      await writeFile(
        path,
        (await resealed((lines) => lines.map((line) => line.replaceAll(inbox.workspace.id, others[0]!))))(text),
      );
      await expect(imported(there, path)).rejects.toThrow(
        /An id or a unique value of .* already exists here, in this or another workspace: \w+ \(.*\)=\(.*\) \(\w+\)\. Nothing was changed\./,
      );
      expect(await digests(there)).toEqual(rows);
    });

    it('where there is no such workspace to export', async () => {
      await expect(exported('x', join(folder, 'x'))).rejects.toThrow(/There is no workspace x/);
      expect(await rowsOf(target)).toBe(0);
    });
  });
});
