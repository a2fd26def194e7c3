import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../support/api';
import type { Bench } from '../support/bench';
import { quantile } from '../support/interleaved';
import { partsOf } from '../support/parts';
import type { CaseFigures } from '../support/report';
import { HOSTILE_FILES } from './documents';
import { HostileTenant } from './hostile-tenant';
import { Neighbour } from './listening';
import { waiting } from './waiting';

/** Largest acceptable ratio of p99 beside hostile work to p99 of an idle service. */
const GOAL = 3;
const QUESTIONS = 60;

interface Taken {
  idle: number[][];
  busy: number[][];
}

const PARTS = ['requests', 'waiting'] as const;

/** How other tenants are affected by a tenant that makes the service work as hard as possible. */
export async function neighbours(bench: Bench): Promise<void> {
  const parts = partsOf(PARTS, bench.options.only);
  if (parts.has('requests')) await requests(bench);
  if (parts.has('waiting')) await waiting(bench);
}

/** Beside documents, files and questions that are made to be as expensive as possible. */
async function requests(bench: Bench): Promise<void> {
  const { service, conditions, tenant, options } = bench;
  const hostile = await HostileTenant.create(service.url, conditions.databaseUrl);
  const works: readonly [string, () => Promise<void>][] = [
    [`${HOSTILE_FILES.length} documents indexed`, () => hostile.refreshAll()],
    ['import', () => hostile.import()],
    ['questions', () => hostile.ask(QUESTIONS)],
  ];
  const listening = await neighboursOf(service.url, tenant);
  try {
    for (const [name, work] of works) {
      const taken = listening.map((): Taken => ({ idle: [], busy: [] }));
      for (let round = 0; round < options.rounds; round++) {
        await listen(listening, pause(options.seconds * 1_000), (index, times) => taken[index]!.idle.push(times));
        await listen(listening, work(), (index, times) => taken[index]!.busy.push(times));
      }
      bench.cases(
        `Neighbours of: ${name}, ms`,
        listening.map((neighbour, index) => figure(neighbour.name, name, taken[index]!)),
      );
    }
  } finally {
    for (const neighbour of listening) neighbour.close();
  }
}

async function neighboursOf(url: string, { workspaceId, credential }: Bench['tenant']): Promise<Neighbour[]> {
  const agents = `/workspaces/${workspaceId}/agents`;
  const { id } = await api<{ id: string }>(url, 'POST', agents, { token: credential, body: { name: 'Neighbour' } });
  return [
    new Neighbour('GET /health/live', '/health/live', url, credential),
    new Neighbour('GET an agent', `/api/v1${agents}/${id}`, url, credential),
  ];
}

/** All of them at once, each on a connection of its own, while the work goes on. */
async function listen(
  listening: readonly Neighbour[],
  work: Promise<void>,
  take: (index: number, times: number[]) => void,
): Promise<void> {
  const times = await Promise.all(listening.map((neighbour) => neighbour.while(work)));
  for (const [index, some] of times.entries()) take(index, some);
}

function figure(name: string, work: string, { idle, busy }: Taken): CaseFigures {
  const [of, to] = [busy.flat(), idle.flat()].map((times) => times.sort((a, b) => a - b)) as [number[], number[]];
  const ratios = busy.map((times, round) => p99(times) / p99(idle[round]!));
  return {
    name,
    n: Math.min(of.length, to.length),
    of: work,
    p50: quantile(of, 0.5),
    p99: quantile(of, 0.99),
    to: 'idle',
    toP50: quantile(to, 0.5),
    toP99: quantile(to, 0.99),
    ratio: quantile(of, 0.99) / quantile(to, 0.99),
    goal: GOAL,
    note: `of p99; rounds ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; slowest ${of.at(-1)?.toFixed(0)} ms`,
  };
}

function p99(times: readonly number[]): number {
  return quantile([...times].sort((a, b) => a - b), 0.99); // prettier-ignore
}
