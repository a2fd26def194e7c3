import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../src/common/database/embedded/embedded-postgres';
import { admin, type Outcome } from '../support/admin';
import { digests } from '../support/database/whole-database';
import type { BackupDesk } from './backup-fixtures';

/** The embedded database of a service that was stopped, with the rows of a backup. */
export class EmbeddedDesk {
  private constructor(
    readonly dataDir: string,
    readonly secretKey: string,
  ) {}

  static async open(desk: BackupDesk): Promise<EmbeddedDesk> {
    const dataDir = await mkdtemp(join(desk.folder, 'data-'));
    await chmod(dataDir, 0o711);
    const embedded = new EmbeddedDesk(dataDir, desk.settings.SECRET_KEY);
    const made = await admin(embedded.settings, 'restore', desk.file);
    if (made.code !== 0) throw new Error(made.stderr);
    return embedded;
  }

  get settings(): Record<string, string> {
    return { DATA_DIR: this.dataDir, SECRET_KEY: this.secretKey };
  }

  moveTo(url: string): Promise<Outcome> {
    return admin({ ...this.settings, DATABASE_URL: url }, 'move');
  }

  /** Whether or not it has moved. */
  async withServer<T>(work: (url: string) => Promise<T>): Promise<T> {
    const server = await EmbeddedPostgres.start({ dataDir: this.dataDir, durable: true, evenIfMoved: true });
    try {
      return await work(server.url);
    } finally {
      await server.stop();
    }
  }

  digests(): Promise<Record<string, string>> {
    return this.withServer((url) => digests(url));
  }
}
