import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accepts, freePort } from './ports';
import { EICAR } from './virus-scanner';

const CLAMD = '/usr/sbin/clamd';
const CLAMSCAN = '/usr/bin/clamscan';
const C_ICAP = '/usr/bin/c-icap';
const MODULES = '/usr/lib/x86_64-linux-gnu/c_icap';
const VIRUS_SCAN = `${MODULES}/virus_scan.so`;
const START_TRIES = 1_200;

/** Debian's ClamAV, alone and behind c-icap, in a temporary folder, with EICAR as the only signature: the real ones are downloaded. */
export class ClamAv {
  private clamd: ChildProcess | null = null;
  private icap: ChildProcess | null = null;

  private constructor(
    private readonly folder: string,
    private readonly ports: { clamd: number; icap: number },
  ) {}

  /** The packages that are not installed; null: all are. */
  static get missing(): string | null {
    const needed = {
      'clamav-daemon': CLAMD,
      clamav: CLAMSCAN,
      'c-icap': C_ICAP,
      'libc-icap-mod-virus-scan': VIRUS_SCAN,
    };
    const missing = Object.entries(needed).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
    return missing.length > 0 ? missing.join(', ') : null;
  }

  static async start(): Promise<ClamAv> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-clamav-'));
    const clamav = new ClamAv(folder, { clamd: await freePort(), icap: await freePort() });
    await clamav.configure();
    await clamav.startClamd();
    await clamav.startIcap();
    return clamav;
  }

  get settings(): { clamd: string; icap: string; command: string } {
    return {
      clamd: `clamd://127.0.0.1:${this.ports.clamd}`,
      icap: `icap://127.0.0.1:${this.ports.icap}/virus_scan?allow204=on&sizelimit=off&mode=simple`,
      command: `command:${this.folder}/scan`,
    };
  }

  async startClamd(): Promise<void> {
    this.clamd = await this.started(CLAMD, ['--config-file', join(this.folder, 'clamd.conf')], this.ports.clamd);
  }

  async killClamd(): Promise<void> {
    await ended(this.clamd);
  }

  async stop(): Promise<void> {
    await ended(this.icap);
    await ended(this.clamd);
    await rm(this.folder, { recursive: true, force: true });
  }

  private async startIcap(): Promise<void> {
    this.icap = await this.started(C_ICAP, ['-N', '-f', join(this.folder, 'c-icap.conf')], this.ports.icap);
  }

  private async configure(): Promise<void> {
    await chmod(this.folder, 0o755);
    const write = (name: string, text: string): Promise<void> => writeFile(join(this.folder, name), text);
    await write('eicar.ndb', `Eicar-Test-Signature:0:*:${EICAR.toString('hex')}\n`);
    await write(
      'clamd.conf',
      `TCPSocket ${this.ports.clamd}\nTCPAddr 127.0.0.1\nDatabaseDirectory ${this.folder}\nForeground yes\n` +
        `StreamMaxLength 110M\nMaxFileSize 110M\nMaxScanSize 110M\nTemporaryDirectory ${this.folder}\n`,
    );
    await write(
      'clamd_mod.conf',
      `Module common clamd_mod.so\nclamd_mod.ClamdHost 127.0.0.1\nclamd_mod.ClamdPort ${this.ports.clamd}\n`,
    );
    await write(
      'c-icap.conf',
      `PidFile ${this.folder}/c-icap.pid\nCommandsSocket ${this.folder}/c-icap.ctl\nPort 127.0.0.1:${this.ports.icap}\n` +
        `Timeout 300\nTmpDir ${this.folder}\nServerLog ${this.folder}/c-icap.log\nAccessLog ${this.folder}/access.log\n` +
        `ModulesDir ${MODULES}\nServicesDir ${MODULES}\n` +
        `TemplateDir /usr/share/c_icap/templates/\nLoadMagicFile /etc/c-icap/c-icap.magic\nStartServers 1\nMaxServers 2\n` +
        `Include ${this.folder}/clamd_mod.conf\nService virus_scan virus_scan.so\n` +
        `virus_scan.ScanFileTypes TEXT DATA EXECUTABLE ARCHIVE GIF JPEG MSOFFICE\nvirus_scan.MaxObjectSize 110M\n` +
        `virus_scan.DefaultEngine clamd\nvirus_scan.PassOnError off\n`,
    );
    await write(
      'scan',
      `#!/bin/sh\nexec ${CLAMSCAN} --database=${this.folder}/eicar.ndb --no-summary - >/dev/null 2>&1\n`,
    );
    await chmod(join(this.folder, 'scan'), 0o755);
  }

  private async started(program: string, words: readonly string[], port: number): Promise<ChildProcess> {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
    for (let tries = 0; tries < START_TRIES && child.exitCode === null; tries += 1) {
      if (await accepts(port)) return child;
      await pause(50);
    }
    await ended(child);
    said += await readFile(join(this.folder, 'c-icap.log'), 'utf8').catch(() => '');
    throw new Error(`${program} does not start:\n${said}`);
  }
}

/** With all of its processes. */
async function ended(child: ChildProcess | null): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await exit;
}
