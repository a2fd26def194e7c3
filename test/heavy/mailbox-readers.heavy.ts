import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aMail, MAIL_SECRET, MAIL_SETTINGS } from '../factories/mail';
import { MailDesk, person } from '../factories/mail-fixtures';
import { MailboxServer, UNPRIVILEGED_UID } from '../support/mailbox-server';
import { type Parley, startParley } from '../support/parley';

const PAGE = readFileSync('docs/email-vendors.md', 'utf8');

/** The first block of code of the page after a text. */
function blockAfter(text: string): string {
  const [, block] = /^```\w*\n([^]*?)\n```$/m.exec(PAGE.slice(PAGE.indexOf(text))) ?? [];
  if (block === undefined) throw new Error(`docs/email-vendors.md has no block after ${text}`);
  return block;
}

interface Reader {
  program: string;
  arguments: string[];
  /** Its configuration of the page, and where that is in the home of the user. */
  after: string;
  file: string;
  mode: number;
  /** Where the page names a server on the internet. */
  serverOf(block: string, server: MailboxServer): string;
}

const READERS: [string, Reader][] = [
  [
    'getmail',
    {
      program: '/usr/bin/getmail',
      arguments: ['--rcfile', 'parley'],
      after: 'For getmail 6',
      file: '.config/getmail/parley',
      mode: 0o600,
      serverOf: (block, { port, certificate }) =>
        block.replace('server = imap.example.com', `server = localhost\nport = ${port}\nca_certs = ${certificate}`),
    },
  ],
  [
    'fetchmail',
    {
      program: '/usr/bin/fetchmail',
      arguments: ['--silent'],
      after: 'For fetchmail',
      file: '.fetchmailrc',
      mode: 0o600,
      serverOf: (block, { port, certificate }) =>
        block
          .replace('poll imap.example.com', `poll localhost port ${port}`)
          .replace('"…" ssl', `"${MailboxServer.password}" ssl sslcertfile "${certificate}"`),
    },
  ],
];

const missing = (program: string): string | null =>
  MailboxServer.missing ?? (existsSync(program) ? null : `the program ${program}`);
for (const [name, { program }] of READERS)
  if (missing(program) !== null) console.log(`${name}: skipped for want of it: ${missing(program)}.`);

describe.each(READERS)('a mailbox that %s reads', (_name, reader) => {
  const itRuns = missing(reader.program) === null ? it : it.skip;
  let server: MailboxServer;
  let home: string;
  let parley: Parley;
  let desk: MailDesk;

  beforeAll(async () => {
    if (missing(reader.program) !== null) return;
    server = await MailboxServer.start();
    parley = await startParley({ settings: { ...MAIL_SETTINGS, MAIL_INBOUND_MAX_BYTES: '65536' } });
    desk = await MailDesk.of(parley);
    home = await mkdtemp(join(tmpdir(), 'parley-reader-'));
    await chmod(home, 0o755);
    const script = blockAfter('`/usr/local/bin/mailbox-to-parley`')
      .replace('/etc/parley-inbound', join(home, 'parley-inbound'))
      .replace('http://localhost:3000', parley.url);
    const configuration = reader
      .serverOf(blockAfter(reader.after), server)
      .replace('/usr/local/bin', home)
      .replace('/etc/parley-mailbox', join(home, 'parley-mailbox'))
      .replace('AGENT_ADDRESS', desk.intake);
    await mkdir(join(home, '.config/getmail'), { recursive: true });
    await file('mailbox-to-parley', `${script}\n`, 0o755);
    await file('parley-inbound', `Authorization: Bearer ${MAIL_SECRET}\n`, 0o600);
    await file('parley-mailbox', `${MailboxServer.password}\n`, 0o600);
    await file(reader.file, `${configuration}\n`, reader.mode);
    for (const folder of ['.', '.config', '.config/getmail'])
      await chown(join(home, folder), UNPRIVILEGED_UID, UNPRIVILEGED_UID);
  });
  afterAll(async () => {
    await parley?.stop();
    await server?.stop();
    if (home !== undefined) await rm(home, { recursive: true, force: true });
  });

  async function file(name: string, content: string, mode: number): Promise<void> {
    await writeFile(join(home, name), content, { mode });
    await chmod(join(home, name), mode);
    await chown(join(home, name), UNPRIVILEGED_UID, UNPRIVILEGED_UID);
  }

  /** Reads the mailbox once, as cron does. */
  async function read(): Promise<string> {
    const user = { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID };
    const env = { HOME: home, PATH: process.env['PATH'], USER: 'nobody', LOGNAME: 'nobody' };
    const child = spawn(reader.program, reader.arguments, { ...user, env, cwd: home });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()));
    await once(child, 'close');
    return said;
  }

  const arrived = async (): Promise<Record<string, unknown>[]> => {
    await parley.drain();
    return desk.rows(
      'SELECT from_address, outcome, reason, mark FROM inbound_mails WHERE workspace_id = $1 ORDER BY received_at, id',
      desk.workspace.id,
    );
  };

  itRuns('comes in, each email once, and stays in the mailbox', async () => {
    const [first, second] = [person(), person()];
    await server.deliver(aMail({ from: `Ann <${first}>`, text: 'Where is “my” parcel?\n.\nFrom here' }), first);
    await server.deliver(aMail({ from: 'MAILER-DAEMON@mx.example.com', text: 'No such user.' }), '');
    const said = await read();
    expect([said, await arrived()]).toMatchObject([
      expect.anything(),
      [
        { from_address: first, outcome: 'opened' },
        { from_address: 'mailer-daemon@mx.example.com', outcome: 'quarantined', mark: 'null_sender' },
      ],
    ]);
    const [{ content }] = (await desk.rows("SELECT content FROM messages WHERE sender ->> 'address' = $1", first)) as [
      { content: string },
    ];
    expect(content).toBe('Where is “my” parcel?\n.\nFrom here');
    await server.deliver(aMail({ from: second }), second);
    await read();
    await read();
    expect((await arrived()).map(({ from_address }) => from_address)).toEqual([
      first,
      'mailer-daemon@mx.example.com',
      second,
    ]);
    expect(await server.count()).toBe(3);
  });

  itRuns('is tried again after a failure, past an email that is too large', async () => {
    const [large, late] = [person(), person()];
    await file('parley-inbound', 'Authorization: Bearer another\n', 0o600);
    await server.deliver(aMail({ from: large, text: 'x'.repeat(70_000) }), large);
    await server.deliver(aMail({ from: late }), late);
    await read();
    const before = await arrived();
    expect(before.filter(({ from_address }) => from_address === late)).toEqual([]);
    await file('parley-inbound', `Authorization: Bearer ${MAIL_SECRET}\n`, 0o600);
    await read();
    await read();
    expect((await arrived()).slice(before.length)).toMatchObject([{ from_address: late, outcome: 'opened' }]);
  });
});
