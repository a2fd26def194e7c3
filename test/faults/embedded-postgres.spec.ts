import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseAccount } from '../../src/common/database/embedded/database-account';
import { EmbeddedPostgres } from '../../src/common/database/embedded/embedded-postgres';
import { DataDirectoryInUse, IncompatibleCluster } from '../../src/common/database/embedded/embedded.errors';
import {
  isRoot,
  onLinux,
  Owner,
  processesOf,
  query,
  remove,
  temporaryFolder,
  untilGone,
} from './embedded-postgres-support';

/** What is in the home of a database that has stopped twice. */
const LEFT = ['cluster', 'lock.2', 'pg_hba.conf', 'pg_ident.conf', 'server.log'];

describe('the embedded PostgreSQL', () => {
  let folder: string;
  let dataDir: string;
  let running: EmbeddedPostgres | undefined;
  const start = async () => (running = await EmbeddedPostgres.start({ dataDir, durable: true }));

  beforeAll(() => {
    folder = temporaryFolder();
    dataDir = join(folder, 'data');
  });
  afterEach(() => running?.stop());
  afterAll(() => remove(folder));

  onLinux('starts, stops without leaving a process, and has its rows again', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE note (text text)');
    await query(first.url, 'INSERT INTO note VALUES ($1)', ['still here']);
    expect(processesOf(folder).length).toBeGreaterThan(3);
    await Promise.all([first.stop(), first.stop()]);
    expect(processesOf(folder)).toEqual([]);
    expect(existsSync(join(dataDir, 'postgres/socket'))).toBe(false);

    const second = await start();
    expect(await query(second.url, 'SELECT text FROM note')).toEqual([{ text: 'still here' }]);
    await second.stop();
    expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(LEFT);
  });

  it('is set up as it says, and only reachable through a folder that is closed to others', async () => {
    const server = await start();
    const settings = await query<{ name: string; setting: string }>(
      server.url,
      `SELECT name, setting FROM pg_settings WHERE name IN
        ('listen_addresses', 'fsync', 'jit', 'data_checksums', 'server_encoding', 'max_connections', 'TimeZone')`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      listen_addresses: '',
      fsync: 'on',
      jit: 'off',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      max_connections: '200',
      TimeZone: 'UTC',
    });
    const socket = statSync(join(dataDir, 'postgres/socket'));
    expect(socket.mode & 0o777).toBe(0o700);
    if (isRoot) expect(socket.uid).not.toBe(0);
    await server.stop();
  });

  it('has the words of a text at its letters, and the extensions that search and hashing need', async () => {
    const server = await start();
    for (const name of ['pg_trgm', 'pgcrypto', 'unaccent']) await query(server.url, `CREATE EXTENSION ${name}`);
    const words = `SELECT to_tsvector('german', 'Die “Häuser”—naïve') AS words, lower('ÄÉ') AS small`;
    expect(await query(server.url, words)).toEqual([{ words: "'haus':2 'naïv':3", small: 'äé' }]);
    await server.stop();
  });

  it('refuses a directory in use, naming it and its owner, to another process and to its own', async () => {
    const server = await start();
    await expect(EmbeddedPostgres.start({ dataDir, durable: true })).rejects.toThrow(
      new DataDirectoryInUse(join(dataDir, 'postgres'), process.pid),
    );
    const other = new Owner('idle', { dataDir, durable: true });
    const refusal = await other.says('refused');
    expect(refusal).toContain('DataDirectoryInUse');
    expect(refusal).toContain(dataDir);
    expect(refusal).toContain(`process ${process.pid}.`);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  onLinux('lets exactly one of many starts win, in processes and in one', async () => {
    const contested = join(folder, 'contested');
    const owners = Array.from({ length: 5 }, () => new Owner('idle', { dataDir: contested, durable: false }));
    const answers = await Promise.all(owners.map((owner) => owner.says('ready', 'refused')));
    const winner = owners.find((owner) => owner.lines.some((line) => line.startsWith('ready')))!;
    expect(answers.filter((answer) => answer.startsWith('ready'))).toHaveLength(1);
    for (const answer of answers.filter((line) => line.startsWith('refused'))) {
      expect(answer).toContain(`in use by process ${winner.process.pid}.`);
    }
    await winner.kill();
    await untilGone(contested);

    const starts = await Promise.allSettled(
      Array.from({ length: 10 }, () => EmbeddedPostgres.start({ dataDir: contested, durable: false })),
    );
    const won = starts.filter((outcome) => outcome.status === 'fulfilled');
    expect(won).toHaveLength(1);
    await won[0]!.value.stop();
  });

  it('names both versions when another one wrote the data', async () => {
    const old = join(folder, 'old');
    mkdirSync(join(old, 'postgres/cluster'), { recursive: true });
    writeFileSync(join(old, 'postgres/cluster/PG_VERSION'), '17\n');
    const attempt = EmbeddedPostgres.start({ dataDir: old, durable: true });
    await expect(attempt).rejects.toThrow(new IncompatibleCluster(join(old, 'postgres/cluster'), '17', '18'));
  });

  it('is not confused if another process has the process id of a former server', async () => {
    const { uid, gid } = databaseAccount(join(dataDir, 'postgres'));
    const bystander = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
    const cluster = join(dataDir, 'postgres/cluster');
    writeFileSync(
      join(cluster, 'postmaster.pid'),
      `${bystander.pid}\n${cluster}\n1700000000\n5432\n/nowhere\n\n0 0\nready\n`,
    );
    const server = await start();
    await server.stop();
    bystander.kill();
  });

  it('keeps secrets out of its log, and the log small', async () => {
    const log = join(dataDir, 'postgres/server.log');
    writeFileSync(log, 'x'.repeat(3_000_000));
    const server = await start();
    await query(server.url, 'CREATE TABLE IF NOT EXISTS credential (secret text PRIMARY KEY)');
    const insert = `INSERT INTO credential VALUES ($1)`;
    await query(server.url, insert, ['s3cret-parameter']);
    await expect(query(server.url, insert, ['s3cret-parameter'])).rejects.toThrow('duplicate key');
    await expect(query(server.url, `SELECT 's3cret-literal'::int`)).rejects.toThrow('invalid input');
    await expect(query(server.url, `SELECT $1::int`, ['s3cret-value'])).rejects.toThrow('invalid input');
    await server.stop();
    expect(readFileSync(log, 'utf8')).toContain('ready to accept connections');
    expect(readFileSync(log, 'utf8')).not.toContain('s3cret');
    expect(statSync(log).size).toBeLessThan(10_000);
    expect(statSync(`${log}.1`).size).toBe(3_000_000);
  });

  it('reports a server that is lost, once, and can be started again', async () => {
    const losses: string[] = [];
    const server = await EmbeddedPostgres.start({
      dataDir,
      durable: true,
      onLost: (error) => losses.push(error.message),
    });
    process.kill(
      Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    );
    while (losses.length === 0) await pause(10);
    await server.stop();
    expect(losses).toEqual([expect.stringContaining('server.log')]);
    await (await start()).stop();
  });

  onLinux('outlives a Ctrl-C to the whole group until its owner has finished', async () => {
    const owner = new Owner('idle', { dataDir, durable: true });
    await owner.says('ready');
    process.kill(-owner.process.pid!, 'SIGINT');
    await owner.says('stopped');
    expect(processesOf(folder).filter((line) => line.includes('postgres '))).toEqual([]);
  });
});
