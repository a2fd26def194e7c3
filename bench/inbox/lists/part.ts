import { Client } from 'pg';
import type { Bench } from '../../support/bench';
import type { CaseFigures } from '../../support/report';
import { startPeer } from '../../support/servers';
import { compareList } from './comparison';
import { counts } from './counts';
import { createPlaces, type Places } from './places';
import type { ListCase } from './comparison';

/** A page of 50 conversations with each filter of the list, from the top and from far down. */
export async function lists(bench: Bench): Promise<void> {
  const { conditions, options, service, tenant } = bench;
  const client = new Client({ connectionString: conditions.databaseUrl });
  await client.connect();
  const bare = await startPeer('bench/inbox/lists/bare.server.ts', conditions);
  try {
    const places = await createPlaces(client, tenant, options.conversations);
    const figures: CaseFigures[] = [];
    for (const one of casesOf(places)) figures.push(...(await compareList({ service, bare, client }, places, one)));
    figures.push(...(await counts({ service, bare, client }, places)));
    bench.cases(`50 of ${options.conversations} conversations, ms`, figures);
  } finally {
    await bare.stop();
    await client.end();
  }
}

function casesOf({ owner, restricted, agentIds, labelIds }: Places): ListCase[] {
  const [busiest, quietest] = [agentIds[0]!, agentIds.at(-1)!];
  return [
    { name: 'all', caller: owner, query: {} },
    { name: 'by creation', caller: owner, query: { sort: 'created' } },
    { name: 'longest waiting', caller: owner, query: { sort: 'waiting' } },
    { name: 'open', caller: owner, query: { status: 'open' } },
    { name: 'closed', caller: owner, query: { status: 'closed' } },
    { name: 'mine', caller: owner, query: { assignee: 'me' } },
    { name: 'mine and open', caller: owner, query: { assignee: 'me', status: 'open' } },
    { name: 'unassigned', caller: owner, query: { assignee: 'unassigned' } },
    { name: 'unassigned and open', caller: owner, query: { assignee: 'unassigned', status: 'open' } },
    { name: 'busiest agent', caller: owner, query: { agentId: busiest } },
    { name: 'quietest agent', caller: owner, query: { agentId: quietest } },
    { name: 'by mail', caller: owner, query: { channel: 'email' } },
    { name: 'label, 1 in 5', caller: owner, query: { label: labelIds.often } },
    { name: 'label, 1 in 100', caller: owner, query: { label: labelIds.seldom } },
    { name: 'label, 1 in 5,000', caller: owner, query: { label: labelIds.hardly } },
    { name: 'unread', caller: owner, query: { unread: 'true' } },
    { name: 'all of 5 agents', caller: restricted, query: {} },
    { name: 'open of 5 agents', caller: restricted, query: { status: 'open' } },
  ];
}
