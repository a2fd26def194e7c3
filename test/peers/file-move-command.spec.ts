import { createHash, randomBytes } from 'node:crypto';
import { InboxDesk } from '../factories/inbox-fixtures';
import { uploaded } from '../factories/inbox-file';
import { type Parley, startParley } from '../support/parley';
import { Program } from '../support/program';
import { TestS3 } from '../support/s3-server';

const FILES = 8;

/** The command in processes of its own, beside a service that people use. */
describe('npm run admin -- files move', () => {
  let s3: TestS3;
  let parley: Parley;
  let desk: InboxDesk;
  let settings: Record<string, string>;
  const sent: { url: string; sha256: string }[] = [];
  beforeAll(async () => {
    s3 = await TestS3.start();
    parley = await startParley({ settings: { FILES_STORE: s3.setting } });
    settings = { FILES_STORE: s3.setting, DATABASE_URL: parley.databaseUrl };
    desk = await InboxDesk.open(parley);
    for (let n = 0; n < FILES; n += 1) await send();
    await parley.drain();
  });
  afterAll(async () => {
    await parley.stop();
    await s3.stop();
  });

  async function send(): Promise<void> {
    const path = `/workspaces/${desk.workspace.id}/inbox/files`;
    const { body } = await uploaded(parley, path, desk.author.secret, {
      bytes: randomBytes(1_200_000),
      fileName: 'a.bin',
    });
    const reply = await desk.reply({ channel: 'widget', attachmentIds: [body.id] });
    const url = `${parley.url}/api/v1${desk.path}/${reply.body.id}/attachments/${body.id}`;
    sent.push({ url, sha256: body.sha256 });
  }

  async function wrongOnes(): Promise<string[]> {
    const wrong: string[] = [];
    for (const { url, sha256 } of sent) {
      const response = await fetch(url, { headers: { authorization: `Bearer ${desk.author.secret}` } });
      const bytes = Buffer.from(await response.arrayBuffer());
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) wrong.push(`${response.status} ${url}`);
    }
    return wrong;
  }

  const move = (to: string, used = settings): Program =>
    new Program('admin', used, { words: ['files', 'move', '--to', to] });
  async function moved(to: string): Promise<string> {
    const program = move(to);
    expect([await program.ended(), program.stderr]).toEqual([0, expect.any(String)]);
    return program.stdout;
  }
  const stored = async (): Promise<number> => {
    const [{ n }] = await parley.database.query<[{ n: number }]>(
      'SELECT count(*)::int AS n FROM files WHERE object_key IS NOT NULL',
    );
    return n;
  };

  it('moves all files to the database after it was killed in the middle, while people read and write', async () => {
    expect(await stored()).toBe(FILES);
    const killed = move('postgres');
    let read = 0;
    s3.trouble = ({ method }) => {
      if (method === 'GET' && (read += 1) === FILES) killed.signal('SIGKILL');
      return false;
    };
    await killed.ended();
    s3.trouble = null;
    expect(await stored()).toBeGreaterThan(0);
    expect(await wrongOnes()).toEqual([]);
    const again = moved('postgres');
    expect(await wrongOnes()).toEqual([]);
    await send();
    expect(await again).toMatch(/^Moved \d+ files to the database\.\n$/);
    expect(await wrongOnes()).toEqual([]);
  });

  it('moves them to FILES_STORE, and says so to the audit log', async () => {
    expect(await moved('s3')).toMatch(new RegExp(`^Moved \\d+ files to FILES_STORE\\.\\n$`));
    expect([await stored(), await wrongOnes()]).toEqual([FILES + 1, []]);
    expect(await parley.auditLog()).toEqual(expect.arrayContaining([expect.stringContaining('moveFilesToStore')]));
  });

  it.each([
    ['an unknown store', 'disk', {}, 'There is no store disk. The stores are: s3, postgres.'],
    [
      'a store without its setting',
      's3',
      { FILES_STORE: '' },
      'Set FILES_STORE: the files are moved to it, or from it.',
    ],
  ])('refuses %s', async (_what, to, changes, sentence) => {
    const program = move(to, { ...settings, ...changes });
    expect([await program.ended(), program.stdout]).toEqual([1, '']);
    expect(program.stderr).toContain(sentence);
  });

  it('says which files the store refuses, and moves them the next time', async () => {
    s3.trouble = ({ method }, reply) => method === 'GET' && Boolean(reply.writeHead(500).end());
    const program = move('postgres');
    expect(await program.ended()).toBe(1);
    expect(program.stderr).toMatch(/\d+ files could not be moved\. The log says why\. Run the command again\./);
    s3.trouble = null;
    expect(await wrongOnes()).toEqual([]);
    expect(await moved('postgres')).toContain('to the database');
    expect([await stored(), await wrongOnes()]).toEqual([0, []]);
  });
});
