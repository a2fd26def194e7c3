import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 20_000;
const TOKEN = /cm_[0-9A-Za-z]{49}/;

/** The folder that takes the mails of an installation without a mail server. */
export class Mailbox {
  constructor(private readonly folder: string) {}

  /** The mails that are there now; names sort by time. */
  async names(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names.filter((name) => name.endsWith('.eml')).sort();
  }

  /** Waits for a mail with a token that was not there before. */
  async newToken(before: readonly string[]): Promise<{ token: string; file: string }> {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      for (const name of await this.names()) {
        if (before.includes(name)) continue;
        const file = join(this.folder, name);
        const token = TOKEN.exec(unfolded(await readFile(file, 'utf8')))?.[0];
        if (token) return { token, file };
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
