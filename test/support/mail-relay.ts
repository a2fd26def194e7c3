import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accepts } from './ports';

const PAGE = readFileSync('docs/email.md', 'utf8');
/** The ids of nobody and nogroup, with which mail servers need few rights. */
const UNPRIVILEGED_UID = 65_534;

export interface Surroundings {
  /** Where it listens. */
  port: number;
  /** Of the server that takes, or refuses, what it sends on. */
  nextPort: number;
  /** Where and with what secret it hands over what comes in. */
  parley: { url: string; secret: string };
}

/** An independent mail server, with its own configuration, queue and log in a temporary folder. */
export abstract class MailRelay {
  protected constructor(
    protected readonly folder: string,
    private readonly process: ChildProcess,
    private readonly port: number,
  ) {}

  /** What it wrote about its work; for a test that fails. */
  abstract log(): Promise<string>;

  /** @throws with its log where it does not take connections */
  async ready(): Promise<this> {
    for (let tries = 0; tries < 600; tries += 1) {
      if (await accepts(this.port)) return this;
      if (this.process.exitCode !== null) break;
      await sleep(50);
    }
    const log = await this.log();
    await this.stop();
    throw new Error(`The mail server does not start:\n${log}`);
  }

  /** With all of its processes. */
  async stop(): Promise<void> {
    this.end();
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, 'exit');
    await rm(this.folder, { recursive: true, force: true });
  }

  protected end(): void {
    this.process.kill();
  }
}

/** Debian's Postfix as docs/email.md sets it up. */
export class Postfix extends MailRelay {
  /** Why it cannot run here; null: it can. */
  static get missing(): string | null {
    if (process.getuid?.() !== 0) return 'Postfix starts as root only';
    return existsSync('/usr/lib/postfix/sbin/master') ? null : 'the package postfix';
  }

  static async start({ port, nextPort, parley }: Surroundings): Promise<Postfix> {
    const folder = await folderWithScript(parley);
    const main = `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
myhostname = mx.example.com
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
mydestination =
relayhost = [127.0.0.1]:${nextPort}
disable_dns_lookups = yes
smtpd_relay_restrictions = permit_mynetworks, reject
${blockAfter('`/etc/postfix/main.cf`')}`;
    const master = `
127.0.0.1:${port} inet n - n - - smtpd
cleanup  unix n - n - 0 cleanup
qmgr     unix n - n 300 1 qmgr
rewrite  unix - - n - - trivial-rewrite
bounce   unix - - n - 0 bounce
defer    unix - - n - 0 bounce
trace    unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp     unix - - n - - smtp
relay    unix - - n - - smtp
error    unix - - n - - error
retry    unix - - n - - error
anvil    unix - - n - 1 anvil
scache   unix - - n - 1 scache
postlog  unix-dgram n - n - 1 postlogd
${blockAfter('`/etc/postfix/master.cf`').replace('/usr/local/bin', folder)}`;
    await writeFile(join(folder, 'main.cf'), main);
    await writeFile(join(folder, 'master.cf'), master);
    await mkdir(join(folder, 'queue'));
    const child = spawn('postfix', ['-c', folder, 'start-fg'], { stdio: 'ignore' });
    return new Postfix(folder, child, port).ready();
  }

  log(): Promise<string> {
    return readFile(join(this.folder, 'log'), 'utf8').catch(() => '');
  }

  protected override end(): void {
    spawnSync('postfix', ['-c', this.folder, 'abort'], { stdio: 'ignore' });
    super.end();
  }
}

/**
 * Debian's Exim as docs/email.md sets it up. It cannot be installed beside Postfix, so EXIM_FOLDER says where its package
 * exim4-daemon-light was unpacked (`dpkg -x`). The user that it looks for comes with other packages; nss_wrapper names one.
 */
export class Exim extends MailRelay {
  private static readonly packed = join(process.env['EXIM_FOLDER'] ?? '', 'usr/sbin/exim4');
  private static readonly wrapper = 'libnss_wrapper.so';

  static get missing(): string | null {
    if (process.getuid?.() !== 0) return 'Exim gives up the rights of root, and has none to give up';
    if (!existsSync(Exim.packed)) return 'EXIM_FOLDER, with the unpacked package exim4-daemon-light';
    const { stderr } = spawnSync('true', { env: { LD_PRELOAD: Exim.wrapper }, encoding: 'utf8' });
    if (stderr !== '') return 'the package libnss-wrapper';
    return spawnSync(Exim.packed, ['-bV']).status === 127 ? 'the libraries of Exim' : null;
  }

  static async start({ port, nextPort, parley }: Surroundings): Promise<Exim> {
    const [, line] = /the line `(.+?)`/.exec(PAGE) ?? [];
    const folder = await folderWithScript(parley, line);
    // Set-user-ID, as it is packed, it would take no library from us when it starts itself again.
    const program = join(folder, 'exim4');
    await copyFile(Exim.packed, program);
    await chmod(program, 0o755);
    const users = [
      'root:x:0:0::/:/bin/sh',
      ...['nobody', 'Debian-exim'].map((name) => `${name}:x:${UNPRIVILEGED_UID}:${UNPRIVILEGED_UID}::/:/bin/sh`),
    ];
    const groups = [
      'root:x:0:',
      ...['nogroup', 'Debian-exim'].map((name) => `${name}:x:${UNPRIVILEGED_UID}:`),
      'mail:x:8:',
    ];
    await writeFile(join(folder, 'passwd'), `${users.join('\n')}\n`);
    await writeFile(join(folder, 'group'), `${groups.join('\n')}\n`);
    const env = {
      PATH: process.env['PATH'],
      LD_PRELOAD: Exim.wrapper,
      NSS_WRAPPER_PASSWD: join(folder, 'passwd'),
      NSS_WRAPPER_GROUP: join(folder, 'group'),
    };
    const [routers = '', transports = ''] = ['`begin routers`', '`begin transports`'].map(blockAfter);
    const configuration = `
exim_path = ${program}
exim_user = nobody
exim_group = nogroup
deliver_drop_privilege = true
keep_environment = ${Object.keys(env).join(' : ')}
spool_directory = ${folder}/spool
log_file_path = ${folder}/spool/%slog
pid_file_path = ${folder}/spool/pid
primary_hostname = mx.example.com
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_advertise_hosts =
dsn_advertise_hosts = *
acl_smtp_rcpt = accept
begin routers
${routers}
next:
  driver = manualroute
  route_list = * 127.0.0.1
  self = send
  transport = next
begin transports
${transports.replace('/usr/local/bin', folder)}
next:
  driver = smtp
  port = ${nextPort}
begin retry
* * F,1h,1h
`;
    await writeFile(join(folder, 'exim.conf'), configuration, { mode: 0o644 });
    await mkdir(join(folder, 'spool'));
    await chown(join(folder, 'spool'), UNPRIVILEGED_UID, UNPRIVILEGED_UID);
    const child = spawn(program, ['-C', join(folder, 'exim.conf'), '-bdf'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return new Exim(folder, child, port).ready();
  }

  async log(): Promise<string> {
    const files = ['mainlog', 'rejectlog', 'paniclog'].map((name) => join(this.folder, 'spool', name));
    return (await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))).join('');
  }
}

/** With the script of docs/email.md, which the user `nobody` runs. `line`: inserted below its first. */
async function folderWithScript({ url, secret }: Surroundings['parley'], line = ''): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-relay-'));
  await chmod(folder, 0o755);
  const script = blockAfter('`/usr/local/bin/to-parley`')
    .replace('/etc/parley-inbound', join(folder, 'parley-inbound'))
    .replace('http://localhost:3000', url)
    .replace('\n', () => `\n${line}\n`);
  await writeFile(join(folder, 'to-parley'), `${script}\n`);
  await chmod(join(folder, 'to-parley'), 0o755);
  await writeFile(join(folder, 'parley-inbound'), `Authorization: Bearer ${secret}\n`, { mode: 0o644 });
  return folder;
}

/** The first block of code of docs/email.md that comes after a text. */
function blockAfter(text: string): string {
  const at = PAGE.indexOf(text);
  const [, block] = at < 0 ? [] : (/^```\w*\n([^]*?)\n```$/m.exec(PAGE.slice(at)) ?? []);
  if (block === undefined) throw new Error(`docs/email.md has no block after ${text}`);
  return block;
}
