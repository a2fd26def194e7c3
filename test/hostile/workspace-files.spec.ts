import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FindAgentsAndConversationsById1795000160000 } from '../../migrations/agents/1795000160000-find-agents-and-conversations-by-id';
import { exportWorkspace } from '../../src/backup/workspace/export-workspace';
import { type Imported, importWorkspace } from '../../src/backup/workspace/import-workspace';
import { LastUsed } from '../../src/common/auth/last-used';
import { loadSettings } from '../../src/config/load-settings';
import { SealedColumnsOperatorService } from '../../src/common/resealing/sealed-columns-operator.service';
import { BUILT_IN } from '../../src/features';
import { aContact } from '../factories/contact';
import { SECRET_KEY, twoWorkspaces } from '../factories/exported-workspace';
import { ForgedFile, type ForgedRow } from '../factories/forged-file';
import { aHelpDesk, type HelpDesk, PASSWORDS_ARTICLE } from '../factories/help-desk-fixtures';
import { MAIL_SETTINGS } from '../factories/mail';
import { MailDesk } from '../factories/mail-fixtures';
import { aSource } from '../factories/source';
import { digests } from '../support/database/whole-database';
import { type Parley, startParley } from '../support/parley';

/** Of a bigint. */
const LAST = 2n ** 63n - 1n;
const NUMBERED = BUILT_IN.exported.flatMap(([table, { numbered }]) =>
  numbered ? [[table, numbered.column, numbered.references ?? {}] as const] : [],
);
const SETTINGS = { ...MAIL_SETTINGS, SECRET_KEY };

/** A workspace file changed by an attacker, imported into an installation with other tenants. */
describe('a forged workspace file', () => {
  let installation: Parley;
  let desk: HelpDesk;
  let mails: MailDesk;
  let folder: string;
  let text: string;
  let memberId: string;
  let conversationId: string;
  beforeAll(async () => {
    installation = await startParley({ settings: SETTINGS });
    desk = await aHelpDesk(installation, { name: 'Genuine' });
    mails = await MailDesk.of(installation);
    conversationId = (await mails.begun()).id;
    [{ id: memberId }] = await installation.database.query<[{ id: string }]>(
      'SELECT id FROM members WHERE workspace_id = $1',
      [desk.workspace.id],
    );
    folder = await mkdtemp(join(tmpdir(), 'parley-forged-'));
    const origin = await startParley({ settings: { SECRET_KEY } });
    const path = join(folder, 'origin.ndjson');
    const { inbox } = await twoWorkspaces(origin);
    await aSource(origin, inbox.agent, inbox.admin, { type: 'text', name: 'Passwords', content: PASSWORDS_ARTICLE });
    await origin.drain();
    const from = loadSettings({ DATABASE_URL: origin.databaseUrl, SECRET_KEY });
    await exportWorkspace(
      { settings: from, features: BUILT_IN },
      { workspaceId: inbox.workspace.id, path, progress: () => {} },
    );
    await origin.stop();
    text = await readFile(path, 'utf8');
  });
  afterAll(async () => {
    await installation.stop();
    await rm(folder, { recursive: true });
  });

  const forged = (): ForgedFile => new ForgedFile(text).fresh();
  const importFile = async (file: ForgedFile): Promise<Imported> => {
    const path = join(folder, 'forged.ndjson');
    await writeFile(path, file.text());
    const settings = loadSettings({ DATABASE_URL: installation.databaseUrl, SECRET_KEY });
    return importWorkspace(
      { settings, features: BUILT_IN },
      { path, plans: ['free', 'pro', 'enterprise'], progress: () => {} },
    );
  };
  const imported = (file: ForgedFile): Promise<Imported> => {
    unchanged = null;
    return importFile(file);
  };
  /** As the installation is, until something is written. */
  let unchanged: Record<string, string> | null = null;
  const refused = async (file: ForgedFile, because: RegExp): Promise<void> => {
    // Uses of credentials are written a little later.
    await installation.get(LastUsed).flush();
    unchanged ??= await digests(installation.databaseUrl);
    await expect(importFile(file)).rejects.toThrow(because);
    expect(await digests(installation.databaseUrl)).toEqual(unchanged);
  };
  describe('with an id that another tenant has', () => {
    it('of an agent is refused, and the agent of that tenant stays what visitors see', async () => {
      const file = forged();
      const [agent] = file.rows('agents');
      file.replace(agent!['id'] as string, desk.agent.id);
      await refused(
        file,
        new RegExp(`already exists here, in this or another workspace: agents \\(id\\)=\\(${desk.agent.id}\\)`),
      );
      const { body } = await installation.call('GET', `/visitor/agents/${desk.agent.id}`);
      expect(body.displayName ?? body.name).toContain('Genuine');
    });

    it('of a conversation is refused, and mail to its address stays with that tenant', async () => {
      const { id, from } = await mails.begun();
      unchanged = null;
      const file = forged();
      const [conversation] = file.rows('conversations');
      file.replace(conversation!['id'] as string, id);
      await refused(file, new RegExp(`: conversations \\(id\\)=\\(${id}\\)`));
      unchanged = null;
      const { conversationId } = await mails.answer(id, { from, text: 'One thing more.' });
      const owners = await mails.rows('SELECT DISTINCT workspace_id FROM messages WHERE conversation_id = $1', id);
      expect([conversationId, owners]).toEqual([id, [{ workspace_id: mails.workspace.id }]]);
    });
  });

  describe('with numbers that would be the last ones', () => {
    it.each(NUMBERED)('%s.%s: its rows get others, and every tenant goes on', async (table, column, references) => {
      const file = forged();
      const { length } = file.rows(table);
      let left = length;
      file.change(table, (row) => ({ ...row, [column]: String(LAST - BigInt(--left)) }));
      for (const [referrer, referring] of Object.entries(references)) {
        const was = new Map(new ForgedFile(text).rows(table).map((row, index) => [row[column], index]));
        file.change(referrer, (row) => ({
          ...row,
          [referring]: String(LAST - BigInt(length - 1 - was.get(row[referring])!)),
        }));
      }
      await imported(file);
      const [{ highest }] = await installation.database.query<[{ highest: string }]>(
        `SELECT max(${column}) AS highest FROM ${table}`,
      );
      expect(length).toBeGreaterThan(0);
      expect(BigInt(highest)).toBeLessThan(1_000_000n);
      await aContact(installation, desk.workspace, desk.admin, { name: 'Next' });
      const source = await aSource(installation, desk.agent, desk.admin, { name: 'Next' });
      await installation.drain();
      const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/sources/${source.id}`;
      expect((await installation.call('GET', path, { token: desk.admin.secret })).body.status).toBe('ready');
    });

    it('or are not referred to by what refers to them is refused', () =>
      refused(
        forged().change('knowledge_postings', (row) => ({ ...row, chunk_id: '77' })),
        /is damaged or incomplete/,
      ));
  });

  it.each([
    ['agent_counters', 'message_count', String(LAST)],
    ['conversations', 'version', String(LAST)],
    ['conversations', 'consecutive_no_answers', 2 ** 31 - 1],
    ['messages', 'created_at', 'infinity'],
    ['messages', 'sent_at', '-infinity'],
    ['replies', 'sent_at', '294276-12-31T23:59:59Z'],
    ['credit_months', 'month', 'infinity'],
    ['agents', 'created_at', '4713-01-01 BC'],
  ])('with a value that is out of bounds is refused: %s.%s = %s', async (table, column, value) => {
    const file = forged();
    if (file.rows(table).length === 0) file.add(table, { workspace_id: file.workspaceId, month: value, spent: 0 });
    file.change(table, (row) => ({ ...row, [column]: value }));
    await refused(
      file,
      new RegExp(`has a value that is out of bounds: ${table}\\.${column}\\. Nothing was changed\\.`),
    );
  });

  it('with a row that is longer than any is refused', () =>
    refused(
      forged().change('messages', (row) => ({ ...row, content: 'x'.repeat(2_000_001) })),
      /has a row that is too long for messages\. Nothing was changed\./,
    ));

  it('with work that would be first, for ever, or the last one comes after that of others', async () => {
    const queued = {
      status: 'processing',
      due_at: '-infinity',
      lease_ends_at: '9999-01-01T00:00:00Z',
      fence: String(LAST),
      attempts: 2 ** 31 - 1,
    };
    const file = forged().change('knowledge_sources', (row) => ({ ...row, ...queued }));
    expect(file.rows('knowledge_sources')).not.toEqual([]);
    const before = new Date();
    await imported(file);
    const rows = await installation.database.query<object[]>(
      `SELECT fence, attempts, due_at >= $2::timestamptz(3) AND lease_ends_at <= now() AS "isNow" FROM knowledge_sources WHERE workspace_id = $1`,
      [file.workspaceId, before],
    );
    for (const row of rows) expect(row).toEqual({ fence: '0', attempts: 0, isNow: true });
    await installation.drain();
    const left = await installation.database.query<object[]>(
      `SELECT status FROM knowledge_sources WHERE workspace_id = $1 AND status = 'processing'`,
      [file.workspaceId],
    );
    expect(left).toEqual([]);
  });

  describe('that names what another tenant has is refused', () => {
    it.each([
      ['conversations', 'assignee_member_id', () => memberId],
      ['conversations', 'previous_conversation_id', () => conversationId],
      ['conversations', 'agent_id', () => desk.agent.id],
      ['messages', 'author_member_id', () => memberId],
    ])('%s.%s', async (table, column, id) => {
      const named = id();
      await refused(
        forged().change(table, (row) => ({ ...row, [column]: named })),
        new RegExp(`refers to data of another workspace: ${table}\\.${column}\\. Nothing was changed\\.`),
      );
    });

    it('contacts.agent_ids', () =>
      refused(
        forged().change('contacts', (row) => ({ ...row, agent_ids: [desk.agent.id] })),
        /refers to data of another workspace: contacts\.agent_ids\./,
      ));
  });

  describe('with accounts', () => {
    const account = (more: object): ForgedRow => ({
      id: '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c',
      email: 'mallory@example.com',
      name: 'Mallory',
      verifiedAt: '2026-01-01T00:00:00.000Z',
      ...more,
    });
    const damaged = /is damaged or incomplete/;
    it.each([
      [
        'of an account that is not a member',
        {},
        /names mallory@example\.com, who is not a member\. Nothing was changed\./,
      ],
      ['whose id is none', { id: 'x' }, damaged],
      ['whose email is none', { email: 'x\u001b[2J' }, damaged],
      ['whose email is no text', { email: { length: 3 } }, damaged],
      ['whose email is spelled in a form that no account uses', { email: 'Mallory@example.com' }, damaged],
      ['whose name has line breaks', { name: 'Mallory\nis verified' }, damaged],
      ['verified for ever', { verifiedAt: 'infinity' }, damaged],
    ])('%s is refused', (_which, more, because) => refused(forged().addAccount(account(more)), because));

    it('twice is refused', () => refused(forged().addAccount(account({})).addAccount(account({})), damaged));

    it('whose id is that of another person is refused', async () => {
      const file = forged();
      let first = true;
      file.changeAccounts((one) => (first ? ((first = false), { ...one, email: 'mallory@example.com' }) : one));
      file.changeAccounts((one) => (one['email'] === 'mallory@example.com' ? { ...one, id: desk.owner.id } : one));
      await refused(file, /: accounts \(id\)=/);
    });
  });

  it.each([
    ['version', { version: ['x'] }],
    ['key', { key: 7 }],
    ['workspaceId', { workspaceId: 'x' }],
    ['leftOut', { leftOut: { 'custom_domains\u001b[2J': '7' } }],
    ['leftOut', { leftOut: null }],
  ])('whose header has another %s than any is refused', (_which, header) =>
    refused(forged().changeHeader(header), /is damaged or incomplete/),
  );

  it('with a sealed value that no key opens is imported without it', async () => {
    const file = forged();
    expect(file.rows('visitor_identity_keys')).toHaveLength(1);
    file.change('visitor_identity_keys', (row) => ({ ...row, secret: '\\x00' }));
    file.change('workspace_model_settings', (row) => ({ ...row, sealed_api_key: '\\x00' }));
    expect((await imported(file)).unreadable).toEqual({ visitor_identity_keys: 1, workspace_model_settings: 1 });
    const columns = await installation.get(SealedColumnsOperatorService).look(() => {});
    expect(columns.reduce((sum, { unreadable }) => sum + unreadable, 0)).toBe(0);
  });

  it('that an earlier version has imported stops the migration, which names what to delete and can then be run again', async () => {
    unchanged = null;
    const migration = new FindAgentsAndConversationsById1795000160000();
    const queries = installation.database.createQueryRunner();
    await migration.down(queries);
    await queries.query(
      `INSERT INTO agents SELECT (jsonb_populate_record(a, jsonb_build_object('workspace_id', $2::uuid))).* FROM agents a WHERE id = $1`,
      [desk.agent.id, mails.workspace.id],
    );
    const both = [desk.workspace.id, mails.workspace.id].sort().join(' and ');
    await expect(migration.up(queries)).rejects.toMatchObject({
      code: '23505',
      message: expect.stringContaining(`agents with the same id: ${desk.agent.id} in the workspaces ${both}.`),
    });
    await queries.query('DELETE FROM agents WHERE id = $1 AND workspace_id = $2', [desk.agent.id, mails.workspace.id]);
    await migration.up(queries);
    const indexes = await queries.query(
      `SELECT relname FROM pg_class JOIN pg_index ON indexrelid = oid
       WHERE relname ~ '^(agents|conversations)_id(_key)?$' AND indisunique AND indisvalid ORDER BY 1`,
    );
    await queries.release();
    expect(indexes).toEqual([{ relname: 'agents_id_key' }, { relname: 'conversations_id_key' }]);
  });
});
