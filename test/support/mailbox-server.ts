import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accepts, freePort } from './ports';

/** The ids of nobody and nogroup. */
export const UNPRIVILEGED_UID = 65_534;
const DOVECOT = '/usr/sbin/dovecot';

/** A mailbox behind Debian's Dovecot, with IMAP over TLS under the name localhost, in a temporary folder. */
export class MailboxServer {
  static readonly user = 'support@example.com';
  static readonly password = 'the password of the mailbox';
  private delivered = 0;

  private constructor(
    readonly folder: string,
    readonly port: number,
    private readonly process: ChildProcess,
  ) {}

  /** Why it cannot run here; null: it can. */
  static get missing(): string | null {
    if (process.getuid?.() !== 0) return 'Dovecot starts as root only';
    return existsSync(DOVECOT) && existsSync('/usr/lib/dovecot/imap') ? null : 'the package dovecot-imapd';
  }

  get certificate(): string {
    return join(this.folder, 'cert.pem');
  }

  static async start(): Promise<MailboxServer> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-mailbox-'));
    await chmod(folder, 0o755);
    for (const name of ['mail', 'mail/cur', 'mail/new', 'mail/tmp', 'run', 'state']) await mkdir(join(folder, name));
    for (const name of ['mail', 'mail/cur', 'mail/new', 'mail/tmp'])
      await chown(join(folder, name), UNPRIVILEGED_UID, UNPRIVILEGED_UID);
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const request = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      key,
      '-out',
      cert,
    ];
    if (spawnSync('openssl', request).status !== 0) throw new Error('openssl makes no certificate');
    const port = await freePort();
    const users = `${MailboxServer.user}:{PLAIN}${MailboxServer.password}:${UNPRIVILEGED_UID}:${UNPRIVILEGED_UID}::${folder}/mail::\n`;
    await writeFile(join(folder, 'users'), users, { mode: 0o644 });
    await writeFile(join(folder, 'dovecot.conf'), configuration(folder, port));
    const child = spawn(DOVECOT, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
    const server = new MailboxServer(folder, port, child);
    for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
      if (await accepts(port)) return server;
      await sleep(50);
    }
    const log = await server.log();
    await server.stop();
    throw new Error(`Dovecot does not start:\n${log}`);
  }

  /** As the server of the mailbox stores an email that has arrived. `sender`: of the envelope */
  async deliver(mail: string, sender: string): Promise<void> {
    const file = join(this.folder, 'mail/new', `${1_700_000_000 + (this.delivered += 1)}.M${this.delivered}.localhost`);
    await writeFile(
      file,
      `Return-Path: <${sender}>\nDelivered-To: ${MailboxServer.user}\n${mail.replace(/\r\n/g, '\n')}`,
    );
    await chown(file, UNPRIVILEGED_UID, UNPRIVILEGED_UID);
  }

  /** How many emails are in the mailbox, read or not. */
  async count(): Promise<number> {
    const folders = ['mail/cur', 'mail/new'].map((name) => readdir(join(this.folder, name)));
    return (await Promise.all(folders)).flat().length;
  }

  log(): Promise<string> {
    return readFile(join(this.folder, 'log'), 'utf8').catch(() => '');
  }

  async stop(): Promise<void> {
    this.process.kill();
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, 'exit');
    await rm(this.folder, { recursive: true, force: true });
  }
}

function configuration(folder: string, port: number): string {
  return `
protocols = imap
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = yes
auth_mechanisms = plain login
mail_location = maildir:${folder}/mail
first_valid_uid = 1
default_internal_user = nobody
default_internal_group = nogroup
default_login_user = nobody
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service anvil {
  chroot =
}
passdb {
  driver = passwd-file
  args = username_format=%u ${folder}/users
}
userdb {
  driver = passwd-file
  args = username_format=%u ${folder}/users
}
`;
}
