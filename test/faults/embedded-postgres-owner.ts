import { Client } from 'pg';
import { EmbeddedPostgres, type EmbeddedPostgresOptions } from '../../src/common/database/embedded/embedded-postgres';

/**
 * A process that owns an embedded database, for tests to kill. Arguments: what to do (`idle` or `insert`) and the
 * options as JSON. Says `ready <url>`, then with `insert` one number for each row that PostgreSQL has acknowledged;
 * on Ctrl-C it queries once more, stops and says `stopped`; when it cannot start it says `refused <error>: <message>`.
 */
const [, , task, options] = process.argv as [string, string, 'idle' | 'insert', string];

async function main(): Promise<void> {
  const server = await EmbeddedPostgres.start(JSON.parse(options) as EmbeddedPostgresOptions);
  // Its standard input is a pipe from the test: a test that fails, or is killed itself, leaves no owner behind.
  process.stdin.on('end', () => process.exit(1)).resume();
  process.once('SIGINT', () => void leave(server));
  say(`ready ${server.url}`);
  const writers = task === 'insert' ? [0, 1, 2, 3] : [];
  await Promise.all([
    new Promise(() => setInterval(() => undefined, 60_000)),
    ...writers.map(() => insert(server.url)),
  ]);
}

async function insert(url: string): Promise<never> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (;;) {
    const { rows } = await client.query<{ id: string }>('INSERT INTO kept DEFAULT VALUES RETURNING id');
    say(rows[0]!.id);
  }
}

async function leave(server: EmbeddedPostgres): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('SELECT pg_sleep(0.3)');
  await client.end();
  await server.stop();
  say('stopped');
  process.exit(0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  const { name, message } = error as Error;
  say(`refused ${name}: ${message}`);
  process.exit(1);
});
