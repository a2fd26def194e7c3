import assert from 'node:assert';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import PostalMime from 'postal-mime';
import type { Bench } from '../../support/bench';
import { summary } from '../../support/compare';
import { quantile } from '../../support/interleaved';
import type { Round } from '../../support/load';
import { randomOf } from '../../support/random';
import { startService } from '../../support/servers';
import { createTenant } from '../../support/tenant';
import { MAIL_SETTINGS, MailDesk } from './desk';
import { countOf, type Kind, mailsOf } from './mails';

/** Goal: share of the rate at which postal-mime alone reads the same mails. */
const GOAL = 0.3;
const SEED = 20260115;
/** Number of concurrent deliveries. */
const SERVERS = 10;
const WORKED_WITHIN_MS = 600_000;
/** Outcomes of the bench's own mails. */
const OUTCOMES: Readonly<Record<Kind, string>> = {
  plain: 'opened',
  html: 'opened',
  attachment: 'opened',
  answer: 'threaded',
  report: 'bounce',
};

type Handed = Parameters<MailDesk['handOver']>[0];

/** From the first delivered byte until every mail has an outcome. */
export async function mail(bench: Bench): Promise<void> {
  const databaseUrl = await bench.createDatabase();
  const service = await startService({ ...bench.conditions, databaseUrl }, { settings: MAIL_SETTINGS });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const desk = await MailDesk.open(service.url, client, await createTenant(databaseUrl));
    const rounds = await roundsOf(desk, bench.options);
    const [own, other]: [Round[], Round[]] = [[], []];
    // The first one warms up.
    for (const [number, mails] of rounds.entries()) {
      const turns = [
        async () => own.push(await takenIn(desk, client, mails)),
        async () => other.push(await read(mails)),
      ];
      for (const turn of number % 2 === 0 ? turns : turns.reverse()) await turn();
    }
    if (bench.options.mailFolder === undefined) await ensureOutcomes(client, rounds.flat().length, bench.options.mails);
    const kilobytes = rounds.flat().reduce((sum, { bytes }) => sum + bytes.length, 0) / rounds.flat().length / 1_024;
    bench.measured(
      `Mails of ${kilobytes.toFixed(0)} KB, seed ${SEED}`,
      [summary('Parley, until worked', own.slice(1)), summary('postal-mime alone', other.slice(1))],
      GOAL,
    );
  } finally {
    await client.end();
    await service.stop();
  }
}

/** As many as the options say, and one before them. */
async function roundsOf(desk: MailDesk, { rounds, mails, mailFolder }: Bench['options']): Promise<Handed[][]> {
  const counts = Array.from({ length: rounds + 1 }, () => mails);
  if (mailFolder !== undefined) return fromFolder(desk, mailFolder, counts);
  const random = randomOf(SEED);
  const replies = Math.max(countOf('answer', mails), countOf('report', mails));
  const sets: Handed[][] = [];
  const all = await desk.sendReplies(replies * counts.length);
  for (const [number, count] of counts.entries()) {
    const some = all.slice(number * replies, (number + 1) * replies);
    sets.push(mailsOf(count, random, { intakeAddress: desk.intakeAddress, replies: some }));
  }
  return sets;
}

/** The files of a folder in their order, each once, as mail to the agent. */
async function fromFolder(desk: MailDesk, folder: string, counts: readonly number[]): Promise<Handed[][]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.eml')).sort();
  const needed = counts.reduce((sum, count) => sum + count, 0);
  assert(
    files.length >= needed,
    `${folder} has ${files.length} mails, and ${needed} are needed: see --mails and --rounds`,
  );
  const { intakeAddress: recipient } = desk;
  const mails = await Promise.all(
    files
      .slice(0, needed)
      .map(async (name) => ({ bytes: await readFile(join(folder, name)), recipient, sender: 'sender@example.com' })),
  );
  let from = 0;
  return counts.map((count) => mails.slice(from, (from += count)));
}

async function takenIn(desk: MailDesk, client: Client, mails: readonly Handed[]): Promise<Round> {
  const waiting = [...mails];
  const {
    rows: [start],
  } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const began = performance.now();
  const server = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await desk.handOver(next);
  };
  await Promise.all(Array.from({ length: SERVERS }, server));
  while ((await desk.count('SELECT count(*) FROM inbound_mails WHERE due_at IS NOT NULL')) > 0) {
    assert(performance.now() - began < WORKED_WITHIN_MS, 'The mails are not worked');
    await pause(10);
  }
  const seconds = (performance.now() - began) / 1_000;
  const { rows } = await client.query<{ milliseconds: number }>(
    `SELECT extract(epoch FROM finished_at - received_at)::float8 * 1000 AS milliseconds FROM inbound_mails
     WHERE received_at >= $1 ORDER BY 1`,
    [start!.now],
  );
  return roundOf(
    rows.map(({ milliseconds }) => milliseconds),
    mails.length,
    seconds,
  );
}

async function read(mails: readonly Handed[]): Promise<Round> {
  const times: number[] = [];
  const began = performance.now();
  for (const { bytes } of mails) {
    const started = performance.now();
    await new PostalMime().parse(bytes);
    times.push(performance.now() - started);
  }
  return roundOf(
    times.sort((a, b) => a - b),
    mails.length,
    (performance.now() - began) / 1_000,
  );
}

function roundOf(sorted: readonly number[], requests: number, seconds: number): Round {
  const [p50Milliseconds, p99Milliseconds] = [quantile(sorted, 0.5), quantile(sorted, 0.99)];
  return { perSecond: requests / seconds, requests, p50Milliseconds, p99Milliseconds };
}

/** Checks the outcomes, so that no side is faster because it does something else. */
async function ensureOutcomes(client: Client, all: number, each: number): Promise<void> {
  const { rows } = await client.query<{ outcome: string; count: number }>(
    'SELECT outcome, count(*)::int AS count FROM inbound_mails GROUP BY outcome',
  );
  const expected = new Map<string, number>();
  for (const [kind, outcome] of Object.entries(OUTCOMES) as [Kind, string][]) {
    expected.set(outcome, (expected.get(outcome) ?? 0) + (countOf(kind, each) * all) / each);
  }
  assert.deepStrictEqual(new Map(rows.map(({ outcome, count }) => [outcome, count])), expected);
}
