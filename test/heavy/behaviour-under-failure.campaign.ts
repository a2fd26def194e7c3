import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/common/database/embedded/embedded-postgres';
import { remove, temporaryFolder } from '../faults/embedded-postgres-support';
import { DatabaseClock } from '../support/database/database-clock';
import { SERVER_URL } from '../support/database/test-server';
import { Installation, type RunningService } from '../support/installation';
import { ModelServer } from '../support/model-server';
import { CAN_MOUNT, SmallDisk } from '../support/small-disk';
import type { Traffic } from '../support/traffic';

interface Answer {
  fallback: { reason: string } | null;
}

const FAKETIME = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`;
if (!CAN_MOUNT) console.log('A full disk: skipped for want of the right to mount.');
if (!existsSync(FAKETIME)) console.log('The clock of a process: skipped for want of libfaketime.');

/** The rows of docs/behaviour-under-failure.md, on a server that other suites do not see. */
describe('behaviour under failure', () => {
  const folder = temporaryFolder();
  const shared = process.env[SERVER_URL];
  const begin = (): Promise<EmbeddedPostgres> => EmbeddedPostgres.start({ dataDir: folder, durable: true });
  let disk: SmallDisk | undefined;
  let server: EmbeddedPostgres;
  let place: Installation;
  let running: RunningService;

  beforeAll(async () => {
    if (CAN_MOUNT) disk = SmallDisk.mount(folder, 400);
    server = await begin();
    process.env[SERVER_URL] = server.urlFor('postgres');
    place = await Installation.open(DatabaseClock.steppable);
    running = await place.start({ DATABASE_POOL_SIZE: '4' });
  });
  afterAll(async () => {
    await running.service.stop();
    await place.close();
    await server.stop();
    process.env[SERVER_URL] = shared;
    disk?.unmount();
    remove(folder);
  });

  /** Ends with everything done that was taken, and tells what callers and the operator have seen. */
  async function after(row: string, traffic: Traffic, recoveredMs: number, more: string[] = []): Promise<void> {
    await pause(1_500);
    await traffic.stop();
    while ((await unsent(traffic)) > 0) await pause(100);
    const statuses = JSON.stringify(await place.statuses(traffic.replies));
    const arrivals = place.arrivals(traffic.replies);
    const twice = arrivals.filter((times) => times > 1).length;
    const missing = arrivals.filter((times) => times === 0).length;
    const lost = await traffic.lost();
    const summary = [...traffic.refusals].map(([what, times]) => `${times} × ${what}`).join(', ') || 'nothing else';
    process.stdout.write(
      `${row}: ${traffic.turns.size} turns and ${traffic.replies.length} replies taken, lost ${lost.length}, ${statuses}, mails missing ${missing}, twice ${twice}; ` +
        `callers: ${summary}, after ${traffic.slowestRefusalMs} ms at most; served again after ${recoveredMs} ms; ` +
        `log: ${running.messages().join(' | ') || 'nothing'}${more.map((line) => `; ${line}`).join('')}\n`,
    );
    expect({ lost, missing, twice }).toEqual({ lost: [], missing: 0, twice: 0 });
    expect(await running.health('live')).toBe('200');
    expect(await running.health('ready')).toBe('200');
  }

  async function unsent({ replies }: Traffic): Promise<number> {
    const { queued = 0, sending = 0 } = await place.statuses(replies);
    return queued + sending;
  }

  async function started(customers?: number): Promise<Traffic> {
    running.messages();
    const traffic = place.traffic(running, customers);
    await traffic.untilServed();
    await pause(1_500);
    return traffic;
  }

  /** Nothing but refusals that say when to come back, of which there were some. */
  function expectRefusals(traffic: Traffic, ...known: string[]): void {
    expect(traffic.refusals.size).toBeGreaterThan(0);
    expect([...traffic.refusals.keys()].filter((what) => !known.includes(what))).toEqual([]);
  }

  async function notReady(reason: string): Promise<void> {
    while ((await running.health('ready')) !== `503 ${reason}`) await pause(50);
    expect(await running.health('live')).toBe('200');
    expect((await running.metrics()).value('parley_ready')).toBe(0);
  }

  it('the database restarts', async () => {
    const traffic = await started();
    await server.stop();
    await notReady('database');
    await pause(3_000);
    server = await begin();
    await after('database restarted', traffic, await traffic.untilServed());
    expectRefusals(traffic, '503 authorization_unavailable', '503 not_ready');
  });

  it.each([['refusing'], ['resetting'], ['hanging']] as const)(
    'the network to the database is %s',
    async (condition) => {
      const traffic = await started();
      await place.database.become(condition);
      await notReady('database');
      await pause(condition === 'hanging' ? 12_000 : 4_000);
      await place.database.become('working');
      await after(`network ${condition}`, traffic, await traffic.untilServed());
      expectRefusals(traffic, '503 authorization_unavailable', '503 not_ready', '503 overloaded');
    },
  );

  it('the pool is exhausted', async () => {
    const traffic = await started(12);
    const client = new Client({ connectionString: place.parley.databaseUrl });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE chat_turns');
    await pause(2_000);
    expect(await running.health('ready')).toBe('200');
    const metrics = await running.metrics();
    const waiting = metrics.value('parley_pool_waiting', { pool: 'requests' });
    await pause(8_000);
    await client.query('COMMIT');
    const recovered = await traffic.untilServed();
    await client.end();
    await after('pool exhausted', traffic, recovered, [`waiting for a connection: ${waiting}`]);
    expect(waiting).toBeGreaterThan(0);
    expectRefusals(traffic, '503 overloaded', '503 authorization_unavailable');
  });

  (CAN_MOUNT ? it : it.skip)('the disk of the database is full', async () => {
    const traffic = await started();
    disk!.fill();
    while (traffic.refusals.size === 0) await pause(50);
    await pause(3_000);
    disk!.makeRoom();
    await after('disk full', traffic, await traffic.untilServed());
    expectRefusals(traffic, '503 overloaded', '503 authorization_unavailable', '503 not_ready');
  });

  (existsSync(FAKETIME) ? it : it.skip)('the clock of a process is stepped', async () => {
    await running.service.stop();
    const file = join(folder, 'clock');
    writeFileSync(file, '+0\n');
    running = await place.start({
      ...{ LD_PRELOAD: FAKETIME, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' },
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    const traffic = await started();
    for (const step of ['+1d', '-1d', '+0']) {
      writeFileSync(file, `${step}\n`);
      await traffic.untilServed();
      await pause(2_000);
    }
    const { headers } = await fetch(`${running.service.url}/capabilities`);
    expect(Date.parse(headers.get('date') ?? '') / 1_000).toBeCloseTo(Date.now() / 1_000, -1);
    await after('clock of a process stepped by a day, forwards and back', traffic, await traffic.untilServed());
    expect([...traffic.refusals]).toEqual([]);
  });

  it('the clock of the database is stepped', async () => {
    const traffic = await started();
    const step = (ahead: string): Promise<unknown> =>
      place.parley.database.query('UPDATE clock.reading SET ahead = $1', [ahead]);
    await step('1 hour');
    await traffic.untilServed();
    await pause(2_000);
    await step('59 minutes 50 seconds');
    await after('clock of the database stepped by an hour, then back by 10 s', traffic, await traffic.untilServed());
    expect([...traffic.refusals]).toEqual([]);
    await step('0');
  });

  it.each([['refusing'], ['hanging']] as const)('the mail server is %s', async (condition) => {
    const traffic = await started();
    await place.mailLine.become(condition);
    await pause(3_000);
    const before = traffic.replies.length;
    const waiting = await unsent(traffic);
    await place.mailLine.become('working');
    const began = performance.now();
    while ((await unsent({ replies: traffic.replies.slice(0, before) } as Traffic)) > 0) await pause(100);
    const sentAfter = Math.round(performance.now() - began);
    await after(`mail server ${condition}`, traffic, await traffic.untilServed(), [
      `${waiting} replies waited, and were sent ${sentAfter} ms after it was back`,
    ]);
    expect(waiting).toBeGreaterThan(0);
    expect([...traffic.refusals]).toEqual([]);
  });

  it('the model server is away', async () => {
    const model = new ModelServer();
    model.misbehave = (_asked, response) => void response.destroy();
    await place.parley.database.query(`UPDATE agents SET model = 'house-model'`);
    const usual = running;
    running = await place.start({
      MODEL_DEFAULT: 'house-model',
      MODEL_BASE_URL: await model.start(),
      MODEL_PAUSE_MS: '1000',
    });
    const traffic = await started();
    await pause(2_000);
    const metrics = await running.metrics();
    const reasons = [...traffic.turns.values()].map((text) => (JSON.parse(text) as Answer).fallback?.reason);
    await after('model server away', traffic, await traffic.untilServed(), [
      `fallback: ${[...new Set(reasons)].join()}`,
    ]);
    expect([...traffic.refusals]).toEqual([]);
    expect(reasons.filter((reason) => reason === undefined)).toEqual([]);
    expect(metrics.text).toMatch(/parley_chat_turns_total\{.*fallback="true".*\} [1-9]/);
    await running.service.stop();
    running = usual;
    model.stop();
  });
});
