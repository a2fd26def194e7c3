import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
const TOKEN = /cm_[0-9A-Za-z]{49}/;

/** The folder that takes the mails of an installation without a mail server. */
export class Mailbox {
  constructor(readonly folder: string) {}

  /** The mails that are there now; names sort by time. */
  async names(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names.filter((name) => name.endsWith('.eml')).sort();
  }

  /** Waits for a mail with a token that was not there before. */
  async newToken(before: readonly string[]): Promise<string> {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      for (const name of await this.names()) {
        if (before.includes(name)) continue;
        const mail = await readFile(join(this.folder, name), 'utf8');
        const token = TOKEN.exec(unfolded(mail))?.[0];
        if (token) return token;
      }
      await pause(50);
    }
    throw new Error(`No mail with a token came to ${this.folder}.`);
  }
}

/** Undoes what quoted-printable (RFC 2045 §6.7) does to long lines and to `=`. */
function unfolded(mail: string): string {
  return mail.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
}
