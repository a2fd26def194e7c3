import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../support/api';
import type { Bench } from '../support/bench';
import { partsOf } from '../support/parts';
import { HOSTILE_FILES } from './documents';
import { figure } from './figure';
import { HostileTenant } from './hostile-tenant';
import { Neighbour, takeTurns } from './listening';
import { receivers } from './receivers';
import { waiting } from './waiting';

const QUESTIONS = 60;

const PARTS = ['requests', 'waiting', 'receivers'] as const;

/** How other tenants are affected by a tenant that makes the service work as hard as possible. */
export async function neighbours(bench: Bench): Promise<void> {
  const parts = partsOf(PARTS, bench.options.only);
  if (parts.has('requests')) await requests(bench);
  if (parts.has('waiting')) await waiting(bench);
  if (parts.has('receivers')) await receivers(bench);
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
      const idle = (): Promise<void> => pause(options.seconds * 1_000);
      const taken = await takeTurns(listening, { idle, busy: work, rounds: options.rounds });
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
    Neighbour.reading('GET /health/live', '/health/live', url, credential),
    Neighbour.reading('GET an agent', `/api/v1${agents}/${id}`, url, credential),
  ];
}
