import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/common/database/embedded/embedded-postgres';

/** A server for the bench, with fsync as in production, and the databases that were made on it. */
export class BenchServer {
  private readonly made: string[] = [];

  private constructor(
    private readonly urlFor: (database: string) => string,
    private readonly release: () => Promise<void>,
    /** For the report: the circumstances of the figures. */
    readonly description: string,
  ) {}

  /** The server of DATABASE_URL, otherwise an embedded one in a temporary folder. */
  static async start(): Promise<BenchServer> {
    const external = process.env['DATABASE_URL'];
    const embedded = external ? null : await startEmbedded();
    const urlFor = embedded?.urlFor ?? ((database: string) => withDatabase(external ?? '', database));
    const [fsync, commit, version] = await settings(urlFor('postgres'));
    const description = `${embedded ? 'embedded' : 'DATABASE_URL'} PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${commit}`;
    return new BenchServer(urlFor, embedded?.stop ?? (async () => undefined), description);
  }

  /** A new, empty database; dropped by {@link stop}. */
  async createDatabase(): Promise<string> {
    const name = `parley_bench_${randomBytes(5).toString('hex')}`;
    await this.administer(`CREATE DATABASE ${name}`);
    this.made.push(name);
    return this.urlFor(name);
  }

  async stop(): Promise<void> {
    for (const name of this.made) await this.administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await this.release();
  }

  private async administer(statement: string): Promise<void> {
    await withClient(this.urlFor('postgres'), (client) => client.query(statement));
  }
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A folder that {@link removeDataDir} deletes, accessible to the account that runs an embedded database. */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  chmodSync(dataDir, 0o711);
  return dataDir;
}

/** Also deletes a database that is stored elsewhere because its account cannot access the temporary folder. */
export function removeDataDir(dataDir: string): void {
  try {
    rmSync(readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim(), { recursive: true, force: true });
  } catch {
    // All data is in the folder itself.
  }
  rmSync(dataDir, { recursive: true, force: true });
}

async function startEmbedded(): Promise<{ urlFor: (database: string) => string; stop: () => Promise<void> }> {
  const dataDir = makeDataDir();
  const server = await EmbeddedPostgres.start({ dataDir, durable: true });
  return {
    urlFor: (database) => server.urlFor(database),
    stop: async () => {
      await server.stop();
      removeDataDir(dataDir);
    },
  };
}

async function settings(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const names = ['fsync', 'synchronous_commit', 'server_version'];
    const { rows } = await client.query<{ value: string }>(
      'SELECT current_setting(name) AS value FROM unnest($1::text[]) AS name',
      [names],
    );
    return rows.map(({ value }) => value.split(' ')[0] ?? '');
  });
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}
