import type { Client } from 'pg';
import { cursorOf } from '../../../src/inbox/conversations/activity-cursor';
import { type Caller, narrowedFor } from '../../support/callers';
import { compareLists, List } from '../../support/compare-lists';
import type { CaseFigures } from '../../support/report';
import type { ServerProcess } from '../../support/server-process';
import type { Places } from './places';
import { type Place, placeAt, type StraightFilter } from './straight.sql';

export interface ListCase {
  name: string;
  caller: Caller;
  query: Readonly<Record<string, string>>;
}

export interface Sides {
  service: ServerProcess;
  bare: ServerProcess;
  client: Client;
}

/** Compares conversations of Parley with the straight query. */
export function compareList(
  { service, bare, client }: Sides,
  { workspaceId }: Places,
  of: ListCase,
): Promise<CaseFigures[]> {
  const filter = straightFilter(workspaceId, of);
  const path = `/api/v1/workspaces/${workspaceId}/inbox`;
  return compareLists({
    name: of.name,
    own: new List(service, of.caller.credential, path, of.query, 'conversations'),
    bare: new List(bare, '', '/', { filter: JSON.stringify(filter) }, 'conversations'),
    cursorAt: (depth) => cursorAt(client, filter, depth),
    comparable,
  });
}

/** Without the fields that depend on the reader, which the straight query does not have. */
function comparable(item: object): object {
  const {
    unread: _unread,
    undelivered: _undelivered,
    unansweredSince: _since,
    lastMessage: _last,
    contact: _contact,
    nextClock: _clock,
    ...same
  } = item as Record<string, unknown>;
  return same;
}

function straightFilter(workspaceId: string, { caller, query }: ListCase): StraightFilter {
  const { agentId, assignee, unread, ...rest } = query;
  return {
    workspaceId,
    ...rest,
    ...narrowedFor(caller, { agentId, assignee }),
    ...(unread ? { unreadBy: caller.memberId } : {}),
  };
}

async function cursorAt(client: Client, filter: StraightFilter, depth: number): Promise<string> {
  const { rows } = await client.query<Place>(placeAt(filter, depth));
  return cursorOf(rows[0]!);
}
