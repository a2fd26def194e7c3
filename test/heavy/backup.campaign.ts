import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Snapshot } from '../../src/backup/snapshot';
import { BUILT_IN } from '../../src/features';
import { BackupDesk } from '../factories/backup-fixtures';
import { EmbeddedDesk } from '../factories/embedded-fixtures';
import { admin } from '../support/admin';
import { call } from '../support/call';
import { createEmptyDatabase, digests, withClient } from '../support/database/whole-database';
import { SpawnedService } from '../support/spawned-service';

const EXTERNAL = 'postgres://root@127.0.0.1:5432/postgres';
const QUESTION = 'How do I reset my password?';
const ANSWER = 'open Settings and choose Reset password';

let isExternalThere = true;
try {
  execFileSync('psql', [EXTERNAL, '-c', 'SELECT 1'], { stdio: 'ignore' });
} catch {
  isExternalThere = false;
}
const withExternal = isExternalThere ? it : it.skip;

/** What customers and agents have said, row by row, and how much of it does not go together. */
async function messagesIn(
  url: string,
): Promise<{ rows: string[]; conversations: string[]; halves: number; miscounted: number }> {
  return withClient(url, async (client) => {
    const texts = async (sql: string): Promise<string[]> =>
      (await client.query<{ text: string }>(sql)).rows.map(({ text }) => text);
    const count = async (from: string): Promise<number> =>
      (await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`)).rows[0]!.n;
    return {
      rows: [
        ...(await texts('SELECT m::text AS text FROM messages m')),
        ...(await texts(`SELECT t::text AS text FROM chat_turns t WHERE state = 'completed'`)),
      ],
      conversations: await texts('SELECT id::text AS text FROM conversations'),
      halves: await count(
        `chat_turns t WHERE state = 'completed' AND 2 <> (SELECT count(*) FROM messages m WHERE m.turn_id = t.id)`,
      ),
      miscounted: await count(
        `agent_counters c WHERE conversation_count <> (SELECT count(*) FROM conversations o WHERE o.agent_id = c.agent_id)`,
      ),
    };
  });
}

describe('a backup that is restored elsewhere', () => {
  let desk: BackupDesk;
  let SECRET_KEY: string;
  beforeAll(async () => {
    desk = await BackupDesk.open();
    ({ SECRET_KEY } = desk.settings);
  });
  afterAll(() => desk.close());

  /** The conversation. */
  const ask = async (service: SpawnedService, more: object = {}): Promise<string> => {
    const path = `${service.url}/workspaces/${desk.help.workspace.id}/agents/${desk.help.agent.id}/chat`;
    const reply = await call(path, 'POST', { token: desk.help.key.secret, body: { message: QUESTION, ...more } });
    expect([reply.status, reply.body.message?.content]).toEqual([200, expect.stringContaining(ANSWER)]);
    return reply.body.conversationId as string;
  };

  it('is one moment of a database in which turns and replies are being written', async () => {
    let writing = true;
    let turns = 0;
    const customer = async (): Promise<void> => {
      while (writing) {
        const user = { externalId: randomUUID(), email: `${randomUUID()}@example.com` };
        const body = { message: QUESTION, user };
        await desk.help.chat(body);
        await desk.inbox.reply();
        turns += 1;
      }
    };
    const customers = Promise.all([customer(), customer()]);
    const path = join(desk.folder, 'load.backup');
    const before = turns;
    const expected = await withClient(desk.parley.databaseUrl, async (client) => {
      const snapshot = await Snapshot.take(client, { features: BUILT_IN, setting: 'DATABASE_URL' });
      const { rows } = await client.query<{ name: string }>('SELECT pg_export_snapshot() AS name');
      const digest = digests(desk.parley.databaseUrl, rows[0]!.name);
      // So that all data is read before the next write.
      while (turns < before + 10) await pause(10);
      const seen = await digest;
      await desk.write(snapshot, path);
      return seen;
    });
    writing = false;
    await customers;
    const target = await createEmptyDatabase();
    const outcome = await desk.restoreTo(target, path);
    expect(outcome).toMatchObject({ code: 0, stdout: '' });
    expect(outcome.stderr).toMatch(
      /^Restored and checked: \d+ rows in \d+ tables[.] Of [1-5] sources searched for, [1-5] were found[.]\n$/,
    );
    expect(await digests(target)).toEqual(expected);
    expect(await digests(desk.parley.databaseUrl)).not.toEqual(expected);
  });

  it.each(['embedded', 'external'])(
    'is one moment of the %s database of a service that is busy, by the command',
    async (place) => {
      const embedded = place === 'embedded' ? await EmbeddedDesk.open(desk) : null;
      const settings: Record<string, string> = embedded?.settings ?? desk.settings;
      const service = await SpawnedService.start({ ...settings, RUN_WORKER: 'no' });
      const acknowledged: string[] = [];
      const path = join(desk.folder, `${place}.backup`);
      let writing = true;
      const customer = async (): Promise<void> => {
        while (writing) acknowledged.push(await ask(service, { user: { externalId: randomUUID() } }));
      };
      const customers = Promise.all([customer(), customer()]);
      const untilMore = async (): Promise<void> => {
        const before = acknowledged.length;
        while (acknowledged.length < before + 10) await Promise.race([pause(10), customers]);
      };
      let before: string[] = [];
      try {
        await untilMore();
        // Again where nothing was written meanwhile.
        do {
          before = [...acknowledged];
          expect(await admin(settings, 'backup', path)).toMatchObject({ code: 0 });
        } while (acknowledged.length === before.length);
        await untilMore();
      } finally {
        writing = false;
        try {
          await customers;
        } finally {
          await service.stop();
        }
      }
      const target = await createEmptyDatabase();
      expect((await desk.restoreTo(target, path)).code).toBe(0);
      const restored = await messagesIn(target);
      const source = await (embedded ? embedded.withServer(messagesIn) : messagesIn(desk.parley.databaseUrl));
      expect(restored.conversations).toEqual(expect.arrayContaining(before));
      expect(source.conversations).toEqual(expect.arrayContaining(acknowledged));
      const [inSource, inRestored] = [new Set(source.rows), restored.rows];
      expect(inRestored.filter((row) => !inSource.has(row))).toEqual([]);
      expect(inRestored.length).toBeLessThan(inSource.size);
      expect([restored.halves, restored.miscounted]).toEqual([0, 0]);
    },
  );

  it('has the schema that migrations make, and goes on after the numbers that were given out', async () => {
    const target = await createEmptyDatabase();
    expect((await desk.restoreTo(target)).code).toBe(0);
    const schema = (url: string): Promise<unknown[]> =>
      withClient(url, async (client) => {
        const constraints = await client.query(
          `SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated FROM pg_constraint
           WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
        );
        const triggers = await client.query(
          `SELECT tgrelid::regclass::text, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
        );
        return [constraints.rows, triggers.rows];
      });
    expect(await schema(target)).toEqual(await schema(desk.parley.databaseUrl));
    await withClient(target, async (client) => {
      const last = await client.query<{ seq: string }>('SELECT max(seq) AS seq FROM contacts');
      const next = await client.query<{ seq: string }>(
        `INSERT INTO contacts (workspace_id, id, name, search_text) VALUES ($1, gen_random_uuid(), 'Next', 'next') RETURNING seq`,
        [desk.inbox.workspace.id],
      );
      expect(Number(next.rows[0]!.seq)).toBe(Number(last.rows[0]!.seq) + 1);
    });
  });

  it('is read by its owner only, and standard output gets the same', async () => {
    expect((await stat(desk.file)).mode & 0o777).toBe(0o600);
    const script = `node dist/src/admin.js backup - > ${join(desk.folder, 'piped.backup')}`;
    execFileSync('sh', ['-c', script], {
      env: { PATH: process.env['PATH'], ...desk.settings },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    const target = await createEmptyDatabase();
    expect((await desk.restoreTo(target, join(desk.folder, 'piped.backup'))).code).toBe(0);
    expect(await readdir(desk.folder)).toEqual(expect.not.arrayContaining([expect.stringContaining('partial')]));
  });

  withExternal('goes from an external database to an embedded one, and back while the service runs', async () => {
    const name = `parley_backup_${randomUUID().replaceAll('-', '')}`;
    const url = EXTERNAL.replace(/postgres$/, name);
    const dataDir = await mkdtemp(join(desk.folder, 'data-'));
    await chmod(dataDir, 0o711);
    await withClient(EXTERNAL, (client) => client.query(`CREATE DATABASE ${name}`));
    try {
      expect((await admin({ DATABASE_URL: url, SECRET_KEY }, 'restore', desk.file)).code).toBe(0);
      const external = await digests(url);
      const second = join(desk.folder, 'second.backup');
      expect((await admin({ DATABASE_URL: url, SECRET_KEY }, 'backup', second)).code).toBe(0);
      const embedded = { DATA_DIR: dataDir, SECRET_KEY };
      expect(await admin(embedded, 'restore', second)).toMatchObject({ code: 0 });
      const service = await SpawnedService.start({ ...embedded, RUN_WORKER: 'no' });
      try {
        await ask(service);
        const third = join(desk.folder, 'third.backup');
        expect(await admin(embedded, 'backup', third)).toMatchObject({ code: 0 });
        await withClient(EXTERNAL, async (client) => {
          await client.query(`DROP DATABASE ${name}`);
          await client.query(`CREATE DATABASE ${name}`);
        });
        expect((await admin({ DATABASE_URL: url, SECRET_KEY }, 'restore', third)).code).toBe(0);
      } finally {
        await service.stop();
      }
      const back = await digests(url);
      // One turn was had meanwhile; numbers of transactions are those of another server.
      const untouched = [
        'accounts',
        'contacts',
        'knowledge_chunks',
        'knowledge_postings',
        'knowledge_sources',
        'members',
        'agents',
      ];
      for (const table of untouched) expect([table, back[table]]).toEqual([table, external[table]]);
      const elsewhere = await SpawnedService.start({ DATABASE_URL: url, SECRET_KEY, RUN_WORKER: 'no' });
      await ask(elsewhere);
      await elsewhere.stop();
    } finally {
      await withClient(EXTERNAL, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    }
  });

  describe('what was on its way', () => {
    let before: string;
    let path: string;
    beforeAll(async () => {
      const sending = (await desk.inbox.reply({ channel: 'email' })).body.id as string;
      await desk.inbox.reply({ channel: 'email' });
      await desk.parley.database.query(
        `UPDATE replies SET status = 'sending', lease_ends_at = now() + interval '1 minute' WHERE message_id = $1`,
        [sending],
      );
      await desk.parley.database.query(`INSERT INTO mail_outbox (id, message, status, lease_ends_at)
        VALUES (gen_random_uuid(), '\\x00', 'sending', now() + interval '1 minute'), (gen_random_uuid(), '\\x00', 'queued', NULL)`);
      before = sending;
      path = join(desk.folder, 'sending.backup');
      expect((await admin(desk.settings, 'backup', path)).code).toBe(0);
    });

    const statuses = (url: string): Promise<unknown> =>
      withClient(url, async (client) => {
        const { rows: replies } = await client.query(
          `SELECT message_id = $1 AS "wasSending", status, count(*)::int > 0 AS there FROM replies
           WHERE channel = 'email' AND status IN ('queued', 'sending', 'uncertain') GROUP BY 1, 2 ORDER BY 1, 2`,
          [before],
        );
        const { rows: mails } = await client.query(
          `SELECT status, bool_or(message IS NOT NULL) AS "canBeSent" FROM mail_outbox
           WHERE status IN ('queued', 'sending', 'uncertain') GROUP BY 1 ORDER BY 1`,
        );
        return { replies, mails };
      });

    it('is uncertain, and what waited goes on waiting', async () => {
      const target = await createEmptyDatabase();
      expect((await desk.restoreTo(target, path)).code).toBe(0);
      expect(await statuses(target)).toEqual({
        replies: [
          { wasSending: false, status: 'queued', there: true },
          { wasSending: true, status: 'uncertain', there: true },
        ],
        mails: [
          { status: 'queued', canBeSent: true },
          { status: 'uncertain', canBeSent: false },
        ],
      });
    });

    it('is held with what waited by --hold-outgoing, and nothing leaves', async () => {
      const target = await createEmptyDatabase();
      expect((await desk.restoreTo(target, path, '--hold-outgoing')).code).toBe(0);
      expect(await statuses(target)).toEqual({
        replies: [
          { wasSending: false, status: 'uncertain', there: true },
          { wasSending: true, status: 'uncertain', there: true },
        ],
        mails: [{ status: 'uncertain', canBeSent: false }],
      });
    });
  });
});
