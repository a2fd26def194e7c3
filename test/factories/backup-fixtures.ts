import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealOf } from '../../src/backup/back-up';
import { writeBackup } from '../../src/backup/backup-file';
import type { Snapshot } from '../../src/backup/snapshot';
import { admin, type Outcome } from '../support/admin';
import { type Parley, startParley } from '../support/parley';
import { aHelpDesk, type HelpDesk } from './help-desk-fixtures';
import { InboxDesk } from './inbox-fixtures';

const SECRET_KEY = 'a secret key of more than 32 characters';

/** Rows that make copying take its time. */
const FILL = `INSERT INTO contacts (workspace_id, id, name, email, search_text)
  SELECT $1, gen_random_uuid(), 'Person ' || n, 'p' || n || '@example.com', 'person ' || n FROM generate_series(1, 10000) n`;

/** An installation with something of everything, a backup of it, and a folder for more of them. */
export class BackupDesk {
  private constructor(
    readonly parley: Parley,
    readonly inbox: InboxDesk,
    readonly help: HelpDesk,
    readonly folder: string,
  ) {}

  static async open(): Promise<BackupDesk> {
    const parley = await startParley({ settings: { SECRET_KEY } });
    const inbox = await InboxDesk.open(parley);
    const help = await aHelpDesk(parley);
    await parley.database.query(FILL, [inbox.workspace.id]);
    const folder = await mkdtemp(join(tmpdir(), 'parley-backup-'));
    await chmod(folder, 0o711);
    const desk = new BackupDesk(parley, inbox, help, folder);
    const made = await admin(desk.settings, 'backup', desk.file);
    if (made.code !== 0) throw new Error(made.stderr);
    return desk;
  }

  /** The backup. */
  get file(): string {
    return join(this.folder, 'a.backup');
  }

  /** Of the installation. */
  get settings(): { DATABASE_URL: string; SECRET_KEY: string } {
    return { DATABASE_URL: this.parley.databaseUrl, SECRET_KEY };
  }

  restoreTo(url: string, path = this.file, ...options: string[]): Promise<Outcome> {
    return admin({ DATABASE_URL: url, SECRET_KEY }, 'restore', path, ...options);
  }

  /** As the command does, with a header that says something else. */
  write(snapshot: Snapshot, path: string, { more = [] }: { more?: string[] } = {}): Promise<void> {
    const header = {
      migrations: [...snapshot.contents.migrations, ...more],
      createdAt: '2026-11-24',
      version: '9.0.0',
    };
    const content = { header, frames: snapshot.frames(() => {}), seal: sealOf(this.parley.settings) };
    return writeBackup(createWriteStream(path), content);
  }

  async close(): Promise<void> {
    await this.parley.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
