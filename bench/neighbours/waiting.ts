import { Client } from 'pg';
import { MAIL_SETTINGS, MailDesk } from '../inbox/mail/desk';
import type { Bench } from '../support/bench';
import { quantile } from '../support/interleaved';
import type { CaseFigures } from '../support/report';
import { startService } from '../support/servers';
import { createOwner, createTenant, type Tenant } from '../support/tenant';
import { until } from '../support/until';

/**
 * Largest acceptable ratio of the median wait behind another tenant's backlog to the median wait in an idle service.
 */
const GOAL = 3;
/** Number of sources, and of mails, in the other tenant's backlog. */
const BACKLOG = 124;
/** Waits of each round, in the idle service and behind the backlog. */
const WAITS = 8;
const LOOK_EVERY_MS = 10;
const PARAGRAPH = 'A parcel that was damaged on its way is replaced within a week after the photograph has arrived. ';

interface Queue {
  name: string;
  /** Adds one entry for the desk's tenant. Resolves once it is queued. */
  add: (desk: MailDesk, number: number) => Promise<void>;
  /** Counts the processed entries of a workspace. */
  worked: string;
}

const queues: readonly Queue[] = [
  {
    name: 'a text source until it is indexed',
    add: async (desk, number) => {
      const text = `${PARAGRAPH.repeat(40)} It has the number ${number}.`;
      await desk.post('/sources', { name: `Source ${number}`, type: 'text', content: text });
    },
    worked: `SELECT count(*) FROM knowledge_sources WHERE status = 'ready' AND workspace_id = $1`,
  },
  {
    name: 'a mail until its message is there',
    add: (desk, number) => desk.handOver(mailTo(desk.intakeAddress, number)),
    worked: `SELECT count(*) FROM messages WHERE workspace_id = $1`,
  },
];

/** How long a tenant waits for its own source and its own mail while another tenant has a hundred waiting. */
export async function waiting(bench: Bench): Promise<void> {
  const databaseUrl = await bench.createDatabase();
  const service = await startService({ ...bench.conditions, databaseUrl }, { settings: MAIL_SETTINGS });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tenant = await createTenant(databaseUrl);
    const neighbour = await MailDesk.open(service.url, client, tenant);
    const other = { ...(await createOwner(client, 'other@example.com', 'Other')), keys: [] };
    const hostile = await MailDesk.open(service.url, client, other);
    for (const queue of queues) {
      const [idle, busy]: [number[], number[]] = [[], []];
      const wait = numbered((number) => waited(queue, neighbour, tenant, number));
      const add = numbered((number) => queue.add(hostile, number));
      // Warm-up, not counted.
      for (let warmUp = 0; warmUp < WAITS; warmUp++) await wait();
      for (let round = 0; round < bench.options.rounds; round++) {
        for (let one = 0; one < WAITS; one++) idle.push(await wait());
        const before = await neighbour.count(queue.worked, [other.workspaceId]);
        await Promise.all(Array.from({ length: BACKLOG }, add));
        const isOver = async (): Promise<boolean> =>
          (await neighbour.count(queue.worked, [other.workspaceId])) >= before + BACKLOG;
        for (let one = 0; one < WAITS && !(await isOver()); one++) busy.push(await wait());
        await until(isOver, LOOK_EVERY_MS);
      }
      bench.cases(`Waiting behind ${BACKLOG} of another tenant: ${queue.name}, ms`, [figure(queue.name, idle, busy)]);
    }
  } finally {
    await client.end();
    await service.stop();
  }
}

/** Milliseconds from the first byte of an entry until it has been processed. */
async function waited(queue: Queue, desk: MailDesk, tenant: Tenant, number: number): Promise<number> {
  const before = await desk.count(queue.worked, [tenant.workspaceId]);
  const began = performance.now();
  await queue.add(desk, number);
  await until(async () => (await desk.count(queue.worked, [tenant.workspaceId])) > before, LOOK_EVERY_MS);
  return performance.now() - began;
}

/** With 1, 2, 3 … in turn. */
function numbered<T>(work: (number: number) => T): () => T {
  let last = 0;
  return () => work(++last);
}

function mailTo(recipient: string, number: number): { bytes: Buffer; recipient: string; sender: string } {
  const sender = `person-${number}@example.com`;
  const headers = [
    `From: ${sender}`,
    `To: ${recipient}`,
    `Subject: Parcel ${number}`,
    `Message-ID: <${number}.${recipient}>`,
    'Content-Type: text/plain; charset=utf-8',
  ];
  return { bytes: Buffer.from(`${headers.join('\r\n')}\r\n\r\n${PARAGRAPH.repeat(10)}`), recipient, sender };
}

function figure(name: string, idle: number[], busy: number[]): CaseFigures {
  const [of, to] = [busy, idle].map((times) => times.sort((a, b) => a - b)) as [number[], number[]];
  return {
    name,
    n: Math.min(of.length, to.length),
    of: 'behind the backlog',
    p50: quantile(of, 0.5),
    p99: quantile(of, 0.99),
    to: 'idle',
    toP50: quantile(to, 0.5),
    toP99: quantile(to, 0.99),
    ratio: quantile(of, 0.5) / quantile(to, 0.5),
    goal: GOAL,
    note: `of the medians; slowest ${of.at(-1)?.toFixed(0)} ms`,
  };
}
