import { Client } from 'pg';
import { dueCursorOf, type DuePlace } from '../../../src/support/due-cursor';
import type { Bench } from '../../support/bench';
import { type Caller, narrowedFor } from '../../support/callers';
import { compareLists, List } from '../../support/compare-lists';
import type { CaseFigures } from '../../support/report';
import { startPeer } from '../../support/servers';
import type { Readers } from '../../support/readers';
import { createDesk } from './desk';
import { placeAt, type StraightFilter } from './straight.sql';

interface ListCase {
  name: string;
  caller: Caller;
  query: Readonly<Record<string, string>>;
}

/** A page of 50 support requests with each filter of the list, from the top and from far down. */
export async function lists(bench: Bench): Promise<void> {
  const { conditions, options, service, tenant } = bench;
  const client = new Client({ connectionString: conditions.databaseUrl });
  await client.connect();
  const bare = await startPeer('bench/sla/lists/bare.server.ts', conditions);
  try {
    const desk = await createDesk(client, tenant, options.requests);
    const path = `/api/v1/workspaces/${desk.workspaceId}/support-requests`;
    const figures: CaseFigures[] = [];
    for (const { name, caller, query } of casesOf(desk)) {
      const filter = straightFilter(desk.workspaceId, caller, query);
      const compared = await compareLists({
        name,
        own: new List(service, caller.credential, path, query, 'supportRequests'),
        bare: new List(bare, '', '/', { filter: JSON.stringify(filter) }, 'supportRequests'),
        cursorAt: (depth) => cursorAt(client, filter, depth),
        comparable: withoutElapsed,
      });
      figures.push(...compared);
    }
    bench.cases(`50 of ${options.requests} support requests, ms`, figures);
  } finally {
    await bare.stop();
    await client.end();
  }
}

function casesOf({ owner, restricted, agentIds }: Readers): ListCase[] {
  const [busiest, quietest] = [agentIds[0]!, agentIds.at(-1)!];
  return [
    { name: 'all', caller: owner, query: {} },
    { name: 'due first', caller: owner, query: { sort: 'due' } },
    { name: 'new, due first', caller: owner, query: { sort: 'due', state: 'new' } },
    { name: 'ended', caller: owner, query: { state: 'ended' } },
    { name: 'breaching, due first', caller: owner, query: { sort: 'due', breaching: 'true' } },
    { name: 'breaching', caller: owner, query: { breaching: 'true' } },
    { name: 'not breaching, due first', caller: owner, query: { sort: 'due', breaching: 'false' } },
    { name: 'mine', caller: owner, query: { assignee: 'me' } },
    { name: 'mine, due first', caller: owner, query: { sort: 'due', assignee: 'me' } },
    { name: 'unassigned, due first', caller: owner, query: { sort: 'due', assignee: 'unassigned' } },
    { name: 'urgent, due first', caller: owner, query: { sort: 'due', priority: 'urgent' } },
    { name: 'busiest agent, due first', caller: owner, query: { sort: 'due', agentId: busiest } },
    { name: 'quietest agent, due first', caller: owner, query: { sort: 'due', agentId: quietest } },
    { name: 'all of 5 agents', caller: restricted, query: {} },
    { name: 'of 5 agents, due first', caller: restricted, query: { sort: 'due' } },
  ];
}

function straightFilter(
  workspaceId: string,
  caller: Caller,
  { agentId, assignee, ...rest }: ListCase['query'],
): StraightFilter {
  return { workspaceId, ...rest, ...narrowedFor(caller, { agentId, assignee }) };
}

async function cursorAt(client: Client, filter: StraightFilter, depth: number): Promise<string> {
  const { rows } = await client.query<DuePlace>(placeAt(filter, depth));
  return dueCursorOf(rows[0]!);
}

/** Time passes between the two answers. */
function withoutElapsed(request: object): object {
  const { sla } = request as { sla: object[] };
  return { ...request, sla: sla.map((clock) => ({ ...clock, elapsedSeconds: null })) };
}
